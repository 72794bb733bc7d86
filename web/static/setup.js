// Setting up a table: the source with its live picture and the board found in it, the game, the players, the readings.

import {get, path, post, send, trying} from "./api.js";
import {symbolText} from "./board/symbols.js";
import {cameraList, cameraTrouble, sendCamera} from "./camera.js";
import {createCorners} from "./corners.js";
import {el, find, put, say} from "./dom.js";
import {fitBox, keepPicture} from "./live_picture.js";
import {capital, of, t} from "./texts.js";

const POLL_MS = 800;
const LATER_MS = 600; // after the last key that was typed
const choices = await get(`/api/choices?lang=${document.documentElement.lang}`);
const asked = new URLSearchParams(location.search);

const state = {
  game: choices.games.find((game) => game.id === asked.get("game")) ?? choices.games.find((game) => game.id === "taktori"),
  players: ["R", "B"],
  names: {},
  rules: {},
  // Where there is a camera the person chooses: none is switched on unasked.
  source: {kind: choices.cameras.length ? "" : "demo", what: ""},
  corners: null, // as somebody dragged them
};
let preview = null;
let photograph = null;
let camera = null;
let picture = null;
let poll = 0;
let asking = new AbortController();
let opened = 0; // counts: whoever chooses on while a source is being opened wants the last one only

const corners = createCorners(find("#picture"));
corners.addEventListener("change", async ({detail}) => {
  state.corners = detail.corners;
  find("#corners-find").hidden = false;
  if (preview) await trying(() => post(`/api/previews/${preview.id}/corners`, {corners: detail.corners}));
});
find("#corners-find").addEventListener("click", async () => {
  state.corners = null;
  find("#corners-find").hidden = true;
  if (preview) await trying(() => post(`/api/previews/${preview.id}/corners`, {corners: null}));
});

// The source.

const KINDS = [
  ["demo", t("page.source.demo"), t("page.source.demo_why")],
  ["camera", t("page.source.camera"), t("page.source.camera_why")],
  ["browser", t("page.source.browser"), t("page.source.browser_why")],
  ["photographs", t("page.source.photographs"), t("page.source.photographs_why")],
  ["address", t("page.source.address"), t("page.source.address_why")],
  ...(choices.local ? [["folder", t("page.source.folder"), t("page.source.folder_why")], ["film", t("page.source.film"), t("page.source.film_why")]] : []),
];

put(find("#kinds"), KINDS.map(([kind, title, why]) => pick("kind", kind, title, why, kind === state.source.kind, () => chooseKind(kind))));

function pick(group, value, title, why, checked, use) {
  return el("label", {class: "pick"},
    el("input", {type: "radio", name: group, value, checked, onchange: use}),
    el("span", {}, el("b", {}, title), el("small", {}, why)));
}

async function chooseKind(kind) {
  state.source = {kind, what: ""};
  photograph = null;
  const place = find("#what");
  if (kind === "demo") {
    state.source.what = String(Math.floor(Math.random() * 900) + 1);
    put(place, field(t("page.source.seed"), el("input", {id: "what-input", inputmode: "numeric", value: state.source.what, oninput: typed})));
  } else if (kind === "camera") {
    put(place, cameraChoice());
  } else if (kind === "address") {
    put(place, field(t("page.source.address_label"), el("input", {id: "what-input", type: "url", placeholder: "http://192.168.1.20:8080/video", oninput: typed})));
  } else if (kind === "folder" || kind === "film") {
    put(place, field(kind === "folder" ? t("page.source.folder_label") : t("page.source.film_label"), el("input", {id: "what-input", spellcheck: "false", oninput: typed})));
  } else if (kind === "photographs") {
    const input = el("input", {type: "file", accept: "image/*", capture: "environment", id: "what-input", class: "visually-hidden"});
    input.addEventListener("change", async () => {
      [photograph] = input.files;
      if (photograph && preview) {
        say(find("#found"), t("page.bring.sending"));
        await trying(() => send("POST", `/api/previews/${preview.id}/photographs`, photograph, {type: photograph.type || "application/octet-stream"}));
      }
    });
    put(place, el("div", {class: "row"}, input, el("label", {class: "button", for: "what-input"}, t("page.bring.photograph"))));
  } else {
    put(place, await browserChoice());
  }
  await openPreview();
}

function field(title, input) {
  return el("label", {class: "field"}, el("span", {}, title), input);
}

function typed(event) {
  clearTimeout(typed.timer);
  typed.timer = setTimeout(() => {
    state.source.what = event.target.value.trim();
    openPreview();
  }, LATER_MS);
}

function cameraChoice() {
  if (!choices.cameras.length) return el("p", {class: "notice warn"}, t("page.source.no_camera"));
  state.source.what = String(choices.cameras[0].number);
  return field(t("page.source.camera_label"), el("select", {id: "what-input", onchange: (event) => {
    state.source.what = event.target.value;
    openPreview();
  }}, choices.cameras.map(({number, name}) => el("option", {value: number}, name ? `${number}: ${name}` : String(number)))));
}

async function browserChoice() {
  const trouble = cameraTrouble();
  if (trouble) return el("p", {class: "notice warn"}, trouble);
  const select = el("select", {id: "what-input", onchange: () => startCamera(select.value)}, el("option", {value: ""}, t("page.source.any_camera")));
  const fill = async () => {
    const devices = (await cameraList()).filter((device) => device.deviceId);
    select.append(...devices.filter(({deviceId}) => ![...select.options].some((option) => option.value === deviceId))
      .map(({deviceId, label}) => el("option", {value: deviceId}, label || deviceId.slice(0, 8))));
  };
  await fill();
  select.refill = fill;
  return field(t("page.source.camera_label"), select);
}

async function startCamera(deviceId) {
  camera?.close();
  camera = null;
  await trying(async () => {
    camera = await sendCamera(`/api/previews/${preview.id}/frames`, {deviceId: deviceId || undefined, onTrouble: (sentence) => say(find("#found"), sentence ?? "")});
  });
  await find("#what-input")?.refill?.();
}

// The preview.

/** Asks no more about the preview that is about to be closed. */
function leavePreview() {
  opened += 1;
  clearTimeout(poll);
  asking.abort();
  asking = new AbortController();
  picture?.close();
  camera?.close();
}

async function openPreview() {
  const {kind, what} = state.source;
  const before = preview;
  leavePreview();
  const mine = opened;
  camera = preview = null;
  corners.hide();
  find("#opening").hidden = true;
  find("#frame").hidden = true;
  find("#no-picture").hidden = false;
  state.corners = null;
  find("#corners-find").hidden = true;
  if (before) await trying(() => send("DELETE", `/api/previews/${before.id}`));
  if (mine !== opened) return;
  if (["camera", "address", "folder", "film", "demo"].includes(kind) && !what) {
    say(find("#found"), "");
    return;
  }
  if (kind === "browser" && cameraTrouble()) return;
  say(find("#found"), t("page.setup.opening"));
  find("#opening").hidden = false;
  const made = (await trying(() => post("/api/previews", {source: state.source, board: state.game.board, game: state.game.id, rules: state.rules}))) ?? null;
  if (mine !== opened) {
    if (made) await trying(() => send("DELETE", `/api/previews/${made.id}`));
    return;
  }
  preview = made;
  if (!preview) {
    say(find("#found"), "");
    return;
  }
  picture = keepPicture(find("#frame"), `/api/previews/${preview.id}/picture.jpg`, {onPicture(size) {
    find("#no-picture").hidden = true;
    fitBox(find("#picture"), size);
  }});
  if (kind === "browser") await startCamera("");
  lookAgain();
}

async function lookAgain() {
  const mine = preview;
  if (!mine) return;
  try {
    const seen = await get(`/api/previews/${mine.id}`, {signal: asking.signal});
    if (mine === preview) showPreview(seen);
  } catch (error) {
    if (mine === preview) say(find("#found"), error.message);
    if (error.status === 404) return;
  }
  if (mine === preview) poll = setTimeout(lookAgain, POLL_MS);
}

function showPreview(seen) {
  if (seen.size && !find(".corner-handle:active")) {
    const shown = state.corners ?? seen.corners;
    if (shown) corners.show(shown, seen.size, seen.board ?? state.game.board);
    else if (!find(".corner-layer").matches(":focus-within")) corners.show(null, seen.size, state.game.board);
  }
  const words = seen.message ?? (seen.status === "opening" ? t("page.setup.opening")
    : state.corners ? t("page.setup.by_hand")
    : seen.corners ? t("page.setup.found", {board: seen.board ?? state.game.board}) : `${seen.why ?? ""} ${t("page.setup.drag")}`);
  say(find("#found"), words);
  // Of a device that brings its own pictures nothing is being opened: it is waited for.
  find("#opening").hidden = seen.status !== "opening" || ["browser", "photographs"].includes(state.source.kind);
}

// The game.

put(find("#games"), choices.games.map((game) =>
  pick("game", game.id, game.name, `${game.about} ${t("page.setup.facts", {board: game.board, from: game.players[0], to: game.players[1], age: game.age})}`,
    game === state.game, () => chooseGame(game))));

function chooseGame(game) {
  const otherBoard = game.board !== state.game.board;
  state.game = game;
  state.rules = {};
  const [least, most] = game.players;
  const free = () => choices.colours.find((colour) => !state.players.includes(colour));
  while (state.players.length < least) state.players.push(free());
  state.players.length = Math.min(state.players.length, most);
  showPlayers();
  showOptions();
  if (preview && (otherBoard || state.source.kind === "demo")) openPreview();
}

function showPlayers() {
  const {players, game} = state;
  put(find("#players"), players.map((colour, i) => {
    const select = el("select", {"aria-label": t("page.setup.colour_of", {number: i + 1})},
      choices.colours.map((each) => el("option", {value: each, selected: each === colour}, `${symbolText(each)} ${of("colour.", each)}`)));
    select.addEventListener("change", () => {
      const other = players.indexOf(select.value);
      if (other >= 0) players[other] = colour; // two players change their colours
      players[i] = select.value;
      showPlayers();
      find(`#players li:nth-child(${i + 1}) select`).focus();
    });
    const input = el("input", {maxlength: 40, placeholder: t("page.setup.player_name"), "aria-label": t("page.setup.name_of", {number: i + 1}), value: state.names[colour] ?? "", autocomplete: "off"});
    input.addEventListener("input", () => (state.names[players[i]] = input.value));
    const remove = players.length > game.players[0]
      ? el("button", {class: "button quiet icon", type: "button", "aria-label": t("page.setup.remove", {number: i + 1}), onclick: () => {
          players.splice(i, 1);
          showPlayers();
        }}, "×") : null;
    return el("li", {}, el("span", {class: `chip ${colour} symbol`, "aria-hidden": "true"}, symbolText(colour)), select, input, remove);
  }));
  put(find("#add-player"), players.length < game.players[1]
    ? el("button", {class: "button", type: "button", onclick: () => {
        players.push(choices.colours.find((colour) => !players.includes(colour)));
        showPlayers();
      }}, t("page.setup.add")) : []);
}

function showOptions() {
  put(find("#options"), state.game.options.map((option) => {
    const id = `option-${option.key}`;
    return el("div", {class: "option"},
      el("label", {for: id}, capital(option.about)),
      option.choices ? choiceOf(option, id) : numberOf(option, id));
  }));
  find("#options-box").open = state.game.options.some((option) => option.key === "colour");
}

function setRule(option, value) {
  if (value === option.usual) delete state.rules[option.key];
  else state.rules[option.key] = value;
}

function choiceOf(option, id) {
  const usual = option.key === "colour" ? state.players[0] : option.usual;
  if (option.key === "colour") setRule(option, usual);
  const select = el("select", {id}, option.choices.map((value, i) => el("option", {value: i, selected: value === usual},
    `${optionWord(option, value)}${value === option.usual ? ` (${t("page.setup.usual")})` : ""}`)));
  select.addEventListener("change", () => setRule(option, option.choices[Number(select.value)]));
  return select;
}

function optionWord(option, value) {
  if (value === true) return t("page.yes");
  if (value === false) return t("page.no");
  if (option.key === "colour") return `${symbolText(value)} ${of("colour.", value)}`;
  return typeof value === "number" ? String(value) : of("page.option.", value);
}

function numberOf(option, id) {
  const input = el("input", {id, type: "number", min: 1, max: 15, value: option.usual ?? "", placeholder: t("page.setup.any_number")});
  input.addEventListener("input", () => setRule(option, input.value ? Number(input.value) : null));
  return input;
}

// The table.

find("#name").value = freeName();
put(find("#profile"), el("option", {value: ""}, t("page.setup.no_profile")), choices.profiles.length ? el("option", {value: "auto"}, t("page.setup.auto_profile")) : null,
  choices.profiles.map((name) => el("option", {value: name}, name)));
find("#name").addEventListener("input", showUnfinished);

function freeName() {
  for (let number = 1; ; number += 1) if (!choices.open.includes(String(number))) return String(number);
}

function showUnfinished() {
  const name = find("#name").value.trim();
  const game = choices.unfinished[name];
  const place = find("#unfinished");
  place.hidden = !game;
  if (!game) return;
  put(place, el("p", {}, t("page.setup.unfinished", {game: of("game.", game.game), turns: game.turns})),
    el("label", {class: "check"}, el("input", {type: "checkbox", id: "go-on", onchange: (event) => event.target.checked && takeUp(game)}), t("page.setup.go_on")));
}

function takeUp(unfinished) {
  const game = choices.games.find((each) => each.id === unfinished.game);
  find(`#games input[value="${game.id}"]`).checked = true;
  state.players = [...unfinished.players];
  chooseGame(game);
  state.players = [...unfinished.players];
  state.rules = {...unfinished.rules};
  showPlayers();
}

find("#setup").addEventListener("submit", async (event) => {
  event.preventDefault();
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
  if (state.source.kind === "browser") sessionStorage.setItem(`camera ${name}`, camera?.deviceId ?? "");
  leavePreview();
  if (preview) {
    const {id} = preview;
    preview = null;
    await send("DELETE", `/api/previews/${id}`).catch(() => {});
  }
  try {
    await post("/api/tables", {
      name, names, source: state.source, game: state.game.id, rules: state.rules, players: state.players, profile: find("#profile").value || null,
      corners: state.corners, keep_pictures: find("#keep").checked, ask: find("#ask").value, new: !find("#go-on")?.checked,
    });
    if (photograph) await send("POST", `${path("api", "tables", name)}/photographs`, photograph, {type: photograph.type || "application/octet-stream"}).catch(() => {});
  } catch (error) {
    openPreview();
    throw error;
  }
  location.href = path("tables", name);
}

addEventListener("pagehide", () => {
  if (preview) fetch(`/api/previews/${preview.id}`, {method: "DELETE", keepalive: true});
});

const wanted = asked.get("source");
if (wanted && KINDS.some(([kind]) => kind === wanted)) {
  find(`#kinds input[value="${wanted}"]`).checked = true;
  state.source.kind = wanted;
}
showPlayers();
showOptions();
showUnfinished();
find("#setup").classList.add("ready");
if (state.source.kind) await chooseKind(state.source.kind);
