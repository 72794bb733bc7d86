// A question before something that cannot be undone.
import {el} from "./dom.js";
import {t} from "./texts.js";

/** Whether the person said yes; Escape and leaving are no. */
export function ask({title, what, yes}) {
  return new Promise((resolve) => {
    const dialog = el("dialog", {class: "ask", "aria-labelledby": "ask-title", "aria-describedby": "ask-what"},
      el("form", {method: "dialog", class: "stack"},
        el("h2", {id: "ask-title"}, title),
        el("p", {id: "ask-what"}, what),
        el("div", {class: "row ask-row"},
          el("button", {class: "button", value: "no", autofocus: true}, t("page.history.cancel")),
          el("button", {class: "button danger", value: "yes"}, yes))));
    dialog.addEventListener("close", () => {
      dialog.remove();
      resolve(dialog.returnValue === "yes");
    });
    document.body.append(dialog);
    dialog.showModal();
  });
}
