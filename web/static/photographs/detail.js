// One photograph, or several of one position: what was read, in every view, to be corrected by hand.

import {createAerial} from "../games/tactori/aerial.js";
import {keys} from "../games/tactori/views.js";
import {createEditor} from "../games/tactori/edit.js";
import {fieldsIn, isWay, namesStick, placeName, stickWord} from "../games/tactori/geometry.js";
import {createOverlay} from "../games/tactori/overlay.js";
import {question, settleButtons} from "../games/tactori/settle.js";
import {createSolid} from "../games/tactori/solid.js";
import {get, post, send, trying} from "../api.js";
import {el, find, put, say} from "../dom.js";
import {tellBoardKeys} from "../keys.js";
import {createPolygons} from "../games/tactori/polygons.js";
import {stateChip} from "./table.js";
import {createTurning, createViews} from "./views.js";
import {list, t} from "../texts.js";
import {whichRule} from "../shown/which_rule.js";

/** `show(batch, n)`; events "changed" when something was corrected or is read again, "apart" to take a group apart. */
export function createDetail() {
  return new Detail();
}

class Detail extends EventTarget {
  #batch = null;
  #shown = null;
  #said = null;  // what is shown, in writing
  #form = null;  // how it was read, in writing
  #views;
  #group;
  #turning;
  #polygons;
  #editor;

  constructor() {
    super();
    const aerial = createAerial(find("#aerial"), {interactive: true});
    const overlay = createOverlay(find("#picture"), {interactive: true});
    this.#views = [aerial, overlay, createSolid(find("#solid"))];
    this.#polygons = createPolygons(find("#polygons"));
    this.#editor = createEditor();
    this.#polygons.addEventListener("point", ({detail}) => this.#light(detail));
    for (const view of this.#views) this.#listen(view);
    this.#group = createViews(find("#views"), (overlay) => this.#listen(overlay));
    tellBoardKeys(keys());
    this.#turning = createTurning();
    this.#turning.addEventListener("read", ({detail}) => this.#changed(detail));
    find("#again").addEventListener("submit", (event) => {
      event.preventDefault();
      trying(() => this.#again(new FormData(event.target)));
    });
    find("#take-apart").addEventListener("click", () => this.dispatchEvent(new CustomEvent("apart", {detail: this.#shown})));
    find("#all-right").addEventListener("click", () => trying(() => this.#allRight()));
    find("#as-read").addEventListener("click", () => trying(() => this.#asRead()));
  }

  #listen(view) {
    view.addEventListener("point", ({detail}) => this.#light(detail));
    view.addEventListener("field", ({detail}) => trying(() => this.#editStack(detail.at)));
    view.addEventListener("stick", ({detail}) => trying(() => this.#editSticks(detail.a, detail.b)));
  }

  get n() {
    return this.#shown?.n ?? null;
  }

  /** Whether what is shown is being read. */
  get unread() {
    return ["reading", "waiting"].includes(this.#shown?.state);
  }

  async show(batch, n, signal = undefined) {
    this.#batch = batch;
    this.#paint(await get(this.#path(n), {signal}));
  }

  #path(n, what = "") {
    return `/api/batches/${this.#batch.id}/pictures/${n}${what}`;
  }

  #paint(shown) {
    const said = JSON.stringify(shown);
    if (said === this.#said) return;  // whoever reads or types is not disturbed
    this.#said = said;
    const path = (n, what) => this.#path(n, what), grouped = shown.views.length > 0;
    this.#shown = shown;
    if (!this.unread) this.#fillAgain(shown);
    say(find("#detail-name"), shown.name);
    put(find("#detail-state"), stateChip(shown.state));
    find("#detail-reading").hidden = !this.unread;
    say(find("#detail-reading-words"), !this.unread ? "" : grouped ? t("page.photos.reading_group", {count: shown.views.length}) : t("page.photos.reading"));
    const remark = shown.remark ? t("page.photos.again_failed", {why: shown.remark}) : null;
    const gone = shown.position !== null && !shown.picture ? t("page.lists.picture_gone") : null;
    const other = shown.other_set ? t("page.lists.other_set_why") : null;
    const notices = [shown.error, remark, gone, other, ...(shown.misfits ?? [])].filter(Boolean);
    find("#detail-notices").hidden = !notices.length;
    put(find("#detail-notices"), notices.map((text) => el("p", {class: `notice ${text === shown.error && !shown.asks_turning ? "bad" : "warn"}`}, text)));
    find("#take-apart").hidden = !grouped;
    find("#again-part").hidden = !shown.again || this.unread;
    this.#turning.show(shown, path);
    const image = find("#shown");
    image.hidden = !shown.picture;
    if (shown.picture && !grouped) {
      [image.width, image.height] = shown.size;  // its place is there before it is
      image.src = this.#path(shown.n, "/picture.jpg");
    } else {
      image.removeAttribute("src");
    }
    find("#picture-part").hidden = !shown.picture || grouped;
    find("#views").hidden = !grouped || !shown.picture;
    const read = shown.position !== null;
    for (const id of ["#aerial-part", "#words-part", "#solid-part"]) find(id).hidden = !read;
    find("#picture").classList.toggle("unread", !read);
    find("#detail .photos-detail").classList.toggle("unread-group", grouped && !read);
    if (!read) {
      this.#group.show(shown, null, path);
      return;
    }
    const scene = {
      board: shown.board, position: shown.position, verdict: shown.verdict, violations: shown.verdict?.violations ?? [], doubts: shown.doubts,
      byHand: shown.by_hand, set: shown.set, view: shown.view,
    };
    for (const view of this.#views) view.show(scene);
    this.#group.show(shown, scene, path);
    this.#light(null);
    this.#paintWords(shown);
  }

  #paintWords(shown) {
    put(find("#doubts"), this.#doubts(shown));
    find("#other-side").hidden = !shown.doubts.length || shown.views.length > 0;
    find("#all-right").hidden = !this.#known().length;
    find("#as-read").hidden = !shown.by_hand.length;
    const byHand = find("#by-hand");
    byHand.hidden = !shown.by_hand.length;
    say(byHand, t("page.photos.corrected", {places: list(shown.by_hand.map(placeName))}));
    find("#judged").hidden = !shown.verdict;
    if (!shown.verdict) return;
    const {violations, advice} = shown.verdict;
    const told = violations.map((violation, i) => this.#line({violation: i}, violation.message, "bad", whichRule(violation)));
    if (!told.length) told.push(el("p", {class: "quiet-text"}, t("page.photos.no_violations")));
    put(find("#violations"), told, advice.map((each) => this.#line({fields: each.fields}, each.message, "")));
    this.#polygons.show(shown.verdict, {goal: this.#batch.goal, shape: this.#batch.shape});
  }

  #doubts(shown) {
    const lines = shown.doubts.map(({at, why, move}) => {
      const words = isWay(at) ? [`${why}.`, move, shown.hangs[at], question(at)] : move ? [`${why}.`, move] : [why];
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
  #line(what, content, kind, more = null) {
    const line = el("div", {class: `notice photos-line ${kind}`, onpointerenter: () => this.#light(what), onpointerleave: () => this.#light(null)},
      el("span", {}, content), more ?? "");
    line.addEventListener("focusin", () => this.#light(what));
    line.addEventListener("focusout", () => this.#light(null));
    return line;
  }

  #light(what) {
    for (const view of [...this.#views, ...this.#group.overlays, this.#polygons]) view.light(what);
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
    this.#changed(await post(this.#path(this.#shown.n, "/correct"), {words}));
  }

  async #asRead() {
    this.#changed(await send("DELETE", this.#path(this.#shown.n, "/correct")));
  }

  /** Reads it otherwise, from what is kept of it. */
  async #again(said) {
    const asked = {board: said.get("board"), profile: said.get("profile") || null, ask: said.get("ask"), measure: said.get("measure") === "on"};
    this.#changed(await post(this.#path(this.#shown.n, "/read"), asked));
    find("#again-part").open = false;
  }

  #fillAgain({n, wish}) {
    const form = JSON.stringify([n, wish]);
    if (form === this.#form) return;  // somebody may be choosing
    this.#form = form;
    const {board, profile, ask, measure} = find("#again").elements;
    [board.value, profile.value, ask.value] = [String(wish.board), wish.profile ?? "", wish.ask];
    measure.checked = wish.measure;
  }

  #changed(shown) {
    this.#paint(shown);
    this.dispatchEvent(new Event("changed"));
  }
}
