// One game looked at again: both views of the board, the turns, the points, and what was not allowed.
import {get, send, tell, trying} from "../api.js";
import {ask} from "../ask.js";
import {viewsOf} from "../games/families.js";
import {colourMark} from "../shown/colour_mark.js";
import {el, find, put} from "../dom.js";
import {exportMenu} from "./exports.js";
import {createHistory} from "./history.js";
import {onKey} from "../keys.js";
import {capital, of, t, when} from "../texts.js";
import {copyLink, turnInAddress} from "./turn_link.js";
import {whichRule} from "../shown/which_rule.js";

const number = Number(find("#game").dataset.number);
let board, solid, counts, views = []; // as the family of the game has them
let pictures = [];
let shown = null;
let turned = 0;
let game;

async function makeViews() {
  const family = await viewsOf(game.family);
  board = family.createBoard(find("#aerial"));
  solid = family.createSolid?.(find("#solid"));
  counts = family.createCounts?.(find("#polygons"));
  find("#solid").parentElement.hidden = !solid;
  find("#counts").hidden = !counts;
  views = [board, solid, counts].filter(Boolean);
  for (const view of views) {
    view.addEventListener("point", ({detail}) => {
      for (const other of views) if (other !== view) other.light(detail);
    });
  }
}

function showTurn({n, turn}) {
  const {position, top, verdict, violations, last} = turn;
  shown = {board: game.board, position, top, verdict, violations, last, game};
  draw();
  counts?.show(verdict, game, position);
  put(find("#scores"), game.players.map((player) => score(player, turn)));
  find("#violations").hidden = !violations.length;
  put(find("#violation-list"), violations.map(violation));
  const atEnd = n === game.turns.length;
  find("#ending").hidden = !game.outcome;
  find("#ending").textContent = atEnd ? game.outcome?.text ?? "" : "";
  showPicture(n);
  const asked = new URLSearchParams(location.search);
  asked.delete("turn");
  history.replaceState(null, "", `${location.pathname}${asked.size ? `?${asked}` : ""}${atEnd ? "" : `#${n}`}`);
}

function draw() {
  const scene = {...shown, turned};
  board.show(scene);
  solid?.show(scene);
}

function turnRound() {
  turned = (turned + 1) % 4;
  if (shown) draw();
}

function score(player, turn) {
  const classes = ["score", turn.to_move === player ? "next" : "", game.outcome?.winner === player ? "winner" : ""];
  return el("li", {class: classes.join(" ").trim()}, colourMark(player), el("span", {}, game.names[player] || capital(of("colour.", player))),
    el("b", {}, String(turn.scores[player] ?? 0)));
}

function violation(each, i) {
  const light = (what) => views.forEach((view) => view.light(what));
  return el("li", {}, el("button", {
    type: "button", class: "violation", "data-rule": each.rule,
    onfocus: () => light({violation: i}), onblur: () => light(null),
    onpointerenter: () => light({violation: i}), onpointerleave: () => light(null),
  }, each.message), whichRule(each));
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

/** The turn that the address names, else the last one. */
function askedFor() {
  return turnInAddress() ?? game.turns.length;
}

const turns = createHistory(find("#turns"), {load: (n) => get(`/api/games/${number}/turns/${n}`), live: false});
turns.addEventListener("look", ({detail}) => showTurn(detail));
find("#tools").append(
  el("button", {type: "button", class: "button icon symbol", "aria-label": t("page.play.turn_round"), title: t("page.play.turn_round"), onclick: turnRound}, "⟳"),
  exportMenu(number, () => turns.n ?? turns.count), el("button", {type: "button", class: "button quiet danger only-here", onclick: removeGame},
  t("page.history.delete")));
onKey(["r"], turnRound);
onKey(["l"], () => void copyLink(number, turns.n ?? turns.count));
find("#delete-pictures").addEventListener("click", removePictures);

await trying(async () => {
  const [said, kept] = await Promise.all([get(`/api/games/${number}`), get(`/api/games/${number}/pictures`)]);
  [game, pictures] = [said, kept.pictures];
  await makeViews();
  const facts = [when(game.begun), `${t("page.history.table")} ${game.table}`, game.outcome ? "" : game.condition, ...game.readings];
  find("#title").textContent = of("game.", game.game);
  find("#facts").textContent = facts.filter(Boolean).join(" · ");
  turns.show({turns: game.turns, number, players: game.players});
  await turns.look(askedFor());
  addEventListener("hashchange", () => turns.look(askedFor()));
});
find("#busy").hidden = true;
