// A link to one turn of a game, to be given to somebody.

import {tell} from "../api.js";
import {el} from "../dom.js";
import {t} from "../texts.js";

export function turnLink(number, n) {
  return `${location.origin}/games/${number}?turn=${n}`;
}

/** The turn that the address names, as ?turn=12, #turn=12 or #12; null if it names none. */
export function turnInAddress() {
  const said = new URLSearchParams(location.search).get("turn") ?? /^#(?:turn=)?(\d{1,4})$/.exec(location.hash)?.[1] ?? "";
  return /^\d{1,4}$/.test(said) ? Number(said) : null;
}

/** Copies it; where the browser does not allow that, shows it to be copied by hand. */
export async function copyLink(number, n) {
  const link = turnLink(number, n);
  try {
    await navigator.clipboard.writeText(link);
    tell(t("page.history.link_copied", {number: n}));
  } catch {
    showLink(link);
  }
}

function showLink(link) {
  const field = el("input", {type: "text", readonly: true, value: link, "aria-label": t("page.history.link")});
  const dialog = el("dialog", {class: "turn-link", "aria-labelledby": "turn-link-why"},
    el("form", {method: "dialog", class: "stack"}, el("p", {id: "turn-link-why"}, t("page.history.link_here")), field,
      el("button", {class: "button"}, t("page.back"))));
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
  field.select();
}
