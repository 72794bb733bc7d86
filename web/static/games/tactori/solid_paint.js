// The colours of the solid view: read from the page's look, shaded by the light.

const TOKENS = {
  R: "--board-red", B: "--board-blue", Y: "--board-yellow", G: "--board-green", "?": "--board-unknown",
    wood: "--board-wood",
  dark: "--board-dark", paper: "--board-paper", ink: "--board-ink", warn: "--board-warn",
    warnPaper: "--board-warn-paper", light: "--board-light",
  pageInk: "--board-page-ink",
};
const INKS = {R: "--board-red-ink", B: "--board-blue-ink", Y: "--board-yellow-ink", G: "--board-green-ink"};
// What a face gets that the lamp does not reach.
const AMBIENT = 0.58;

/** Every colour as [red, green, blue], whichever way the style sheet writes it. */
export function readPaints(element) {
  const style = getComputedStyle(element), dot = document.createElement("canvas").getContext("2d",
    {willReadFrequently: true});
  const read = (token) => {
    dot.fillStyle = "#888";
    dot.fillStyle = style.getPropertyValue(token).trim();
    dot.fillRect(0, 0, 1, 1);
    return [...dot.getImageData(0, 0, 1, 1).data.slice(0, 3)];
  };
  const every = (tokens) => Object.fromEntries(Object.entries(tokens).map(([name, token]) => [name, read(token)]));
  return {...every(TOKENS), inks: every(INKS)};
}

export function css([r, g, b], alpha = 1) {
  return `rgba(${r | 0},${g | 0},${b | 0},${alpha})`;
}

export function mix(one, other, share) {
  return one.map((value, i) => value + (other[i] - value) * share);
}

/** A face's colour under a lamp that stands above, to the left of who looks. */
export function shade(paint, normal, {right, eye}) {
  const flat = Math.hypot(eye[0], eye[1]) || 1, toward = [eye[0] / flat, eye[1] / flat];
  const lamp = [-0.5 * right[0] + 0.42 * toward[0], -0.5 * right[1] + 0.42 * toward[1], 0.76];
  const lit = Math.max(0, lamp[0] * normal[0] + lamp[1] * normal[1] + lamp[2] * normal[2]);
  const bright = AMBIENT + (1 - AMBIENT) * Math.min(1, lit / 0.76);
  return paint.map((value) => value * bright);
}
