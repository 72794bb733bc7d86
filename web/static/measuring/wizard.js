// What the three wizards share: a session that is begun late, measured with a bar, and kept in a profile.
import {trying} from "../api.js";
import {el, find, say} from "../dom.js";
import {t} from "../texts.js";
import {showResult} from "./result.js";
import {begin} from "./session.js";
import {createSteps, profileStep} from "./steps.js";

/**
 * order(): the names of the steps; following: [part, address, label] of what may be measured next, if the profile lacks
 * it; onRestart: what to forget.
 * The result has the `steps`, the `profile`, `session(kind, options)` and `measure()`.
 */
export function createWizard(order, {following = [], onRestart} = {}) {
  const root = find("#wizard");
  const steps = createSteps(root, order);
  const profile = profileStep(root, steps);
  let made = null;
  let asked = "";

  /** The session for exactly this question: with another one the pictures are looked at anew. */
  async function session(kind, options = {}) {
    const question = JSON.stringify([kind, options, profile.name]);
    if (made && asked !== question) {
      await made.close();
      made = null;
      onRestart?.();
    }
    if (!made) {
      made = await begin(kind, {...options, profile: profile.name});
      asked = question;
    }
    return made;
  }

  async function measure() {
    const current = made;
    steps.go("working");
    find("#share").removeAttribute("value");
    say(find("#said"), "\u00a0");
    const state = await trying(() => current.finish((working) => {
      if (working.share > 0) find("#share").value = working.share;
      if (working.said) say(find("#said"), working.said);
    }));
    if (current !== made || current.stopped) return;
    if (!state) return steps.go("pictures");
    steps.go("result");
    show(state);
  }

  function show(state) {
    const refused = state.error || state.result.refused;
    const more = el("button", {class: refused ? "button primary" : "button", type: "button", onclick: () => steps.go("pictures")},
      t("page.cal.result.more"));
    const again = el("button", {class: "button quiet", type: "button", onclick: restart}, t("page.cal.again"));
    const keep = el("button", {class: "button primary", type: "button", onclick: () => keepIt(keep)},
      t("page.cal.result.keep", {name: profile.name}));
    showResult(find("#result"), state, made.pictureAddress, refused ? [more, again] : [keep, more, again]);
  }

  async function keepIt(button) {
    button.disabled = true;
    const kept = await trying(() => made.keep(profile.name));
    if (!kept) {
      button.disabled = false;
      return;
    }
    const query = `?${new URLSearchParams({profile: kept.profile})}`;
    const onward = following.filter(([part]) => !kept.parts.includes(part));
    const links = onward.map(([, address, label]) => el("a", {class: "button primary", href: address + query}, label));
    const back = el("a", {class: onward.length ? "button" : "button primary", href: "/calibration"}, t("page.cal.back"));
    button.closest(".moves").replaceWith(
      el("p", {class: "notice good", role: "status"}, t("page.cal.result.kept", {name: kept.profile})),
      el("div", {class: "row moves"}, links, back));
  }

  async function restart() {
    await made?.close();
    made = null;
    onRestart?.();
    steps.go("profile");
  }

  find("#stop").addEventListener("click", async () => {
    await trying(() => made.stop());
    steps.go("pictures");
  });
  steps.go("profile", {focus: false});
  return {root, steps, profile, session, measure, restart};
}

export const tablesOf = (element) => JSON.parse(element.dataset.tables);
