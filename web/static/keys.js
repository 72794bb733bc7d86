// The keys of the page: pressed anywhere but where somebody types, and all of them told by a question mark.

import {el} from "./dom.js";
import {t} from "./texts.js";

const TYPING = "input:not([type=checkbox], [type=radio], [type=range], [type=button]), textarea, select, [contenteditable]";
const pressed = new Map();
let ofBoard = []; // what the views of a game hear

/** Runs `run` when one of these keys is pressed: "f", or "ctrl+z". */
export function onKey(keys, run) {
  for (const key of keys) pressed.set(key, run);
}

/** Keys that the board of a game hears, to be told with the others: [title, [[key, what it does], …]]. */
export function tellBoardKeys(groups) {
  ofBoard = groups;
}

function named(event) {
  const control = event.ctrlKey || event.metaKey ? "ctrl+" : "";
  return `${control}${event.shiftKey && control ? "shift+" : ""}${event.key.length === 1 ? event.key.toLowerCase() : event.key}`;
}

document.addEventListener("keydown", (event) => {
  const target = event.target instanceof Element ? event.target : document.body;
  if (event.defaultPrevented || event.altKey || target.closest(TYPING) || document.querySelector("dialog[open]")) return;
  const run = event.key === "?" ? showKeys : pressed.get(named(event));
  if (!run || run() === false) return;
  event.preventDefault();
});

/** A dialog with every key there is, wherever it holds. */
export function showKeys() {
  const arrows = t("page.keys.arrows"), space = t("page.keys.space");
  const groups = [
    [t("page.keys.everywhere"), [["?", t("page.keys.help")], ["Tab", t("page.keys.tab")], ["Esc", t("page.keys.escape")]]],
    [t("page.keys.table"), [
      ["u", t("page.keys.undo"), "Ctrl Z"], ["y", t("page.keys.redo"), "Ctrl Y"], ["f", t("page.keys.full")], ["r", t("page.keys.turn")]]],
    [t("page.keys.back"), [
      ["← →", t("page.keys.step")], [t("page.keys.page"), t("page.keys.five")], [t("page.keys.home"), t("page.keys.ends")],
      [space, t("page.keys.play")], ["l", t("page.keys.link")]]],
    ...ofBoard,
    [t("page.keys.corners"), [[arrows, t("page.keys.corner")]]],
  ];
  const dialog = el("dialog", {class: "keys", "aria-labelledby": "keys-title"},
    el("form", {method: "dialog", class: "stack"},
      el("div", {class: "row between"}, el("h2", {id: "keys-title"}, t("page.keys.title")),
        el("button", {class: "button", autofocus: true}, t("page.back"))),
      el("div", {class: "key-groups"}, groups.map(([title, keys]) => el("section", {}, el("h3", {}, title),
        el("dl", {}, keys.map(([key, does, also]) => el("div", {},
          el("dt", {}, el("kbd", {}, key), also ? [" ", el("kbd", {}, also)] : null), el("dd", {}, does)))))))));
  dialog.addEventListener("close", () => dialog.remove());
  dialog.addEventListener("keydown", (event) => event.key === "?" && dialog.close());
  document.body.append(dialog);
  dialog.showModal();
}
