// Where pictures come from: files, this device's camera, or a table's camera.
import {ApiError, path, tell} from "../api.js";
import {el, find, put} from "../dom.js";
import {t} from "../texts.js";

const AUTO_PAUSE_MS = 250;
const LOOK_EVERY_MS = 500;
const JPEG_QUALITY = 0.95;
// As at a table: at another size many cameras cut another part out of their picture.
const WANTED = {width: {ideal: 1280}, height: {ideal: 720}, facingMode: {ideal: "environment"}};
const THUMB_PX = 160;

/**
 * `onPicture({blob} | {table}, thumbnail)` is awaited for each picture; until it is done no other is taken.
 * many: several files at once; film: films too; auto: pictures by themselves; live: cameras and tables at all.
 * The result has `stop()`, `draw(draws)` to draw over what a camera shows, and `live`, whether a camera is shown.
 */
export function createPictures(container, {tables = [], many = true, film = false, auto = false, live = true, onPicture}) {
  let busy = false;
  let current = Promise.resolve();
  let running = false;
  let stream = null;
  let timer = 0;
  let kind = "files";
  let drawn = null;

  const screen = el("div", {class: "screen"});
  const overlay = el("canvas", {class: "over", "aria-hidden": "true"});
  const body = el("div", {class: "source-body"});
  const kinds = [["files", t("page.cal.from.files")]];
  if (live) kinds.push(["camera", t("page.cal.from.camera")]);
  if (live && tables.length) kinds.push(["table", t("page.cal.from.table")]);
  const buttons = kinds.map(([name, label]) =>
    el("button", {class: "button", type: "button", "aria-pressed": name === kind, onclick: () => choose(name)}, label));
  const bar = el("div", {class: "row sources", role: "group", "aria-label": t("page.cal.from")}, buttons);
  put(container, kinds.length > 1 && bar, body);

  async function hand(source, thumbnail) {
    if (busy) return;
    busy = true;
    let free;
    current = new Promise((done) => { free = done; });
    container.classList.add("busy");
    try {
      await onPicture(source, thumbnail);
    } catch (error) {
      if (!(error instanceof ApiError)) console.error(error);
      tell(error);
      running = false;
    } finally {
      busy = false;
      free();
      container.classList.remove("busy");
      showTaking();
    }
  }

  function choose(name) {
    stop();
    kind = name;
    buttons.forEach((button, number) => button.setAttribute("aria-pressed", kinds[number][0] === name));
    if (name === "files") showFiles();
    else if (name === "camera") showCamera();
    else showTable();
  }

  // --- files

  function showFiles() {
    const accept = film ? "image/*,video/*" : "image/*";
    const touch = matchMedia("(pointer: coarse)").matches;
    const drop = el("label", {class: "drop"},
      el("span", {}, film ? t("page.cal.drop.film") : many ? t("page.cal.drop") : t("page.cal.drop.one")),
      chooser({accept, multiple: many, class: "visually-hidden"}));
    drop.addEventListener("dragover", (event) => {
      event.preventDefault();
      drop.classList.add("over");
    });
    drop.addEventListener("dragleave", () => drop.classList.remove("over"));
    drop.addEventListener("drop", (event) => {
      event.preventDefault();
      drop.classList.remove("over");
      take([...event.dataTransfer.files]);
    });
    const own = touch && el("div", {class: "row"},
      el("label", {class: "button"}, t("page.cal.photo"),
        chooser({accept: "image/*", capture: "environment", class: "visually-hidden"})),
      film && el("label", {class: "button"}, t("page.cal.film"),
        chooser({accept: "video/*", capture: "environment", class: "visually-hidden"})));
    put(body, own, drop);
  }

  function chooser(attributes) {
    const input = el("input", {type: "file", ...attributes});
    input.addEventListener("change", () => {
      take([...input.files]);
      input.value = "";
    });
    return input;
  }

  async function take(files) {
    for (const file of many ? files : files.slice(0, 1)) {
      while (busy) await current; // chosen files are never dropped
      await hand({blob: file}, file.type.startsWith("image/") ? URL.createObjectURL(file) : null);
    }
  }

  // --- cameras

  async function showCamera() {
    if (!navigator.mediaDevices?.getUserMedia) {
      put(body, el("p", {class: "notice warn"}, t("page.cal.camera.insecure")));
      return;
    }
    const video = el("video", {playsinline: true, muted: true, autoplay: true});
    video.muted = true;
    const devices = el("select", {"aria-label": t("page.cal.camera.choose"), hidden: true});
    devices.addEventListener("change", () => open(devices.value));
    put(screen, video, overlay);
    put(body, screen, el("div", {class: "row taking"}, taking(() => shoot(video)), devices));

    async function open(id) {
      close();
      try {
        stream = await navigator.mediaDevices.getUserMedia({video: id ? {...WANTED, deviceId: {exact: id}} : WANTED});
      } catch {
        put(body, el("p", {class: "notice warn"}, t("page.cal.camera.refused")));
        return;
      }
      if (kind !== "camera") return close();
      video.srcObject = stream;
      const cameras = (await navigator.mediaDevices.enumerateDevices()).filter((each) => each.kind === "videoinput");
      const current = stream?.getVideoTracks()[0]?.getSettings().deviceId;
      put(devices, cameras.map((each, number) =>
        el("option", {value: each.deviceId, selected: each.deviceId === current},
          each.label || t("page.cal.camera.number", {number: number + 1}))));
      devices.hidden = cameras.length < 2;
    }
    await open("");
  }

  async function shoot(video) {
    if (!video.videoWidth) return;
    const canvas = el("canvas", {width: video.videoWidth, height: video.videoHeight});
    canvas.getContext("2d").drawImage(video, 0, 0);
    const blob = await new Promise((done) => canvas.toBlob(done, "image/jpeg", JPEG_QUALITY));
    await hand({blob}, small(canvas, canvas.width, canvas.height));
  }

  // --- tables

  function showTable() {
    const choice = el("select", {"aria-label": t("page.cal.table.choose"), hidden: tables.length < 2},
      tables.map((name) => el("option", {value: name}, name)));
    const image = el("img", {alt: ""});
    const blind = el("p", {class: "blind"}, t("page.cal.table.blind"));
    const look = () => {
      image.src = `${path("api", "tables", choice.value, "picture.jpg")}?${Date.now()}`;
    };
    image.addEventListener("load", () => {
      blind.hidden = true;
      image.hidden = false;
      timer = setTimeout(look, LOOK_EVERY_MS);
    });
    image.addEventListener("error", () => {
      blind.hidden = false;
      image.hidden = true;
      timer = setTimeout(look, 4 * LOOK_EVERY_MS);
    });
    choice.addEventListener("change", () => {
      clearTimeout(timer);
      look();
    });
    put(screen, image, blind, overlay);
    put(body, screen, el("div", {class: "row taking"},
      taking(() => hand({table: choice.value}, image.naturalWidth ? small(image, image.naturalWidth, image.naturalHeight) : null)),
      choice));
    look();
  }

  // --- taking

  function taking(work) {
    const one = el("button", {class: "button primary", type: "button", onclick: () => !running && work()}, t("page.cal.take"));
    if (!auto) return one;
    const again = el("button", {class: "button primary auto", type: "button", onclick: () => {
      running = !running;
      showTaking();
      if (running) loop();
    }}, t("page.cal.auto"));
    async function loop() {
      const began = kind;
      while (running && kind === began) {
        if (!document.hidden) await work();
        await new Promise((done) => setTimeout(done, AUTO_PAUSE_MS));
      }
      showTaking();
    }
    one.classList.remove("primary");
    return [again, one];
  }

  function showTaking() {
    const again = find(".auto", body);
    if (again) again.textContent = running ? t("page.cal.auto.stop") : t("page.cal.auto");
  }

  function close() {
    for (const track of stream?.getTracks() ?? []) track.stop();
    stream = null;
  }

  function stop() {
    running = false;
    clearTimeout(timer);
    close();
    drawn = null;
    overlay.width = overlay.width; // clears it
    showTaking();
  }

  choose("files");
  return {
    stop,
    get live() {
      return kind !== "files";
    },
    /** Stops taking pictures by itself. */
    rest() {
      running = false;
      showTaking();
    },
    /** Shows files again, or what was chosen before. */
    wake: () => choose(kind),
    /** `draws(context, width, height)` draws in pixels of a picture of that size. */
    draw([width, height], draws) {
      drawn = draws;
      overlay.width = width;
      overlay.height = height;
      drawn(overlay.getContext("2d"), width, height);
    },
  };
}

function small(image, width, height) {
  const scale = THUMB_PX / Math.max(width, height);
  const canvas = el("canvas", {width: Math.round(width * scale), height: Math.round(height * scale)});
  canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/jpeg", 0.8);
}

/** A list of what was handed in, each with what was thought of it. */
export function takenLine(thumbnail, accepted, sentence) {
  return el("li", {class: accepted ? "good" : "bad"},
    thumbnail ? el("img", {src: thumbnail, alt: ""}) : el("span", {class: "no-thumb"}),
    el("span", {}, el("b", {class: "mark", "aria-hidden": "true"}, accepted ? "✓" : "✗"),
      el("span", {class: "visually-hidden"}, accepted ? t("page.cal.taken.good") : t("page.cal.taken.bad")), " ", sentence));
}
