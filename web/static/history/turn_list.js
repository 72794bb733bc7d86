// A turn in the list: in words where there are any, else in notation, with the points it made.

import {symbolText} from "../shown/symbols.js";
import {colourMark} from "../shown/colour_mark.js";
import {el} from "../dom.js";
import {of, t} from "../texts.js";

/** What a turn changed in the points: {R: 4}; from the points before if it is not said. */
export function gainedBy(turn, before) {
  if (turn.gained) return turn.gained;
  const changed = Object.entries(turn.scores ?? {}).map(([player, points]) => [player, points - (before?.scores?.[player] ?? 0)]);
  return Object.fromEntries(changed.filter(([, points]) => points));
}

export function signed(points) {
  return points > 0 ? `+${points}` : `−${-points}`;
}

export function gainMarks(gained) {
  return Object.entries(gained).map(([player, points]) =>
    el("span", {class: `gain${points < 0 ? " loss" : ""}`}, el("span", {class: "symbol", "aria-hidden": "true"}, symbolText(player)), signed(points)));
}

/** One line; `inWords` says how it is to be read, `look()` is called when it is pressed. */
export function turnItem(turn, before, inWords, look) {
  const said = inWords ? turn.words ?? turn.notation : turn.notation;
  const gained = gainedBy(turn, before);
  // It begins with what is to be read there: whoever speaks to the machine says what is read.
  const told = [`${turn.n}. ${said}`];
  if (!inWords) told.push(of("colour.", turn.player));
  for (const [player, points] of Object.entries(gained)) told.push(t("page.history.gained", {player: of("colour.", player), points: signed(points)}));
  if (turn.accepted) told.push(t("page.history.accepted"));
  if (turn.by === "hand") told.push(t("page.history.by_hand"));
  const title = inWords && turn.words ? [...told, turn.notation] : told;
  const button = el("button", {type: "button", class: "turn", title: title.join(" · "), "aria-label": told.join(", ").replaceAll(".,", "."), onclick: look},
    el("span", {class: "turn-number"}, `${turn.n}.`),
    inWords ? colourMark(turn.player) : null,
    inWords ? el("span", {class: "turn-words"}, said)
      : el("span", {class: "turn-notation"}, said.split(" ").flatMap((word) => [el("span", {}, word), " "])),
    gainMarks(gained),
    el("span", {class: `turn-sign${turn.accepted || turn.by !== "hand" ? "" : " of-hand"}`, "aria-hidden": "true"}, turn.accepted ? "!" : turn.by === "hand" ? "✎" : ""));
  return el("li", {class: `of-${turn.player}${turn.accepted ? " accepted" : ""}`}, button);
}
