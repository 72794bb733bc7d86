// A press is seen at once, whatever the program does: the button is busy until the answer is there.

let pressed = null;

addEventListener("click", (event) => {
  pressed = event.target instanceof Element ? event.target.closest("button, a.button, [role=button]") : null;
  // What is called in the same breath belongs to this press; what follows a question has its own.
  setTimeout(() => (pressed = null));
}, {capture: true});

let calls = 0;

/** Shows that something was asked for, at once; the answer of this call ends it. */
export function takePress() {
  const button = pressed?.isConnected ? pressed : null;
  calls += 1;
  button?.setAttribute("aria-busy", "true");
  document.documentElement.dataset.busy = "true";
  return () => {
    calls -= 1;
    button?.removeAttribute("aria-busy");
    if (!calls) delete document.documentElement.dataset.busy;
  };
}
