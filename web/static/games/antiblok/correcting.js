// Cards and blocks put right by hand: a card turns with each press, a crossing goes through its blocks; kept as one.

import {el, put, svg} from "../../dom.js";
import {symbolPath} from "../../shown/symbols.js";
import {list, t} from "../../texts.js";
import {COLOURS, changed, fillings, isCrossing, repainted, turnedLeft, UNKNOWN} from "./cards.js";
import {contentWords, placeName} from "./words.js";

const QUARTERS = [[0, 1], [1, 1], [1, 0], [0, 0]]; // of a small picture of a card, from the near left one, y downwards

/** `edit(place)` as if it was pressed, `show(scene)` whenever the board is drawn; what is not kept lies over it. */
export function createCorrecting({board, call, table, place: container, isByHand = false}) {
  const draft = new Map(); // by place: what a person says, and what was shown there
  let scene = null;

  const shownAt = (place) => contentOf(table()?.shown, place);
  const said = () => [...draft].map(([place, {letters}]) => [place, letters]);

  function say(place, letters) {
    const base = shownAt(place);
    if (letters === base) draft.delete(place);
    else draft.set(place, {letters, base});
    board.said.textContent = `${placeName(place)}: ${contentWords(place, letters)}`;
    draw();
  }

  async function edit(place) {
    const shown = table();
    if (!shown) return;
    const now = draft.get(place)?.letters ?? shownAt(place);
    if (isCrossing(place)) say(place, nextBlock(shown, place, now));
    else if (now.includes(UNKNOWN)) {
      const chosen = await chooseCard(place, now);
      if (chosen) say(place, chosen);
    } else say(place, turnedLeft(now));
  }

  /** Nothing, then the colour of the square that is there, then the others of this game, then nothing again. */
  function nextBlock({game, verdict}, place, now) {
    const square = verdict?.squares?.[place], colours = Object.keys(game?.stock ?? {});
    const order = ["", ...(square ? [square] : []), ...(colours.length ? colours : [...COLOURS]).filter((colour) => colour !== square)];
    return order[(order.indexOf(now) + 1) % order.length];
  }

  async function keep() {
    if (await (isByHand ? call("play", {places: Object.fromEntries(said())}) : call("correct", {words: said().map(([place, letters]) => `${place}=${letters}`)}))) discard();
  }

  function discard() {
    draft.clear();
    draw();
    board.root.querySelector('[tabindex="0"]')?.focus({preventScroll: true});
  }

  function draw() {
    if (scene?.top) board.show(draft.size ? {...scene, top: repainted(scene.top, said()), position: changed(scene.position, said()), byHand: [...new Set([...(scene.byHand ?? []), ...draft.keys()])]} : scene);
    const places = [...draft.keys()];
    if (!places.length) return put(container);
    put(container, el("div", {class: "notice", "data-notice": "correcting"},
      el("strong", {}, isByHand ? t("page.hand.changed", {places: list(places.map(placeName))}) : t("page.antiblok.correcting", {places: list(places.map(placeName))})),
      el("div", {class: "row"},
        el("button", {type: "button", class: "button primary", id: "correction-keep", onclick: keep}, isByHand ? t("page.hand.play") : t("page.antiblok.keep")),
        el("button", {type: "button", class: "button", id: "correction-discard", onclick: discard}, t("page.antiblok.discard")))));
  }

  const listen = (view) => view.addEventListener("place", ({detail: {place}}) => edit(place));
  listen(board);
  board.root.addEventListener("keydown", (event) => event.key === "Escape" && draft.size && discard());

  return {
    edit,
    listen,
    show(next) {
      scene = next;
      const held = draft.size;
      for (const [place, {base}] of draft) if (table() === null || shownAt(place) !== base) draft.delete(place); // it was seen otherwise meanwhile
      if (held) draw();
    },
  };
}

export function contentOf(position, place) {
  if (!position) return null;
  return isCrossing(place) ? position.blocks[place] ?? "" : position.cards[place];
}

/** A dialog with every card that it may be; null if it was left. */
function chooseCard(place, card) {
  return new Promise((resolve) => {
    let chosen = null;
    const guesses = fillings(card).map((letters) => el("button", {class: "editor-guess", "data-card": letters, "aria-label": contentWords(place, letters), onclick: () => (chosen = letters)}, miniature(letters)));
    const dialog = el("dialog", {class: "board-editor", "aria-labelledby": "card-title"},
      el("form", {method: "dialog"},
        el("header", {class: "editor-head"}, el("h2", {class: "editor-title", id: "card-title"}, t("page.antiblok.which_card", {field: place})),
          el("button", {class: "button quiet editor-close", "aria-label": t("page.board.cancel")}, "×")),
        el("div", {class: "editor-guesses"}, guesses)));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(chosen);
    });
    document.body.append(dialog);
    dialog.showModal();
    guesses[0]?.focus();
  });
}

function miniature(letters) {
  return svg("svg", {class: "card-mini", viewBox: "-1 -1 34 34", "aria-hidden": "true"}, [...letters].map((letter, i) => [
    svg("rect", {class: `fill-${letter} mini-block`, x: 16 * QUARTERS[i][0], y: 16 * QUARTERS[i][1], width: 16, height: 16}),
    svg("path", {class: `inks-${letter}`, d: symbolPath(letter), transform: `translate(${8 + 16 * QUARTERS[i][0]} ${8 + 16 * QUARTERS[i][1]}) scale(4)`})]));
}
