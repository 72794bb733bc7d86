// Choosing a file: a button to press and a place to drop onto, around the browser's own input.

import {el, say} from "./dom.js";
import {t} from "./texts.js";

/** The native input stays in it, reached by the keys and said by screen readers; only its looks are this page's. */
export function filePicker(input, words) {
  const name = el("span", {class: "file-name drop-hint quiet-text"}, t("page.file.drop"));
  input.classList.add("visually-hidden");
  const zone = el("label", {class: "file-picker"}, input, el("span", {class: "button"}, words), name);
  const tellName = () => {
    const names = [...input.files].map((file) => file.name);
    name.classList.toggle("drop-hint", !names.length);
    say(name, names.length > 1 ? t("page.file.several", {count: names.length}) : names[0] ?? t("page.file.drop"));
  };
  input.addEventListener("change", tellName);
  for (const kind of ["dragover", "dragenter"]) {
    zone.addEventListener(kind, (event) => {
      event.preventDefault();
      zone.classList.add("dropping");
    });
  }
  zone.addEventListener("dragleave", () => zone.classList.remove("dropping"));
  zone.addEventListener("drop", (event) => {
    event.preventDefault();
    zone.classList.remove("dropping");
    const taken = new DataTransfer();
    for (const file of [...event.dataTransfer.files].slice(0, input.multiple ? undefined : 1)) taken.items.add(file);
    if (!taken.files.length) return;
    input.files = taken.files;
    input.dispatchEvent(new Event("change", {bubbles: true}));
  });
  return zone;
}
