// A table for children: pictures and colours instead of words, everything live, nothing that punishes.

import {keepDoor} from "./door.js";
import {SIGNS, cannotPicture, checkPicture, icon, starPicture} from "./pictures.js";
import {createSigns} from "./signs.js";
import {hush, play, speak} from "./sounds.js";
import {path, post} from "../api.js";
import {el, find, put, say} from "../dom.js";
import {viewsOf} from "../games/families.js";
import {createDie} from "../tables/die.js";
import {listen} from "../tables/stream.js";
import {of, t} from "../texts.js";

const COLOURS = ["R", "B", "Y", "G"];
const MOST_STARS = 40;
// Stars stand in fives, as one counts them.
const FIVE = 5;
const BITS_OF_PAPER = 36;
const JOY_MS = 4500;
const PUT_BACK_MS = 3500; // so long what is not allowed can be looked at

const page = find("#children");
const name = page.dataset.table;
const family = await viewsOf(page.dataset.family);
const isByHand = page.dataset.source === "hand", api = path("api", "tables", name);
const board = family.createChildBoard(find("#solid"), {interactive: isByHand && Boolean(family.createPlaying)});
const playing = isByHand ? family.createPlaying?.({board: board.view, api, call, table: () => (now?.game ? now : null), place: find("#asked")}) : null;
const die = playing ? createDie(find("#die"), family.die, call, true) : null;
const signs = createSigns(find("#signs"), board);
const isCalm = matchMedia("(prefers-reduced-motion: reduce)");
let now = null;
let putBack = 0; // when what was not allowed is put back

/** What a child does at a table by hand. */
async function call(what, body) {
  const answered = await post(`${api}/${what}`, body).catch(() => null);
  if (answered) show(answered.table);
  return answered;
}

// What is shown.

function show(table) {
  if (now && table.version < now.version && table.game?.number === now.game?.number) return;
  const before = now;
  now = table;
  showState(table);
  page.classList.toggle("building", Boolean(table.verdict?.tasks));
  if (!table.game) return;
  showBoard(table);
  showTurn(table);
  showScores(table);
  showTasks(table, before);
  if (before?.game && before.game.number === table.game.number) notice(table, before);
}

/** What is to be put right: of what waits, else of what stands there; what an adult let stand is no fault any more. */
function faultsOf({game, violations, verdict}) {
  if (!game || game.outcome) return [];
  return game.waiting ? violations : verdict.violations;
}

/** What the table is doing, as one of the signs. */
function stateOf(table) {
  const {status, sight, game, help, doubts = []} = table;
  if (game?.outcome || game?.ended) return "over";
  if (game?.paused) return "resting";
  if (status === "failed" || status === "stopped" || sight === "lost") return "cannot";
  if ((game?.waiting && game.waiting.reason !== "incomplete") || faultsOf(table).length) return "look";
  if (status === "opening" || sight === "none") return help.length ? "cannot" : "unsure";
  if (sight === "busy") return "hands";
  return sight === "unsure" || doubts.length ? "unsure" : "watching";
}

const WORDS = {
  over: () => now.game?.outcome?.text ?? t("page.children.over"),
  resting: () => t("page.children.resting"),
  cannot: () => t("page.children.not_seen"),
  look: () => t("page.children.look"),
  hands: () => t("page.children.hands"),
  unsure: () => t("page.children.unsure"),
  watching: () => (isByHand ? t("page.children.hand") : t("page.children.watching")),
};

function showState(table) {
  const state = stateOf(table), place = find("#state");
  if (place.dataset.state === state) return;
  const before = place.dataset.state;
  place.dataset.state = page.dataset.state = state;
  put(place, SIGNS[state]());
  const isHidden = state !== "cannot";
  const cannot = find("#cannot");
  if (!isHidden && !cannot.firstChild) put(cannot, cannotPicture());
  cannot.hidden = isHidden;
  // Hands come and go all the time, and that nothing is wrong need not be said.
  if (["over", "resting", "cannot", "look"].includes(state)) tell(WORDS[state](), state === "look" ? "look" : state === "over" ? "won" : null);
  else if (before === "look") tell(t("page.children.right_again"), "right");
}

function showBoard(table) {
  const {game, shown, top, verdict, set, last} = table;
  board.show({board: game.board, position: shown, top, verdict, set, game, last});
  playing?.show({position: shown, top, last, game});
  die?.show(game.die ?? null, game);
  clearTimeout(putBack);
  if (playing && game.waiting?.reason === "illegal") putBack = setTimeout(() => call("reject", {shown}), PUT_BACK_MS); // it is not held against anybody
  signs.show(faultsOf(table));
}

function playerOf(game, colour) {
  return game.names?.[colour] ?? of("colour.", colour);
}

function showTurn({game, verdict}) {
  const place = find("#turn"), winner = game.outcome?.winner ?? null;
  const colour = winner ?? (verdict.tasks ? null : game.to_move);
  place.hidden = Boolean(verdict.tasks);
  const what = `${colour}${winner}`;
  if (place.dataset.what === what) return;
  place.dataset.what = what;
  place.dataset.colour = colour ?? "";
  put(place, colour ? [family.piecePicture(colour), winner ? starPicture("crown") : null] : game.outcome ? SIGNS.over() : null);
}

function showScores({game, verdict}) {
  const place = find("#scores");
  place.hidden = Boolean(verdict.tasks);
  if (verdict.tasks) return;
  const what = JSON.stringify([game.players, game.scores, game.stock, game.to_move, game.names]);
  if (place.dataset.what === what) return;
  const before = new Map([...place.children].map((row) => [row.dataset.colour, Number(row.dataset.points)]));
  place.dataset.what = what;
  put(place, game.players.map((colour) => {
    const points = game.scores[colour] ?? 0, had = before.get(colour) ?? points;
    const stars = Array.from({length: Math.min(points, MOST_STARS)}, (_, i) => starPicture(i >= had ? "star-picture new" : "star-picture"));
    const fives = Array.from({length: Math.ceil(stars.length / FIVE)}, (_, i) => el("span", {class: "five"}, stars.slice(FIVE * i, FIVE * (i + 1))));
    return el("li", {class: colour === game.to_move ? "moves" : "", "data-colour": colour, "data-points": points},
      family.piecePicture(colour, "tower-picture small"),
      el("span", {class: "visually-hidden"}, t("page.children.points_of", {player: playerOf(game, colour), count: points})),
      el("span", {class: `stars ${points > 20 ? "many" : ""}`, "aria-hidden": "true"}, fives), stockOf(game, colour), el("b", {"aria-hidden": "true"}, String(points)));
  }));
}

/** The pieces that a player has left, where they are counted. */
function stockOf({stock = {}, players}, colour) {
  const own = Object.entries(stock).filter(([each]) => each === colour || players.length === 1);
  return own.length ? el("span", {class: "child-stock", "aria-hidden": "true"}, own.flatMap(([each, left]) => Array.from({length: left}, () => el("i", {class: `bit-left ${each}`})))) : null;
}

function showTasks({verdict, game}, before) {
  const place = find("#tasks"), tasks = verdict.tasks;
  place.hidden = !tasks;
  if (!tasks) return;
  const what = JSON.stringify(tasks);
  if (place.dataset.what === what) return;
  place.dataset.what = what;
  const had = before?.game?.number === game.number ? (before.verdict?.tasks ?? {}) : tasks;
  const fresh = Object.keys(tasks).filter((key) => tasks[key] && had[key] === false);
  put(place, Object.entries(tasks).map(([key, done]) =>
    el("li", {class: `child-task ${done ? "done" : ""} ${fresh.includes(key) ? "fresh" : ""}`},
      family.taskPicture?.(key), el("span", {class: "tick", "aria-hidden": "true"}, done ? checkPicture() : null),
      el("span", {class: "visually-hidden"}, `${of("", key)}: ${done ? t("page.children.done") : t("page.children.not_yet")}`))));
  if (!fresh.length) return;
  const isAll = Object.values(tasks).every(Boolean);
  tell(isAll ? t("page.children.all_done") : fresh.map((key) => t("page.children.task_done", {task: of("", key)})).join(" "), isAll ? "won" : "done");
  rejoice(COLOURS, isAll ? BITS_OF_PAPER : BITS_OF_PAPER / 2);
}

/** What is new and worth a tone, a word or some paper in the air. */
function notice({game, verdict}, before) {
  if (game.outcome && !before.game.outcome) rejoice(game.outcome.winner ? [game.outcome.winner, "gold", "paper"] : COLOURS, BITS_OF_PAPER);
  else if (!verdict.tasks && game.to_move && game.to_move !== before.game.to_move && !game.waiting) {
    tell(t("page.children.turn", {player: playerOf(game, game.to_move)}), "turn");
  }
}

/** Bits of paper in the air, for a moment; a star that fades in for whom moving things are too much. */
function rejoice(colours, count) {
  const place = find("#joy");
  const bits = isCalm.matches ? [starPicture("still-star")] : Array.from({length: count}, (_, i) => {
    const bit = el("i", {class: `bit ${colours[i % colours.length]}`});
    bit.style.left = `${Math.random() * 100}%`;
    bit.style.animationDelay = `${(Math.random() * 0.9).toFixed(2)}s`;
    bit.style.setProperty("--sway", `${(Math.random() * 16 - 8).toFixed(1)}vw`);
    return bit;
  });
  put(place, bits);
  clearTimeout(rejoice.timer);
  rejoice.timer = setTimeout(() => place.replaceChildren(), JOY_MS);
}

// What is heard.

const wanted = {sound: false, speech: false};

function tell(words, tune = null) {
  say(find("#said"), words);
  if (wanted.sound && tune) play(tune);
  if (wanted.speech) speak(words);
}

for (const what of Object.keys(wanted)) {
  const button = find(`#${what}`);
  button.append(icon(what));
  if (what === "speech" && !window.speechSynthesis) button.hidden = true;
  const set = (on) => {
    wanted[what] = on;
    button.setAttribute("aria-pressed", String(on));
  };
  try {
    set(localStorage.getItem(`children.${what}`) === "on");
  } catch {
    // a browser that keeps nothing begins silent
  }
  button.addEventListener("click", () => {
    set(!wanted[what]);
    try {
      localStorage.setItem(`children.${what}`, wanted[what] ? "on" : "off");
    } catch {
      // then it holds for this page
    }
    if (what === "sound" && wanted.sound) play("turn");
    if (what === "speech") wanted.speech && now ? speak(WORDS[stateOf(now)]()) : hush();
  });
}

// Full screen, the door, and a screen that stays awake.

const full = find("#full");
full.append(icon("full"));
full.hidden = !document.fullscreenEnabled;
full.addEventListener("click", () => (document.fullscreenElement ? document.exitFullscreen() : document.documentElement.requestFullscreen()).catch(() => {}));
document.addEventListener("fullscreenchange", () => {
  const isFull = Boolean(document.fullscreenElement);
  full.setAttribute("aria-pressed", String(isFull));
  put(full, icon(isFull ? "small" : "full"));
});

find("#door").append(icon("door"));
keepDoor(find("#door"), () => (location.href = page.dataset.adults));

async function stayAwake() {
  if (document.visibilityState === "visible") await navigator.wakeLock?.request("screen").catch(() => {});
}
document.addEventListener("visibilitychange", stayAwake);
stayAwake();

listen({
  tables: [name],
  onTable: show,
  onGone: () => (location.href = "/"),
  onState: (state) => page.classList.toggle("away", state !== "open"),
});
