// Several views where there is room for one: tabs, the chosen one remembered; where there is room, all are shown.

import {all, find} from "../dom.js";
import {remember, remembered} from "../remember.js";

/** The tabs of `container` (role tab, aria-controls) and their panels; which one was chosen is remembered under `key`. */
export function createViews(container, key = null) {
  const tabs = all("[role=tab]:not([hidden])", container);

  function choose(tab) {
    for (const each of tabs) {
      const isChosen = each === tab;
      each.setAttribute("aria-selected", String(isChosen));
      each.tabIndex = isChosen ? 0 : -1;
      find(`#${each.getAttribute("aria-controls")}`).classList.toggle("chosen", isChosen);
    }
  }

  tabs.forEach((tab, i) => {
    tab.addEventListener("click", () => {
      choose(tab);
      if (key) remember(key, tab.id);
    });
    tab.addEventListener("keydown", (event) => {
      const step = {ArrowLeft: -1, ArrowRight: 1}[event.key];
      if (!step) return;
      event.preventDefault();
      event.stopPropagation();
      const next = tabs[(i + step + tabs.length) % tabs.length];
      next.focus();
      next.click();
    });
  });
  const show = (id) => choose(tabs.find((tab) => tab.id === id) ?? tabs[0]);
  show(key ? remembered(key, "") : "");
  return {show};
}
