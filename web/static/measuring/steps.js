// One instruction at a time: the steps of a wizard, and which one is shown.
import {post, trying} from "../api.js";
import {all, find, say} from "../dom.js";
import {t} from "../texts.js";

/** `order()` gives the names of the steps as they stand now; working is part of the one before the result. */
export function createSteps(root, order) {
  const sections = new Map(all("[data-step]", root).map((section) => [section.dataset.step, section]));
  const entering = new Map();
  let now = null;

  function go(name, {focus = true} = {}) {
    for (const [each, section] of sections) section.hidden = each !== name;
    const names = order().filter((each) => each !== "working");
    const number = names.indexOf(name === "working" ? "result" : name) + 1;
    say(find("#place"), t("page.cal.step", {number, count: names.length}));
    find("#way").value = number / names.length;
    now = name;
    entering.get(name)?.();
    if (focus) {
      find("h2", sections.get(name)).focus({preventScroll: true});
      scrollTo({top: 0});
    }
  }

  function move(by) {
    const names = order().filter((each) => each !== "working");
    const at = names.indexOf(now) + by;
    if (at >= 0 && at < names.length) go(names[at]);
  }

  for (const button of all("[data-back]", root)) button.addEventListener("click", () => move(-1));
  return {
    go,
    next: () => move(1),
    back: () => move(-1),
    get now() {
      return now;
    },
    section: (name) => sections.get(name),
    /** Something to do whenever a step is shown. */
    onEnter: (name, work) => entering.set(name, work),
  };
}

/** The first step of every wizard: which profile is meant. */
export function profileStep(root, steps) {
  const section = steps.section("profile");
  const name = find("input[name=name]", section);
  const field = find("#new-name", section);
  const chosen = () => find("input[name=profile]:checked", section)?.value ?? "";
  const show = () => {
    field.hidden = chosen() !== "";
    if (!field.hidden && !name.value) name.value = t("page.cal.profile.default");
  };
  section.addEventListener("change", show);
  name.addEventListener("keydown", (event) => event.key === "Enter" && find("[data-next]", section).click());
  find("[data-next]", section).addEventListener("click", async () => {
    // A name that cannot be one is better said before anything is measured.
    if (chosen() || (await trying(() => post("/api/profiles/name", {name: name.value})))) steps.next();
    else name.focus();
  });
  show();
  return {
    get name() {
      return chosen() || name.value.trim();
    },
  };
}
