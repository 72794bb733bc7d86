// The rule behind a violation, opened where it is said: its text and where it can be read.

import {el} from "../dom.js";
import {t} from "../texts.js";

/** A small "Which rule?" that opens; nothing for what rests on no rule. */
export function whichRule({rule, rule_text: text, rule_section: section}) {
  if (!text) return null;
  return el("details", {class: "which-rule", "data-rule": rule},
    el("summary", {}, t("page.rule.ask")), el("p", {}, text), el("p", {class: "where"}, section));
}
