// Other cameras of the same board: added with a look at their picture, shown with whether they are used, removed again.

import {get, path, post, send, trying} from "../api.js";
import {cameraTrouble, sendCamera} from "./camera.js";
import {el, find, put, say} from "../dom.js";
import {fitBox, keepPicture} from "./live_picture.js";
import {t} from "../texts.js";

const LATER_MS = 600; // after the last key that was typed
const TURNS = {0: t("page.cameras.turned_0"), 90: t("page.cameras.turned_90"), 180: t("page.cameras.turned_180"), 270: t("page.cameras.turned_270")};

export function cameraName({kind, name, what}) {
  const said = name ?? what;
  return {camera: t("page.cameras.webcam", {number: said}), browser: t("page.source.browser"), demo: t("page.cameras.demo")}[kind] ?? said;
}

/** Asks for one more camera; `{source}`, or null if there is to be none. A demo has only its own other sides. */
export async function chooseCamera(firstKind) {
  const choices = await trying(() => get(`/api/choices?lang=${document.documentElement.lang}`));
  if (!choices) return null;
  const kinds = firstKind === "demo" ? [["demo", t("page.cameras.demo"), t("page.cameras.demo_why")]] : [
    ["camera", t("page.source.camera"), t("page.source.camera_why")],
    ["address", t("page.source.address"), t("page.source.address_why")],
    ["browser", t("page.source.browser"), t("page.source.browser_why")],
  ].filter(([kind]) => choices.kinds.includes(kind)); // guests name nothing of this machine
  const source = {kind: kinds[0][0], what: ""};
  const place = el("div", {class: "stack tight"});
  const image = el("img", {alt: t("page.play.picture_alt"), hidden: true});
  const box = el("div", {class: "view-box wide other-preview", hidden: true}, image);
  const words = el("p", {class: "small", role: "status"});
  const yes = el("button", {class: "button primary", value: "yes"}, t("page.cameras.add"));
  let preview = null;
  let picture = null;
  let opened = 0;

  async function leave() {
    opened += 1;
    picture?.close();
    picture = null;
    box.hidden = true;
    const {id} = preview ?? {};
    preview = null;
    if (id) await send("DELETE", `/api/previews/${id}`).catch(() => {}); // or it would hold the camera
  }

  async function look() {
    await leave();
    const mine = opened;
    yes.disabled = ["camera", "address"].includes(source.kind) && !source.what;
    say(words, source.kind === "browser" ? cameraTrouble() ?? "" : "");
    if (yes.disabled || !["camera", "address"].includes(source.kind)) return;
    try {
      const made = await post("/api/previews", {source});
      if (mine !== opened) {
        await send("DELETE", `/api/previews/${made.id}`).catch(() => {});
        return;
      }
      preview = made;
      box.hidden = false;
      picture = keepPicture(image, `/api/previews/${made.id}/picture.jpg`, {onPicture: (size) => fitBox(box, size)});
    } catch (error) {
      say(words, error.message);
    }
  }

  function choose(kind) {
    Object.assign(source, {kind, what: ""});
    if (kind === "camera" && choices.cameras.length) {
      source.what = String(choices.cameras[0].number);
      put(place, field(t("page.source.camera_label"), el("select", {onchange: (event) => {
        source.what = event.target.value;
        look();
      }}, choices.cameras.map(({number, name}) => el("option", {value: number}, name ? `${number}: ${name}` : String(number))))));
    } else if (kind === "camera") {
      put(place, el("p", {class: "notice warn"}, t("page.source.no_camera")));
    } else if (kind === "address") {
      const input = el("input", {type: "url", placeholder: "http://192.168.1.20:8080/video"});
      let timer = 0;
      input.addEventListener("input", () => {
        clearTimeout(timer);
        source.what = input.value.trim();
        timer = setTimeout(look, LATER_MS);
      });
      put(place, field(t("page.source.address_label"), input));
    } else put(place);
    look();
  }

  const dialog = el("dialog", {class: "other-camera", "aria-labelledby": "other-camera-title"},
    el("form", {method: "dialog", class: "stack"},
      el("h2", {id: "other-camera-title"}, t("page.cameras.add")),
      el("p", {class: "small quiet-text"}, t("page.cameras.add_why")),
      el("div", {class: "kinds", role: "radiogroup", "aria-labelledby": "other-camera-title"}, kinds.map(([kind, title, why], i) =>
        el("label", {class: "pick"}, el("input", {type: "radio", name: "other-kind", value: kind, checked: i === 0, onchange: () => choose(kind)}),
          el("span", {}, el("b", {}, title), el("small", {}, why))))),
      place, box, words,
      el("div", {class: "row"}, yes, el("button", {class: "button quiet", value: ""}, t("page.cancel")))));
  document.body.append(dialog);
  choose(source.kind);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener("close", async () => {
      dialog.remove();
      await leave();
      resolve(dialog.returnValue === "yes" ? {source} : null);
    });
  });
}

function field(title, input) {
  return el("label", {class: "field"}, el("span", {}, title), input);
}

/** The cameras of a running table. `show(table)`; `answered(table)` is given what the table shows after a change. */
export function createOtherCameras(container, name, answered) {
  const api = path("api", "tables", name, "cameras");
  const shown = new Map(); // by number: its line, and how to let go of it
  let firstKind = "";
  const list = el("ul", {class: "other-cameras", "aria-label": t("page.cameras")});
  const add = el("button", {class: "button quiet small", type: "button", id: "add-camera"}, t("page.cameras.add"));
  put(container, list, add);

  add.addEventListener("click", async () => {
    const chosen = await chooseCamera(firstKind);
    if (!chosen) return;
    const before = new Set(shown.keys());
    const said = await trying(() => post(api, chosen));
    if (!said) return;
    const made = said.table.cameras.find(({number}) => !before.has(number));
    if (chosen.source.kind === "browser" && made) sessionStorage.setItem(keyOf(made.number), "");
    answered(said.table);
  });

  const keyOf = (number) => `camera ${name} beside ${number}`;

  function open(camera) {
    const {number, source} = camera;
    const called = cameraName(source);
    const image = el("img", {alt: t("page.cameras.picture", {name: called}), hidden: true});
    const box = el("div", {class: "view-box wide"}, image);
    const state = el("p", {class: "small"});
    const turned = el("select", {"aria-label": `${called}: ${t("page.cameras.turned")}`, onchange: async () => {
      const said = await trying(() => post(`${api}/${number}/turned`, {turned: turned.value === "" ? null : Number(turned.value)}));
      if (said) answered(said.table);
    }}, el("option", {value: ""}, t("page.cameras.turned_auto")), Object.entries(TURNS).map(([degrees, side]) => el("option", {value: degrees}, side)));
    const remove = el("button", {class: "button quiet small", type: "button", "aria-label": t("page.cameras.remove_named", {name: called}), onclick: async () => {
      letGo(); // or something would be asked of it once more while it is being taken away
      if (await trying(() => send("DELETE", `${api}/${number}`))) sessionStorage.removeItem(keyOf(number));
      else begin();
    }}, t("page.cameras.remove"));
    const line = el("li", {"data-camera": number}, box,
      el("div", {class: "stack tight"}, el("b", {}, called), state, el("div", {class: "row"}, turned, remove)));
    let picture = null;
    let sending = null;
    let isLeft = false;
    function begin() {
      isLeft = false;
      picture = keepPicture(image, `${api}/${number}/picture.jpg?width=320`, {onPicture: (size) => fitBox(box, size)});
      if (sessionStorage.getItem(keyOf(number)) === null) return;
      trying(async () => {
        sending = await sendCamera(`${api}/${number}/frames`, {onTrouble: (sentence) => sentence && say(state, sentence)});
        if (isLeft) sending.close(); // the person was asked for the camera meanwhile
      });
    }
    function letGo() {
      isLeft = true;
      picture.close();
      sending?.close();
    }
    begin();
    return {line, state, turned, letGo, close() {
      letGo();
      line.remove();
    }};
  }

  return {
    show(table) {
      firstKind = table.source.kind;
      // Photographs, folders and films have no other camera of the same moment.
      container.hidden = !["demo", "camera", "address", "browser"].includes(firstKind) || !table.cameras;
      const cameras = table.cameras ?? [];
      for (const [number, each] of shown) {
        if (cameras.some((camera) => camera.number === number)) continue;
        each.close();
        shown.delete(number);
      }
      for (const camera of cameras) {
        if (!shown.has(camera.number)) {
          shown.set(camera.number, open(camera));
          list.append(shown.get(camera.number).line);
        }
        const {line, state, turned} = shown.get(camera.number);
        line.classList.toggle("used", camera.used);
        say(state, camera.used ? `✓ ${t("page.cameras.used")} (${TURNS[camera.turned]})` : camera.why ?? "");
        if (document.activeElement !== turned) turned.value = camera.said ? String(camera.turned) : "";
      }
      list.hidden = !cameras.length;
    },
    /** Of a table that is gone nothing is asked any more. */
    close() {
      for (const each of shown.values()) each.letGo();
    },
  };
}

/** Other cameras chosen while a table is set up: `also` is what is sent, `reset()` when the first source is another. */
export function createChosenCameras(container, firstKind) {
  let also = [];
  const list = el("ul", {class: "chosen-cameras", "aria-label": t("page.cameras")});
  const add = el("button", {class: "button", type: "button", id: "add-camera", onclick: async () => {
    const chosen = await chooseCamera(firstKind());
    if (chosen) also.push(chosen);
    show();
    find("#add-camera").focus();
  }}, t("page.cameras.add"));
  put(container, el("p", {class: "small quiet-text"}, t("page.cameras.add_why")), list, add);

  function show() {
    list.hidden = !also.length;
    put(list, also.map((camera) => {
      const called = cameraName(camera.source);
      return el("li", {class: "row between"}, el("span", {}, called), el("button", {class: "button quiet small", type: "button", "aria-label": t("page.cameras.remove_named", {name: called}), onclick: () => {
        also = also.filter((each) => each !== camera);
        show();
        find("#add-camera").focus();
      }}, t("page.cameras.remove")));
    }));
  }

  return {
    get also() {
      return also;
    },
    reset() {
      also = [];
      show();
      container.closest("fieldset").hidden = !["demo", "camera", "address", "browser"].includes(firstKind());
    },
  };
}
