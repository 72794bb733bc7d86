// A door that children do not open by chance: held for two seconds, or pressed three times.

const HOLD_MS = 2000;
const PRESSES = 3;
const PRESSES_MS = 4000;

/** Calls `open` when the button was held long enough or pressed often enough, by finger, mouse or key. */
export function keepDoor(button, open) {
  let timer = 0;
  let presses = [];

  const begin = () => {
    if (timer) return;
    button.classList.add("holding");
    timer = setTimeout(open, HOLD_MS);
  };
  const end = () => {
    clearTimeout(timer);
    timer = 0;
    button.classList.remove("holding");
  };

  button.addEventListener("pointerdown", (event) => {
    button.setPointerCapture?.(event.pointerId);
    begin();
  });
  for (const kind of ["pointerup", "pointercancel", "lostpointercapture", "blur"]) button.addEventListener(kind, end);
  button.addEventListener("keydown", (event) => (event.key === "Enter" || event.key === " ") && begin());
  button.addEventListener("keyup", end);
  button.addEventListener("contextmenu", (event) => event.preventDefault());
  // A key that is held down clicks again and again: only what is pressed anew counts, and clicks by a screen reader.
  let isHeld = false;
  button.addEventListener("keydown", (event) => (isHeld = event.repeat));
  button.addEventListener("click", (event) => {
    if (isHeld) return;
    presses = [...presses.filter((at) => event.timeStamp - at < PRESSES_MS), event.timeStamp];
    if (presses.length >= PRESSES) open();
  });
}
