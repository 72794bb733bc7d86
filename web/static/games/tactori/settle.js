// A doubt about a stick, settled with one press: there is one, of this colour, or there is none.

import {el} from "../../dom.js";
import {of, t} from "../../texts.js";
import {bar} from "./edit.js";
import {COLOURS, UNKNOWN, fieldsIn, namesStick, placeName, stickWord} from "./geometry.js";

const MOST_OFFERED = 4; // anything else can be said in the editor

/** What is asked about a way such as "c3-e3". */
export function question(way) {
  const [a, b] = fieldsIn(way);
  return t("page.settle.question", {a, b});
}

/**
 * The buttons for a way in doubt. `settle(words)` is called with what was said, in the words of a correction; `edit()` if
 * it is something else.
 */
export function settleButtons(way, position, {settle, edit}) {
  const offered = sticksOffered(way, position);
  const colours = new Set(offered.map(([stick]) => stick.color)), floors = new Set(offered.map(([stick]) => stick.a.floor));
  const say = async (sticks) => {
    row.inert = true; // twice would be once too often
    await settle([`${way}=`, ...sticks.map((stick) => `+${stickWord(stick)}`)]);
    row.inert = false;
  };
  const yes = offered.map((sticks) => {
    const [{color, a: {floor}}] = sticks;
    const which = [colours.size > 1 ? of("colour.", color) : null, floors.size > 1 ? t("page.settle.floor", {floor}) : null].filter(Boolean);
    return el("button", {class: "button", type: "button", "data-there": sticks.map(stickWord).join(" "), onclick: () => say(sticks)},
      sticks.map((stick) => bar(stick.color)), which.length ? t("page.settle.stick_which", {which: which.join(", ")}) : t("page.settle.stick"));
  });
  const row = el("div", {class: "row settle", role: "group", "aria-label": question(way), "data-settle": way},
    yes,
    el("button", {class: "button", type: "button", "data-none": "", onclick: () => say([])}, t("page.settle.none")),
    el("button", {class: "button quiet", type: "button", onclick: edit}, t("page.settle.other", {at: placeName(way)})));
  return row;
}

/** What may lie there, most likely first: what was read; else what both towers could carry; else any of their colours. */
function sticksOffered(way, {towers, sticks}) {
  const lying = sticks.filter((stick) => namesStick(way, stick));
  if (lying.length) return [lying];
  const [a, b] = fieldsIn(way), [one, other] = [a, b].map((at) => towers[at] ?? "");
  const low = Math.min(one.length, other.length);
  const lay = (color, floor) => [{color, a: {at: a, floor}, b: {at: b, floor}}];
  const carried = [];
  for (let floor = low; floor > 0; floor--) {
    carried.push(...coloursOf(one[floor - 1], other[floor - 1], towers).map((colour) => lay(colour, floor)));
  }
  const own = COLOURS.filter((colour) => (one + other).includes(colour));
  const any = (own.length ? own : COLOURS).map((colour) => lay(colour, Math.max(1, low)));
  return (carried.length ? carried : any).slice(0, MOST_OFFERED);
}

/** The colours that a stick between two floors can have; one that nobody could see may be any of the game's. */
function coloursOf(one, other, towers) {
  if (one !== UNKNOWN && other !== UNKNOWN) return one === other ? [one] : [];
  const known = [one, other].filter((colour) => colour !== UNKNOWN);
  return known.length ? known : COLOURS.filter((colour) => Object.values(towers).join("").includes(colour));
}
