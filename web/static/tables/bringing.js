// Pictures that this device brings to a table: its own camera, or photographs.

import {path, send, tell, trying} from "../api.js";
import {sendCamera} from "./camera.js";
import {el, put, say} from "../dom.js";
import {t} from "../texts.js";

/** `show(table)` offers what the table's source takes. The camera chosen while setting up goes on by itself. */
export function createBringing(container, name) {
  const api = path("api", "tables", name);
  let kind = null;
  let camera = null;
  let isOver = false;
  const trouble = el("p", {class: "small quiet-text", role: "status"});

  async function start(button) {
    await trying(async () => {
      camera = await sendCamera(`${api}/frames`, {
        deviceId: sessionStorage.getItem(`camera ${name}`) || undefined,
        onTrouble: (sentence) => say(trouble, sentence ?? ""),
      });
      if (isOver) camera.close(); // the person was asked for the camera meanwhile
      sessionStorage.setItem(`camera ${name}`, camera.deviceId ?? "");
      button.textContent = t("page.bring.stop");
    });
  }

  function browser() {
    const button = el("button", {class: "button", type: "button", id: "bring-camera"}, t("page.bring.camera"));
    button.addEventListener("click", () => {
      if (!camera) {
        start(button);
        return;
      }
      camera.close();
      camera = null;
      sessionStorage.removeItem(`camera ${name}`);
      button.textContent = t("page.bring.camera");
    });
    if (sessionStorage.getItem(`camera ${name}`) !== null) start(button);
    return el("div", {class: "row"}, button, trouble);
  }

  function photographs() {
    const input = el("input", {type: "file", accept: "image/*", capture: "environment", multiple: true, class: "visually-hidden", id: "bring-photograph"});
    const progress = el("progress", {hidden: true, "aria-label": t("page.bring.sending")});
    input.addEventListener("change", async () => {
      progress.hidden = false;
      for (const file of input.files) {
        if (await trying(() => send("POST", `${api}/photographs`, file, {type: file.type || "application/octet-stream"}))) tell(t("page.bring.sent"));
      }
      progress.hidden = true;
      input.value = "";
    });
    return el("div", {class: "row"}, input, el("label", {class: "button primary", for: "bring-photograph"}, t("page.bring.photograph")), progress);
  }

  return {
    show(table) {
      if (table.source.kind === kind) return;
      kind = table.source.kind;
      camera?.close();
      camera = null;
      container.hidden = !["browser", "photographs"].includes(kind);
      put(container, kind === "browser" ? browser() : kind === "photographs" ? photographs() : []);
    },
    /** To a table that is gone nothing is brought any more. */
    close() {
      isOver = true;
      camera?.close();
    },
  };
}
