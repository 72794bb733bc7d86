// Where pictures come from: the choice, its live picture, and the board found in it, with corners to drag.

import {get, post, send, trying} from "../api.js";
import {cameraList, cameraTrouble, sendCamera} from "../tables/camera.js";
import {createCorners} from "../tables/corners.js";
import {el, find, put, say} from "../dom.js";
import {filePicker} from "../file_picker.js";
import {keepPicture} from "../tables/live_picture.js";
import {t} from "../texts.js";

const POLL_MS = 800;
const LATER_MS = 600; // after the last key that was typed
const NEEDS_WORDS = ["camera", "address", "folder", "film", "demo"]; // nothing is opened before it is said which
const BROUGHT = ["browser", "photographs"]; // of these nothing is being opened here: it is waited for

/** `changed()` when another source was chosen, `seen(colours)` with the colours on the board. */
export function createSource(state, choices, {changed, seen}) {
  const box = find("#picture");
  const corners = createCorners(box);
  let preview = null;
  let photograph = null;
  let camera = null;
  let picture = null;
  let poll = 0;
  let asking = new AbortController();
  let opened = 0; // counts: whoever chooses on while a source is being opened wants the last one only
  let trouble = null; // why this browser's camera brings nothing
  let hasAsked = false; // for the colours, once for each source

  const hold = (said) => preview && trying(() => post(`/api/previews/${preview.id}/corners`, {corners: said}));
  corners.addEventListener("change", ({detail}) => {
    state.corners = detail.corners;
    find("#corners-find").hidden = false;
    hasAsked = false;
    hold(detail.corners);
  });
  find("#corners-find").addEventListener("click", () => {
    state.corners = null;
    find("#corners-find").hidden = true;
    hold(null);
  });

  /** What stands where the picture will be, and below it. */
  function tell(words, {isOpening = false} = {}) {
    say(find("#no-picture"), words);
    say(find("#found"), find("#frame").hidden ? "" : words);
    find("#opening").hidden = !isOpening;
  }

  /** Gives the box the shape of its picture, so that the corners lie right; a tall one stays in the window. */
  function fit([width, height]) {
    box.style.aspectRatio = `${width} / ${height}`;
    box.style.maxWidth = `calc(var(--tallest) * ${width / height})`;
  }

  const field = (title, input) => el("label", {class: "field"}, el("span", {}, title), input);

  function typed(event) {
    clearTimeout(typed.timer);
    typed.timer = setTimeout(() => {
      state.source.what = event.target.value.trim();
      changed();
      open();
    }, LATER_MS);
  }

  function cameraChoice() {
    if (!choices.cameras.length) return el("p", {class: "notice warn"}, t("page.source.no_camera"));
    state.source.what ||= String(choices.cameras[0].number);
    return field(t("page.source.camera_label"), el("select", {id: "what-input", onchange: (event) => {
      state.source.what = event.target.value;
      changed();
      open();
    }}, choices.cameras.map(({number, name}) => el("option", {value: number, selected: String(number) === state.source.what}, name ? `${number}: ${name}` : String(number)))));
  }

  async function browserChoice() {
    if (cameraTrouble()) return [];
    const select = el("select", {id: "what-input", onchange: () => startCamera(select.value)}, el("option", {value: ""}, t("page.source.any_camera")));
    select.refill = async () => {
      const devices = (await cameraList()).filter((device) => device.deviceId);
      select.append(...devices.filter(({deviceId}) => ![...select.options].some((option) => option.value === deviceId))
        .map(({deviceId, label}) => el("option", {value: deviceId}, label || deviceId.slice(0, 8))));
    };
    await select.refill();
    return [field(t("page.source.camera_label"), select), el("button", {class: "button", type: "button", id: "camera-again", hidden: true, onclick: () => startCamera(select.value)}, t("page.setup.try_again"))];
  }

  function photographChoice() {
    const input = el("input", {type: "file", accept: "image/*", id: "what-input"});
    input.addEventListener("change", () => {
      [photograph] = input.files;
      sendPhotograph();
    });
    return filePicker(input, t("page.bring.photograph"));
  }

  /** As soon as there is both a photograph and a preview that takes it, whichever comes first. */
  async function sendPhotograph() {
    if (!photograph || !preview) return;
    hasAsked = false;
    tell(t("page.bring.sending"), {isOpening: true});
    await trying(() => send("POST", `/api/previews/${preview.id}/photographs`, photograph, {type: photograph.type || "application/octet-stream"}));
  }

  const CHOICES = {
    demo: () => field(t("page.source.seed"), el("input", {id: "what-input", inputmode: "numeric", value: state.source.what ||= String(Math.floor(Math.random() * 900) + 1), oninput: typed})),
    camera: cameraChoice,
    address: () => field(t("page.source.address_label"), el("input", {id: "what-input", type: "url", value: state.source.what, placeholder: "http://192.168.1.20:8080/video", oninput: typed})),
    folder: () => field(t("page.source.folder_label"), el("input", {id: "what-input", value: state.source.what, spellcheck: "false", oninput: typed})),
    film: () => field(t("page.source.film_label"), el("input", {id: "what-input", value: state.source.what, spellcheck: "false", oninput: typed})),
    photographs: photographChoice,
    browser: browserChoice,
    hand: () => [],
  };

  /** Whether there will be pictures of this game at all. */
  const isSeen = () => state.game.kinds.includes("camera");

  /** What is said while nothing is seen yet. */
  function waitingFor(kind) {
    return {"": t("page.setup.no_picture"), hand: t("page.setup.hand_ready"), demo: isSeen() ? t("page.setup.demo_coming") : t("page.setup.no_eyes"), photographs: t("page.setup.first_photograph"), browser: t("page.setup.allow_camera"),
      camera: choices.cameras.length ? t("page.setup.opening") : t("page.source.no_camera"), address: t("page.setup.say_address"), folder: t("page.setup.say_file"), film: t("page.setup.say_file")}[kind];
  }

  async function startCamera(deviceId) {
    const mine = opened;
    camera?.close();
    camera = null;
    trouble = null;
    find("#camera-again").hidden = true;
    tell(t("page.setup.allow_camera"), {isOpening: true});
    try {
      const made = await sendCamera(`/api/previews/${preview.id}/frames`, {deviceId: deviceId || undefined, onTrouble: (sentence) => (trouble = sentence)});
      if (mine !== opened) {
        made.close();
        return;
      }
      camera = made;
    } catch (error) {
      if (mine !== opened) return;
      trouble = error.message;
      find("#camera-again").hidden = false;
      tell(trouble);
    }
    await find("#what-input")?.refill?.();
  }

  /** Asks no more about the preview that is about to be closed. */
  function leave() {
    opened += 1;
    clearTimeout(poll);
    asking.abort();
    asking = new AbortController();
    picture?.close();
    camera?.close();
    const before = preview;
    camera = preview = picture = null;
    return before;
  }

  /** Opens what was chosen; once more, with the corners as they were dragged, if it is the same as before. */
  async function open(isSame = false) {
    const {kind, what} = state.source;
    const held = isSame ? state.corners : null;
    const before = leave();
    const mine = opened;
    corners.hide();
    trouble = null;
    hasAsked = false;
    find("#frame").hidden = true;
    state.corners = held;
    find("#corners-find").hidden = !held;
    seen([]);
    const isSaid = kind && kind !== "hand" && isSeen() && !(NEEDS_WORDS.includes(kind) && !what);
    const cannot = kind === "browser" ? cameraTrouble() : null;
    tell(cannot ?? waitingFor(kind), {isOpening: Boolean(isSaid && !cannot)});
    if (before) await trying(() => send("DELETE", `/api/previews/${before.id}`));
    if (mine !== opened || !isSaid || cannot) return;
    let made = null;
    try {
      made = await post("/api/previews", {source: state.source, board: state.game.board, game: state.game.id, rules: state.rules});
    } catch (error) {
      if (mine === opened) tell(error.message);
      return;
    }
    if (mine !== opened) {
      await trying(() => send("DELETE", `/api/previews/${made.id}`));
      return;
    }
    preview = made;
    picture = keepPicture(find("#frame"), `/api/previews/${preview.id}/picture.jpg`, {onPicture(size) {
      say(find("#no-picture"), "");
      fit(size);
    }});
    if (held) hold(held);
    if (kind === "browser") startCamera("");
    if (kind === "photographs") sendPhotograph();
    look();
  }

  async function look() {
    const mine = preview;
    if (!mine) return;
    try {
      const said = await get(`/api/previews/${mine.id}`, {signal: asking.signal});
      if (mine === preview) show(said);
    } catch (error) {
      if (mine !== preview) return;
      tell(error.message);
      if (error.status === 404) {
        preview = null;
        open(true); // nobody asked after it for a while, as in a tab that was not looked at
        return;
      }
    }
    if (mine === preview) poll = setTimeout(look, POLL_MS);
  }

  function show(said) {
    if (said.size && !find(".corner-handle:active")) {
      const shown = state.corners ?? said.corners;
      if (shown) corners.show(shown, said.size, said.board ?? state.game.board);
      else if (!find(".corner-layer").matches(":focus-within")) corners.show(null, said.size, state.game.board);
    }
    const isOpening = said.status === "opening";
    const found = state.corners ? t("page.setup.by_hand")
      : said.corners ? t("page.setup.found", {board: said.board ?? state.game.board}) : `${said.why ?? ""} ${t("page.setup.drag")}`;
    const isSending = isOpening && photograph && state.source.kind === "photographs";
    tell(trouble ?? said.message ?? (isSending ? t("page.bring.sending") : isOpening ? waitingFor(state.source.kind) : found),
      {isOpening: isSending || (isOpening && !trouble && !said.message && !BROUGHT.includes(state.source.kind)) || (isOpening && state.source.kind === "browser" && !trouble && !said.message)});
    if (said.corners && !hasAsked && state.source.kind !== "demo") {
      hasAsked = true;
      askColours();
    }
  }

  /** Which colours lie on the board: read once for each source, for it takes a moment. */
  async function askColours() {
    const mine = preview;
    try {
      const {colours} = await get(`/api/previews/${mine.id}?colours=yes`, {signal: asking.signal});
      if (mine === preview) seen(colours ?? []);
    } catch {
      // then nobody is offered anything
    }
  }

  return {
    async choose(kind, what = "") {
      state.source = {kind, what};
      photograph = null;
      const said = kind ? await CHOICES[kind]() : [];
      if (state.source.kind !== kind) return;
      put(find("#what"), said);
      changed();
    },
    open,
    get isOpen() {
      return preview !== null;
    },
    get photograph() {
      return photograph;
    },
    get cameraId() {
      return camera?.deviceId ?? "";
    },
    /** Lets go of it; the table takes it over. */
    async close() {
      const before = leave();
      if (before) await send("DELETE", `/api/previews/${before.id}`).catch(() => {});
    },
    closeAtOnce() {
      if (preview) fetch(`/api/previews/${preview.id}`, {method: "DELETE", keepalive: true});
    },
  };
}
