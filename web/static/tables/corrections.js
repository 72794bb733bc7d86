// What was corrected by hand: each place with what was said, to be shown, and to be given back to the camera.

import {isWay, placeName, stickWord} from "../games/tactori/geometry.js";
import {symbolText} from "../shown/symbols.js";
import {el, put} from "../dom.js";
import {t} from "../texts.js";

/** `show(table, isHidden)`; `call(what, body)` makes the call. Event "point" as in every view. */
export function createCorrections(container, call) {
  return new Corrections(container, call);
}

class Corrections extends EventTarget {
  #container;
  #call;
  #shown = "";
  #table = null;
  #given = new Map(); // places that were given back, with what was said there
  #game = null;
  #isOpen = false;

  constructor(container, call) {
    super();
    this.#container = container;
    this.#call = call;
  }

  show(table, isHidden) {
    this.#table = table;
    const number = table.game?.number ?? null;
    if (number !== this.#game) this.#given.clear();
    this.#game = number;
    const places = table.by_hand ?? [];
    for (const place of places) this.#given.delete(place);
    const now = [...places, ...this.#given.keys()].map((place) => [place, saidAt(table.shown, place)]);
    const signature = JSON.stringify([isHidden, places, now]);
    if (signature === this.#shown) return; // whoever is about to press a button is not disturbed
    this.#shown = signature;
    const isEmpty = isHidden || !(places.length || this.#given.size);
    put(this.#container, isEmpty ? [] : this.#list(places));
  }

  #list(places) {
    const held = places.map((place) => this.#line(place, [
      el("span", {class: "corrected-as"}, wordsAt(this.#table.shown, place)),
      this.#button(t("page.corrections.let"), t("page.corrections.let_place", {place: placeName(place)}), () => this.#give(place)),
    ]));
    // If the camera says something else, whoever corrected it can say it again.
    const given = [...this.#given].map(([place, {words, said}]) => this.#line(place, [
      el("span", {class: "corrected-as"}, t("page.corrections.camera_says"), " ", wordsAt(this.#table.shown, place)),
      JSON.stringify(saidAt(this.#table.shown, place)) === said ? null
        : this.#button(t("page.corrections.back"), t("page.corrections.back_place", {place: placeName(place)}), () => this.#call("correct", {words})),
    ]));
    return el("details", {class: "notice corrections", open: this.#isOpen, ontoggle: ({target}) => {
      this.#isOpen = target.open;
      if (target.open) target.scrollIntoView({block: "nearest"});
    }},
      el("summary", {}, "✎ ", t("page.corrections.title", {count: places.length})),
      el("p", {class: "small quiet-text"}, t("page.corrections.why")),
      el("ul", {}, held, given));
  }

  #line(place, parts) {
    const point = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
    const show = el("button", {
      type: "button", class: "button small", "aria-label": t("page.corrections.show_place", {place: placeName(place)}),
      onclick: point({fields: [place]}), onfocus: point({fields: [place]}), onblur: point(null),
      onpointerenter: point({fields: [place]}), onpointerleave: point(null),
    }, t("page.corrections.show"));
    return el("li", {"data-corrected": place}, el("b", {}, placeName(place)), parts[0], show, parts[1]);
  }

  #button(text, label, onclick) {
    return el("button", {type: "button", class: "button small", "aria-label": label, onclick}, text);
  }

  async #give(place) {
    const {shown} = this.#table;
    if (!(await this.#call("let-camera-say", {places: [place]}))) return;
    this.#given.set(place, {words: wordsFor(shown, place), said: JSON.stringify(saidAt(shown, place))});
    this.#shown = "";
    this.show(this.#table, false);
  }
}

/** What stands or lies at a place: the stack, or the sticks between two fields. */
function saidAt(position, place) {
  if (!isWay(place)) return position.towers[place] ?? "";
  const [a, b] = place.split("-");
  return position.sticks.filter((stick) => [stick.a.at, stick.b.at].sort().join() === [a, b].sort().join());
}

function wordsAt(position, place) {
  const said = saidAt(position, place);
  if (typeof said === "string") return said ? [...said].map(symbolText).join("") : t("page.corrections.empty");
  return said.length ? said.map(({color, a, b}) => `${symbolText(color)} ${a.floor === b.floor ? a.floor : `${a.floor}/${b.floor}`}`).join(", ") : t("page.corrections.no_stick");
}

/** The words that correct a place to what is there now. */
function wordsFor(position, place) {
  const said = saidAt(position, place);
  if (typeof said === "string") return [`${place}=${said}`];
  return [`${place}=`, ...said.map((stick) => `+${stickWord(stick)}`)];
}
