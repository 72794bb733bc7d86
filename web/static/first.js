// Before anything is drawn: dark or light as the person chose, so that nothing flashes.
try {
  const look = localStorage.getItem("look");
  if (look === "dark" || look === "light") document.documentElement.dataset.look = look;
} catch {
  // a browser that keeps nothing shows what the system has
}
