// Who plays with which colour, and how the rules of the chosen game are read.

import {symbolText} from "../shown/symbols.js";
import {el, find, put} from "../dom.js";
import {capital, list, of, t} from "../texts.js";

/** The players of `state`; `changed()` after every change. */
export function createPlayers(state, changed) {
  const free = () => state.game.colours.find((colour) => !state.players.includes(colour));

  function line(colour, i) {
    const {players, game} = state;
    const select = el("select", {"aria-label": t("page.setup.colour_of", {number: i + 1})},
      state.game.colours.map((each) => el("option", {value: each, selected: each === colour}, `${symbolText(each)} ${of("colour.", each)}`)));
    select.addEventListener("change", () => {
      const other = players.indexOf(select.value);
      if (other >= 0) players[other] = colour; // two players change their colours
      players[i] = select.value;
      show();
      find(`#players li:nth-child(${i + 1}) select`).focus();
    });
    const input = el("input", {maxlength: 40, placeholder: t("page.setup.player_name"), "aria-label": t("page.setup.name_of", {number: i + 1}), value: state.names[colour] ?? "", autocomplete: "off"});
    input.addEventListener("input", () => {
      state.names[players[i]] = input.value;
      changed();
    });
    const remove = players.length > game.players[0]
      ? el("button", {class: "button quiet icon", type: "button", "aria-label": t("page.setup.remove", {number: i + 1}), onclick: () => {
          players.splice(i, 1);
          show();
        }}, "×") : null;
    return el("li", {}, el("span", {class: `block ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)), select, input, remove);
  }

  function show() {
    const {players, game} = state;
    put(find("#players"), players.map(line));
    put(find("#add-player"), players.length < game.players[1]
      ? el("button", {class: "button", type: "button", onclick: () => {
          players.push(free());
          show();
        }}, t("page.setup.add")) : []);
    changed();
  }

  return {
    show,
    /** As many as the game is for. */
    fit() {
      const [least, most] = state.game.players;
      state.players = state.players.filter((colour) => state.game.colours.includes(colour));
      while (state.players.length < least) state.players.push(free());
      state.players.length = Math.min(state.players.length, most);
      show();
    },
    /** The colours that lie on the board are offered, where they can be played with and are others. */
    offer(colours) {
      const [least, most] = state.game.players;
      const isNews = colours.length >= least && colours.length <= most && [...colours].sort().join() !== [...state.players].sort().join();
      for (const place of [find("#seen-who"), find("#seen-camera")]) {
        place.hidden = !isNews;
        put(place, isNews ? [el("p", {}, t("page.setup.seen_colours", {colours: list(colours.map((each) => `${symbolText(each)} ${of("colour.", each)}`))})),
          el("button", {class: "button", type: "button", onclick: () => {
            state.players = [...colours];
            for (const each of [find("#seen-who"), find("#seen-camera")]) each.hidden = true;
            show();
          }}, t("page.setup.take_colours"))] : []);
      }
    },
  };
}

/** The readings of the rules of the chosen game. */
export function showOptions(state, changed) {
  const set = (option, value) => {
    if (value === option.usual) delete state.rules[option.key];
    else state.rules[option.key] = value;
    changed();
  };

  function choiceOf(option, id) {
    const usual = state.rules[option.key] ?? (isNeeded(option) ? state.players[0] : option.usual);
    if (isNeeded(option)) set(option, usual);
    const select = el("select", {id}, option.choices.map((value, i) => el("option", {value: i, selected: value === usual},
      `${optionWord(option, value)}${value === option.usual ? ` (${t("page.setup.usual")})` : ""}`)));
    select.addEventListener("change", () => set(option, option.choices[Number(select.value)]));
    return select;
  }

  function numberOf(option, id) {
    const input = el("input", {id, type: "number", min: 1, max: 15, value: state.rules[option.key] ?? option.usual ?? "", placeholder: t("page.setup.any_number")});
    input.addEventListener("input", () => set(option, input.value ? Number(input.value) : null));
    return input;
  }

  put(find("#options"), state.game.options.map((option) => {
    const id = `option-${option.key}`;
    return el("div", {class: "option"},
      el("label", {for: id}, capital(option.about)),
      option.choices ? choiceOf(option, id) : numberOf(option, id));
  }));
  if (state.game.options.some(isNeeded)) find("#options-box").open = true;
}

/** Nothing is usual: a player's colour has to be chosen. */
function isNeeded({choices, usual}) {
  return choices !== null && !choices.includes(usual);
}

export function optionWord(option, value) {
  const word = option.words?.[option.choices.indexOf(value)] ?? String(value ?? "");
  return option.key === "colour" && value ? `${symbolText(value)} ${word}` : word;
}
