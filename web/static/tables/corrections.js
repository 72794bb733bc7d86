// What was corrected by hand: each place with what was said, to be shown, and to be given back to the camera.

import {el, put} from "../dom.js";
import {t} from "../texts.js";

/** `show(table, isHidden)`; `call(what, body)` makes the call, `family` names places. Event "point" as in every view. */
export function createCorrections(container, call, family) {
  return new Corrections(container, call, family);
}

class Corrections extends EventTarget {
  #container;
  #call;
  #family;
  #shown = "";
  #table = null;
  #given = new Map(); // places that were given back, with what was said there
  #game = null;
  #isOpen = false;

  constructor(container, call, family) {
    super();
    [this.#container, this.#call, this.#family] = [container, call, family];
  }

  show(table, isHidden) {
    this.#table = table;
    const number = table.game?.number ?? null;
    if (number !== this.#game) this.#given.clear();
    this.#game = number;
    const places = table.by_hand ?? [];
    for (const place of places) this.#given.delete(place);
    const now = [...places, ...this.#given.keys()].map((place) => [place, this.#family.saidAt(table.shown, place).value]);
    const signature = JSON.stringify([isHidden, places, now]);
    if (signature === this.#shown) return; // whoever is about to press a button is not disturbed
    this.#shown = signature;
    const isEmpty = isHidden || !(places.length || this.#given.size);
    put(this.#container, isEmpty ? [] : this.#list(places));
  }

  #list(places) {
    const {placeName, saidAt} = this.#family, now = (place) => saidAt(this.#table.shown, place);
    const held = places.map((place) => this.#line(place, [
      el("span", {class: "corrected-as"}, now(place).words),
      this.#button(t("page.corrections.let"), t("page.corrections.let_place", {place: placeName(place)}), () => this.#give(place)),
    ]));
    // If the camera says something else, whoever corrected it can say it again.
    const given = [...this.#given].map(([place, {value, correction}]) => this.#line(place, [
      el("span", {class: "corrected-as"}, t("page.corrections.camera_says"), " ", now(place).words),
      now(place).value === value ? null
        : this.#button(t("page.corrections.back"), t("page.corrections.back_place", {place: placeName(place)}), () => this.#call("correct", correction)),
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
    const {placeName} = this.#family, point = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
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
    this.#given.set(place, this.#family.saidAt(shown, place));
    this.#shown = "";
    this.show(this.#table, false);
  }
}
