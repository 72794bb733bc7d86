// A picture that moves: the next one is asked for when this one is shown, and answered as soon as it is there.

const LEAST_MS = 66; // fifteen pictures a second are enough for anybody
const NO_SEAT_MS = 100; // an answer without a picture that came at once: too many wait already
const IDLE_MS = 1000;
const WAIT_S = 5;
const WIDTHS = [320, 480, 640, 960]; // as the program makes them

/**
 * Shows the newest picture of `address` in an <img>, as long as it is seen; with `fits` no wider than it is shown.
 * `onPicture([width, height])` when one is there: its own size, however small it came.
 */
export function keepPicture(image, address, {everyMs = LEAST_MS, fits = false, onPicture} = {}) {
  const box = image.parentElement ?? image;
  let after = "";
  let old = null;
  let closed = false;
  let seen = true;
  let asking = null;
  let wake = () => {};

  const isSeen = () => seen && document.visibilityState === "visible";
  const changed = () => {
    if (isSeen()) wake();
    else asking?.abort(); // nobody looks: it costs nothing
  };
  const observer = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
    changed();
  });
  observer.observe(box);
  document.addEventListener("visibilitychange", changed);

  function question() {
    const asked = new URLSearchParams({after, wait: everyMs < IDLE_MS ? WAIT_S : 1});
    const width = fits && WIDTHS.find((each) => each >= box.clientWidth * devicePixelRatio);
    if (width) asked.set("width", width);
    return `${address}${address.includes("?") ? "&" : "?"}${asked}`;
  }

  /** How long to wait before the next question. */
  async function next() {
    const begun = performance.now();
    const spent = () => performance.now() - begun;
    try {
      asking = new AbortController();
      const response = await fetch(question(), {signal: asking.signal});
      if (response.headers.has("X-Gone") || !response.ok) return IDLE_MS;
      if (response.status !== 200) return Math.max(0, Math.max(everyMs, NO_SEAT_MS) - spent());
      const url = URL.createObjectURL(await response.blob());
      if (closed) {
        URL.revokeObjectURL(url);
        return 0;
      }
      image.src = url;
      await image.decode();
      if (old) URL.revokeObjectURL(old);
      old = url;
      after = response.headers.get("X-Frame") ?? "";
      image.hidden = false;
      const size = response.headers.get("X-Size")?.split("x").map(Number);
      onPicture?.(size ?? [image.naturalWidth, image.naturalHeight]);
      return Math.max(0, everyMs - spent());
    } catch (error) {
      return error.name === "AbortError" ? 0 : IDLE_MS; // the stream says when the program is back
    }
  }

  async function run() {
    while (!closed) {
      if (!isSeen()) await new Promise((resolve) => (wake = resolve));
      if (closed) return;
      const pause = await next();
      if (!closed) await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  run();
  return {
    close() {
      closed = true;
      asking?.abort();
      wake();
      observer.disconnect();
      document.removeEventListener("visibilitychange", changed);
      if (old) URL.revokeObjectURL(old);
    },
  };
}

const TALLEST = "75vh";

/** Gives a box the shape of its picture, so that what is drawn over it lies right; tall ones stay on the screen. */
export function fitBox(box, [width, height]) {
  box.style.setProperty("--ratio", width / height);
  box.style.aspectRatio = `${width} / ${height}`;
  box.style.maxWidth = `calc(${TALLEST} * ${width / height})`;
}
