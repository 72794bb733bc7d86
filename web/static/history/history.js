// The turns of a game: listed, looked at again with slider, buttons and keys, and replayed.
import {tell} from "../api.js";
import {el, put, svg} from "../dom.js";
import {remember, remembered} from "../remember.js";
import {createCurve} from "./score_curve.js";
import {of, t} from "../texts.js";
import {colourMark} from "../shown/colour_mark.js";
import {turnItem} from "./turn_list.js";

const PAGE = 5;  // turns that page up and page down go over
const SPEEDS_MS = {slow: 2400, usual: 1200, fast: 450};
const MOST_KEPT = 400;  // turns that were loaded and need not be loaded again
const OWN_KEYS = "input, select, textarea, dialog, canvas, [contenteditable], [role=grid], [role=application]";
const PRESSED_BY_SPACE = "button, a, summary, [role=button]";
const ICONS = {
  first: "M5 5v14M19 5 9 12l10 7z",
  back: "M17 5 7 12l10 7z",
  play: "M7 4.5v15l12-7.5z",
  pause: "M7 5h3.4v14H7zM13.6 5H17v14h-3.4z",
  forward: "M7 5l10 7-10 7z",
  last: "M19 5v14M5 5l10 7-10 7z",
};

/**
 * `load(n)` gives {position, verdict, …} after turn n, 0 being the beginning. With `live` (the usual case) the game
 * may still go on: behind the last turn is "now". Event "look": {n, turn} where `turn` is what was loaded, or {n: null}.
 * What stands beside a heading goes into `head`.
 */
export function createHistory(container, {load, live = true, head = null}) {
  return new History(container, load, live, head);
}

class History extends EventTarget {
  #load;
  #live;
  #container;
  #turns = [];
  #keys = [];  // what tells each turn from another that takes its place
  #players = [];
  #number = null;
  #n = null;
  #wanted = 0;  // counts what was asked for: an answer to an earlier question is not shown
  #kept = new Map();
  #timer = null;
  #parts;
  #onKey = (event) => this.#key(event);

  constructor(container, load, live, head) {
    super();
    this.#load = load;
    this.#live = live;
    this.#container = container;
    this.#parts = build(this);
    const {root, status, notation, curve} = this.#parts;
    if (head) head.append(status, notation);
    else root.prepend(el("div", {class: "history-head"}, status, notation));
    curve.addEventListener("choose", ({detail: {n}}) => {
      this.stop();
      this.look(n);
    });
    container.append(root);
    document.addEventListener("keydown", this.#onKey);
    new ResizeObserver(() => this.#keepCurrent()).observe(this.#parts.scroll);
    this.#paint();
  }

  /** The turn that is looked at, null for now. */
  get n() {
    return this.#n;
  }

  /** How many turns there are. */
  get count() {
    return this.#turns.length;
  }

  /** Whether the turns are read in words; else in notation, which is there on demand. */
  get #inWords() {
    return remembered("turns", "words") === "words" && this.#turns.some(({words}) => words);
  }

  toggleNotation() {
    remember("turns", remembered("turns", "words") === "words" ? "notation" : "words");
    this.#fill(0);
    this.#paint();
  }

  get playing() {
    return this.#timer !== null;
  }

  /** The turns as the snapshot or the game has them: {n, player, notation, legal, accepted, by, at}. */
  show({turns, number, players}) {
    const keys = turns.map((turn) => `${turn.at} ${turn.player} ${turn.notation} ${turn.accepted}`);
    const same = number === this.#number && players.join() === this.#players.join();
    let equal = 0;
    if (same) while (equal < keys.length && keys[equal] === this.#keys[equal]) equal += 1;
    for (const n of [...this.#kept.keys()]) if (!same || n > equal || (n === 0 && !equal)) this.#kept.delete(n);
    const changed = !same || equal < this.#keys.length || equal < keys.length;
    const touched = !same || (this.#n !== null && this.#n > equal);
    [this.#turns, this.#keys, this.#players, this.#number] = [turns, keys, [...players], number];
    if (changed) this.#fill(same ? equal : 0);
    const gone = this.#live && (!same || this.#n >= turns.length);
    if (this.#n !== null && (gone || this.#n > turns.length)) this.look(this.#end());
    else if (this.#n !== null && touched) this.look(this.#n);
    else this.#paint();
  }

  /** Looks at turn n; null, or in a game that goes on anything from the last turn on, is now. */
  async look(n) {
    const last = this.#turns.length;
    const now = n === null || (this.#live && n >= last);
    const target = now ? this.#end() : Math.max(0, Math.min(n, last));
    this.#n = target;
    const asked = ++this.#wanted;
    this.#paint();
    if (target === null) {
      this.stop();
      this.#tell({n: null});
      return;
    }
    try {
      const turn = await this.#turn(target);
      if (asked === this.#wanted) this.#tell({n: target, turn});
    } catch (error) {
      if (asked !== this.#wanted) return;
      this.stop();
      tell(error);
    }
  }

  step(by) {
    this.stop();
    return this.look((this.#n ?? this.#turns.length) + by);
  }

  /** Replays from here, or from the beginning if nothing comes after this. */
  async play() {
    if (!this.#turns.length) return;
    this.stop();
    const here = this.#n === null || this.#n >= this.#turns.length ? 0 : this.#n;
    this.#timer = -1;
    this.#paint();
    await this.look(here);
    if (this.#timer === -1) this.#next();
  }

  stop() {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#paint();
  }

  /** Listens to keys no more. */
  close() {
    this.stop();
    document.removeEventListener("keydown", this.#onKey);
    this.#parts.root.remove();
  }

  #next() {
    this.#timer = setTimeout(async () => {
      const n = (this.#n ?? this.#turns.length) + 1;
      if (n > this.#turns.length) {
        this.stop();
        return;
      }
      const timer = this.#timer;
      await this.look(n);
      if (this.#timer !== timer) return;  // somebody stopped it while the turn was loaded
      if (this.#n === null || this.#n >= this.#turns.length) this.stop();
      else this.#next();
    }, SPEEDS_MS[this.#parts.speed.value]);
  }

  #end() {
    return this.#live ? null : this.#turns.length;
  }

  #turn(n) {
    if (!this.#kept.has(n)) {
      const loading = this.#load(n);
      this.#kept.set(n, loading);
      loading.catch(() => this.#kept.get(n) === loading && this.#kept.delete(n));
      if (this.#kept.size > MOST_KEPT) this.#kept.delete(this.#kept.keys().next().value);
    }
    return this.#kept.get(n);
  }

  #tell(detail) {
    this.dispatchEvent(new CustomEvent("look", {detail}));
    if (detail.n !== null && detail.n < this.#turns.length) this.#turn(detail.n + 1).catch(() => {});
  }

  #key(event) {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !this.#turns.length) return;
    const target = event.target instanceof Element ? event.target : document.body;
    if (target.closest(OWN_KEYS) || document.querySelector("dialog[open]") || !this.#container.offsetParent) return;
    const here = this.#n ?? this.#turns.length;
    const moves = {
      Home: () => this.look(0),
      End: () => this.look(this.#turns.length),
      ArrowLeft: () => this.look(here - 1),
      ArrowRight: () => this.look(here + 1),
      PageUp: () => this.look(here - PAGE),
      PageDown: () => this.look(here + PAGE),
    };
    if (event.key === " ") {
      if (target.closest(PRESSED_BY_SPACE)) return;
      this.toggle();
    } else if (Object.hasOwn(moves, event.key)) {
      this.stop();
      moves[event.key]();
    } else return;
    event.preventDefault();
  }

  toggle() {
    if (this.playing) this.stop();
    else this.play();
  }

  /** Puts the turns from `kept` on into the list; those before it stay, with the focus that may be on one. */
  #fill(kept) {
    const {list, head, none, scroll, slider, notation, root} = this.#parts;
    const inWords = this.#inWords;
    root.classList.toggle("in-words", inWords);
    notation.hidden = !this.#turns.some(({words}) => words);
    notation.setAttribute("aria-pressed", String(!inWords));
    while (list.children.length > kept) list.lastChild.remove();
    scroll.style.setProperty("--players", Math.max(1, this.#players.length));
    if (!kept) put(head, this.#players.map((player) => el("span", {}, colourMark(player), " ", of("colour.", player))));
    this.#turns.forEach((turn, i) => i >= kept && list.append(this.#item(turn, this.#turns[i - 1], inWords)));
    none.hidden = this.#turns.length > 0;
    scroll.hidden = !none.hidden;
    slider.max = String(this.#turns.length);
  }

  #item(turn, before, inWords) {
    const item = turnItem(turn, before, inWords, () => {
      this.stop();
      this.look(turn.n);
    });
    const column = this.#players.indexOf(turn.player);
    if (column >= 0 && !inWords) item.style.gridColumn = String(column + 1);
    return item;
  }

  #paint() {
    const {buttons, slider, status, list, root, curve} = this.#parts;
    const count = this.#turns.length;
    const n = this.#n ?? count;
    const said = this.#n === null && this.#live ? t("page.history.live")
      : n === 0 ? t("page.history.at_beginning", {count}) : t("page.history.at", {number: n, count});
    if (status.textContent !== said) status.textContent = said;
    slider.value = String(n);
    slider.disabled = count === 0;
    slider.setAttribute("aria-valuetext", said);
    const first = n === 0;
    const last = this.#live ? this.#n === null : n >= count;
    for (const [name, off] of [["first", first], ["back", first], ["forward", last], ["last", last], ["play", !count]]) {
      // Still reachable, so that the focus does not fall away when the end is reached.
      buttons[name].setAttribute("aria-disabled", String(off));
    }
    paintPlay(buttons.play, this.playing);
    curve.show(this.#turns, this.#players, this.#n === null && this.#live ? null : n);
    root.classList.toggle("looking", this.#n !== null && this.#live);
    const current = this.#n === null && this.#live ? count : n;
    [...list.children].forEach((item, i) => {
      if (i + 1 === current) item.firstChild.setAttribute("aria-current", "step");
      else item.firstChild.removeAttribute("aria-current");
    });
    this.#keepCurrent();
  }

  #keepCurrent() {
    const {list, scroll, head} = this.#parts;
    const current = list.querySelector("[aria-current]");
    if (current) keepInSight(scroll, current, head.offsetHeight);
    else scroll.scrollTop = 0;
  }
}

/** Moves the list only, never the page. */
function keepInSight(list, item, above) {
  const [box, at] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (at.top < box.top + above) list.scrollTop -= box.top + above - at.top;
  else if (at.bottom > box.bottom) list.scrollTop += at.bottom - box.bottom;
}

function build(history) {
  const button = (name, label, run) => {
    const made = el("button", {
      type: "button", class: "button quiet history-button", "aria-label": label, title: label,
      onclick: () => made.getAttribute("aria-disabled") === "true" || run(),
    }, icon(name));
    return made;
  };
  const buttons = {
    first: button("first", t("page.history.first"), () => history.step(-Infinity)),
    back: button("back", t("page.history.previous"), () => history.step(-1)),
    play: button("play", t("page.history.play"), () => history.toggle()),
    forward: button("forward", t("page.history.next"), () => history.step(1)),
    last: button("last", t("page.history.last"), () => history.step(Infinity)),
  };
  const slider = el("input", {
    type: "range", min: "0", max: "0", step: "1", value: "0", class: "history-slider",
    "aria-label": t("page.history.slider"), title: t("page.history.keys"),
    oninput: () => {
      history.stop();
      history.look(Number(slider.value));
    },
  });
  const speed = el("select", {class: "history-speed", "aria-label": t("page.history.speed")},
    el("option", {value: "slow"}, t("page.history.speed.slow")),
    el("option", {value: "usual"}, t("page.history.speed.usual")),
    el("option", {value: "fast"}, t("page.history.speed.fast")));
  speed.value = "usual";
  const status = el("span", {class: "history-status", role: "status"});
  const notation = el("button", {
    type: "button", class: "button quiet small history-notation", "aria-pressed": "false", title: t("page.history.notation_why"),
    hidden: true, onclick: () => history.toggleNotation(),
  }, t("page.history.notation"));
  const curve = createCurve();
  const list = el("ol", {class: "turns", "aria-label": t("page.history.turns")});
  const head = el("div", {class: "turns-head", "aria-hidden": "true"});
  const scroll = el("div", {class: "turns-scroll"}, head, list);
  const none = el("p", {class: "turns-none"}, t("page.history.no_turns"));
  scroll.hidden = true;
  const root = el("div", {class: "history"},
    el("div", {class: "history-buttons", title: t("page.history.keys")}, ...Object.values(buttons), speed),
    el("div", {class: "history-way"}, slider), curve.root, none, scroll);
  return {root, buttons, slider, speed, status, notation, curve, list, head, scroll, none};
}

function icon(name) {
  return svg("svg", {class: "history-icon", viewBox: "0 0 24 24", "aria-hidden": "true"}, svg("path", {d: ICONS[name]}));
}

function paintPlay(button, playing) {
  const label = playing ? t("page.history.pause") : t("page.history.play");
  if (button.getAttribute("aria-label") === label) return;
  button.setAttribute("aria-label", label);
  button.title = label;
  button.replaceChildren(icon(playing ? "pause" : "play"));
}
