// One photograph: what was read in it, in every view, to be corrected by hand.

import {createAerial} from "./board/aerial.js";
import {createEditor} from "./board/edit.js";
import {fieldsIn, isWay, namesStick, placeName, stickWord} from "./board/geometry.js";
import {createOverlay} from "./board/overlay.js";
import {question, settleButtons} from "./board/settle.js";
import {createSolid} from "./board/solid.js";
import {get, post, send, trying} from "./api.js";
import {el, find, put, say} from "./dom.js";
import {createPolygons} from "./polygons.js";
import {stateChip} from "./photographs_table.js";
import {list, t} from "./texts.js";

/** `show(batch, n)`; event "changed" when something was corrected. */
export function createDetail() {
  return new Detail();
}

class Detail extends EventTarget {
  #batch = null;
  #shown = null;
  #views;
  #polygons;
  #editor;

  constructor() {
    super();
    const aerial = createAerial(find("#aerial"), {interactive: true});
    const overlay = createOverlay(find("#picture"), {interactive: true});
    this.#views = [aerial, overlay, createSolid(find("#solid"))];
    this.#polygons = createPolygons(find("#polygons"));
    this.#editor = createEditor();
    for (const view of [...this.#views, this.#polygons]) view.addEventListener("point", ({detail}) => this.#light(detail));
    for (const view of this.#views) {
      view.addEventListener("field", ({detail}) => trying(() => this.#editStack(detail.at)));
      view.addEventListener("stick", ({detail}) => trying(() => this.#editSticks(detail.a, detail.b)));
    }
    find("#all-right").addEventListener("click", () => trying(() => this.#allRight()));
    find("#as-read").addEventListener("click", () => trying(() => this.#asRead()));
  }

  get n() {
    return this.#shown?.n ?? null;
  }

  async show(batch, n) {
    this.#batch = batch;
    this.#paint(await get(this.#path(n)));
  }

  #path(n, what = "") {
    return `/api/batches/${this.#batch.id}/pictures/${n}${what}`;
  }

  #paint(shown) {
    this.#shown = shown;
    say(find("#detail-name"), shown.name);
    put(find("#detail-state"), stateChip(shown.state));
    const notices = [shown.error, ...(shown.misfits ?? [])].filter(Boolean);
    find("#detail-notices").hidden = !notices.length;
    put(find("#detail-notices"), notices.map((text) => el("p", {class: `notice ${text === shown.error ? "bad" : "warn"}`}, text)));
    const image = find("#shown");
    image.hidden = !shown.picture;
    if (shown.picture) {
      [image.width, image.height] = shown.size;  // its place is there before it is
      image.src = this.#path(shown.n, "/picture.jpg");
    } else {
      image.removeAttribute("src");
    }
    find("#picture-part").hidden = !shown.picture;
    const read = shown.position !== null;
    for (const id of ["#aerial-part", "#words-part", "#solid-part"]) find(id).hidden = !read;
    find("#picture").classList.toggle("unread", !read);
    if (!read) return;
    const scene = {
      board: shown.board, position: shown.position, verdict: shown.verdict, violations: shown.verdict?.violations ?? [], doubts: shown.doubts,
      byHand: shown.by_hand, set: shown.set, view: shown.view,
    };
    for (const view of this.#views) view.show(scene);
    this.#light(null);
    this.#paintWords(shown);
  }

  #paintWords(shown) {
    put(find("#doubts"), this.#doubts(shown));
    find("#all-right").hidden = !this.#known().length;
    find("#as-read").hidden = !shown.by_hand.length;
    const byHand = find("#by-hand");
    byHand.hidden = !shown.by_hand.length;
    say(byHand, t("page.photos.corrected", {places: list(shown.by_hand)}));
    find("#judged").hidden = !shown.verdict;
    if (!shown.verdict) return;
    const {violations, advice} = shown.verdict;
    const told = violations.map((violation, i) => this.#line({violation: i}, violation.message, "bad"));
    if (!told.length) told.push(el("p", {class: "quiet-text"}, t("page.photos.no_violations")));
    put(find("#violations"), told, advice.map((each) => this.#line({fields: each.fields}, each.message, "")));
    this.#polygons.show(shown.verdict, {goal: this.#batch.goal, shape: this.#batch.shape});
  }

  #doubts(shown) {
    const lines = shown.doubts.map(({at, why}) => {
      const words = isWay(at) ? [`${why}.`, shown.hangs[at], question(at)] : [why];
      const line = this.#line({fields: [at]}, [el("strong", {}, placeName(at)), ` ${words.filter(Boolean).join(" ")}`], "warn");
      const edit = () => trying(() => (isWay(at) ? this.#editSticks(...fieldsIn(at)) : this.#editStack(at)));
      line.append(isWay(at)
        ? settleButtons(at, shown.position, {settle: (words) => trying(() => this.#correct(words)), edit})
        : el("button", {type: "button", class: "button photos-edit", onclick: edit}, t("page.settle.other", {at: placeName(at)})));
      return line;
    });
    const open = (shown.verdict?.open ?? []).map((each) => this.#line({fields: each.fields}, each.message, "warn"));
    return lines.length + open.length ? [...lines, ...open] : el("p", {class: "quiet-text"}, t("page.photos.no_doubts"));
  }

  /** A sentence that lights up what it is about. */
  #line(what, content, kind) {
    const line = el("div", {class: `notice photos-line ${kind}`, onpointerenter: () => this.#light(what), onpointerleave: () => this.#light(null)},
      el("span", {}, content));
    line.addEventListener("focusin", () => this.#light(what));
    line.addEventListener("focusout", () => this.#light(null));
    return line;
  }

  #light(what) {
    for (const view of [...this.#views, this.#polygons]) view.light(what);
  }

  async #editStack(at) {
    const {position, board} = this.#shown;
    const stack = await this.#editor.stack({at, stack: position.towers[at] ?? "", board});
    if (stack !== null) await this.#correct([`${at}=${stack}`]);
  }

  async #editSticks(a, b) {
    const {position, doubts} = this.#shown;
    const doubtful = doubts.some(({at}) => isWay(at) && [a, b].every((end) => fieldsIn(at).includes(end)));
    const words = await this.#editor.sticks({a, b, position, doubtful});
    if (words?.length) await this.#correct(words);
  }

  /** Every doubtful place is as it was read; where a colour is not known, that cannot be said. */
  #allRight() {
    const {towers, sticks} = this.#shown.position;
    const lying = (way) => sticks.filter((stick) => namesStick(way, stick)).map((stick) => `+${stickWord(stick)}`);
    return this.#correct(this.#known().flatMap(({at}) => (isWay(at) ? [`${at}=`, ...lying(at)] : `${at}=${towers[at] ?? ""}`)));
  }

  #known() {
    const {doubts, position} = this.#shown;
    return doubts.filter(({at}) => !position.towers[at]?.includes("?"));
  }

  async #correct(words) {
    this.#paint(await post(this.#path(this.#shown.n, "/correct"), {words}));
    this.dispatchEvent(new Event("changed"));
  }

  async #asRead() {
    this.#paint(await send("DELETE", this.#path(this.#shown.n, "/correct")));
    this.dispatchEvent(new Event("changed"));
  }
}
