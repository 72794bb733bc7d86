// What every page has: its language and its look.

import {find} from "./dom.js";

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
