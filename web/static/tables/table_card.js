// One table on the page of all tables: its picture, its board, whose turn it is and what it needs.

import {path} from "../api.js";
import {viewsOf} from "../games/families.js";
import {symbolText} from "../shown/symbols.js";
import {el, put, say} from "../dom.js";
import {keepPicture} from "./live_picture.js";
import {of, t} from "../texts.js";

const PICTURE_MS = 1000;
const MOST_SENTENCES = 2;
const SIGNS = {3: "!", 2: "!", 1: "i"};

/** How much a table needs a person: 0 for not at all. */
export function urgencyOf(table) {
  return Math.max(0, ...table.help.map((each) => each.urgency));
}

/** `actions.pause(name, isPaused)` and `actions.close(name)` answer the buttons. */
export function createTableCard(name, actions) {
  return new TableCard(name, actions);
}

class TableCard {
  #name;
  #board = null;
  #family = null;
  #picture;
  #shown = null;
  #drawn = "";

  constructor(name, actions) {
    this.#name = name;
    const page = path("tables", name), id = `table-${crypto.randomUUID?.() ?? Math.random()}`;
    this.parts = {
      game: el("span", {class: "quiet-text"}), state: el("span", {class: "chip state"}),
      image: el("img", {alt: t("page.tables.picture_of", {table: name}), hidden: true}), board: el("div", {class: "card-board"}),
      turn: el("p", {class: "card-turn"}), scores: el("ul", {class: "card-scores", "aria-label": t("page.tables.scores")}),
      help: el("ul", {class: "card-help"}),
      pause: el("button", {class: "button icon", type: "button", onclick: () => actions.pause(name, this.#isPaused)}),
    };
    const {game, state, image, board, turn, scores, help, pause} = this.parts;
    this.element = el("li", {class: "card table-card", "aria-labelledby": id},
      el("div", {class: "row between card-head"}, el("h2", {id}, el("a", {href: page}, name)), el("div", {class: "row card-state"}, state,
        el("button", {class: "button quiet close", type: "button", title: t("page.tables.close"), "aria-label": `${t("page.tables.close")}: ${name}`, onclick: () => actions.close(name)}, "✕"))),
      game,
      el("a", {class: "card-views", href: page, tabindex: "-1", "aria-hidden": "true"},
        el("div", {class: "card-picture"}, el("span", {class: "no-picture quiet-text small"}, t("page.tables.no_picture")), image), board),
      el("div", {class: "card-now"}, turn, scores),
      help,
      el("div", {class: "row card-actions"},
        el("a", {class: "button primary", href: page}, t("page.tables.open"), this.#hidden(name)),
        el("a", {class: "button", href: `${page}/children`}, t("page.tables.children"), this.#hidden(name)),
        pause));
    this.film();
  }

  /** Keeps the picture up to date, until `close`. */
  film() {
    if (this.#isByHand) return;
    const address = `${path("api", "tables", this.#name)}/picture.jpg?width=480`;
    this.#picture = keepPicture(this.parts.image, address, {everyMs: PICTURE_MS});
  }

  get #isByHand() {
    return this.#shown?.sight === "hand";
  }

  get #isPaused() {
    return this.#shown?.game?.paused ?? false;
  }

  #hidden(name) {
    return el("span", {class: "visually-hidden"}, ` ${name}`);
  }

  show(table) {
    const isOlder = this.#shown && table.version < this.#shown.version && table.game?.number === this.#shown.game?.number;
    if (isOlder) return;
    this.#shown = table;
    if (this.#isByHand) this.close();
    this.element.classList.toggle("by-hand", this.#isByHand);
    const {game, state, turn, scores, help, pause} = this.parts, urgency = urgencyOf(table);
    this.element.dataset.urgency = urgency;
    say(game, table.game?.name ?? "\u00a0");
    const [kind, words] = stateOf(table);
    state.dataset.state = kind;
    say(state, words);
    if (this.#changed(table)) {
      put(turn, turnOf(table));
      put(scores, scoresOf(table));
      put(help, helpOf(table));
      this.#draw(table);
    }
    pause.disabled = !table.game || table.game.ended || table.game.outcome || table.status !== "watching";
    const word = this.#isPaused ? t("page.tables.resume") : t("page.tables.pause");
    say(pause, this.#isPaused ? "▶" : "❚❚");
    pause.title = word;
    pause.setAttribute("aria-label", `${word}: ${this.#name}`);
  }

  /** Whether there is anything new to draw; whoever reads or points is not disturbed else. */
  #changed({game, help, shown, top, verdict, violations, doubts, status, message}) {
    const drawn = JSON.stringify([game, help, shown, top, verdict?.polygons, violations, doubts, status, message]);
    if (drawn === this.#drawn) return false;
    this.#drawn = drawn;
    return true;
  }

  async #draw({game}) {
    if (!game) return;
    const family = await viewsOf(game.family);
    if (family !== this.#family) {
      this.parts.board.replaceChildren();
      this.#board = family.createBoard(this.parts.board);
      this.#family = family;
    }
    const {game: now, verdict, violations, doubts, by_hand: byHand, set, shown, top} = this.#shown; // the newest by now
    this.#board.show({board: now.board, position: shown, top, verdict, violations, doubts, byHand, set, game: now});
  }

  close() {
    this.#picture?.close();
  }
}

/** What a table is doing, as a sign for the style and in words. */
function stateOf({status, sight, game, frame}) {
  if (status === "opening") return ["opening", t("page.tables.state_opening")];
  if (status === "failed") return ["failed", t("page.tables.state_failed")];
  if (game?.outcome || game?.ended) return ["over", t("page.tables.state_over")];
  if (game?.paused) return ["paused", t("page.tables.state_paused")];
  if (status === "stopped") return ["stopped", t("page.tables.state_stopped")];
  if (sight === "hand") return ["watching", t("page.tables.state_hand")];
  if (sight === "lost") return ["lost", t("page.tables.state_lost")];
  if (sight === "busy") return ["busy", t("page.tables.state_busy")];
  if (sight === "none") return ["opening", frame === null ? t("page.tables.state_no_picture") : t("page.tables.state_none")];
  return ["watching", t("page.tables.state_watching")];
}

function playerOf(game, colour) {
  return game.names?.[colour] ?? of("colour.", colour);
}

function turnOf({game, message, sight}) {
  if (!game) return message ?? "\u00a0";
  if (game.outcome) return [el("span", {class: "symbol", "aria-hidden": "true"}, "★ "), game.outcome.text];
  if (!game.to_move) return "\u00a0";
  return [
    el("span", {class: `chip ${game.to_move}`}, el("span", {class: "symbol", "aria-hidden": "true"}, symbolText(game.to_move)), playerOf(game, game.to_move)),
    el("span", {}, game.players.length > 1 || sight === "hand" ? t("page.tables.turn") : t("page.tables.builds"))];
}

function scoresOf({game}) {
  return (game?.players ?? []).map((colour) => el("li", {},
    el("span", {class: `score-mark ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)),
    el("span", {class: "visually-hidden"}, playerOf(game, colour)),
    el("b", {}, String(game.scores[colour] ?? 0))));
}

function helpOf({help}) {
  if (!help.length) return [el("li", {class: "well quiet-text"}, t("page.tables.needs_nothing"))];
  const shown = help.slice(0, MOST_SENTENCES), more = help.length - shown.length;
  return [
    ...shown.map((each) => el("li", {"data-urgency": each.urgency}, el("span", {class: "sign", "aria-hidden": "true"}, SIGNS[each.urgency]), el("span", {class: "sentence"}, each.text))),
    more ? el("li", {class: "quiet-text small"}, t("page.tables.more", {count: more})) : null];
}
