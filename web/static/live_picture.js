// A picture that is kept up to date: asked for again only when it is seen, and never two at a time.

const USUAL_MS = 250;
const IDLE_MS = 1000;

/** Shows the newest picture of `address` in an <img>; `onPicture(size)` when one is there. */
export function keepPicture(image, address, {everyMs = USUAL_MS, onPicture} = {}) {
  let after = "";
  let old = null;
  let closed = false;
  let timer = 0;
  let seen = true;
  const leaving = new AbortController();

  const observer = new IntersectionObserver((entries) => {
    seen = entries.at(-1).isIntersecting;
  });
  observer.observe(image.parentElement ?? image);

  async function next() {
    if (closed) return;
    let wait = everyMs;
    if (seen && document.visibilityState === "visible") {
      try {
        const response = await fetch(`${address}${address.includes("?") ? "&" : "?"}after=${after}`, {signal: leaving.signal});
        if (response.status === 200) {
          const number = response.headers.get("X-Frame") ?? "";
          const blob = await response.blob();
          const url = URL.createObjectURL(blob);
          image.src = url;
          await image.decode();
          if (old) URL.revokeObjectURL(old);
          old = url;
          after = number;
          image.hidden = false;
          onPicture?.([image.naturalWidth, image.naturalHeight]);
        } else if (!response.ok) {
          wait = IDLE_MS;
        }
      } catch {
        wait = IDLE_MS; // the stream says when the program is back
      }
    }
    if (!closed) timer = setTimeout(next, wait);
  }

  next();
  return {
    close() {
      closed = true;
      leaving.abort();
      clearTimeout(timer);
      observer.disconnect();
      if (old) URL.revokeObjectURL(old);
    },
  };
}

const TALLEST = "75vh";

/** Gives a box the shape of its picture, so that what is drawn over it lies right; tall ones stay on the screen. */
export function fitBox(box, [width, height]) {
  box.style.aspectRatio = `${width} / ${height}`;
  box.style.maxWidth = `calc(${TALLEST} * ${width / height})`;
}
