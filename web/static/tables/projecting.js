// The table for a projector: a large board, the points and whose turn it is, readable from five metres.

import {t} from "../texts.js";

/** `f` and a button fill the screen with `element`; `f`, Escape and the same button leave it. */
export function createProjecting(element, button) {
  const isOn = () => element.classList.contains("projecting");

  function paint(on) {
    element.classList.toggle("projecting", on);
    document.body.classList.toggle("is-projecting", on);
    button.setAttribute("aria-pressed", String(on));
    button.title = on ? t("page.play.full_leave") : t("page.play.full_key");
    button.setAttribute("aria-label", button.title);
  }

  /** Where the browser gives no whole screen, the whole window is still more than half of it. */
  async function enter() {
    paint(true);
    await element.requestFullscreen?.().catch(() => {});
  }

  async function leave() {
    paint(false);
    if (document.fullscreenElement) await document.exitFullscreen().catch(() => {});
  }

  const toggle = () => (isOn() ? leave() : enter());
  document.addEventListener("fullscreenchange", () => !document.fullscreenElement && isOn() && paint(false));
  document.addEventListener("keydown", (event) => {
    if (event.key === "Escape" && isOn() && !document.querySelector("dialog[open]")) leave();
  });
  button.addEventListener("click", toggle);
  return {toggle: () => void toggle()};
}
