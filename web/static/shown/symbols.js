// The symbol that stands beside each colour, so that nobody has to tell colours apart.

const PATHS = {
  R: "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0Z",
  B: "M-0.88 -0.88H0.88V0.88H-0.88Z",
  Y: "M0 -1L1 0.82H-1Z",
  G: "M0 -1.1L0.92 0L0 1.1L-0.92 0Z",
  w: "M-1 0A1 1 0 1 1 1 0A1 1 0 1 1 -1 0ZM-0.62 0A0.62 0.62 0 1 0 0.62 0A0.62 0.62 0 1 0 -0.62 0Z",
  "?": "M-0.6 -0.4A0.6 0.6 0 1 1 0.15 0.18V0.45H-0.15V-0.1H0A0.3 0.3 0 1 0 -0.3 -0.4Z"
    + "M-0.2 0.84A0.2 0.2 0 1 1 0.2 0.84A0.2 0.2 0 1 1 -0.2 0.84Z",
};
for (const [letter, like] of Object.entries({b: "B", y: "Y", r: "R", g: "G"})) PATHS[letter] = PATHS[like]; // white and black have no others
const TEXTS = {R: "●", B: "■", Y: "▲", G: "◆", w: "○", b: "■", y: "▲", r: "●", g: "◆", "?": "?"};
const OUTLINES = {
  R: Array.from({length: 20}, (_, i) => [Math.cos((i * Math.PI) / 10), Math.sin((i * Math.PI) / 10)]),
  B: [[-0.88, -0.88], [0.88, -0.88], [0.88, 0.88], [-0.88, 0.88]],
  Y: [[0, -1], [1, 0.82], [-1, 0.82]],
  G: [[0, -1.1], [0.92, 0], [0, 1.1], [-0.92, 0]],
};

/** An SVG path in a box from -1 to 1, y downwards. */
export function symbolPath(colour) {
  return PATHS[colour] ?? PATHS["?"];
}

/** The symbol as a letter, for running text. */
export function symbolText(colour) {
  return TEXTS[colour] ?? TEXTS["?"];
}

/** The symbol's corners in a box from -1 to 1, y downwards; null for an unknown colour. */
export function symbolOutline(colour) {
  return OUTLINES[colour] ?? null;
}
