// What is said and done about a list as a whole: what failed, its set, whether its pictures are kept.

import {post, trying} from "../api.js";
import {find, say} from "../dom.js";
import {list, t} from "../texts.js";

const MOST_NAMES = 4;

/** `show(batch)`; event "changed": the list as it is then. */
export function createWhole(table) {
  return new Whole(table);
}

class Whole extends EventTarget {
  #batch = null;
  #table;

  constructor(table) {
    super();
    this.#table = table;
    find("#retry").addEventListener("click", () => this.#ask("/read"));
    find("#otherwise").addEventListener("submit", (event) => {
      event.preventDefault();
      const said = new FormData(event.target);
      this.#ask("/read", {board: said.get("board"), profile: said.get("profile") || null, ask: said.get("ask"), measure: said.get("measure") === "on"});
    });
    find("#set-again").addEventListener("click", () => this.#ask("/set"));
    find("#set-picked").addEventListener("click", () => this.#ask("/set", {rows: [...this.#table.picked]}));
    find("#keep")?.addEventListener("change", ({target}) => this.#ask("/keep", {keep: target.checked}));
    table.addEventListener("retry", ({detail: {n}}) => this.#ask("/read", {rows: [n]}));
    table.addEventListener("picked", () => this.#paintPicked());
  }

  show(batch) {
    this.#batch = batch;
    this.#paintFailed();
    this.#paintSet();
    this.#paintPicked();
    find("#gone").hidden = !batch.rows.some(({failed, picture, again}) => !failed && !picture && !again);
    const keep = find("#keep");
    if (keep) keep.checked = batch.keep_pictures;
  }

  forget() {
    this.#batch = null;
    for (const id of ["#failed-part", "#set-part", "#gone"]) find(id).hidden = true;
  }

  #paintFailed() {
    const {failed, rows, unread} = this.#batch;
    const again = rows.some((row) => row.failed && row.again);
    find("#failed-part").hidden = !failed || Boolean(unread);
    say(find("#failed-words"), t("page.lists.failed_many", {count: failed}));
    find("#retry").hidden = find("#otherwise-part").hidden = !again;
  }

  #paintSet() {
    const {set, rows} = this.#batch;
    const names = (numbers) => {
      const known = numbers.map((n) => rows.find((row) => row.n === n || row.members.includes(n))?.name ?? String(n));
      const some = [...new Set(known)];
      return list(some.length > MOST_NAMES ? [...some.slice(0, MOST_NAMES - 1), t("page.lists.more", {count: some.length - MOST_NAMES + 1})] : some);
    };
    find("#set-part").hidden = set.state === "off" || !rows.length || (set.state === "open" && !this.#batch.unread);
    find("#set-again").hidden = !["measured", "refused"].includes(set.state) || !rows.some((row) => row.again && row.board);
    say(find("#set-words"), this.#setWords(set, names));
    find("#set-others").hidden = !set.others.length;
    say(find("#set-others"), set.others.length ? t("page.lists.set_others", {names: names(set.others)}) : "");
  }

  #setWords({state, measured, rows, why}, names) {
    if (state === "measuring") return t("page.lists.set_measuring");
    if (state === "refused") return t("page.lists.set_refused", {why});
    if (state !== "measured") return t("page.lists.set_open");
    const share = (mm) => (mm / measured.pitch_9).toLocaleString(document.documentElement.lang, {style: "percent"});
    return t("page.lists.set_measured", {names: names(rows), width: share(measured.tower_width), height: share(measured.tower_height)});
  }

  #paintPicked() {
    find("#set-picked").hidden = !this.#table.picked.size || !["measured", "refused"].includes(this.#batch?.set.state);
  }

  #ask(what, said = {}) {
    return trying(async () => {
      const shown = await post(`/api/batches/${this.#batch.id}${what}`, said);
      this.dispatchEvent(new CustomEvent("changed", {detail: shown}));
    });
  }
}
