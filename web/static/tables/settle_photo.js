// What is open, settled with a photograph: taken with this device or chosen, read with the camera's picture as one.

import {path, send} from "../api.js";
import {el, put, say} from "../dom.js";
import {t} from "../texts.js";

const SIDES = {0: t("page.cameras.turned_0"), 90: t("page.cameras.turned_90"), 180: t("page.cameras.turned_180"), 270: t("page.cameras.turned_270")};

/** `root` stands where what is open is told and keeps its state; `answered(table)` is given what the table shows then. */
export function createSettling(name, answered) {
  const address = path("api", "tables", name, "settle");
  let photograph = null;
  let shown = "";
  const input = el("input", {type: "file", accept: "image/*", capture: "environment", class: "visually-hidden", id: "settle-photo"});
  const button = el("label", {class: "button", for: "settle-photo"}, t("page.photo.settle"));
  const progress = el("progress", {hidden: true, "aria-label": t("page.photo.reading")});
  const words = el("p", {class: "small", role: "status"});
  const hints = el("ul", {class: "hints small"});
  const select = el("select", {id: "settle-side"},
    el("option", {value: ""}, t("page.cameras.turned_auto")), Object.entries(SIDES).map(([degrees, side]) => el("option", {value: degrees}, side)));
  const side = el("label", {class: "field", hidden: true}, el("span", {}, t("page.photo.side")), select);
  const root = el("div", {class: "notice settle-photo", "data-notice": "photograph"},
    el("p", {class: "small"}, t("page.photo.why")), hints, el("div", {class: "row"}, input, button, progress), words, side);

  async function bring() {
    if (!photograph || !progress.hidden) return;
    progress.hidden = false;
    say(words, t("page.photo.reading"));
    try {
      const turned = select.value ? `?turned=${select.value}` : "";
      const {table, events} = await send("POST", `${address}${turned}`, photograph, {type: photograph.type || "application/octet-stream"});
      forget();
      say(words, !table.can_settle ? t("page.photo.settled") : events.some((event) => event.unsure) ? t("page.photo.open") : t("page.photo.confirmed"));
      answered(table);
    } catch (error) {
      say(words, error.message);
      side.hidden = false; // if it could not be told, the person who took it knows
    }
    progress.hidden = true;
  }

  function forget() {
    photograph = null;
    select.value = "";
    side.hidden = true;
  }

  input.addEventListener("change", () => {
    [photograph] = input.files;
    input.value = "";
    select.value = "";
    bring();
  });
  select.addEventListener("change", bring);

  return {
    root,
    /** From which side what is in doubt would be seen. */
    show(table) {
      const sides = [...new Set((table.doubts ?? []).map((doubt) => doubt.side).filter(Boolean))];
      if (!table.can_settle && shown) {
        forget();
        say(words, "");
      }
      const signature = table.can_settle ? JSON.stringify(["open", sides]) : "";
      if (signature === shown) return;
      shown = signature;
      put(hints, sides.map((each) => el("li", {}, each)));
      hints.hidden = !sides.length;
    },
  };
}
