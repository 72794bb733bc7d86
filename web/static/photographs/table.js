// The table of results: what needs a person first, every row a way to its picture.

import {el, put, say} from "../dom.js";
import {colourMark} from "../shown/colour_mark.js";
import {of, t} from "../texts.js";

const STATES = ["error", "unsure", "illegal", "clear", "reading", "waiting"];
const MARKS = {error: "✕", unsure: "?", illegal: "!", clear: "✓", reading: "…", waiting: "…"};
const ORDER = ["R", "B", "Y", "G"];

const MOST_THUMBS = 3;

/** `show(batch)`; events "open": {n}, "retry": {n}, "picked". `shown` are the rows that can be seen, in their order. */
export function createTable(rows, filter) {
  return new Table(rows, filter);
}

/** A state with its sign and its word. */
export function stateChip(state) {
  return el("span", {class: `chip photos-state ${state}`}, el("span", {"aria-hidden": "true"}, MARKS[state]), of("page.photos.state.", state));
}

export function scoreChips(scores) {
  return ORDER.filter((colour) => colour in scores).map((colour) =>
    el("span", {class: "photos-score"}, colourMark(colour), el("span", {class: "visually-hidden"}, of("colour.", colour)), String(scores[colour])));
}

/** How many pieces were read, in the words of the family. */
function piecesOf({towers, sticks, blocks}) {
  return blocks === undefined ? t("page.photos.pieces", {towers, sticks}) : t("page.antiblok.pieces", {blocks});
}

class Table extends EventTarget {
  #rows;
  #filter;
  #made = new Map();
  #only = null;
  #batch = null;
  #buttons = null;
  #picked = new Set();

  constructor(rows, filter) {
    super();
    this.#rows = rows;
    this.#filter = filter;
  }

  get shown() {
    return this.#batch ? this.#batch.rows.filter((row) => !this.#only || row.state === this.#only) : [];
  }

  /** The numbers of the rows that somebody selected. */
  get picked() {
    return this.#picked;
  }

  unpick() {
    this.#picked.clear();
    for (const box of this.#rows.querySelectorAll(".photos-pick input")) box.checked = false;
    this.dispatchEvent(new Event("picked"));
  }

  show(batch) {
    this.#batch = batch;
    const there = new Set(batch.rows.map((row) => row.n));
    for (const n of this.#picked) if (!there.has(n)) this.#picked.delete(n);
    if (this.#only && !batch.counts[this.#only]) this.#only = null;
    this.#showFilter();
    const wanted = this.shown.map((row) => this.#element(row));
    const focused = this.#rows.contains(document.activeElement) ? document.activeElement : null;
    // Only what is not in its place is moved: whoever has a row in focus keeps it.
    wanted.forEach((element, i) => {
      if (this.#rows.children[i] !== element) this.#rows.insertBefore(element, this.#rows.children[i] ?? null);
    });
    while (this.#rows.children.length > wanted.length) this.#rows.lastChild.remove();
    if (focused?.isConnected && focused !== document.activeElement) focused.focus({preventScroll: true});  // its row was moved
  }

  forget() {
    this.#made.clear();
    this.#batch = null;
    this.#only = null;
    this.#picked.clear();
    put(this.#rows);
  }

  /** The row of this number, or the first one. */
  focus(n = null) {
    const element = n === null ? this.#rows.firstElementChild : this.#made.get(n)?.element;
    element?.querySelector("button")?.focus();
  }

  #showFilter() {
    const states = [null, ...STATES];
    this.#buttons ??= new Map(states.map((state) => [state, el("button", {type: "button", class: "button photos-only", onclick: () => this.#choose(state)})]));
    if (!this.#filter.childElementCount) put(this.#filter, ...this.#buttons.values());
    for (const [state, button] of this.#buttons) {
      const count = state ? this.#batch.counts[state] ?? 0 : this.#batch.rows.length;
      say(button, `${state ? `${MARKS[state]} ${of("page.photos.state.", state)}` : t("page.photos.all")} ${count}`);
      button.hidden = !count;
      button.setAttribute("aria-pressed", String(this.#only === state));
    }
  }

  #choose(state) {
    this.#only = this.#only === state ? null : state;
    this.show(this.#batch);
  }

  #element(row) {
    const signature = JSON.stringify(row);
    const made = this.#made.get(row.n) ?? {element: el("tr", {role: "row", onclick: (event) => this.#open(row.n, event)}), signature: null};
    if (made.signature !== signature) {
      const focused = made.element.contains(document.activeElement) ? document.activeElement.tagName : null;
      this.#fill(made.element, row);
      made.signature = signature;
      this.#made.set(row.n, made);
      if (focused) made.element.querySelector(focused)?.focus();
    }
    return made.element;
  }

  #fill(element, row) {
    const cell = (label, content, more = "") => el("td", {role: "cell", class: more, "data-label": label}, content);
    const numberClass = (value) => (value ? "number" : "number nought");
    const count = (value) => (value ? el("strong", {}, String(value)) : value === 0 ? "0" : "");
    element.className = `photos-row ${row.state}`;
    put(element,
      el("td", {role: "cell", class: "photos-thumb"}, el("span", {class: "photos-thumb-parts"}, this.#pick(row), this.#thumbs(row))),
      el("td", {role: "cell", class: "photos-file"},
        el("button", {type: "button", class: "photos-open"}, row.name),
        row.members.length ? el("p", {class: "small"}, el("span", {class: "chip photos-count"}, row.left_out
          ? t("page.photos.used", {used: row.members.length - row.left_out, count: row.members.length})
          : t("page.photos.count", {count: row.members.length}))) : null,
        row.error ? el("p", {class: "small photos-error"}, row.error) : null,
        row.failed && row.again && !row.asks_turning
          ? el("button", {type: "button", class: "button photos-retry", "aria-label": t("page.lists.try_again_of", {name: row.name})}, t("page.lists.try_again")) : null,
        row.asks_turning ? el("button", {type: "button", class: "button photos-say"}, t("page.photos.turning_say")) : null),
      cell("", [stateChip(row.state), row.by_hand ? el("span", {class: "chip"}, `✎ ${t("page.photos.by_hand")}`) : null,
        row.other_set ? el("span", {class: "chip photos-not-used"}, `≠ ${t("page.lists.other_set")}`) : null], "photos-states"),
      cell(t("page.photos.board"), row.board ? `${row.board}x${row.board}` : ""),
      cell(t("page.photos.column.pieces"), row.board ? piecesOf(row) : "", "photos-pieces"),
      cell(t("page.photos.column.doubts"), count(row.doubts), numberClass(row.doubts)),
      cell(t("page.photos.column.violations"), count(row.violations), numberClass(row.violations)),
      cell(t("page.photos.column.scores"), row.scores ? scoreChips(row.scores) : "", "photos-scores"));
  }

  #pick(row) {
    if (!row.picture) return el("span", {class: "photos-pick"});
    const choose = ({target}) => {
      if (target.checked) this.#picked.add(row.n);
      else this.#picked.delete(row.n);
      this.dispatchEvent(new Event("picked"));
    };
    return el("label", {class: "photos-pick"},
      el("input", {type: "checkbox", "aria-label": t("page.photos.pick", {name: row.name}), checked: this.#picked.has(row.n), onchange: choose}));
  }

  /** Of a group its first pictures, one over the other. */
  #thumbs(row) {
    if (!row.picture) return null;
    const numbers = row.members.length ? row.members.slice(0, MOST_THUMBS) : [row.n];
    return el("span", {class: `photos-thumbs of-${numbers.length}`},
      numbers.map((n) => el("img", {src: `/api/batches/${this.#batch.id}/pictures/${n}/thumb.jpg`, alt: "", loading: "lazy"})));
  }

  #open(n, event) {
    if (event.target.closest(".photos-pick")) return;
    if (event.target.closest(".photos-retry")) {
      this.dispatchEvent(new CustomEvent("retry", {detail: {n}}));
      return;
    }
    if (event.defaultPrevented || String(getSelection())) return;  // a name may be marked to be copied
    this.dispatchEvent(new CustomEvent("open", {detail: {n}}));
  }
}
