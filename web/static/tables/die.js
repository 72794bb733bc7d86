// The die of a game that is thrown: a button for each face, to say what was thrown, and to take it back.

import {el, put} from "../dom.js";
import {t} from "../texts.js";

/**
 * `show({faces, thrown}, game)`, or `show(null)` where nothing is thrown; `own` is how the family draws a face and names
 * it. `call("throw", …)` says it.
 */
export function createDie(container, own, call) {
  let shown = "";

  function face(name, thrown) {
    const times = thrown.filter((each) => each === name).length, said = own.name(name);
    return el("button", {type: "button", class: "button face", "data-face": name, "aria-pressed": String(times > 0), "aria-label": said, title: said,
      onclick: () => call("throw", {die: [name]})}, // a second throw of the turn is added to the first
    own.picture(name), times > 1 ? el("b", {class: "times", "aria-hidden": "true"}, `${times}×`) : null);
  }

  return {
    show(die, {ended = false, outcome = null, paused = false} = {}) {
      const isShown = Boolean(own && die && !ended && !outcome);
      const signature = JSON.stringify(isShown ? [die, paused] : null);
      if (signature === shown) return; // whoever is about to press a face is not disturbed
      shown = signature;
      container.hidden = !isShown;
      if (!isShown) return;
      const thrown = die.thrown ?? [], focused = container.contains(document.activeElement) && document.activeElement.dataset.face;
      const told = thrown.length ? t("page.die.thrown", {faces: thrown.map((each) => own.name(each)).join(", ")}) : t("page.die.ask");
      put(container,
        el("p", {class: "die-said small", role: "status"}, told),
        el("div", {class: "faces"}, die.faces.map((each) => face(each, thrown)),
          el("button", {type: "button", class: "button quiet face", "data-face": "back", disabled: !thrown.length, "aria-label": t("page.die.back"), title: t("page.die.back"),
            onclick: () => call("throw", {die: null})}, "↶")));
      if (focused) container.querySelector(`[data-face="${focused}"]:not(:disabled)`)?.focus();
    },
  };
}
