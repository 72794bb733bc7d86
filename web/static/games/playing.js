// Turns made by hand: a piece is pressed and then where it goes, or dragged there; a stone from the hand is set by a press.

import {get} from "../api.js";
import {el, put} from "../dom.js";
import {t} from "../texts.js";

/**
 * `board` is a top view, `api` the address of the table, `call(what, body)` makes a call; `table()` is what is shown, null
 * while nothing can be played; `place` is where it is asked which of several turns is meant. `press(place)` as if it was
 * pressed, `show(scene)` whenever the board is drawn.
 */
export function createPlaying({board, api, call, table, place: container}) {
  let scene = null;
  let start = null; // the place of the piece that was taken up
  let asked = []; // turns of which it is not clear which one is meant
  let known = {key: "", turns: []};
  let queue = Promise.resolve(); // one press after another, though the turns have to be fetched first

  const isOver = ({game}) => game.paused || game.ended || game.outcome;
  const piecesAt = (place) => table()?.shown.pieces?.[place] ?? "";

  async function turns() {
    const {game, shown} = table(), key = JSON.stringify([game.number, game.n, game.die?.thrown, shown]);
    if (known.key !== key) known = {key, turns: (await get(`${api}/turns`)).turns};
    return known.turns;
  }

  async function press(place) {
    if (!table() || isOver(table())) return;
    const all = await turns();
    if (asked.length) return answer(place);
    const set = all.filter(({from, to, places}) => (from === null && to === place) || Object.keys(places).join() === place);
    if (start === null) {
      if (set.length) return choose(set);
      if (piecesAt(place)) return take(place);
      if (all.some(({from}) => from === null)) await make({[place]: table().game.to_move});
      return;
    }
    if (place === start) return take(null);
    const fitting = all.filter(({from, to}) => from === start && to === place);
    if (fitting.length) return choose(fitting);
    if (all.some(({from}) => from === place)) return take(place);
    await make(carried(start, place)); // the referee says what is wrong with it
  }

  /** What a bare move makes of two places: of pieces of several colours on one, that of whoever is to play goes. */
  function carried(from, to) {
    const there = piecesAt(from), own = table().game.to_move, isMixed = [...there].some((letter) => letter === letter.toLowerCase() && letter !== own);
    return isMixed && there.includes(own) ? {[from]: there.replace(own, ""), [to]: piecesAt(to) + own} : {[from]: "", [to]: there};
  }

  function take(place) {
    start = place;
    asked = [];
    draw();
  }

  async function choose(fitting) {
    if (fitting.length === 1) return make(fitting[0].places);
    asked = fitting;
    draw();
    container.querySelector("button")?.focus({preventScroll: true});
  }

  /** Where the turns that are asked for differ. */
  const own = ({places}) => Object.keys(places).filter((place) => asked.some((other) => other.places[place] !== places[place]));

  async function answer(place) {
    const meant = asked.filter((turn) => own(turn).includes(place));
    if (!meant.length) return take(null);
    await choose(meant);
  }

  async function make(places) {
    take(null);
    await call("play", {places, shown: table().shown});
  }

  function draw() {
    const from = start ?? null, targets = asked.length ? asked.flatMap(own) : known.turns.filter((turn) => from !== null && turn.from === from).map(({to}) => to);
    if (scene) board.show({...scene, chosen: from, targets: [...new Set(targets)]});
    if (!asked.length) return put(container);
    put(container, el("div", {class: "notice", "data-notice": "which"},
      el("strong", {}, t("page.hand.which")),
      el("div", {class: "row ways"},
        asked.map((turn) => el("button", {type: "button", class: "button", "data-way": turn.written, onclick: () => queued(() => make(turn.places)),
          onfocus: () => board.light({fields: own(turn)}), onblur: () => board.light(null), onpointerenter: () => board.light({fields: own(turn)}), onpointerleave: () => board.light(null)}, turn.written)),
        el("button", {type: "button", class: "button quiet", onclick: () => take(null)}, t("page.hand.cancel")))));
  }

  const queued = (run) => (queue = queue.then(run).catch(() => take(null)));
  board.addEventListener("place", ({detail: {place}}) => queued(() => press(place)));
  board.addEventListener("lift", ({detail: {place}}) => queued(async () => {
    if (!table() || isOver(table())) return;
    await turns();
    take(place);
  }));
  board.addEventListener("drop", ({detail: {place}}) => queued(() => (place && start !== null ? press(place) : take(null))));
  board.root.addEventListener("keydown", (event) => event.key === "Escape" && (start !== null || asked.length) && take(null));

  return {
    press,
    show(next) {
      scene = next;
      if (start === null && !asked.length) return;
      if (!table() || (start !== null && !piecesAt(start))) take(null);
      else draw();
    },
  };
}
