// Before anything is drawn: dark or light as the person chose, else as the system has it, so that nothing flashes.
(() => {
  const dark = matchMedia("(prefers-color-scheme: dark)");
  const show = () => {
    let look = null;
    try {
      look = localStorage.getItem("look");
    } catch {
      // a browser that keeps nothing shows what the system has
    }
    document.documentElement.dataset.look = look === "dark" || look === "light" ? look : dark.matches ? "dark" : "light";
  };
  show();
  dark.addEventListener("change", show);
})();
