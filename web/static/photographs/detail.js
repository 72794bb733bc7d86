// One photograph, or several of one position: what was read, in every view, to be corrected by hand.

import {get, post, send, trying} from "../api.js";
import {el, find, put, say} from "../dom.js";
import {viewsOf} from "../games/families.js";
import {tellBoardKeys} from "../keys.js";
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
  #family = null;
  #views = [];
  #group;
  #turning;
  #counts;
  #correcting;

  constructor() {
    super();
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

  /** The views of the family that a list is of; those of another list make room. */
  async #use(id) {
    const family = await viewsOf(id);
    if (family === this.#family) return;
    this.#family = family;
    for (const place of ["#aerial", "#solid", "#polygons", "#correcting"]) put(find(place));
    find("#picture .board-overlay")?.remove();
    const board = family.createBoard(find("#aerial"), {interactive: true}), solid = family.createSolid?.(find("#solid"));
    this.#correcting = family.createCorrecting({
      board, call: (_, said) => trying(() => this.#correct(said)), place: find("#correcting"),
      table: () => this.#shown && {shown: this.#shown.position, verdict: this.#shown.verdict, doubts: this.#shown.doubts},
    });
    this.#views = [board, this.#overlay(find("#picture")), solid].filter(Boolean);
    this.#counts = family.createCounts?.(find("#polygons"));
    this.#group = createViews(find("#views"), (host) => this.#overlay(host));
    for (const view of [board, solid, this.#counts].filter(Boolean)) view.addEventListener("point", ({detail}) => this.#light(detail));
    tellBoardKeys(family.keys?.() ?? []);
    say(find("#edit-hint"), family.hint?.() ?? "");
  }

  #overlay(host) {
    const overlay = this.#family.createOverlay(host, {interactive: true});
    overlay.addEventListener("point", ({detail}) => this.#light(detail));
    this.#correcting.listen(overlay);
    return overlay;
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
    await this.#use(batch.family);
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
    for (const id of ["#aerial-part", "#words-part"]) find(id).hidden = !read;
    find("#solid-part").hidden = !read || !this.#family.createSolid;
    find("#picture").classList.toggle("unread", !read);
    find("#detail .photos-detail").classList.toggle("unread-group", grouped && !read);
    if (!read) {
      this.#group.show(shown, null, path);
      return;
    }
    const scene = {
      board: shown.board, position: shown.position, verdict: shown.verdict, violations: shown.verdict?.violations ?? [], doubts: shown.doubts,
      byHand: shown.by_hand, set: shown.set, view: shown.view, top: shown.top,
    };
    for (const view of this.#views) view.show(scene);
    this.#correcting.show(scene);
    this.#group.show(shown, scene, path);
    this.#light(null);
    this.#paintWords(shown);
  }

  #paintWords(shown) {
    put(find("#doubts"), this.#doubts(shown));
    find("#other-side").hidden = !shown.doubts.length || shown.views.length > 0 || !this.#family.readTogether;
    find("#all-right").hidden = !this.#known().length;
    find("#as-read").hidden = !shown.by_hand.length;
    const byHand = find("#by-hand");
    byHand.hidden = !shown.by_hand.length;
    say(byHand, t("page.photos.corrected", {places: list(shown.by_hand.map(this.#family.placeName))}));
    find("#judged").hidden = !shown.verdict;
    if (!shown.verdict) return;
    const {violations, advice} = shown.verdict;
    const told = violations.map((violation, i) => this.#line({violation: i}, violation.message, "bad", whichRule(violation)));
    if (!told.length) told.push(el("p", {class: "quiet-text"}, t("page.photos.no_violations")));
    put(find("#violations"), told, advice.map((each) => this.#line({fields: each.fields}, each.message, "")));
    this.#counts?.show(shown.verdict, {goal: this.#batch.goal, shape: this.#batch.shape}, shown.position);
  }

  #doubts(shown) {
    const {placeName, doubtTools} = this.#family;
    const lines = shown.doubts.map(({at, why, move}) => {
      const edit = () => trying(() => this.#correcting.edit(at));
      const tools = doubtTools?.(at, shown.position, {settle: (said) => trying(() => this.#correct(said)), edit});
      const more = [move, shown.hangs[at], tools?.asked].filter(Boolean), words = more.length ? [`${why}.`, ...more] : [why];
      const line = this.#line({fields: [at]}, [el("strong", {}, placeName(at)), ` ${words.join(" ")}`], "warn");
      line.append(tools?.buttons ?? el("button", {type: "button", class: "button photos-edit", onclick: edit}, t("page.settle.other", {at: placeName(at)})));
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
    for (const view of [...this.#views, ...this.#group.overlays, this.#counts]) view?.light(what);
  }

  /** Every doubtful place is as it was read; where a colour is not known, that cannot be said. */
  #allRight() {
    return this.#correct({words: this.#known().flatMap(({at}) => this.#family.saidAt(this.#shown.position, at).correction.words)});
  }

  #known() {
    const {doubts, position} = this.#shown;
    return doubts.filter(({at}) => !this.#family.saidAt(position, at).value.includes("?"));
  }

  async #correct(said) {
    this.#changed(await post(this.#path(this.#shown.n, "/correct"), said));
    return true;
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
