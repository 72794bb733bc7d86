// The dialog in which a misread stack or stick is put right.

import {el, svg} from "../../dom.js";
import {of, t} from "../../texts.js";
import {COLOURS, UNKNOWN, coordinates, isStraight, namesStick, spanOf, stickWord} from "./geometry.js";
import {stickLabel} from "./labels.js";
import {symbolPath} from "../../shown/symbols.js";

// A set has no more towers of a colour than this, and nobody stacks so high.
const MOST_FLOORS = 16;

/** An editor with `stack(...)` and `sticks(...)`; each opens the dialog and answers when it is closed. */
export function createEditor() {
  return new Editor();
}

class Editor {
  #answer = null;

  constructor() {
    this.title = el("h2", {class: "editor-title", id: "board-editor-title"});
    this.body = el("div", {class: "editor-body"});
    this.dialog = el("dialog", {class: "board-editor", "aria-labelledby": "board-editor-title"},
      el("header", {class: "editor-head"}, this.title,
        el("button", {class: "button quiet editor-close", type: "button", "aria-label": t("page.board.cancel"),
          onclick: () => this.#finish(null)}, "×")),
      this.body);
    this.dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this.#finish(null);
    });
    // A press beside the dialog leaves it.
    this.dialog.addEventListener("pointerdown", (event) => event.target === this.dialog && this.#finish(null));
    this.dialog.addEventListener("keydown", (event) => this.#key(event));
    document.body.append(this.dialog);
  }

  /** What really stands on a field, floor 1 first, "" for nothing; null if it was left as it is. */
  stack({at, stack = ""}) {
    this.before = stack;
    this.now = [...stack];
    this.title.textContent = t("page.board.edit_stack", {field: at});
    this.keys = this.#stackKeys;
    this.#drawStack();
    return this.#open();
  }

  /**
   * Which sticks really lie between two fields, as words such as "+R:c3-e3@1" and "-B:c3-e3@2"; null for no change. If it
   * was `doubtful`, that it is as it was read can be said as well: "c3-e3=" and what lies there.
   */
  sticks({a, b, position, doubtful = false}) {
    this.title.textContent = t("page.board.edit_sticks", {a, b});
    this.keys = this.#stickKeys;
    const towers = [position.towers[a] ?? "", position.towers[b] ?? ""];
    this.ends = {a, b, position, doubtful, lying: position.sticks.filter((stick) => namesStick(`${a}-${b}`, stick))};
    this.choice = usualStick(towers, this.ends.lying);
    this.#drawSticks();
    return this.#open();
  }

  #open() {
    this.#answer?.resolve(null);
    if (!this.dialog.open) this.dialog.showModal();
    this.body.querySelector("[data-first]")?.focus();
    return new Promise((resolve) => {
      this.#answer = {resolve};
    });
  }

  #finish(result) {
    const answer = this.#answer;
    this.#answer = null;
    this.dialog.close();
    answer?.resolve(result);
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (this.keys(event.key, event.target)) event.preventDefault();
    event.stopPropagation();
  }

  // --- a stack --------------------------------------------------------------------------------------------------------

  #stackKeys(key, target) {
    const colour = key.toUpperCase();
    if (key.length === 1 && COLOURS.includes(colour)) this.#put(colour);
    else if (key === "Backspace") this.#change(this.now.slice(0, -1));
    else if (key === "Delete") this.#change([]);
    // On a button, Enter presses it; a stack that was built by keys is kept with Enter anywhere else, or right after.
    else if (key === "Enter" && (this.typed || !target.closest?.("button"))) this.#save();
    else return false;
    if (key !== "Enter") this.typed = true;
    return true;
  }

  #put(colour) {
    if (this.now.length < MOST_FLOORS) this.#change([...this.now, colour]);
  }

  #change(floors) {
    this.now = floors;
    this.#fillStack();
  }

  #save() {
    const stack = this.now.join("");
    this.#finish(stack === this.before ? null : stack);
  }

  #drawStack() {
    this.typed = false;
    this.tower = el("ol", {class: "board-floors", tabindex: "-1", "data-first": "",
      "aria-label": t("page.board.from_above")});
    this.count = el("p", {class: "editor-count", "aria-live": "polite"});
    this.saveButton = button("primary", t("page.board.save"), () => this.#save());
    this.topButton = button("", t("page.board.take_top"), () => this.#change(this.now.slice(0, -1)));
    this.emptyButton = button("", t("page.board.take_all"), () => this.#change([]));
    const guesses = el("div", {class: "editor-guesses"}, ...likely(this.before).map((stack) => this.#guess(stack)));
    this.body.replaceChildren(
      el("section", {class: "editor-quick"}, el("h3", {}, t("page.board.likely")), guesses),
      el("section", {class: "editor-build"},
        el("h3", {}, t("page.board.build")),
        el("div", {class: "editor-columns"},
          el("div", {class: "editor-tower"}, this.tower, this.count),
          el("div", {class: "editor-tools"},
            el("div", {class: "editor-colours"}, ...COLOURS.map((colour) =>
              paintButton(colour, t("page.board.put", {colour: of("colour.", colour)}), () => this.#put(colour)))),
            el("div", {class: "editor-take"}, this.topButton, this.emptyButton),
            this.saveButton))));
    this.#fillStack();
  }

  #fillStack() {
    const {now} = this;
    this.tower.replaceChildren(...[...now].reverse().map((colour, i) =>
      el("li", {class: `floor-block block-${colour === UNKNOWN ? "unknown" : colour}`},
        el("span", {class: "floor-number", "aria-hidden": "true"}, String(now.length - i)), icon(colour),
          el("span", {class: "visually-hidden"}, of("colour.", colour)))));
    if (!now.length) this.tower.append(el("li", {class: "floor-none"}, t("page.board.nothing")));
    this.count.textContent = now.length > 1 ? t("page.board.floors", {count: now.length}) : now.length ?
      t("page.board.floor_one") : "";
    this.topButton.disabled = this.emptyButton.disabled = !now.length;
    this.saveButton.disabled = now.join("") === this.before;
  }

  /** One press puts this stack down and closes. */
  #guess(stack) {
    const words = stack ? [...stack].map((colour) => of("colour.", colour)).join(", ") : t("page.board.nothing");
    return el("button", {class: "editor-guess", type: "button", "data-stack": stack, "aria-label": words, title: words,
      onclick: () => this.#finish(stack)}, miniature(stack));
  }

  // --- sticks ---------------------------------------------------------------------------------------------------------

  #stickKeys(key, target) {
    const colour = key.toUpperCase();
    if (key.length === 1 && COLOURS.includes(colour)) this.#choose({colour});
    else if (/^[1-9]$/.test(key)) this.#choose({floors: [Number(key), Number(key)]});
    else if (key === "Enter" && !target.closest?.("button, summary")) this.#lay(false);
    else return false;
    return true;
  }

  #choose(change) {
    Object.assign(this.choice, change);
    this.#markChoice();
  }

  #drawSticks() {
    const {a, b, position, doubtful, lying} = this.ends;
    const list = lying.map((stick, i) => el("li", {class: "editor-stick"},
      bar(stick.color), el("span", {class: "editor-stick-name"}, stickLabel(stick)),
      button("", t("page.board.take_stick"), () => this.#finish([`-${stickWord(stick)}`]),
        {"data-first": i === 0 ? "" : null, "data-take": stickWord(stick)})));
    const most = Math.max(1, (position.towers[a] ?? "").length, (position.towers[b] ?? "").length,
      ...lying.map((stick) => Math.max(stick.a.floor, stick.b.floor)));
    const both = numbers(1, most), one = numbers(0, most);
    this.layButton = button("primary", t("page.board.lay"), () => this.#lay(false),
      {"data-first": lying.length ? null : "", "data-lay": ""});
    this.insteadButton = lying.length ? button("", t("page.board.lay_instead"), () => this.#lay(true),
      {"data-lay-instead": ""}) : null;
    this.preview = el("p", {class: "editor-preview", "aria-live": "polite"});
    const right = button("", lying.length ? t("page.board.sticks_right") : t("page.board.no_stick"),
      () => this.#finish([`${a}-${b}=`, ...lying.map((stick) => `+${stickWord(stick)}`)]), {"data-right": ""});
    this.body.replaceChildren(
      lying.length ? el("section", {}, el("h3", {}, t("page.board.lying")),
        el("ul", {class: "editor-sticks"}, ...list)) : "",
      doubtful ? el("section", {class: "editor-take"}, right) : "",
      el("section", {},
        el("h3", {}, lying.length ? t("page.board.new_stick") : t("page.board.first_stick")),
        fits(a, b, position.board) ? "" : el("p", {class: "notice warn"}, t("page.board.no_bridge")),
        el("div", {class: "editor-colours", role: "group", "aria-label": t("page.board.colour")},
          ...COLOURS.map((colour) => paintButton(colour, of("colour.", colour), () => this.#choose({colour}),
            {"data-colour": colour}))),
        this.#floorRow(t("page.board.floor"), both, (floor) => ({floors: [floor, floor]}), "both"),
        el("details", {class: "editor-differing", open: this.choice.floors[0] !== this.choice.floors[1]},
          el("summary", {}, t("page.board.differing")),
          this.#floorRow(t("page.board.floor_at", {field: a}), one,
            (floor) => ({floors: [floor, this.choice.floors[1]]}), "0"),
          this.#floorRow(t("page.board.floor_at", {field: b}), one,
            (floor) => ({floors: [this.choice.floors[0], floor]}), "1")),
        this.preview,
        el("div", {class: "editor-take"}, this.layButton, this.insteadButton ?? "")));
    this.#markChoice();
  }

  #floorRow(label, floors, change, which) {
    return el("div", {class: "editor-floors", role: "group", "aria-label": label},
      el("span", {class: "editor-label", "aria-hidden": "true"}, label),
      ...floors.map((floor) => button("floor-choice", String(floor), () => this.#choose(change(floor)),
        {"data-which": which, "data-floor": floor})));
  }

  #markChoice() {
    const {colour, floors} = this.choice;
    for (const each of this.body.querySelectorAll("[data-colour]")) each.setAttribute("aria-pressed",
      String(each.dataset.colour === colour));
    for (const each of this.body.querySelectorAll("[data-which]")) {
      const {which, floor} = each.dataset;
      const on = which === "both" ?
        floors.every((value) => value === Number(floor)) : floors[Number(which)] === Number(floor);
      each.setAttribute("aria-pressed", String(on));
    }
    const stick = this.#stick(), there = this.ends.lying.some((each) => stickWord(each) === stickWord(stick));
    this.preview.replaceChildren(bar(colour), el("span", {}, there ? t("page.board.already") : stickLabel(stick)));
    this.layButton.disabled = there;
    if (this.insteadButton) this.insteadButton.disabled = there;
  }

  #stick() {
    const {a, b} = this.ends, {colour, floors} = this.choice;
    return {color: colour, a: {at: a, floor: floors[0]}, b: {at: b, floor: floors[1]}};
  }

  #lay(instead) {
    if (this.layButton.disabled) return;
    const gone = instead ? this.ends.lying.map((stick) => `-${stickWord(stick)}`) : [];
    this.#finish([...gone, `+${stickWord(this.#stick())}`]);
  }
}

/** The colour and floor that most likely were meant: the topmost floor on which both towers have one colour, if free. */
export function usualStick([one, other], lying = []) {
  const low = Math.min(one.length, other.length);
  const free = (floor) => !lying.some((stick) => stick.a.floor === floor && stick.b.floor === floor);
  for (let floor = low; floor > 0; floor--) {
    const colour = one[floor - 1];
    if (colour === other[floor - 1] && colour !== UNKNOWN && free(floor)) return {colour, floors: [floor, floor]};
  }
  // If sticks lie there already, most likely the colour of one was misread.
  const wrong = lying[0] && COLOURS.find((colour) => colour !== lying[0].color && (one + other).includes(colour));
  if (lying[0]) return {colour: wrong ?? COLOURS.find((colour) => colour !== lying[0].color),
    floors: [lying[0].a.floor || 1, lying[0].a.floor || 1]};
  const known = [...one, ...other, ...one.slice(0, low), ...other.slice(0, low)].findLast((colour) =>
    COLOURS.includes(colour));
  const floor = Math.max(1, low);
  return {colour: known ?? COLOURS[0], floors: [floor, floor]};
}

/** Stacks that are often taken for this one: the top wrong, one floor too many or too few, one colour not known. */
export function likely(stack) {
  const below = stack.slice(0, -1), found = [];
  if (stack.includes(UNKNOWN)) found.push(...COLOURS.map((colour) => stack.replace(UNKNOWN, colour)));
  else if (stack) found.push(...COLOURS.map((colour) => below + colour));
  if (stack) found.push(below);
  found.push(...COLOURS.map((colour) => stack + colour));
  return [...new Set(found)].filter((each) => each !== stack && each.length <= MOST_FLOORS);
}

function numbers(low, high) {
  return Array.from({length: high - low + 1}, (_, i) => low + i);
}

function fits(a, b, board) {
  const [ax, ay] = coordinates(a), [bx, by] = coordinates(b);
  return isStraight({a: {at: a}, b: {at: b}}) && Math.abs(ax - bx) + Math.abs(ay - by) === spanOf(board);
}

// --- small parts ----------------------------------------------------------------------------------------------------

function button(kind, text, press, more = {}) {
  return el("button", {class: `button ${kind}`, type: "button", onclick: press, ...more}, text);
}

function icon(colour) {
  return svg("svg", {class: "editor-icon", viewBox: "-1.3 -1.3 2.6 2.6", "aria-hidden": "true"},
    svg("path", {d: symbolPath(colour)}));
}

function paintButton(colour, label, press, more = {}) {
  return el("button", {class: `paint-button block-${colour}`, type: "button", "aria-label": label, title: label,
    "data-paint": colour, onclick: press, ...more}, icon(colour));
}

/** A stick, small. */
export function bar(colour) {
  return el("span", {class: `editor-bar block-${colour === UNKNOWN ? "unknown" : colour}`, "aria-hidden": "true"},
    icon(colour));
}

/** A stack seen from the side, small. */
function miniature(stack) {
  const high = 14, wide = 40, rows = Math.max(stack.length, 4);
  const picture = svg("svg", {class: "editor-mini", viewBox: `0 0 ${wide} ${rows * high + 4}`, "aria-hidden": "true"});
  picture.append(svg("path", {class: "mini-ground", d: `M2 ${rows * high + 2}H${wide - 2}`}));
  [...stack].forEach((colour, i) => {
    const y = (rows - i - 1) * high + 1;
    picture.append(
      svg("rect", {class: `mini-block fill-${colour === UNKNOWN ? "unknown" : colour}`, x: 6, y, width: wide - 12,
        height: high - 1, rx: 2.5}),
      svg("path", {class: `mini-symbol inks-${colour === UNKNOWN ? "unknown" : colour}`, d: symbolPath(colour),
        transform: `translate(${wide / 2} ${y + high / 2 - 0.5}) scale(3.8)`}));
  });
  return picture;
}
