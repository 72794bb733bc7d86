// Lists of earlier days: found again, opened, deleted.

import {get, send, trying} from "../api.js";
import {ask} from "../ask.js";
import {el, find, put, say} from "../dom.js";
import {t, when} from "../texts.js";

const OWN = "photographs.lists";
const MOST_OWN = 100;

/** `show()`, `remember(id)`, `forget(id)`; events "open": {id}, "deleted": {id}. */
export function createLists() {
  return new Lists();
}

/** "10 read, 2 failed" */
export function total(read, failed) {
  return failed ? t("page.lists.total", {read, failed}) : t("page.lists.total_good", {read});
}

class Lists extends EventTarget {
  async show() {
    const asked = new URLSearchParams(own().map((id) => ["id", id]));
    const {lists, trouble} = await get(`/api/batches?${asked}`);
    find("#earlier").hidden = !lists.length && !trouble;
    find("#earlier-trouble").hidden = !trouble;
    say(find("#earlier-trouble"), trouble ? t("page.lists.trouble", {why: trouble}) : "");
    put(find("#earlier-lists"), lists.map((each) => this.#list(each)));
  }

  /** Who is not at the machine itself is told only of lists whose names their browser knows. */
  remember(id) {
    write([id, ...own().filter((each) => each !== id)].slice(0, MOST_OWN));
  }

  forget(id) {
    write(own().filter((each) => each !== id));
  }

  #list({id, begun, name, pictures, rows, unread, failed, keep_pictures: keeps}) {
    const date = when(begun);
    const words = pictures > 1 && name ? `${name} ${t("page.lists.more", {count: pictures - 1})}` : name;
    const count = t("page.lists.many", {count: pictures});
    return el("li", {class: "card photos-list"},
      el("span", {class: "photos-list-words"},
        el("strong", {}, date),
        el("span", {}, words),
        el("small", {class: "quiet-text"}, `${count} · ${unread ? t("page.lists.going_on") : total(rows - failed, failed)}`)),
      keeps ? el("span", {class: "chip"}, t("page.lists.kept")) : null,
      el("span", {class: "row photos-list-buttons"},
        el("button", {type: "button", class: "button", "aria-label": t("page.lists.open_of", {date}), onclick: () => this.#tell("open", id)}, t("page.lists.open")),
        el("button", {type: "button", class: "button danger", "aria-label": t("page.lists.delete_of", {date}), onclick: () => trying(() => this.#delete(id))}, t("page.lists.delete"))));
  }

  async #delete(id) {
    if (!await ask({title: t("page.photos.close"), what: t("page.photos.close_sure"), yes: t("page.photos.close_yes")})) return;
    await send("DELETE", `/api/batches/${encodeURIComponent(id)}`);
    this.forget(id);
    await this.show();
    this.#tell("deleted", id);
  }

  #tell(kind, id) {
    this.dispatchEvent(new CustomEvent(kind, {detail: {id}}));
  }
}

function own() {
  try {
    const said = JSON.parse(localStorage.getItem(OWN) ?? "[]");
    return Array.isArray(said) ? said.filter((id) => typeof id === "string") : [];
  } catch {
    return [];
  }
}

function write(ids) {
  try {
    localStorage.setItem(OWN, JSON.stringify(ids));
  } catch {
    // then only this machine's own page finds them again
  }
}
