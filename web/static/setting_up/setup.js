// Setting up a table: game, players, camera, beginning; what was chosen is remembered until the table is there.

import {get, path, post, send} from "../api.js";
import {symbolText} from "../shown/symbols.js";
import {el, find, put, say} from "../dom.js";
import {drawGame} from "./game_picture.js";
import {createChosenCameras} from "../tables/other_cameras.js";
import {createPlayers, optionWord, showOptions} from "./players.js";
import {createSource} from "./source.js";
import {createSteps} from "./steps.js";
import {createViews} from "../tables/views.js";
import {capital, of, t} from "../texts.js";

const STEPS = ["game", "who", "camera", "begin"];
const KEPT = "setup"; // in this tab, so that loading the page again loses nothing
const choices = await get(`/api/choices?lang=${document.documentElement.lang}`);
const asked = new URLSearchParams(location.search);
const isBack = location.hash || performance.getEntriesByType("navigation")[0]?.type !== "navigate";
const kept = isBack ? JSON.parse(sessionStorage.getItem(KEPT) ?? "{}") : {};
const offered = [...document.querySelectorAll("#kinds input")].map((input) => input.value);
const gameOf = (id) => choices.games.find((game) => game.id === id);

const state = {
  game: gameOf(asked.get("game")) ?? gameOf(kept.game) ?? gameOf("taktori"),
  players: kept.players ?? ["R", "B"],
  names: kept.names ?? {},
  rules: kept.rules ?? {},
  source: kept.source ?? {kind: "", what: ""},
  corners: null, // as somebody dragged them
};

function remember() {
  sessionStorage.setItem(KEPT, JSON.stringify({game: state.game.id, players: state.players, names: state.names, rules: state.rules, source: state.source}));
  say(find("#so-far"), soFar());
}

const kindName = (kind) => find(`#kinds input[value="${kind}"]`)?.closest("label").querySelector("b").textContent ?? "";
const playerName = (colour) => state.names[colour]?.trim() || capital(of("colour.", colour));
/** In one line what was chosen up to this step. */
function soFar() {
  const said = [state.game.name, state.players.map((colour) => `${symbolText(colour)} ${playerName(colour)}`).join(" – "), kindName(state.source.kind)];
  return said.slice(0, STEPS.indexOf(steps.now) + 1).filter(Boolean).join(" · ");
}

const steps = createSteps(STEPS, entered);
const players = createPlayers(state, remember);
const others = createChosenCameras(find("#other-cameras"), () => state.source.kind);
const source = createSource(state, choices, {changed: remember, seen: (colours) => players.offer(colours)});

function entered(name) {
  remember();
  // Where there is a camera the person chooses: none is switched on unasked.
  const hasCamera = offered.includes("camera") && choices.cameras.length;
  if (name === "camera") offerKinds();
  if (name === "camera" && !state.source.kind && !hasCamera) chooseKind(state.game.kinds.includes("camera") ? "demo" : "hand");
  else if (name === "camera" && state.source.kind && !source.isOpen) source.open(true);
  if (name === "begin") showSummary();
}

// The game.

const families = createViews(find("#families"));
for (const place of document.querySelectorAll("[data-picture]")) drawGame(place, gameOf(place.dataset.picture));
find("#games").addEventListener("change", (event) => chooseGame(gameOf(event.target.value)));

function chooseGame(game) {
  const otherBoard = game.board !== state.game.board;
  state.game = game;
  state.rules = {};
  families.show(`family-${game.family}`);
  players.fit();
  showOptions(state, remember);
  if (source.isOpen && (otherBoard || state.source.kind === "demo")) source.open();
}

// The source.

/** Only those that the game can have; whoever had chosen another chooses anew. */
function offerKinds() {
  for (const input of document.querySelectorAll("#kinds input")) input.closest("label").hidden = !state.game.kinds.includes(input.value);
  if (state.game.kinds.includes(state.source.kind)) return;
  source.close();
  state.source = {kind: "", what: ""};
  for (const input of document.querySelectorAll("#kinds input")) input.checked = false;
}

find("#kinds").addEventListener("change", (event) => chooseKind(event.target.value));

async function chooseKind(kind) {
  find(`#kinds input[value="${kind}"]`).checked = true;
  await source.choose(kind);
  others.reset(); // beside another first source there are others
  await source.open();
}

// The table.

put(find("#profile"), el("option", {value: ""}, t("page.setup.no_profile")), choices.profiles.length ? el("option", {value: "auto"}, t("page.setup.auto_profile")) : null,
  choices.profiles.map((name) => el("option", {value: name}, name)));
find("#name").value = freeName();
find("#name").addEventListener("input", showUnfinished);

function freeName() {
  for (let number = 1; ; number += 1) if (!choices.open.includes(String(number))) return String(number);
}

function showSummary() {
  const picture = el("span", {class: "game-picture"});
  drawGame(picture, state.game);
  const changed = state.game.options.filter(({key}) => key in state.rules).map((option) => `${capital(option.about)}: ${optionWord(option, state.rules[option.key])}`);
  const frame = find("#frame");
  const still = el("canvas", {class: "still", "aria-hidden": "true"});
  if (!frame.hidden && frame.naturalWidth) {
    Object.assign(still, {width: frame.naturalWidth, height: frame.naturalHeight});
    still.getContext("2d").drawImage(frame, 0, 0);
  }
  const change = (step) => el("a", {class: "small", href: `#${step}`, "aria-label": `${t("page.setup.change")}: ${find(`#to-${step}`).lastChild.textContent}`}, t("page.setup.change"));
  put(find("#summary"),
    el("div", {class: "summary-line"}, picture, el("div", {}, el("b", {}, state.game.name), el("p", {class: "small quiet-text"}, state.game.about), changed.map((line) => el("p", {class: "small"}, line))), change("game")),
    el("div", {class: "summary-line"}, el("ul", {class: "summary-players"}, state.players.map((colour) => el("li", {}, el("span", {class: `block ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)), playerName(colour)))), change("who")),
    el("div", {class: "summary-line"}, still.width && frame.naturalWidth && !frame.hidden ? still : null, el("div", {}, el("b", {}, kindName(state.source.kind) || t("page.setup.no_picture")),
      ["address", "folder", "film"].includes(state.source.kind) ? el("p", {class: "small quiet-text"}, state.source.what) : null), change("camera")));
  showUnfinished();
}

function showUnfinished() {
  const name = find("#name").value.trim();
  const game = choices.unfinished[name];
  const place = find("#unfinished");
  place.hidden = !game;
  put(place);
  if (!game) return;
  put(place, el("p", {}, t("page.setup.unfinished", {game: of("game.", game.game), turns: game.turns})),
    el("label", {class: "check"}, el("input", {type: "checkbox", id: "go-on", onchange: (event) => event.target.checked && takeUp(game)}), t("page.setup.go_on")));
}

function takeUp(unfinished) {
  const game = gameOf(unfinished.game);
  find(`#games input[value="${game.id}"]`).checked = true;
  state.players = [...unfinished.players];
  chooseGame(game);
  state.players = [...unfinished.players];
  state.rules = {...unfinished.rules};
  showOptions(state, remember);
  players.show();
  const isOn = find("#go-on").checked;
  showSummary();
  find("#go-on").checked = isOn;
  find("#go-on").focus();
}

find("#setup").addEventListener("submit", async (event) => {
  event.preventDefault();
  if (!steps.isLast) {
    steps.next();
    return;
  }
  const button = find("#start");
  button.disabled = true;
  find("#refused").hidden = true;
  try {
    await start();
  } catch (error) {
    find("#refused").hidden = false;
    say(find("#refused"), error.message);
    button.disabled = false;
  }
});

async function start() {
  if (!state.source.kind) throw new Error(t("page.setup.no_picture"));
  const name = find("#name").value.trim();
  const names = Object.fromEntries(Object.entries(state.names).filter(([colour, said]) => state.players.includes(colour) && said.trim()));
  if (state.source.kind === "browser") sessionStorage.setItem(`camera ${name}`, source.cameraId);
  await source.close();
  const {photograph} = source;
  await post("/api/tables", {
    name, names, source: state.source, game: state.game.id, rules: state.rules, players: state.players, profile: find("#profile").value || null,
    corners: state.corners, keep_pictures: find("#keep").checked, ask: find("#ask").value, also: others.also, new: !find("#go-on")?.checked,
  });
  if (photograph) await send("POST", `${path("api", "tables", name)}/photographs`, photograph, {type: photograph.type || "application/octet-stream"}).catch(() => {});
  sessionStorage.removeItem(KEPT);
  location.href = path("tables", name);
}

addEventListener("pagehide", () => source.closeAtOnce());
addEventListener("pageshow", (event) => event.persisted && location.reload()); // tables may have come and gone meanwhile

// As the address or what was chosen before says.

const wanted = asked.get("source") && !kept.source ? asked.get("source") : state.source.kind;
state.source = {kind: "", what: kept.source?.what ?? ""};
find(`#games input[value="${state.game.id}"]`).checked = true;
families.show(`family-${state.game.family}`);
players.fit();
showOptions(state, remember);
if (offered.includes(wanted)) {
  find(`#kinds input[value="${wanted}"]`).checked = true;
  await source.choose(wanted, state.source.what);
  others.reset();
}
steps.begin();
// What was named in the address is looked at from the start: the colours on the board are offered to the players.
if (["camera", "address"].includes(state.source.kind) && !source.isOpen) source.open();
find("#setup").classList.add("ready");
