// The pieces of a scene as flat faces, cut and sorted so that those behind can be drawn before those in front.
//
// Planes along the axes part the space into cells around the fields, into floors and grooves, and within a groove into
// its posts and arms. Whatever crosses a plane is cut there. Of two parts that a plane separates, the one on the eye's
// side is in front, so walking the parts towards the eye gives an exact order for any place of the eye.

import {
  GROOVE_PER_STICK, borderFloors, boxesOf, cellsWithin, fieldMm, fieldName, gridMm, isLevel, isStraight, liftedSticks,
    pitchMm, restMm,
  stickCornersMm,
} from "./geometry.js";

const X = 0, Y = 1, Z = 2;
const TINY = 1e-6;
// Each face by the corners of a box: the four below, then the four above, anticlockwise from outside.
const FACES = [
  {corners: [4, 5, 6, 7], side: "top"}, {corners: [3, 2, 1, 0], side: "bottom"},
  {corners: [0, 1, 5, 4], side: "near"}, {corners: [1, 2, 6, 5], side: "right"},
  {corners: [2, 3, 7, 6], side: "far"}, {corners: [3, 0, 4, 7], side: "left"},
];

/** A tree of faces: `{axis, values, parts}` or a list of pieces, to be walked with `walk`. */
export function treeOf(scene, set) {
  const {board, position} = scene;
  const pieces = boxesOf(board, position, set).filter((box) => box.kind !== "board").map(boxPiece);
  const lifted = liftedSticks(position.sticks);
  position.sticks.forEach((stick, index) => {
    if (isStraight(stick) && isLevel(stick)) return;
    pieces.push(cornersPiece(stickCornersMm(stick, lifted[index], board, set),
      {kind: "stick", stick: index, colour: stick.color}));
  });
  (scene.verdict?.polygons ?? []).forEach((polygon, index) => pieces.push(...platePieces(polygon, index, scene, set)));
  const pitch = pitchMm(board, set), between = Array.from({length: board - 1}, (_, i) => (i + 1 - board / 2) * pitch);
  return part(pieces, X, between, (column) => part(column, Y, between, (cell) => cellTree(cell, board, set)));
}

/** Calls `draw` with each piece, those behind first, as seen from the eye. */
export function walk(tree, eye, draw) {
  if (Array.isArray(tree)) {
    tree.forEach(draw);
    return;
  }
  const {axis, values, parts} = tree;
  let here = 0;
  while (here < values.length && eye[axis] > values[here]) here++;
  for (let i = 0; i < here; i++) if (parts[i]) walk(parts[i], eye, draw);
  for (let i = parts.length - 1; i >= here; i--) if (parts[i]) walk(parts[i], eye, draw);
}

// --- cutting --------------------------------------------------------------------------------------------------------

/** Within the cell of a field: floors and grooves, in a groove its posts and arms, in an arm its sticks. */
function cellTree(pieces, board, set) {
  const pitch = pitchMm(board, set);
  const middle = [X, Y].map((axis) => {
    const reach = (pieces[0].low[axis] + pieces[0].high[axis]) / 2 + ((board - 1) / 2) * pitch;
    return (Math.min(board - 1, Math.max(0, Math.round(reach / pitch))) - (board - 1) / 2) * pitch;
  });
  const highest = Math.max(...pieces.map((piece) => piece.high[Z])), levels = [];
  for (let floor = 1; floor * set.tower_height - set.groove_depth < highest; floor++) {
    levels.push(floor * set.tower_height - set.groove_depth, floor * set.tower_height);
  }
  const half = set.tower_width / 2, gap = (GROOVE_PER_STICK * set.stick_width) / 2;
  const cuts = (axis) => [-half, -gap, gap, half].map((off) => middle[axis] + off);
  return part(pieces, Z, levels, (level) => part(level, X, cuts(X), (row) => part(row, Y, cuts(Y), flat)));
}

/** Pieces one above the other, parted where one ends and the next begins. */
function flat(pieces) {
  if (pieces.length < 2) return pieces;
  const rising = [...pieces].sort((one, other) => one.low[Z] + one.high[Z] - other.low[Z] - other.high[Z]);
  const values = [], parts = [[rising[0]]];
  for (const piece of rising.slice(1)) {
    const below = Math.max(...parts.at(-1).map((each) => each.high[Z]));
    if (piece.low[Z] >= below - TINY) {
      values.push((piece.low[Z] + below) / 2);
      parts.push([piece]);
    } else parts.at(-1).push(piece);
  }
  return {axis: Z, values, parts};
}

/** Parts pieces along an axis, cutting those that cross; a lonely piece stays whole. */
function part(pieces, axis, values, further) {
  if (pieces.length < 2) return pieces;
  const parts = Array.from({length: values.length + 1}, () => []);
  for (const piece of pieces) {
    let rest = piece;
    for (let i = 0; i < values.length && rest; i++) {
      if (rest.low[axis] >= values[i] - TINY) continue;
      const [below, above] = cut(rest, axis, values[i]);
      parts[i].push(below);
      rest = above;
    }
    if (rest) parts[values.length].push(rest);
  }
  return {axis, values, parts: parts.map((inside) => (inside.length ? further(inside) : null))};
}

function cut(piece, axis, value) {
  if (piece.high[axis] <= value + TINY) return [piece, null];
  const halves = [(v) => v <= value + TINY, (v) => v >= value - TINY].map((keeps) => {
    const faces = piece.faces.map((face) => clip(face, axis, value, keeps)).filter(Boolean);
    return {...piece, faces, ...bounds(faces)};
  });
  return halves;
}

/** The part of a face on one side of a plane; the edge that the plane makes is no edge of the piece. */
function clip(face, axis, value, keeps) {
  const points = [], edges = [];
  face.points.forEach((point, i) => {
    const next = face.points[(i + 1) % face.points.length], stays = keeps(point[axis]), follows = keeps(next[axis]);
    if (stays) {
      points.push(point);
      edges.push(face.edges[i]);
    }
    if (stays !== follows && Math.abs(point[axis] - next[axis]) > TINY) {
      const share = (value - point[axis]) / (next[axis] - point[axis]);
      points.push(point.map((v, k) => v + share * (next[k] - v)));
      edges.push(stays ? false : face.edges[i]);
    }
  });
  if (points.length < 3) return null;
  // What only touches the plane has no area left.
  const spread = [X, Y, Z].filter((k) => Math.max(...points.map((p) => p[k])) - Math.min(...points.map((p) =>
    p[k])) > TINY);
  return spread.length < 2 ? null : {...face, points, edges, whole: false};
}

function bounds(faces) {
  const low = [Infinity, Infinity, Infinity], high = [-Infinity, -Infinity, -Infinity];
  for (const face of faces) {
    for (const point of face.points) {
      for (const axis of [X, Y, Z]) {
        low[axis] = Math.min(low[axis], point[axis]);
        high[axis] = Math.max(high[axis], point[axis]);
      }
    }
  }
  return {low, high};
}

// --- pieces ---------------------------------------------------------------------------------------------------------

/** The eight corners of a box, the four below first. */
export function boxCorners(low, high) {
  return [low[Z], high[Z]].flatMap((z) => [
    [low[X], low[Y], z], [high[X], low[Y], z], [high[X], high[Y], z], [low[X], high[Y], z],
  ]);
}

function boxPiece(box) {
  const {low, high, ...what} = box, piece = cornersPiece(boxCorners(low, high), what);
  // A tower is one block of wood: no line where its posts begin.
  for (const face of piece.faces) {
    if (what.kind === "block" && face.side !== "bottom") face.edges = face.edges.map((_, i) => face.side !== "top" &&
      i !== 2);
    if (what.kind === "post" && face.side !== "top") face.edges = face.edges.map((_, i) => face.side !== "bottom" &&
      i !== 0);
  }
  return piece;
}

export function cornersPiece(corners, what) {
  const faces = FACES.map(({corners: ring, side}) => {
    const points = ring.map((i) => corners[i]);
    return {points, edges: points.map(() => true), normal: normalOf(points), side, whole: true};
  });
  return {...what, faces, ...bounds(faces)};
}

function normalOf([a, b, c]) {
  const u = b.map((v, i) => v - a[i]), w = c.map((v, i) => v - a[i]);
  const n = [u[1] * w[2] - u[2] * w[1], u[2] * w[0] - u[0] * w[2], u[0] * w[1] - u[1] * w[0]];
  const long = Math.hypot(...n) || 1;
  return n.map((v) => v / long);
}

/** How high a polygon's plate lies at each of its fields: at its sticks on the border, in between as its neighbours. */
export function plateHeights(polygon, set) {
  const floors = borderFloors(polygon), known = polygon.fields.map((at) =>
    [at, restMm(floors[at] ?? 1, set) + set.stick_width / 2]);
  const heights = new Map(known);
  const place = (at) => [at.charCodeAt(0), Number(at.slice(1))];
  return (at) => {
    if (!heights.has(at)) {
      let sum = 0, weight = 0;
      for (const [other, z] of known) {
        const [x, y] = place(at), [u, v] = place(other), near = 1 / ((x - u) ** 2 + (y - v) ** 2);
        sum += z * near;
        weight += near;
      }
      heights.set(at, sum / weight);
    }
    return heights.get(at);
  };
}

/** A polygon as thin plates between its sticks, left out where towers reach through it. */
function platePieces(polygon, index, scene, set) {
  const {board, position} = scene, heightAt = plateHeights(polygon, set), pieces = [];
  const inner = set.tower_width / 2 / pitchMm(board, set);
  for (const [x, y] of cellsWithin(polygon)) {
    const corner = (dx, dy) => heightAt(fieldName(x + dx, y + dy));
    const z = (u, v) => corner(0, 0) * (1 - u) * (1 - v) + corner(1, 0) * u * (1 - v) + corner(0, 1) * (1 - u) * v +
      corner(1, 1) * u * v;
    const quad = (u0, v0, u1, v1) => {
      const points = [[u0, v0], [u1, v0], [u1, v1], [u0, v1]].map(([u, v]) =>
        [...gridMm(x + u, y + v, board, set), z(u, v)]);
      const faces = [{points, edges: points.map(() => false), normal: null, side: "plate", whole: true}];
      pieces.push({kind: "plate", polygon: index, colour: polygon.color, counts: polygon.counts !== false, faces,
        ...bounds(faces)});
    };
    quad(inner, inner, 1 - inner, 1 - inner);
    for (const [u0, v0, u1, v1] of [[inner, 0, 1 - inner, inner], [inner, 1 - inner, 1 - inner, 1],
      [0, inner, inner, 1 - inner], [1 - inner, inner, 1, 1 - inner]]) {
      quad(u0, v0, u1, v1);
    }
    for (const [dx, dy] of [[0, 0], [1, 0], [0, 1], [1, 1]]) {
      const at = fieldName(x + dx, y + dy), stands = (position.towers[at] ?? "").length * set.tower_height;
      if (stands <= corner(dx, dy)) quad(dx ? 1 - inner : 0, dy ? 1 - inner : 0, dx ? 1 : inner, dy ? 1 : inner);
    }
  }
  return pieces;
}

/** A field's middle at the top of its stack. */
export function topOf(at, scene, set) {
  return [...fieldMm(at, scene.board, set), (scene.position.towers[at] ?? "").length * set.tower_height];
}
