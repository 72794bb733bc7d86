// Pictures of one position: selected by hand or suggested, made one row, taken apart; each with a way back.

import {post, send, trying} from "../api.js";
import {el, find, put, say} from "../dom.js";
import {list, t} from "../texts.js";

const MOST_SUGGESTIONS = 3;  // at a time; the others follow
const TRY_AGAIN_MS = 1500;
const TRY_LATER = 429;

/** `show(batch)`, `apart(row)`; event "changed" when the list is another one: {n} is the row to go to. */
export function createGroups(table, mostViews) {
  return new Groups(table, mostViews);
}

class Groups extends EventTarget {
  #table;
  #most;
  #batch = null;
  #back = null;
  #painted = null;
  #busy = false;

  constructor(table, mostViews) {
    super();
    this.#table = table;
    this.#most = mostViews;
    table.addEventListener("picked", () => this.#paintPicked());
    find("#group").addEventListener("click", () => this.#doing(() => this.#group(this.#picked().map(({n}) => n))));
    find("#apart").addEventListener("click", () => this.#doing(async () => {
      for (const row of this.#picked().filter(({members}) => members.length)) await this.apart(row);
    }));
    find("#unpick").addEventListener("click", () => {
      table.unpick();
      table.focus();
    });
    find("#undo").addEventListener("click", () => this.#doing(() => this.#undo()));
    find("#recall").addEventListener("click", () => this.#doing(async () => {
      await send("DELETE", `${this.#path}/dismissed`);
      this.#changed();
    }));
  }

  get #path() {
    return `/api/batches/${this.#batch.id}`;
  }

  show(batch) {
    if (this.#batch?.id !== batch.id) this.#offer(null);
    this.#batch = batch;
    this.#paintPicked();
    this.#paintSuggestions();
  }

  forget() {
    this.#batch = null;
    this.#painted = null;
    this.#offer(null);
    put(find("#suggested"));
    find("#suggestions").hidden = true;
    find("#picked").hidden = true;
  }

  /** Makes every picture of a group a row again. */
  async apart({n, members}) {
    const rows = [...members];
    await send("DELETE", `${this.#path}/groups/${n}`);
    this.#table.unpick();
    this.#offer(t("page.photos.taken_apart"), async () => {
      const {n: again} = await post(`${this.#path}/groups`, {rows});
      return again;
    });
    this.#changed(rows[0]);
  }

  // --- selected by hand -----------------------------------------------------------------------------------------

  #picked() {
    const picked = this.#table.picked;
    return (this.#batch?.rows ?? []).filter(({n}) => picked.has(n)).sort((a, b) => first(a) - first(b));
  }

  #paintPicked() {
    const rows = this.#picked();
    const pictures = rows.reduce((sum, row) => sum + (row.members.length || 1), 0);
    find("#picked").hidden = !rows.length;
    say(find("#picked-count"), pictures > this.#most ? t("page.photos.most_views", {most: this.#most}) : t("page.photos.picked", {count: pictures}));
    find("#group").disabled = rows.length < 2 || pictures > this.#most;
    find("#apart").hidden = !rows.some(({members}) => members.length);
  }

  async #group(rows, suggested = false) {
    const before = this.#batch.rows.filter(({n, members}) => rows.includes(n) && members.length).map(({members}) => members);
    const {n, members} = await post(`${this.#path}/groups`, {rows});
    this.#table.unpick();
    this.#offer(t("page.photos.grouped", {count: members.length}), async () => {
      await send("DELETE", `${this.#path}/groups/${n}`);
      for (const each of before) await post(`${this.#path}/groups`, {rows: each});
      if (suggested) await post(`${this.#path}/dismissed`, {rows: members, dismissed: false});
      return members[0];
    });
    this.#changed(n);
  }

  // --- suggested ------------------------------------------------------------------------------------------------

  #paintSuggestions() {
    const {suggestions, dismissed, rows} = this.#batch;
    find("#suggestions").hidden = !suggestions.length;
    find("#recall").hidden = !dismissed;
    const signature = JSON.stringify([suggestions, this.#batch.id]);
    if (signature === this.#painted) return;  // whoever has a button in focus keeps it
    this.#painted = signature;
    const known = new Map(rows.map((row) => [row.n, row]));
    put(find("#suggested"), suggestions.slice(0, MOST_SUGGESTIONS).map((each) => this.#suggestion(each, known)));
    const more = suggestions.length - MOST_SUGGESTIONS;
    find("#suggested-more").hidden = more <= 0;
    say(find("#suggested-more"), t("page.photos.alike_more", {count: more}));
    const all = find("#suggested-all");
    all.hidden = suggestions.length < 2;
    say(all, t("page.photos.alike_all", {count: suggestions.length}));
    all.onclick = () => this.#doing(() => this.#takeAll(suggestions));
  }

  #suggestion({rows, pieces}, known) {
    const names = rows.map((n) => known.get(n)?.name ?? String(n));
    const thumbs = rows.map((n) => el("img", {src: `${this.#path}/pictures/${n}/thumb.jpg`, alt: "", loading: "lazy"}));
    return el("li", {class: "photos-suggestion"},
      el("span", {class: "photos-suggestion-pictures"}, thumbs),
      el("span", {class: "photos-suggestion-words"}, el("strong", {}, list(names)), el("small", {class: "quiet-text"}, t("page.photos.alike_pieces", {count: pieces}))),
      el("span", {class: "row photos-suggestion-buttons"},
        el("button", {type: "button", class: "button primary", "aria-label": t("page.photos.alike_yes_of", {names: list(names)}), onclick: () => this.#doing(() => this.#group(rows, true))}, t("page.photos.alike_yes")),
        el("button", {type: "button", class: "button", "aria-label": t("page.photos.alike_no_of", {names: list(names)}), onclick: () => this.#doing(() => this.#dismiss(rows))}, t("page.photos.alike_no"))));
  }

  async #dismiss(rows) {
    await post(`${this.#path}/dismissed`, {rows});
    this.#offer(t("page.photos.dismissed"), async () => {
      await post(`${this.#path}/dismissed`, {rows, dismissed: false});
      return null;
    });
    this.#changed();
  }

  /** One after another: only so much can wait to be read. */
  async #takeAll(suggestions) {
    const made = [];
    for (const {rows} of suggestions) {
      for (;;) {
        try {
          made.push(await post(`${this.#path}/groups`, {rows}));
          break;
        } catch (error) {
          if (error.status !== TRY_LATER) throw error;
          await new Promise((done) => setTimeout(done, TRY_AGAIN_MS));
        }
      }
      this.#changed();
    }
    this.#offer(t("page.photos.grouped_all", {count: made.length}), async () => {
      for (const {n, members} of made) {
        await send("DELETE", `${this.#path}/groups/${n}`);
        await post(`${this.#path}/dismissed`, {rows: members, dismissed: false});
      }
      return null;
    });
  }

  // --- the way back ---------------------------------------------------------------------------------------------

  #offer(words, back = null) {
    this.#back = back;
    find("#undo-part").hidden = !words;
    say(find("#undo-words"), words ?? "");
  }

  async #undo() {
    const back = this.#back;
    this.#offer(null);
    if (back) this.#changed(await back());
  }

  /** One thing at a time: a second click on the same button comes too late. */
  async #doing(work) {
    if (this.#busy) return;
    this.#busy = true;
    try {
      await trying(work);
    } finally {
      this.#busy = false;
    }
  }

  #changed(n = null) {
    this.dispatchEvent(new CustomEvent("changed", {detail: {n}}));
  }
}

const first = ({n, members}) => members[0] ?? n;
