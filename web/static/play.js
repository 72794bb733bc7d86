// The table being played at: everything live, everything lit up together, everything to be put right.

import {get, path, post, send, tell, trying} from "./api.js";
import {ask} from "./ask.js";
import {createAerial} from "./board/aerial.js";
import {createEditor} from "./board/edit.js";
import {fieldsIn, isWay} from "./board/geometry.js";
import {createOverlay} from "./board/overlay.js";
import {createSolid} from "./board/solid.js";
import {symbolText} from "./board/symbols.js";
import {createBringing} from "./bringing.js";
import {createCorners} from "./corners.js";
import {el, find, put, say} from "./dom.js";
import {exportMenu} from "./exports.js";
import {createHistory} from "./history.js";
import {fitBox, keepPicture} from "./live_picture.js";
import {createNotices} from "./notices.js";
import {createPolygons} from "./polygons.js";
import {listen} from "./stream.js";
import {capital, of, t} from "./texts.js";

const name = find("#play").dataset.table;
const api = path("api", "tables", name);
let now = null; // the newest snapshot
let looked = null; // an earlier turn that is looked at instead
let usualSize = null;
let warned = ""; // what was last warned of
let newest = 0; // the version of the newest snapshot: an answer to an earlier call may come late
let exported = null; // the game whose files are offered

const aerial = createAerial(find("#aerial"), {interactive: true});
const solid = createSolid(find("#solid"));
const overlay = createOverlay(find("#picture"), {interactive: true});
const corners = createCorners(find("#picture"));
const polygons = createPolygons(find("#polygons"));
const notices = createNotices(find("#notices"), call, (way) => editSticks(...fieldsIn(way)));
const bringing = createBringing(find("#bring"), name);
const editor = createEditor();
const history = createHistory(find("#history"), {load: (n) => get(`${path("api", "games", now.game.number)}/turns/${n}`)});

const views = [aerial, solid, overlay, polygons, notices];
for (const view of views) {
  view.addEventListener("point", (event) => {
    for (const each of views) each.light?.(event.detail);
  });
}

async function call(what, body) {
  const answered = await trying(() => post(`${api}/${what}`, body));
  if (answered) show(answered.table);
  return answered;
}

// What is shown.

function show(table) {
  if (table.version < newest) return;
  newest = table.version;
  now = table;
  const game = table.game;
  say(find("#game-name"), of("game.", table.set_up.game));
  const {can_undo: canUndo = false, can_redo: canRedo = false, paused = false} = game ?? {};
  find("#undo").disabled = !canUndo;
  find("#redo").disabled = !canRedo;
  find("#pause").disabled = !game || game.ended;
  find("#pause").setAttribute("aria-pressed", String(paused));
  find("#keep").checked = game?.keep_pictures ?? false;
  find("#opening").hidden = table.status !== "opening";
  showSight(table);
  warn(game?.waiting);
  bringing.show(table);
  notices.show(table, looked !== null);
  showTurn(game, table.status === "failed");
  if (!game) return;
  showScores(game);
  history.show({turns: table.turns, number: game.number, players: game.players});
  showTasks(table.verdict.tasks);
  if (game.number !== exported) put(find("#export"), game.number === null ? [] : exportMenu((exported = game.number)));
  if (looked === null) draw();
}

function draw() {
  const scene = looked
    ? {board: now.game.board, position: looked.position, verdict: looked.verdict, violations: looked.violations ?? [], set: now.set, view: null}
    : {
        board: now.game.board, position: now.shown, verdict: now.verdict, violations: now.violations, doubts: now.doubts,
        byHand: now.by_hand, set: now.set, view: find("#drawn").checked ? now.view : null, last: lastFields(now),
      };
  aerial.show(scene);
  solid.show(scene);
  overlay.show(scene);
  polygons.show(scene.verdict, now.game);
}

/** The fields that the last turn is about, from its notation. */
function lastFields(table) {
  const last = table.turns.at(-1);
  return last ? [...new Set(last.notation.match(/[a-i][1-9]/g) ?? [])] : [];
}

function playerName(game, colour) {
  return game.names[colour] ?? of("colour.", colour);
}

function showTurn(game, isFailed) {
  const place = find("#turn");
  const colour = game?.to_move ?? null;
  const words = !game ? (isFailed ? t("page.play.failed") : t("page.play.opening")) : game.outcome || game.ended ? t("page.play.ended")
    : capital(t("page.play.turn", {player: playerName(game, colour)}));
  if (place.textContent === `${colour ? symbolText(colour) : ""}${words}`) return;
  put(place,
    colour ? el("span", {class: `block ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)) : null,
    el("span", {}, words));
}

function showScores(game) {
  put(find("#scores"), game.players.map((colour) =>
    el("li", {class: colour === game.to_move ? "moves" : "", "data-score": colour},
      el("span", {class: `chip ${colour}`}, el("span", {class: "symbol", "aria-hidden": "true"}, symbolText(colour)), playerName(game, colour)),
      el("b", {}, String(game.scores[colour] ?? 0)))));
}

function showTasks(tasks) {
  const place = find("#tasks");
  place.hidden = !tasks;
  if (tasks) {
    put(place, Object.entries(tasks).map(([key, done]) =>
      el("li", {class: done ? "done" : ""}, of("", key), el("span", {class: "visually-hidden"}, done ? t("page.play.task_done") : t("page.play.task_open")))));
  }
}

/** How well the board is seen; or, if somebody is needed, what for, at a place where nothing moves because of it. */
function showSight(table) {
  const needs = looked === null ? table.help.find((help) => help.urgency > 1) : null;
  find("#needs").hidden = !needs;
  find("#seen").hidden = Boolean(needs);
  say(find("#needs"), needs ? `⚠ ${needs.text}` : "");
  say(find("#seen"), sightOf(table));
}

function sightOf(table) {
  if (["opening", "failed"].includes(table.status)) return "";
  if (table.status === "stopped") return t("page.play.stopped");
  if (table.game?.paused) return t("page.play.paused");
  return {
    none: t("page.sight.none"), calm: t("page.sight.calm"), busy: t("page.sight.busy"), lost: t("page.sight.lost"), unsure: t("page.sight.unsure"),
  }[table.sight] ?? "";
}

// What is read out.

function happened(event, isHistory) {
  if (isHistory || event.table !== name) return;
  const words = wordsOf(event);
  if (words) readOut(find("#said"), words);
}

/** What is not allowed and waits, once for as long as it does: whether the page heard it happen or came later. */
function warn(waiting) {
  const words = waiting?.violations.map((each) => each.message).join(" ") ?? "";
  if (words && words !== warned) readOut(find("#warned"), words);
  warned = words;
}

function readOut(place, words) {
  place.append(el("p", {}, words));
  while (place.childElementCount > 4) place.firstElementChild.remove();
  if (find("#speak").checked && window.speechSynthesis) {
    const spoken = new SpeechSynthesisUtterance(words);
    spoken.lang = document.documentElement.lang;
    speechSynthesis.speak(spoken);
  }
}

function wordsOf(event) {
  const player = event.player && now?.game ? playerName(now.game, event.player) : "";
  if (event.event === "turn" && event.waits) return null; // it is warned of
  if (event.event === "turn") return capital(t("page.said.turn", {player, notation: event.notation}));
  if (event.event === "taken_back") return t("page.said.taken_back");
  if (event.event === "put_right") return t("page.said.put_right");
  if (event.event === "outcome") return now?.game?.outcome?.text ?? t("page.play.ended");
  return event.why ?? event.message ?? null;
}

// What people do.

find("#undo").addEventListener("click", () => call("undo"));
find("#redo").addEventListener("click", () => call("redo"));
find("#pause").addEventListener("click", () => call(now?.game?.paused ? "resume" : "pause"));
find("#drawn").addEventListener("change", () => now?.game && looked === null && draw());

aerial.addEventListener("field", async ({detail: {at}}) => {
  if (looked || !now?.game) return;
  const stack = now.shown.towers[at] ?? "";
  const wanted = await editor.stack({at, stack, board: now.game.board});
  if (wanted !== null && wanted !== stack) await call("correct", {words: [`${at}=${wanted}`]});
});

aerial.addEventListener("stick", ({detail: {a, b}}) => editSticks(a, b));

async function editSticks(a, b) {
  if (looked || !now?.game) return;
  const doubtful = now.doubts.some(({at}) => isWay(at) && [a, b].every((end) => fieldsIn(at).includes(end)));
  const words = await editor.sticks({a, b, position: now.shown, doubtful});
  if (words?.length) await call("correct", {words});
}

history.addEventListener("look", ({detail}) => {
  looked = detail.n === null ? null : detail.turn;
  find("#play").classList.toggle("looking-back", looked !== null);
  notices.show(now, looked !== null);
  showSight(now);
  draw();
});

document.addEventListener("keydown", (event) => {
  if (!(event.ctrlKey || event.metaKey) || event.altKey || event.target.closest("input, textarea, select, dialog")) return;
  const key = event.key.toLowerCase();
  if (key === "z" && !event.shiftKey && !find("#undo").disabled) call("undo");
  else if ((key === "y" || (key === "z" && event.shiftKey)) && !find("#redo").disabled) call("redo");
  else return;
  event.preventDefault();
});

// Corners.

function editCorners(on) {
  find("#corner-tools").hidden = !on;
  find("#corners-edit").hidden = on;
  if (on) {
    overlay.root.setAttribute("hidden", "");
    overlay.root.style.display = "none";
    corners.show(now.view?.corners ?? null, now.view?.size ?? usualSize ?? [960, 540], now.game.board);
    corners.focus();
  } else {
    corners.hide();
    overlay.root.style.display = "";
  }
}

find("#corners-edit").addEventListener("click", () => now?.game && editCorners(true));
find("#corners-cancel").addEventListener("click", () => editCorners(false));
find("#corners-find").addEventListener("click", async () => (await call("corners", {corners: null})) && editCorners(false));
find("#corners-save").addEventListener("click", async () => {
  if (await call("corners", {corners: corners.corners})) {
    tell(t("page.corners.saved"));
    editCorners(false);
  }
});

// The rest.

const menu = find("#menu");
find("#more").addEventListener("click", () => menu.showModal());
find("#keep").addEventListener("change", (event) => call("keep-pictures", {keep: event.target.checked}));
menu.addEventListener("close", async () => {
  const what = menu.returnValue;
  menu.returnValue = "";
  if (what === "reopen") await call("again", {new: false});
  if (what === "again" && (await ask({title: t("page.play.again"), what: t("page.play.again_sure"), yes: t("page.play.again")}))) await call("again", {});
  if (what === "end" && (await ask({title: t("page.play.end"), what: t("page.play.end_sure"), yes: t("page.play.end")}))) await call("end");
  if (what === "close" && (await ask({title: t("page.play.close"), what: t("page.play.close_sure"), yes: t("page.play.close")}))) {
    picture.close(); // of a table that is gone there is none
    if (await trying(() => send("DELETE", api))) location.href = "/";
    else location.reload();
  }
});

const picture = keepPicture(find("#frame"), `${api}/picture.jpg`, {
  onPicture(size) {
    usualSize = size;
    find("#no-picture").hidden = true;
    fitBox(find("#picture"), size);
  },
});

let isGone = false;

listen({
  tables: [name],
  onTable(table) {
    if (isGone) location.reload(); // somebody has opened it again
    else show(table);
  },
  onHappened: happened,
  onGone() {
    isGone = true;
    picture.close();
    tell(t("page.play.closed"), "warn");
  },
  onState(state) {
    newest = 0; // whoever answers now may be another run of the program
    if (state === "waiting") say(find("#seen"), t("page.play.reconnecting"));
  },
});
