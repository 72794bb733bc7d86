// The layers of the aerial view as SVG: wood, polygons, stacks, sticks and the marks on them.

import {svg} from "../../dom.js";
import {
  FILES, coordinates, fieldName, fieldsIn, fieldsOf, halfBridges, isLevel, isStraight, isWay, liesWell, namesStick,
  placeForNumber, stickWord,
} from "./geometry.js";
import {symbolPath} from "../../shown/symbols.js";

// Everything in units: a hundred from field to field.
export const STEP = 100;
export const RIM = 92;
const TILE = {5: 62, 9: 74};
const STICK = {5: 15, 9: 15};
const COLUMN = 18;
const BADGE = 17;
// How far beside each other sticks are drawn that lie above each other.
const BESIDE = 17;
// How far into its tower a stick's end is drawn.
const INTO = 24;
// The same, of the line where a stick may lie: what is written on the tower stays free.
const ONTO = 1;

/** Where a grid point lies for whoever looks at the board from `turned` quarters further round, to the right. */
function seen([x, y], board, turned) {
  let point = [x, y];
  for (let quarter = 0; quarter < turned; quarter++) point = [point[1], board - 1 - point[0]];
  return point;
}

/** The middle of a field, or of any grid point, in units. */
export function place({board, turned = 0}, x, y) {
  const [right, away] = seen([x, y], board, turned);
  return [right * STEP, (board - 1 - away) * STEP];
}

export function fieldPlace(scene, at) {
  return place(scene, ...coordinates(at));
}

/** The grid point at a place in units. */
export function gridPoint({board, turned = 0}, x, y) {
  return seen([x / STEP, board - 1 - y / STEP], board, (4 - turned) % 4);
}

/** How far a step on the screen goes on the grid. */
export function gridStep({turned = 0}, step) {
  return seen(step, 1, (4 - turned) % 4);
}

export function tileOf(board) {
  return TILE[board] ?? TILE[9];
}

// --- the board ------------------------------------------------------------------------------------------------------

export function woodLayer(scene) {
  const {board} = scene;
  const long = (board - 1) * STEP, side = long + 2 * RIM;
  const layer = svg("g", {class: "wood"});
  layer.append(
    svg("rect", {class: "wood-plate", x: -RIM, y: -RIM, width: side, height: side, rx: 16}),
    svg("path", {class: "wood-grain", d: grain(side)}),
    svg("rect", {class: "wood-rim", x: -RIM + 5, y: -RIM + 5, width: side - 10, height: side - 10, rx: 12}),
  );
  for (const at of fieldsOf(board)) {
    const [x, y] = fieldPlace(scene, at);
    layer.append(svg("circle", {class: "field-mark", cx: x, cy: y, r: board === 9 ? 9 : 11}));
  }
  for (let i = 0; i < board; i++) {
    for (const beyond of [-1, board]) {
      const near = beyond < 0 ? -0.68 : board - 0.32;
      layer.append(letter(FILES[i], ...place(scene, i, near)), letter(String(i + 1), ...place(scene, near, i)));
    }
  }
  return layer;
}

function letter(text, x, y) {
  return svg("text", {class: "rim-letter", x, y, "aria-hidden": "true"}, text);
}

function grain(side) {
  const lines = [];
  for (let i = 1; i < 14; i++) {
    const y = -RIM + (side * i) / 14 + 9 * Math.sin(i * 2.3), bend = 7 * Math.sin(i * 1.7);
    lines.push(`M${-RIM + 8} ${y}C${-RIM + side * 0.3} ${y + bend} ${-RIM + side * 0.7} ${y - bend} ${-RIM + side - 8} ${y + bend / 2}`);
  }
  return lines.join("");
}

// --- polygons -------------------------------------------------------------------------------------------------------

export function polygonLayer(scene) {
  const layer = svg("g", {class: "polygons"});
  (scene.verdict?.polygons ?? []).forEach((polygon, index) => {
    const path = polygon.fields.map((at) => fieldPlace(scene, at).join(" ")).join("L");
    layer.append(svg("path", {
      class: `polygon paint-${polygon.color} ${polygon.counts === false ? "not-counting" : ""}`, "data-polygon": index,
        d: `M${path}Z`,
    }));
  });
  return layer;
}

export function pointsLayer(scene) {
  const layer = svg("g", {class: "all-points"});
  (scene.verdict?.polygons ?? []).forEach((polygon, index) => {
    if (polygon.counts === false) return; // a number that gives no points would only puzzle
    const [x, y] = place(scene, ...placeForNumber(polygon, scene.position.towers));
    const text = String(polygon.points);
    const wide = 46 + 18 * text.length;
    layer.append(svg("g", {
      class: "points", "data-polygon": index,
        transform: `translate(${x} ${y})`,
    },
    svg("rect", {class: `points-plate line-${polygon.color}`, x: -wide / 2, y: -21, width: wide, height: 42, rx: 21}),
    svg("path", {class: `paint-${polygon.color}`, d: symbolPath(polygon.color),
      transform: `translate(${-wide / 2 + 22} 0) scale(9)`}),
    svg("text", {class: "points-text", x: 14, y: 1}, text)));
  });
  return layer;
}

// --- stacks ---------------------------------------------------------------------------------------------------------

export function stackLayer(scene) {
  const layer = svg("g", {class: "stacks"});
  for (const [at, stack] of Object.entries(scene.position.towers)) {
    if (!stack) continue;
    const [x, y] = fieldPlace(scene, at), half = tileOf(scene.board) / 2, top = stack.at(-1);
    const tile = svg("g", {class: "stack-tile", "data-field-stack": at, transform: `translate(${x} ${y})`});
    const lift = Math.min(stack.length, 6) * 1.3;
    tile.append(svg("rect", {class: "tile-shadow", x: -half + lift, y: -half + lift + 1, width: 2 * half,
      height: 2 * half, rx: 9}));
    tile.append(svg("rect", {class: `tile paint-${top}`, x: -half, y: -half, width: 2 * half, height: 2 * half,
      rx: 9}));
    tile.append(svg("path", {class: "groove", d: `M0 ${-half}V${half}M${-half} 0H${half}`}));
    tile.append(svg("rect", {class: "tile-edge", x: -half, y: -half, width: 2 * half, height: 2 * half, rx: 9}));
    layer.append(tile);
  }
  return layer;
}

/** What is written on the towers; drawn above the sticks, which leave room for it. */
export function writingLayer(scene, bars) {
  const layer = svg("g", {class: "writing"});
  for (const [at, stack] of Object.entries(scene.position.towers)) {
    if (!stack) continue;
    const [x, y] = fieldPlace(scene, at), half = tileOf(scene.board) / 2, top = stack.at(-1);
    const covered = bars.some((bar) => bar.over.has(at));
    const on = svg("g", {class: `ink-${top}`, "data-field-stack": at, transform: `translate(${x} ${y})`});
    if (stack.length === 1) {
      const [dx, size] = covered ? [-half / 2 - 3, half * 0.29] : [0, half * 0.5];
      on.append(symbol(top, dx, dx, size));
    } else {
      const dx = covered ? -half / 2 - 3 : -COLUMN / 2, size = covered ? half * 0.29 : half * 0.36;
      const right = covered ? 0 : 2;
      on.append(symbol(top, dx, -half / 2 - 1, size));
      on.append(svg("text", {class: `count ${covered ? "small" : ""}`, x: dx, y: half / 2 + right},
        String(stack.length)));
      on.append(column(stack, half));
    }
    layer.append(on);
  }
  return layer;
}

function symbol(colour, x, y, size) {
  return svg("path", {class: "tile-symbol", d: symbolPath(colour), transform: `translate(${x} ${y}) scale(${size})`});
}

/** Every floor as a stripe, the lowest below. */
function column(stack, half) {
  const high = 2 * half - 6, each = Math.min(high / stack.length, 17), left = half - COLUMN - 2;
  const group = svg("g", {class: "column"});
  const foot = half - 3;
  [...stack].forEach((colour, i) => {
    const y = foot - (i + 1) * each;
    group.append(svg("rect", {class: `stripe paint-${colour}`, x: left, y, width: COLUMN, height: each, rx: 2.5}));
    if (each >= 8) {
      const size = Math.min(each * 0.3, 5.2);
      group.append(svg("path", {
        class: `stripe-symbol inked-${colour}`, d: symbolPath(colour),
        transform: `translate(${left + COLUMN / 2} ${y + each / 2}) scale(${size})`,
      }));
    }
  });
  return group;
}

// --- sticks ---------------------------------------------------------------------------------------------------------

/** The sticks as bars, the lowest first: where each is drawn, and over which towers. */
export function barsOf(scene) {
  const {position, board} = scene, tile = tileOf(board) / 2;
  const height = (at) => (position.towers[at] ?? "").length;
  const order = position.sticks.map((stick, index) => ({stick, index, high: Math.max(stick.a.floor, stick.b.floor)}));
  order.sort((one, other) => one.high - other.high || one.index - other.index);
  const gaps = new Map();
  for (const {stick, index} of order) {
    for (const gap of halfBridges(stick)) gaps.set(gap, [...(gaps.get(gap) ?? []), index]);
  }
  return order.map(({stick, index}) => {
    const from = fieldPlace(scene, stick.a.at), to = fieldPlace(scene, stick.b.at);
    const long = Math.hypot(to[0] - from[0], to[1] - from[1]) || 1;
    const along = [(to[0] - from[0]) / long, (to[1] - from[1]) / long];
    const crowd = halfBridges(stick).map((gap) => gaps.get(gap)).reduce((most, here) =>
      (here.length > most.length ? here : most), [index]);
    const beside = (crowd.indexOf(index) - (crowd.length - 1) / 2) * BESIDE;
    // The same side for every stick of a line, whichever end is named first.
    const sign = along[0] + along[1] < 0 ? -1 : 1;
    const off = [-along[1] * beside * sign, along[0] * beside * sign];
    const over = new Set();
    const edge = (end) => {
      const stands = height(end.at);
      if (!stands) return 0;
      if (stands > end.floor) return tile;
      over.add(end.at);
      return INTO - tile > 0 ? 0 : tile - INTO;
    };
    const start = edge(stick.a), stop = long - edge(stick.b);
    let pieces = [[start, stop]];
    if (isStraight(stick)) {
      for (let passed = STEP; passed < long; passed += STEP) {
        const at = fieldAt(from, along, passed, scene);
        const stands = height(at);
        if (stands && stands > stick.a.floor) {
          pieces = pieces.flatMap(([low, high]) => [[low, Math.min(high, passed - tile)],
            [Math.max(low, passed + tile), high]]);
        } else if (stands) over.add(at);
      }
      pieces = pieces.filter(([low, high]) => high - low > 2);
    }
    const point = (way, aside = 0) => [
      from[0] + along[0] * way + off[0] - along[1] * aside, from[1] + along[1] * way + off[1] + along[0] * aside,
    ];
    return {stick, index, long, pieces, turn: crowd.indexOf(index), crowd: crowd.length, over, point,
      free: (at) => !height(at), well: liesWell(stick, position)};
  });
}

function fieldAt(from, along, passed, scene) {
  return fieldName(...gridPoint(scene, from[0] + along[0] * passed, from[1] + along[1] * passed).map(Math.round));
}

export function stickLayer(scene, bars) {
  const layer = svg("g", {class: "sticks"}), wide = STICK[scene.board] ?? STICK[9];
  for (const bar of bars) {
    const {stick, pieces, point, long} = bar;
    const group = svg("g", {class: `stick ${bar.well ? "" : "loose"}`, "data-stick": stickWord(stick)});
    const rise = (way) => {
      const floor = stick.a.floor + ((stick.b.floor - stick.a.floor) * way) / long;
      return isLevel(stick) ? wide / 2 : wide / 2 + Math.min(3,
        Math.max(-3, (floor - (stick.a.floor + stick.b.floor) / 2) * 4));
    };
    const outlines = pieces.map(([low, high]) => {
      const corners = [point(low, -rise(low)), point(high, -rise(high)), point(high, rise(high)),
        point(low, rise(low))];
      return `M${corners.map((corner) => corner.map((value) => value.toFixed(1)).join(" ")).join("L")}Z`;
    }).join("");
    const lift = 1.5 + Math.min(5, Math.max(stick.a.floor, stick.b.floor)) * 1.2;
    group.append(svg("path", {class: "stick-shadow", d: outlines, transform: `translate(${lift} ${lift + 1})`}));
    group.append(svg("path", {class: `stick-bar paint-${stick.color}`, d: outlines}));
    for (const [way, floor] of badgePlaces(bar, bars, scene)) group.append(floorBadge(stick.color, floor,
      ...point(way)));
    layer.append(group);
  }
  return layer;
}

/** Where the floor is written: in the middle if nothing is there, else between the towers; at both ends if they differ. */
function badgePlaces(bar, bars, scene) {
  const {stick, long} = bar, straight = isStraight(stick);
  if (!isLevel(stick)) return [[Math.min(50, long * 0.28), stick.a.floor],
    [long - Math.min(50, long * 0.28), stick.b.floor]];
  // Above each other, they take turns along the bar as well.
  if (scene.board === 5 && straight) return [[STEP / 2 + (bar.crowd > 1 ? (bar.turn % 2 ? 13 : -13) : 0),
    stick.a.floor]];
  if (bar.crowd > 1 && straight) return [[bar.turn % 2 ? long - STEP / 2 : STEP / 2, stick.a.floor]];
  const [x, y] = bar.point(long / 2);
  const busy = Object.keys(scene.position.towers).some((at) => near(fieldPlace(scene, at), [x, y], 40))
    || bars.some((other) => other !== bar && near(other.point(other.long / 2), [x, y], 34));
  return [[straight && busy ? STEP / 2 : long / 2, stick.a.floor]];
}

function near([x, y], [u, v], reach) {
  return Math.hypot(x - u, y - v) < reach;
}

/** The floor's number in the symbol of the stick's colour. */
function floorBadge(colour, floor, x, y) {
  const size = {R: 13, B: 12.5, Y: 16, G: 16}[colour] ?? 13;
  return svg("g", {class: "floor-badge", transform: `translate(${x} ${y})`},
    svg("path", {class: `badge-plate line-${colour}`, d: symbolPath(colour === "?" ? "R" : colour),
      transform: `scale(${size})`}),
    svg("text", {class: "badge-text", y: colour === "Y" ? 4.5 : 1}, String(floor)));
}

// --- marks ----------------------------------------------------------------------------------------------------------

export function lastLayer(scene) {
  const layer = svg("g", {class: "last"}), half = tileOf(scene.board) / 2 + 8;
  for (const said of scene.last) {
    for (const at of said.includes("-") ? [] : [said]) {
      const [x, y] = fieldPlace(scene, at);
      layer.append(svg("rect", {class: "last-ring", x: x - half, y: y - half, width: 2 * half, height: 2 * half,
        rx: 16}));
    }
  }
  return layer;
}

function fieldDoubt(scene, at) {
  const [x, y] = fieldPlace(scene, at), half = tileOf(scene.board) / 2;
  return svg("g", {class: "doubt", "data-doubt": at, transform: `translate(${x} ${y})`},
    svg("circle", {class: "doubt-ring", r: half + 13}), badge("doubt-badge", "?", half - 1, -half + 1));
}

/** A dashed line where a stick may lie, with a question mark in its middle; beside the stick if one was read there. */
function stickDoubt(scene, way, bars) {
  const {board} = scene, [[ax, ay], [bx, by]] = fieldsIn(way).map((at) => fieldPlace(scene, at));
  const long = Math.hypot(bx - ax, by - ay) || 1, [u, v] = [(bx - ax) / long, (by - ay) / long];
  const edge = bars.some(({stick}) => namesStick(way, stick)) ? (STICK[board] ?? STICK[9]) / 2 : 0;
  const point = (along, aside) => [ax + u * along + v * aside, ay + v * along - u * aside];
  const from = tileOf(board) / 2 - ONTO, aside = edge && edge + 8;
  const d = `M${point(from, aside).join(" ")}L${point(long - from, aside).join(" ")}`;
  return svg("g", {class: "doubt", "data-doubt": way},
    svg("path", {class: "doubt-line-under", d}), svg("path", {class: "doubt-line", d}),
    badge("doubt-badge", "?", ...point(long / 2, edge && edge + BADGE + 7)));
}

export function markLayer(scene, bars) {
  const layer = svg("g", {class: "marks"}), half = tileOf(scene.board) / 2, taken = new Set();
  for (const {at} of scene.doubts) layer.append(isWay(at) ? stickDoubt(scene, at, bars) : fieldDoubt(scene, at));
  for (const said of scene.byHand) {
    const bar = said.includes("-") ? bars.find((each) => namesStick(said, each.stick)) : null;
    if (said.includes("-") && !bar) continue;
    const [x, y] = bar ? bar.point(bar.long * 0.72) : fieldPlace(scene, said).map((value) => value + half - 2);
    layer.append(pencil(x, y, said));
  }
  scene.violations.forEach((found, index) => {
    const group = svg("g", {class: "violation", "data-violation": index});
    const bar = found.stick ? bars.find((each) => stickWord(each.stick) === stickWord(found.stick)) : null;
    const spots = [];
    if (bar) {
      const reach = (STICK[scene.board] ?? 15) / 2 + 6;
      const low = (bar.pieces[0]?.[0] ?? 0) - 7, high = (bar.pieces.at(-1)?.[1] ?? bar.long) + 7;
      const corners = [[low, -reach], [high, -reach], [high, reach],
        [low, reach]].map(([way, aside]) => bar.point(way, aside));
      group.append(svg("path",
        {class: "violation-line", d: `M${corners.map((corner) => corner.join(" ")).join("L")}Z`}));
      spots.push(bar.point(bar.long / 2, -(reach + 19)));
    } else {
      for (const at of found.fields ?? []) {
        const [x, y] = fieldPlace(scene, at);
        group.append(svg("rect", {class: "violation-line", x: x - half - 7, y: y - half - 7, width: 2 * half + 14,
          height: 2 * half + 14, rx: 15}));
        spots.push([x - half + 1, y - half - 1]);
      }
    }
    for (const [x, y] of spots) {
      const key = `${Math.round(x)},${Math.round(y)}`;
      group.append(warning(x, y, taken.has(key)));
      taken.add(key);
    }
    layer.append(group);
  });
  for (const bar of bars) {
    const told = scene.violations.some((found) => found.stick && stickWord(found.stick) === stickWord(bar.stick));
    if (!bar.well && !told) layer.append(svg("g", {class: "violation"},
      warning(...bar.point(bar.long / 2, -22), false)));
  }
  return layer;
}

function badge(kind, text, x, y) {
  return svg("g", {class: `mark-badge ${kind}`, transform: `translate(${x} ${y})`},
    svg("circle", {r: BADGE}), svg("text", {y: 1}, text));
}

/** A warning triangle; a second one at the same place stays hidden until it is lit. */
function warning(x, y, again) {
  return svg("g", {class: `mark-badge warning ${again ? "again" : ""}`, transform: `translate(${x} ${y})`},
    svg("path", {d: "M0 -20L21 16H-21Z"}), svg("text", {y: 6}, "!"));
}

function pencil(x, y, said) {
  return svg("g", {class: "mark-badge hand", "data-by-hand": said, transform: `translate(${x} ${y})`},
    svg("circle", {r: 15}),
    svg("path", {class: "pencil", d: "M-8 8L-6 1L4 -9L9 -4L-1 6Z M2 -7L7 -2"}));
}
