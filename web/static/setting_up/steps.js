// The steps of setting up: one is seen at a time, the address says which, and going back loses nothing.

import {all, find} from "../dom.js";

/** `entered(name)` is called whenever a step comes into sight. */
export function createSteps(names, entered) {
  let now = "";

  const wanted = () => (names.includes(location.hash.slice(1)) ? location.hash.slice(1) : null);

  function show(name, isMoved) {
    if (name === now) return;
    now = name;
    const at = names.indexOf(name);
    for (const step of all(".step")) step.hidden = step.id !== `step-${name}`;
    names.forEach((each, i) => {
      const link = find(`#to-${each}`);
      if (i === at) link.setAttribute("aria-current", "step");
      else link.removeAttribute("aria-current");
      link.classList.toggle("done", i < at);
    });
    find("#back").style.visibility = at === 0 ? "hidden" : "visible";
    find("#next").hidden = at === names.length - 1;
    find("#start").hidden = at !== names.length - 1;
    entered(name);
    if (!isMoved) return;
    scrollTo({top: 0});
    find(`#head-${name}`).focus({preventScroll: true}); // whoever cannot see it is told where they are
  }

  const by = (steps) => {
    const name = names[names.indexOf(now) + steps];
    if (name) location.hash = name;
  };
  addEventListener("hashchange", () => show(wanted() ?? (location.hash ? now : names[0]), true));
  find("#back").addEventListener("click", () => by(-1));
  find("#next").addEventListener("click", () => by(1));
  return {
    begin: () => show(wanted() ?? names[0], false),
    next: () => by(1),
    get isLast() {
      return now === names.at(-1);
    },
    get now() {
      return now;
    },
  };
}
