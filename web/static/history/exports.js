// What can be taken along of a game: its record, its data, its score sheet.
import {el} from "../dom.js";
import {language, t} from "../texts.js";
import {copyLink} from "./turn_link.js";

/**
 * A button that opens the list of files; Escape and a click elsewhere close it. With `turn()`, which says the turn that is
 * looked at, also what there is of that one turn.
 */
export function exportMenu(number, turn = null) {
  const link = (file, text) => el("li", {}, el("a", {href: `/api/games/${number}/${file}?lang=${language}`, download: ""}, text));
  const summary = el("summary", {class: "button", "aria-label": t("page.history.export_number", {number})}, t("page.history.export"));
  const picture = el("a", {download: ""}, t("page.history.share"));
  const copy = el("button", {type: "button", class: "button quiet", onclick: () => {
    menu.open = false;
    copyLink(number, turn());
  }}, t("page.history.link"));
  const menu = el("details", {class: "export-menu"}, summary,
    el("ul", {},
      turn ? [el("li", {}, copy), el("li", {}, picture)] : null,
      link("sheet.pdf", t("page.history.export.pdf")),
      link("sheet.png", t("page.history.export.png")),
      link("record.txt", t("page.history.export.record")),
      link("game.json", t("page.history.export.json"))));
  menu.addEventListener("toggle", () => {
    if (menu.open && turn) picture.href = `/api/games/${number}/turns/${turn()}/picture.png?lang=${language}`;
  });
  menu.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !menu.open) return;
    menu.open = false;
    summary.focus();
  });
  menu.addEventListener("focusout", (event) => {
    if (!menu.contains(event.relatedTarget)) menu.open = false;
  });
  menu.addEventListener("click", (event) => {
    if (event.target.closest("a")) menu.open = false;
  });
  return menu;
}
