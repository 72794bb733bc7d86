// What every page has: its language and its look.

import {find} from "./dom.js";
import "./keys.js";

const LATEST_MS = 4000;

// A table is shown once it was told of; if nobody tells, what there is is shown all the same.
setTimeout(() => document.documentElement.classList.add("known"), LATEST_MS);

find("#lang")?.addEventListener("change", (event) => event.target.form.submit());

find("#look")?.addEventListener("click", () => {
  const root = document.documentElement;
  root.dataset.look = root.dataset.look === "dark" ? "light" : "dark";
  try {
    localStorage.setItem("look", root.dataset.look);
  } catch {
    // then it holds for this page
  }
});
