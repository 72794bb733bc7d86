// The die of a game that is thrown: a button for each face, to say what was thrown, and to take it back.

import {el, put, say} from "../dom.js";
import {t} from "../texts.js";

/**
 * `show({faces, thrown}, game)`, or `show(null)` where nothing is thrown; `own` is how the family draws a face and names
 * it. `call("throw", …)` says it; a second throw of the same turn is added to the first. Where nobody has a die at hand
 * (`throws`) the program throws.
 */
export function createDie(container, own, call, throws = false) {
  const told = el("p", {class: "die-said small", role: "status"}), faces = el("div", {class: "faces"});
  const back = el("button", {type: "button", class: "button quiet face", "aria-label": t("page.die.back"), title: t("page.die.back"), onclick: () => call("throw", {die: null})}, "↶");
  let buttons = new Map();
  container.append(told, faces);

  function make(names) {
    buttons = new Map(names.map((name) => [name, el("button", {type: "button", class: "button face", "aria-label": own.name(name), title: own.name(name), onclick: () => call("throw", {die: [name]})},
      own.picture(name), el("b", {class: "times", "aria-hidden": "true"}))]));
    put(faces, throws ? el("button", {type: "button", class: "button primary throw", onclick: () => call("throw", {throw: true})}, "⚄ ", t("page.die.throw")) : null, ...buttons.values(), back);
  }

  return {
    show(die, {ended = false, outcome = null} = {}) {
      container.hidden = !own || !die || ended || Boolean(outcome);
      if (container.hidden) return;
      if (die.faces.join() !== [...buttons.keys()].join()) make(die.faces);
      const thrown = die.thrown ?? [];
      say(told, thrown.length ? t("page.die.thrown", {faces: thrown.map(own.name).join(", ")}) : t("page.die.ask"));
      for (const [name, button] of buttons) {
        const times = thrown.filter((each) => each === name).length;
        button.setAttribute("aria-pressed", String(times > 0));
        say(button.lastChild, times > 1 ? `${times}×` : "");
      }
      if (!thrown.length && back === document.activeElement) [...buttons.values()][0].focus(); // it does not fall away
      back.disabled = !thrown.length;
      const hand = faces.querySelector(".throw");
      if (hand) hand.disabled = thrown.length > 0;
    },
  };
}
