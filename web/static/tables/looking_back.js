// Looking back is looking back: a broad sign, what was wrong then, and what has happened since.

import {el, put, say} from "../dom.js";
import {t} from "../texts.js";

/**
 * `show({n, count, since, violations, needs})` while an earlier turn is looked at, `show(null)` else. `now()` answers
 * the button. Event "point" as in every view, for what was wrong then.
 */
export function createLookingBack(sign, wrong, now) {
  return new LookingBack(sign, wrong, now);
}

class LookingBack extends EventTarget {
  #sign;
  #wrong;
  #shown = "";
  #words = el("strong", {});
  #since = el("span", {class: "since", role: "status"});

  constructor(sign, wrong, now) {
    super();
    [this.#sign, this.#wrong] = [sign, wrong];
    sign.append(el("span", {class: "back-mark", "aria-hidden": "true"}, "↺"), this.#words, this.#since,
      el("button", {type: "button", class: "button", id: "back-now", onclick: now}, t("page.history.now")));
  }

  show(looked) {
    this.#sign.hidden = !looked;
    if (!looked) {
      this.#shown = "";
      put(this.#wrong);
      return;
    }
    const {n, count} = looked;
    say(this.#words, n ? t("page.history.at", {number: n, count}) : t("page.look_back.beginning", {count}));
    say(this.#since, sinceWords(looked));
    const signature = JSON.stringify(looked.violations);
    if (signature === this.#shown) return; // what is pointed at stays
    this.#shown = signature;
    put(this.#wrong, looked.violations.length ? this.#box(looked.violations) : []);
  }

  #box(violations) {
    const point = (detail) => () => this.dispatchEvent(new CustomEvent("point", {detail}));
    return el("div", {class: "notice warn", "data-notice": "then"}, el("strong", {}, t("page.look_back.wrong")),
      el("ul", {}, violations.map((each, i) => el("li", {}, el("button", {
        type: "button", class: "point", onpointerenter: point({violation: i}), onpointerleave: point(null),
        onfocus: point({violation: i}), onblur: point(null), onclick: point({violation: i}),
      }, each.message)))));
  }
}

function sinceWords({since, needs}) {
  const told = since > 0 ? t("page.look_back.since", {count: since})
    : since < 0 ? t("page.look_back.fewer") : "";
  return [told, needs ? t("page.look_back.needs") : ""].filter(Boolean).join(" · ");
}
