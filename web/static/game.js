// One game looked at again: both views of the board, the turns, the points, and what was not allowed.
import {get, send, tell, trying} from "./api.js";
import {ask} from "./ask.js";
import {createAerial} from "./board/aerial.js";
import {createSolid} from "./board/solid.js";
import {colourMark} from "./colour_mark.js";
import {el, find, put} from "./dom.js";
import {exportMenu} from "./exports.js";
import {createHistory} from "./history.js";
import {createPolygons} from "./polygons.js";
import {of, t, when} from "./texts.js";

const number = Number(find("#game").dataset.number);
const aerial = createAerial(find("#aerial"));
const solid = createSolid(find("#solid"));
const polygons = createPolygons(find("#polygons"));
const views = [aerial, solid, polygons];
let pictures = [];
let game;

for (const view of views) {
  view.addEventListener("point", ({detail}) => {
    for (const other of views) if (other !== view) other.light(detail);
  });
}

function showTurn({n, turn}) {
  const {position, verdict, violations, last} = turn;
  const scene = {board: game.board, position, verdict, violations, last};
  aerial.show(scene);
  solid.show(scene);
  polygons.show(verdict, game);
  put(find("#scores"), game.players.map((player) => score(player, turn)));
  find("#violations").hidden = !violations.length;
  put(find("#violation-list"), violations.map(violation));
  const atEnd = n === game.turns.length;
  find("#ending").hidden = !game.outcome;
  find("#ending").textContent = atEnd ? game.outcome?.text ?? "" : "";
  showPicture(n);
  history.replaceState(null, "", atEnd ? location.pathname + location.search : `#${n}`);
}

function score(player, turn) {
  const classes = ["score", turn.to_move === player ? "next" : "", game.outcome?.winner === player ? "winner" : ""];
  return el("li", {class: classes.join(" ").trim()}, colourMark(player), el("span", {}, game.names[player] || of("colour.", player)),
    el("b", {}, String(turn.scores[player] ?? 0)));
}

function violation(each, i) {
  const light = (what) => views.forEach((view) => view.light(what));
  return el("li", {}, el("button", {
    type: "button", class: "violation", "data-rule": each.rule,
    onfocus: () => light({violation: i}), onblur: () => light(null),
    onpointerenter: () => light({violation: i}), onpointerleave: () => light(null),
  }, each.message));
}

function showPicture(n) {
  const found = pictures.findLast((picture) => picture.turn === n);
  find("#pictures").hidden = !pictures.length;
  find("#picture-count").textContent = t("page.history.pictures.count", {count: pictures.length});
  put(find("#picture"), found
    ? el("img", {src: found.address, alt: t("page.history.pictures.of", {number: n})})
    : el("p", {class: "quiet-text"}, t("page.history.pictures.none")));
}

async function removePictures() {
  const sure = await ask({
    title: t("page.history.pictures.ask"), what: t("page.history.pictures.what"), yes: t("page.history.pictures.delete"),
  });
  if (!sure || !(await trying(() => send("DELETE", `/api/games/${number}/pictures`)))) return;
  pictures = [];
  showPicture(turns.n);
  find("h1").focus();
  tell(t("page.history.pictures.deleted"));
}

async function removeGame() {
  const sure = await ask({
    title: t("page.history.delete.ask", {number}), what: t("page.history.delete.what"), yes: t("page.history.delete"),
  });
  if (sure && (await trying(() => send("DELETE", `/api/games/${number}`)))) location.assign("/games");
}

/** The turn that the address names behind its #, else the last one. */
function askedFor() {
  return /^#\d{1,4}$/.test(location.hash) ? Number(location.hash.slice(1)) : game.turns.length;
}

const turns = createHistory(find("#turns"), {load: (n) => get(`/api/games/${number}/turns/${n}`), live: false});
turns.addEventListener("look", ({detail}) => showTurn(detail));
find("#tools").append(exportMenu(number), el("button", {type: "button", class: "button quiet danger", onclick: removeGame},
  t("page.history.delete")));
find("#delete-pictures").addEventListener("click", removePictures);

await trying(async () => {
  const [said, kept] = await Promise.all([get(`/api/games/${number}`), get(`/api/games/${number}/pictures`)]);
  [game, pictures] = [said, kept.pictures];
  const rules = Object.entries(game.rules).map(([key, value]) => `${key} = ${value}`);
  const facts = [when(game.begun), `${t("page.history.table")} ${game.table}`, game.outcome ? "" : game.condition, ...rules];
  find("#title").textContent = of("game.", game.game);
  find("#facts").textContent = facts.filter(Boolean).join(" · ");
  turns.show({turns: game.turns, number, players: game.players});
  await turns.look(askedFor());
  addEventListener("hashchange", () => turns.look(askedFor()));
});
find("#busy").hidden = true;
