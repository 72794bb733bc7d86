// What needs somebody: what waits and why, doubts and which way to move the camera, each pointing at its place.

import {isWay, placeName} from "../games/tactori/geometry.js";
import {question, settleButtons} from "../games/tactori/settle.js";
import {el, put} from "../dom.js";
import {t} from "../texts.js";
import {whichRule} from "../shown/which_rule.js";

const MOST_LINES = 4; // the others are a click away: one fault more often makes many

/**
 * `show(table, isLookingBack)`; `call(what)` answers the buttons, `edit(way)` lets a person say what lies between two
 * fields, `settling` lets a photograph say what is open. Event "point" as in every view.
 */
export function createNotices(container, call, edit, settling = null) {
  return new Notices(container, call, edit, settling);
}

class Notices extends EventTarget {
  #container;
  #call;
  #edit;
  #settling;
  #shown = "";

  constructor(container, call, edit, settling) {
    super();
    this.#container = container;
    this.#call = call;
    this.#edit = edit;
    this.#settling = settling;
  }

  show(table, isLookingBack) {
    const waiting = table?.game?.waiting ?? null;
    const signature = JSON.stringify([
      isLookingBack, table?.status, table?.message, waiting, table?.violations, table?.doubts, table?.help, table?.misfits,
      table?.game?.outcome, table?.doubts?.length ? table.shown : null, table?.can_settle,
    ]);
    if (table) this.#settling?.show(table);
    if (signature === this.#shown) return; // whoever is about to press a button is not disturbed
    this.#shown = signature;
    if (!table) return;
    put(this.#container, isLookingBack ? [] : this.#parts(table, waiting));
  }

  #parts(table, waiting) {
    const violations = table.violations ?? [];
    const said = new Set(violations.map((each) => each.message));
    const waits = waiting ? this.#waiting(waiting, violations) : violations.length ? this.#box("warn", "violations", t("page.notice.faults"), violations) : null;
    const doubts = table.doubts?.length ? this.#doubts(table) : null;
    const others = table.help.filter((help) => !said.has(help.text) && !(waiting && waiting.reason !== "illegal"));
    return [
      table.game?.outcome ? el("div", {class: "notice good", "data-notice": "outcome"},
        el("strong", {}, table.game.outcome.text),
        el("div", {class: "row"}, el("button", {class: "button", type: "button", onclick: () => this.#call("again", {})}, t("page.play.again")))) : null,
      ["failed", "stopped"].includes(table.status) && !table.game?.outcome ? this.#stopped(table) : null,
      waiting?.reason === "unclear" ? [doubts, waits] : [waits, doubts], // what can be said of a doubt makes it clear
      table.can_settle ? this.#settling?.root : null,
      table.status === "failed" ? null : others.map((help) => el("div", {class: `notice ${help.urgency > 1 ? "warn" : ""}`, "data-notice": "help"}, help.text)),
      table.misfits?.length ? el("div", {class: "notice warn", "data-notice": "misfit"},
        table.misfits.map((text) => el("p", {}, text)), el("p", {}, el("a", {href: "/calibration"}, t("page.notice.measure")))) : null,
    ];
  }

  #stopped(table) {
    return el("div", {class: `notice ${table.status === "failed" ? "bad" : ""}`, "data-notice": "stopped"},
      el("p", {}, table.message ?? t("page.play.stopped")),
      el("div", {class: "row"}, el("button", {class: "button", type: "button", onclick: () => this.#call("again", {new: false})}, t("page.play.reopen"))));
  }

  #waiting(waiting, violations) {
    const title = {illegal: t("page.notice.illegal"), unclear: t("page.notice.unclear"), set_up: t("page.notice.set_up")}[waiting.reason];
    const box = this.#box("warn", "waiting", title, violations);
    box.append(
      el("p", {class: "small"}, t("page.notice.what_to_do")),
      el("div", {class: "row"},
        el("button", {class: "button primary", type: "button", "data-call": "accept", onclick: () => this.#call("accept")}, t("page.notice.accept")),
        el("button", {class: "button", type: "button", "data-call": "reject", onclick: () => this.#call("reject")}, t("page.notice.reject"))));
    return box;
  }

  #box(kind, name, title, violations) {
    const lines = violations.map((each, i) => el("li", {}, this.#pointing({violation: i}, el("span", {}, each.message)), whichRule(each)));
    const more = lines.slice(MOST_LINES);
    return el("div", {class: `notice ${kind}`, "data-notice": name},
      el("strong", {}, title),
      el("ul", {}, lines.slice(0, MOST_LINES)),
      more.length ? el("details", {}, el("summary", {}, t("page.notice.more", {count: more.length})), el("ul", {}, more)) : null);
  }

  #doubts({doubts, shown}) {
    return el("div", {class: "notice warn", "data-notice": "doubts"},
      el("strong", {}, t("page.notice.doubts")),
      doubts.some(({at}) => isWay(at)) ? el("p", {class: "small"}, t("page.settle.what_to_do")) : null,
      el("ul", {}, doubts.map((doubt) => this.#doubt(doubt, shown))));
  }

  #doubt({at, why, move}, shown) {
    const line = el("li", {}, this.#pointing({fields: [at]},
      el("b", {}, placeName(at)), el("span", {}, why), move ? el("em", {}, move) : null, isWay(at) ? el("span", {class: "asked"}, question(at)) : null));
    if (!isWay(at)) return line;
    const point = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
    const buttons = settleButtons(at, shown, {settle: (words) => this.#settle(words), edit: () => this.#edit(at)});
    buttons.addEventListener("pointerenter", point({fields: [at]}));
    buttons.addEventListener("pointerleave", point(null));
    line.append(buttons);
    return line;
  }

  /** Whoever uses the keyboard goes on with the next doubt. */
  async #settle(words) {
    const next = (await this.#call("correct", {words})) && this.#container.querySelector("[data-settle] button");
    next?.focus();
  }

  /** A line that lights up its place in all views when it is pointed at or has the focus. */
  #pointing(what, ...children) {
    const say = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
    return el("button", {
      type: "button", class: "point", onpointerenter: say(what), onpointerleave: say(null), onfocus: say(what), onblur: say(null), onclick: say(what),
    }, ...children);
  }
}
