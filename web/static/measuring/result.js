// What a calibration found: tables, warnings, the picture it was measured on.
import {el, put} from "../dom.js";
import {t} from "../texts.js";

export function table({title, head, rows}) {
  return el("div", {class: "scroll"}, el("table", {class: "numbers"},
    el("caption", {}, title),
    el("thead", {}, el("tr", {}, head.map((cell) => el("th", {scope: "col"}, cell)))),
    el("tbody", {}, rows.map(([name, ...cells]) =>
      el("tr", {}, el("th", {scope: "row"}, name), cells.map((cell) => el("td", {}, cell)))))));
}

/** Puts a result into its place; `actions` are the buttons below it. */
export function showResult(place, state, address, actions) {
  const {result, error} = state;
  if (error || result.refused) {
    put(place,
      el("div", {class: "notice bad stack tight", role: "alert"},
        el("h3", {}, t("page.cal.result.refused")),
        el("p", {}, error ?? result.refused),
        result?.advice && el("p", {}, result.advice)),
      el("div", {class: "row moves"}, actions));
    return;
  }
  const [first, ...others] = result.tables;
  put(place,
    result.notes.slice(0, 1).map((note) => el("p", {class: "notice good"}, note)),
    result.notes.slice(1).map((note) => el("p", {class: "small quiet-text"}, note)),
    result.warnings.map((warning) => el("p", {class: "notice warn"}, warning)),
    table(first),
    el("div", {class: "row moves"}, actions),
    result.picture && el("figure", {class: "measured"},
      el("figcaption", {}, el("b", {}, t("page.cal.result.picture")), el("br"), result.caption ?? ""),
      el("a", {href: address, target: "_blank", rel: "noopener"},
        el("img", {src: address, alt: t("page.cal.result.picture")}))),
    others.map((each) => el("details", {}, el("summary", {}, each.title), table(each))));
}
