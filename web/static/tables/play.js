// The table being played at: everything live, everything lit up together, everything to be put right.

import {get, path, post, send, tell, trying} from "../api.js";
import {ask} from "../ask.js";
import {symbolText} from "../shown/symbols.js";
import {createBringing} from "./bringing.js";
import {play as sound} from "../children/sounds.js";
import {createCorners} from "./corners.js";
import {createCorrections} from "./corrections.js";
import {createDie} from "./die.js";
import {el, find, put, say} from "../dom.js";
import {viewsOf} from "../games/families.js";
import {exportMenu} from "../history/exports.js";
import {createHistory} from "../history/history.js";
import {onKey, showKeys, tellBoardKeys} from "../keys.js";
import {fitBox, keepPicture} from "./live_picture.js";
import {createLookingBack} from "./looking_back.js";
import {createNotices} from "./notices.js";
import {createOtherCameras} from "./other_cameras.js";
import {createProjecting} from "./projecting.js";
import {remember, remembered} from "../remember.js";
import {createSettling} from "./settle_photo.js";
import {listen} from "./stream.js";
import {capital, of, t} from "../texts.js";
import {copyLink, turnInAddress} from "../history/turn_link.js";
import {gainMarks, gainedBy} from "../history/turn_list.js";
import {createViews} from "./views.js";

const name = find("#play").dataset.table;
const api = path("api", "tables", name);
let now = null; // the newest snapshot
let looked = null; // an earlier turn that is looked at instead
let lookedSince = 0; // how many turns there were when looking back began
let usualSize = null;
let warned = ""; // what was last warned of
let newest = 0; // the version of the newest snapshot: an answer to an earlier call may come late
let exported = null; // the game whose files are offered
let turned = Number(remembered(`turned ${name}`, "0")) % 4 || 0; // quarters by which the board is shown turned round

const isByHand = find("#play").dataset.source === "hand"; // no camera looks: turns are made here
const family = await viewsOf(find("#play").dataset.family);
const board = family.createBoard(find("#aerial"), {interactive: true});
const overlay = family.createOverlay(find("#picture"), {interactive: true});
const solid = family.createSolid?.(find("#solid"));
const counts = family.createCounts?.(find("#polygons"));
const corners = createCorners(find("#picture"));
const settling = createSettling(name, show);
const acting = {board, api, call, isByHand, table: () => (looked || !now?.game ? null : now), place: find("#correcting")};
const correcting = isByHand && family.createPlaying ? {...family.createPlaying(acting), edit() {}, listen() {}} : family.createCorrecting(acting);
correcting.listen(overlay);
const notices = createNotices(find("#notices"), call, {family, edit: correcting.edit, settling, isByHand});
const corrections = createCorrections(find("#corrections"), call, family);
const die = createDie(find("#die"), family.die, call, isByHand);
const cameras = createOtherCameras(find("#cameras"), name, show);
const bringing = createBringing(find("#bring"), name);
const history = createHistory(find("#history"), {
  load: (n) => get(`${path("api", "games", now.game.number)}/turns/${n}`), head: find("#history-tools"),
});
const lookingBack = createLookingBack(find("#back"), find("#then"), () => history.look(null));
const projecting = createProjecting(find("#play"), find("#full"));
for (const panel of [isByHand ? "picture" : null, solid ? null : "solid", counts ? null : "polygons"].filter(Boolean)) {
  find(`#tab-${panel}`).hidden = true;
  find(`#${panel}-${panel === "polygons" ? "panel" : "figure"}`).hidden = true;
}
find("#views").hidden = isByHand && !solid && !counts;
find("#play").classList.toggle("by-hand", isByHand);
createViews(find("#views"), "view");
say(find("#hint"), family.hint?.(isByHand) ?? "");
tellBoardKeys(family.keys?.() ?? []);

const views = [board, solid, overlay, counts, notices, lookingBack, corrections].filter(Boolean);
for (const view of views) {
  view.addEventListener("point", (event) => {
    for (const each of views) each.light?.(event.detail);
  });
}

async function call(what, body) {
  if (what === "accept" || what === "reject") body = {shown: now.shown}; // what the person saw wait, and nothing newer
  const answered = await trying(() => post(`${api}/${what}`, body));
  if (answered) show(answered.table);
  return answered;
}

// What is shown.

function show(table) {
  if (table.version < newest) return;
  newest = table.version;
  const before = now;
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
  warn(game?.waiting);
  bringing.show(table);
  if (!isByHand) cameras.show(table);
  if (game) {
    history.show({turns: table.turns, number: game.number, players: game.players});
    if (game.number !== exported) put(find("#export"), game.number === null ? [] : exportMenu((exported = game.number), turnShown));
  }
  showState();
  if (!game || looked !== null) return;
  draw();
  const isNext = before?.game?.number === game.number && table.turns.length > before.turns.length;
  const fresh = isNext ? family.counted?.(before, table) ?? [] : [];
  if (fresh.length) board.count(fresh);
}

/** Header, points and what needs somebody: those of the turn that is looked at, else those of now. */
function showState() {
  const isBack = looked !== null, game = now.game;
  find("#play").classList.toggle("looking-back", isBack);
  notices.show(now, isBack);
  corrections.show(now, isBack);
  showSight(now);
  const state = isBack ? {...game, to_move: looked.to_move, scores: looked.scores, outcome: looked.to_move ? null : game.outcome, ended: !looked.to_move, stock: {}} : game;
  showTurn(state, now.status === "failed");
  lookingBack.show(isBack ? {
    n: looked.n, count: now.turns.length, since: now.turns.length - lookedSince, violations: looked.violations ?? [],
    needs: now.help.some((help) => help.urgency > 1),
  } : null);
  if (!game) return;
  showScores(state);
  die.show(isBack ? null : game.die ?? null, game);
  showLast(isBack ? looked.n : now.turns.length);
  showTasks((isBack ? looked.verdict : now.verdict).tasks);
}

function draw() {
  const shared = {board: now.game.board, set: now.set, turned, game: now.game};
  const scene = looked
    ? {...shared, position: looked.position, top: looked.top, verdict: looked.verdict, violations: looked.violations ?? [], view: null, last: looked.last ?? []}
    : {
        ...shared, position: now.shown, top: now.top, verdict: now.verdict, violations: now.violations, doubts: now.doubts,
        byHand: now.by_hand, view: find("#drawn").checked ? now.view : null, last: now.last,
      };
  for (const view of [board, solid, overlay]) view?.show(scene);
  correcting.show(scene);
  counts?.show(scene.verdict, now.game, scene.position);
  say(find("#tab-polygons"), find("#polygons-head").textContent);
}

/** The turn that is looked at, or the last one. */
function turnShown() {
  return history.n ?? history.count;
}

/** The turn that led here in one line, for whoever sits far away. */
function showLast(n) {
  const turn = now.turns[n - 1];
  find("#last-turn").hidden = !turn;
  if (!turn) return;
  const said = `${turn.n}. ${turn.words ?? `${playerName(now.game, turn.player)}: ${turn.notation}`}`;
  if (find("#last-turn").dataset.said === said) return;
  find("#last-turn").dataset.said = said;
  put(find("#last-turn"), el("span", {}, said), gainMarks(gainedBy(turn, now.turns[n - 2])));
}

function playerName(game, colour) {
  return game.names[colour] ?? capital(of("colour.", colour));
}

function showTurn(game, isFailed) {
  const place = find("#turn");
  place.hidden = isBuilding();
  if (place.hidden) return;
  const colour = game?.to_move ?? null;
  const words = !game ? (isFailed ? t("page.play.failed") : t("page.play.opening")) : game.outcome || game.ended ? t("page.play.ended")
    : capital(t("page.play.turn", {player: playerName(game, colour)}));
  if (place.textContent === `${colour ? symbolText(colour) : ""}${words}`) return;
  put(place,
    colour ? el("span", {class: `block ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)) : null,
    el("span", {}, words));
}

/** Free building has tasks, no turns in order and no points. */
function isBuilding() {
  return Boolean(now?.verdict?.tasks) && !now.game.ended;
}

function showScores(game) {
  find("#scores").hidden = isBuilding();
  put(find("#scores"), game.players.map((colour) =>
    el("li", {class: colour === game.to_move ? "moves" : "", "data-score": colour},
      el("span", {class: `chip ${colour}`}, el("span", {class: "symbol", "aria-hidden": "true"}, symbolText(colour)), playerName(game, colour)),
      el("b", {}, String(game.scores[colour] ?? 0)), stockOf(game, colour))));
}

/** How many pieces a player has left, where they are counted: one small mark each. */
function stockOf({stock = {}, players}, colour) {
  const own = players.length > 1 ? Object.entries(stock).filter(([each]) => each === colour) : Object.entries(stock);
  if (!own.length) return null;
  const said = t("page.play.left", {count: own.reduce((sum, [, left]) => sum + left, 0)});
  return el("span", {class: "stock", title: said},
    own.flatMap(([each, left]) => Array.from({length: left}, () => el("i", {class: `block ${each}`, "aria-hidden": "true"}))),
    el("span", {class: "visually-hidden"}, said));
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
  say(find("#seen"), looked === null ? sightOf(table) : "");
}

function sightOf(table) {
  if (["opening", "failed"].includes(table.status)) return "";
  if (table.status === "stopped") return t("page.play.stopped");
  if (table.game?.paused) return t("page.play.paused");
  return {
    none: t("page.sight.none"), calm: t("page.sight.calm"), busy: t("page.sight.busy"), lost: t("page.sight.lost"), unsure: t("page.sight.unsure"), hand: t("page.sight.hand"),
  }[table.sight] ?? "";
}

// What is read out.

function happened(event, isHistory) {
  if (isHistory || event.table !== name) return;
  chime(event);
  const words = wordsOf(event);
  if (words) readOut(find("#said"), words);
}

/** A tone for those who look at the board and not at the page, if they want one. */
function chime(event) {
  if (!find("#sound").checked) return;
  if (event.event === "turn") sound(event.waits ? "look" : "turn");
  if (event.event === "put_right") sound("right");
  if (event.event === "outcome") sound("won");
}

/** What is not allowed and waits, or what is still to do, once for as long as it does: whether the page heard it happen or came later. */
function warn(waiting) {
  const words = [...(waiting?.violations ?? []).map((each) => each.message), ...(waiting?.todo ?? [])].join(" ");
  if (words && words !== warned) readOut(find(waiting.reason === "incomplete" ? "#said" : "#warned"), words);
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
  if (event.event === "turn") return event.words ?? capital(t("page.said.turn", {player}));
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

history.addEventListener("look", ({detail}) => {
  if (detail.n !== null && looked === null) lookedSince = now.turns.length;
  looked = detail.n === null ? null : detail.turn;
  showState();
  draw();
});

function turnRound() {
  turned = (turned + 1) % 4;
  remember(`turned ${name}`, String(turned));
  if (now?.game) draw();
}

/** A key does what its button does, and shows it there; it does nothing where the button cannot be pressed. */
const press = (button) => () => looked === null && !find(button).disabled && (find(button).click(), true);
onKey(["u", "ctrl+z"], press("#undo"));
onKey(["y", "ctrl+y", "ctrl+shift+z"], press("#redo"));
onKey(["f"], projecting.toggle);
onKey(["r"], turnRound);
onKey(["l"], () => void (exported === null || copyLink(exported, turnShown())));
find("#turn-round").addEventListener("click", turnRound);
find("#keys").addEventListener("click", showKeys);
find("#sound").checked = remembered("sound", "off") === "on";
find("#sound").addEventListener("change", ({target}) => {
  remember("sound", target.checked ? "on" : "off");
  if (target.checked) sound("turn");
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
    letGo(); // of a table that is gone there is nothing to be asked
    if (await trying(() => send("DELETE", api))) location.href = "/";
    else location.reload();
  }
});

const picture = isByHand ? {close() {}} : keepPicture(find("#frame"), `${api}/picture.jpg`, {
  fits: true,
  onPicture(size) {
    usualSize = size;
    find("#no-picture").hidden = true;
    fitBox(find("#picture"), size);
  },
});

function letGo() {
  picture.close();
  cameras.close();
  bringing.close();
}

let isGone = false;
let asked = turnInAddress(); // the turn that whoever came with a link wants to see

listen({
  tables: [name],
  onTable(table) {
    if (isGone) location.reload(); // somebody has opened it again
    else show(table);
    if (asked === null || !table.game) return;
    history.look(asked);
    asked = null;
  },
  onHappened: happened,
  onGone() {
    isGone = true;
    letGo();
    tell(t("page.play.closed"), "warn");
  },
  onState(state) {
    newest = 0; // whoever answers now may be another run of the program
    if (state === "waiting") say(find("#seen"), t("page.play.reconnecting"));
  },
});
