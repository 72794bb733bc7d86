// What needs somebody: what waits and why, doubts and which way to move the camera, each pointing at its place.

import {el, put} from "../dom.js";
import {t} from "../texts.js";
import {whichRule} from "../shown/which_rule.js";

const MOST_LINES = 4; // the others are a click away: one fault more often makes many

/**
 * `show(table, isLookingBack)`; `call(what, body)` answers the buttons, `edit(place)` lets a person say what is there,
 * `settling` lets a photograph say what is open, `family` names places. Event "point" as in every view.
 */
export function createNotices(container, call, {family, edit, settling = null, isByHand = false}) {
  return new Notices(container, call, {family, edit, settling, isByHand});
}

class Notices extends EventTarget {
  #container;
  #call;
  #family;
  #edit;
  #settling;
  #isByHand;
  #shown = "";

  constructor(container, call, {family, edit, settling, isByHand}) {
    super();
    [this.#container, this.#call, this.#family, this.#edit, this.#settling, this.#isByHand] = [container, call, family, edit, settling, isByHand];
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
    if (waiting.reason === "incomplete") return this.#goingOn(waiting);
    const title = {illegal: t("page.notice.illegal"), unclear: t("page.notice.unclear"), set_up: t("page.notice.set_up")}[waiting.reason];
    const box = this.#box("warn", "waiting", title, violations);
    box.append(
      el("p", {class: "small"}, this.#isByHand ? t("page.hand.what_to_do") : t("page.notice.what_to_do")),
      el("div", {class: "row"},
        el("button", {class: "button primary", type: "button", "data-call": "accept", onclick: () => this.#call("accept")}, t("page.notice.accept")),
        el("button", {class: "button", type: "button", "data-call": "reject", onclick: () => this.#call("reject")}, this.#isByHand ? t("page.hand.reject") : t("page.notice.reject"))));
    return box;
  }

  /** A turn of several steps, under way: what is still to do; or that this was all. */
  #goingOn({todo = []}) {
    return el("div", {class: "notice", "data-notice": "incomplete"},
      el("strong", {}, t("page.notice.incomplete")),
      el("ul", {}, todo.map((text) => el("li", {}, text))),
      el("div", {class: "row"},
        el("button", {class: "button", type: "button", "data-call": "accept", onclick: () => this.#call("accept")}, t("page.notice.turn_over"))));
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
    const lines = doubts.map((doubt) => this.#doubt(doubt, shown));
    return el("div", {class: "notice warn", "data-notice": "doubts"},
      el("strong", {}, t("page.notice.doubts")),
      lines.some((line) => line.querySelector(".asked")) ? el("p", {class: "small"}, t("page.settle.what_to_do")) : null,
      el("ul", {}, lines));
  }

  #doubt({at, why, move}, shown) {
    const tools = this.#family.doubtTools?.(at, shown, {settle: (said) => this.#settle(said), edit: () => this.#edit(at)});
    const line = el("li", {}, this.#pointing({fields: [at]},
      el("b", {}, this.#family.placeName(at)), el("span", {}, why), move ? el("em", {}, move) : null,
      tools?.asked ? el("span", {class: "asked"}, tools.asked) : null));
    if (!tools) return line;
    const point = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
    tools.buttons.addEventListener("pointerenter", point({fields: [at]}));
    tools.buttons.addEventListener("pointerleave", point(null));
    line.append(tools.buttons);
    return line;
  }

  /** Whoever uses the keyboard goes on with the next doubt. */
  async #settle(said) {
    const next = (await this.#call("correct", said)) && this.#container.querySelector("[data-settle] button");
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
