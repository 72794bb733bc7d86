// Where fields, towers and sticks are: on the grid, in millimetres on the board, and in a picture of it.

export const FILES = "abcdefghi";
export const COLOURS = ["R", "B", "Y", "G"];
export const UNKNOWN = "?";
// A groove is a little wider than the stick that goes into it.
export const GROOVE_PER_STICK = 1.35;
// What a measure is if nobody took it, as the page says it.
const USUAL_SET = JSON.parse(document.documentElement.dataset.set);
// Points nearer to the camera than this cannot be drawn.
const NEAREST_MM = 1;

/** "c3" -> [2, 2]. */
export function coordinates(field) {
  return [FILES.indexOf(field[0]), Number(field.slice(1)) - 1];
}

/** (2, 2) -> "c3". */
export function fieldName(x, y) {
  return `${FILES[x]}${y + 1}`;
}

/** All fields of a board, from a1 along the ranks. */
export function fieldsOf(board) {
  const all = [];
  for (let y = 0; y < board; y++) for (let x = 0; x < board; x++) all.push(fieldName(x, y));
  return all;
}

/** The fields of a place that something is said of: "c3" is one, "c3-e3" the two between which a stick may lie. */
export function fieldsIn(place) {
  return place.split("-");
}

export function isWay(place) {
  return place.includes("-");
}

/** A place for people: "c3–e3". */
export function placeName(place) {
  return fieldsIn(place).join("–");
}

/** How many steps a bridge spans. */
export function spanOf(board) {
  return board === 9 ? 2 : 1;
}

// --- sticks -------------------------------------------------------------------------------------------------------

export function isStraight(stick) {
  const [ax, ay] = coordinates(stick.a.at), [bx, by] = coordinates(stick.b.at);
  return (ax === bx) !== (ay === by);
}

export function isLevel(stick) {
  return stick.a.floor === stick.b.floor;
}

/** Whether it lies as a bridge does: straight, level, over the right distance, both ends in towers. */
export function liesWell(stick, position) {
  const [ax, ay] = coordinates(stick.a.at), [bx, by] = coordinates(stick.b.at);
  const rests = (end) => end.floor > 0 && (position.towers[end.at] ?? "").length >= end.floor;
  const steps = Math.abs(ax - bx) + Math.abs(ay - by);
  return isStraight(stick) && isLevel(stick) && steps === spanOf(position.board) && rests(stick.a) && rests(stick.b);
}

/** Every field that a stick ends on or, lying straight, passes. */
export function touched(stick) {
  const [ax, ay] = coordinates(stick.a.at), [bx, by] = coordinates(stick.b.at);
  if (!isStraight(stick)) return [stick.a.at, stick.b.at];
  const steps = Math.abs(ax - bx) + Math.abs(ay - by);
  return Array.from({length: steps + 1}, (_, i) => fieldName(ax + ((bx - ax) * i) / steps,
    ay + ((by - ay) * i) / steps));
}

/** The gaps between neighbouring fields that a straight stick covers, each under a name of its own. */
export function halfBridges(stick) {
  if (!isStraight(stick)) return [];
  const fields = touched(stick);
  return fields.slice(1).map((at, i) => [at, fields[i]].sort().join("-"));
}

function endsInOrder(stick) {
  const key = (end) => `${end.at}@${end.floor}`;
  return key(stick.a) <= key(stick.b) ? [stick.a, stick.b] : [stick.b, stick.a];
}

/** "R:c3-e3@1", or "R:c3@1-e3@2" if the floors differ, as positions and corrections have it. */
export function stickWord(stick) {
  const [a, b] = endsInOrder(stick);
  return isLevel(stick)
    ? `${stick.color}:${a.at}-${b.at}@${a.floor}` : `${stick.color}:${a.at}@${a.floor}-${b.at}@${b.floor}`;
}

/** Whether something said as "c3-e3", with or without colour and floors, means a stick between these ends. */
export function namesStick(said, stick) {
  const ends = said.replace(/^[+-]?[RBYG?]:/, "").replaceAll(/@\d+/g, "").split("-");
  return ends.length === 2 && ends.includes(stick.a.at) && ends.includes(stick.b.at);
}

/** Which sticks lie upon another one of their floor that crosses them or lies along there. */
export function liftedSticks(sticks) {
  const below = [];
  const upright = (stick) => stick.a.at[0] === stick.b.at[0];
  return sticks.map((each) => {
    const counts = isStraight(each) && isLevel(each);
    const lifted = counts && below.some((other) => {
      if (other.a.floor !== each.a.floor || !touched(other).some((at) => touched(each).includes(at))) return false;
      return upright(other) !== upright(each) || halfBridges(other).some((gap) => halfBridges(each).includes(gap));
    });
    if (counts && !lifted) below.push(each);
    return lifted;
  });
}

// --- millimetres ----------------------------------------------------------------------------------------------------

/** A set as it was measured, or the usual one. */
export function completeSet(set) {
  return set ?? USUAL_SET;
}

export function pitchMm(board, set) {
  return board === 9 ? set.pitch_9 : 2 * set.pitch_9;
}

/** Grid coordinates, whole or not, as millimetres from the middle of the board. */
export function gridMm(x, y, board, set) {
  const half = (board - 1) / 2, pitch = pitchMm(board, set);
  return [(x - half) * pitch, (y - half) * pitch];
}

export function fieldMm(field, board, set) {
  return gridMm(...coordinates(field), board, set);
}

/** How high the underside of a stick lies that rests on a floor; floor 0 is the bare board. */
export function restMm(floor, set) {
  return floor ? floor * set.tower_height - set.groove_depth : 0;
}

/** The undersides of a stick's two ends, over the middles of their fields. */
export function stickEndsMm(stick, lifted, board, set) {
  return [stick.a, stick.b].map((end) => {
    // No groove runs at an angle: such a stick lies on the posts of its towers.
    const rest = !isStraight(stick) && end.floor ? end.floor * set.tower_height : restMm(end.floor, set);
    return [...fieldMm(end.at, board, set), rest + (lifted ? set.stick_width : 0)];
  });
}

/** Where a stick may lie, over the middles of its two fields, as high as the lower of their stacks. */
export function wayMm(way, position, set) {
  const ends = fieldsIn(way);
  const z = Math.min(...ends.map((at) => (position.towers[at] ?? "").length)) * set.tower_height;
  return ends.map((at) => [...fieldMm(at, position.board, set), z]);
}

/** The boxes of a scene, in millimetres: the board, each tower's block and posts, each level and straight stick. */
export function boxesOf(board, position, set) {
  const half = set.board_side / 2;
  const boxes = [{kind: "board", low: [-half, -half, -set.board_thickness], high: [half, half, 0]}];
  for (const [at, stack] of Object.entries(position.towers)) {
    [...stack].forEach((colour, i) => boxes.push(...towerBoxes(at, i + 1, colour, i + 1 === stack.length, board, set)));
  }
  const lifted = liftedSticks(position.sticks);
  position.sticks.forEach((stick, index) => {
    if (!isStraight(stick) || !isLevel(stick)) return;
    const [[ax, ay, z], [bx, by]] = stickEndsMm(stick, lifted[index], board, set);
    const wide = set.stick_width / 2, over = overhangMm(ax, ay, bx, by, set);
    const [dx, dy] = ay === by ? [over, wide] : [wide, over];
    boxes.push({
      kind: "stick", stick: index, colour: stick.color,
      low: [Math.min(ax, bx) - dx, Math.min(ay, by) - dy, z],
      high: [Math.max(ax, bx) + dx, Math.max(ay, by) + dy, z + set.stick_width],
    });
  });
  return boxes;
}

/** How far a stick reaches beyond the middles of its end fields; negative where it ends before them. */
function overhangMm(ax, ay, bx, by, set) {
  return (set.stick_length - Math.hypot(bx - ax, by - ay)) / 2;
}

function towerBoxes(at, floor, colour, top, board, set) {
  const [x, y] = fieldMm(at, board, set), half = set.tower_width / 2;
  const gap = (GROOVE_PER_STICK * set.stick_width) / 2;
  const foot = (floor - 1) * set.tower_height, groove = floor * set.tower_height - set.groove_depth;
  const boxes = [{
    kind: "block", at, floor, colour, top, low: [x - half, y - half, foot], high: [x + half, y + half, groove],
  }];
  for (const [x0, x1] of [[-half, -gap], [gap, half]]) {
    for (const [y0, y1] of [[-half, -gap], [gap, half]]) {
      boxes.push({
        kind: "post", at, floor, colour, top,
        low: [x + x0, y + y0, groove], high: [x + x1, y + y1, floor * set.tower_height],
      });
    }
  }
  return boxes;
}

/** The eight corners of a stick that slants or lies at an angle: the four of its underside, then the four above. */
export function stickCornersMm(stick, lifted, board, set) {
  const [a, b] = stickEndsMm(stick, lifted, board, set);
  const way = b.map((value, i) => value - a[i]);
  const length = Math.hypot(...way), flat = Math.hypot(way[0], way[1]) || 1;
  const along = way.map((value) => value / (length || 1));
  const side = [-way[1] / flat, way[0] / flat, 0];
  const up = cross(along, side);
  const middle = a.map((value, i) => (value + b[i]) / 2);
  const corner = (l, s, u) => middle.map((value, i) =>
    value + (along[i] * l * set.stick_length) / 2 + (side[i] * s * set.stick_width) / 2 + up[i] * u * set.stick_width);
  return [0, 1].flatMap((u) => [corner(-1, -1, u), corner(1, -1, u), corner(1, 1, u), corner(-1, 1, u)]);
}

function cross(a, b) {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

// --- polygons -------------------------------------------------------------------------------------------------------

/** The highest floor of a side at each border field: a polygon is drawn as high as its sticks. */
export function borderFloors(polygon) {
  const floors = {};
  for (const side of polygon.sides ?? []) {
    for (const at of touched(side.stick)) floors[at] = Math.max(floors[at] ?? 0, side.stick.a.floor,
      side.stick.b.floor);
  }
  return floors;
}

/** Whether a point of the grid lies within a closed line of grid points. */
export function within([x, y], outline) {
  let inside = false;
  outline.forEach(([x1, y1], i) => {
    const [x0, y0] = outline[(i + outline.length - 1) % outline.length];
    if (y0 > y !== y1 > y && x < ((x1 - x0) * (y - y0)) / (y1 - y0) + x0) inside = !inside;
  });
  return inside;
}

function distanceToSide([x, y], [x0, y0], [x1, y1]) {
  const dx = x1 - x0, dy = y1 - y0, long = dx * dx + dy * dy;
  const share = long ? Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / long)) : 0;
  return Math.hypot(x - x0 - share * dx, y - y0 - share * dy);
}

/** How far a point is from the nearest side of a closed line. */
export function roomAt(point, outline) {
  return Math.min(...outline.map((to, i) => distanceToSide(point, outline[(i + outline.length - 1) % outline.length],
    to)));
}

/** The grid point where a polygon's number has most room: off its sides and, if there is a choice, off the stacks. */
export function placeForNumber(polygon, towers) {
  const outline = polygon.fields.map(coordinates);
  const xs = outline.map(([x]) => x), ys = outline.map(([, y]) => y);
  const middle = [xs.reduce((a, b) => a + b) / xs.length, ys.reduce((a, b) => a + b) / ys.length];
  let best = {point: middle, worth: -Infinity};
  for (let x = Math.min(...xs) + 0.5; x < Math.max(...xs); x += 0.5) {
    for (let y = Math.min(...ys) + 0.5; y < Math.max(...ys); y += 0.5) {
      if (!within([x + 1e-6, y + 1e-6], outline)) continue;
      const onField = x % 1 === 0 && y % 1 === 0, onGap = (x % 1 === 0) !== (y % 1 === 0);
      const taken = onField && towers[fieldName(x, y)] ? 2 : onGap ? 0.8 : 0;
      const away = Math.hypot(x - middle[0], y - middle[1]);
      const worth = Math.min(roomAt([x, y], outline), 1) - taken - 0.1 * away;
      if (worth > best.worth + 1e-9) best = {point: [x, y], worth};
    }
  }
  return best.point;
}

/** The cells between four fields that a polygon holds, each by its low corner. */
export function cellsWithin(polygon) {
  const outline = polygon.fields.map(coordinates), cells = [];
  const xs = outline.map(([x]) => x), ys = outline.map(([, y]) => y);
  for (let x = Math.min(...xs); x < Math.max(...xs); x++) {
    for (let y = Math.min(...ys); y < Math.max(...ys); y++) {
      if (within([x + 0.5, y + 0.5], outline)) cells.push([x, y]);
    }
  }
  return cells;
}

// --- pictures -------------------------------------------------------------------------------------------------------

/** The rotation matrix of a rotation vector (Rodrigues). */
export function rotation([x, y, z]) {
  const angle = Math.hypot(x, y, z);
  if (angle < 1e-12) return [[1, 0, 0], [0, 1, 0], [0, 0, 1]];
  const [u, v, w] = [x / angle, y / angle, z / angle];
  const c = Math.cos(angle), s = Math.sin(angle), d = 1 - c;
  return [
    [c + u * u * d, u * v * d - w * s, u * w * d + v * s],
    [v * u * d + w * s, c + v * v * d, v * w * d - u * s],
    [w * u * d - v * s, w * v * d + u * s, c + w * w * d],
  ];
}

/** A function from millimetres on the board to pixels of the view's picture; null for what is behind the camera. */
export function projector(view) {
  const turn = rotation(view.rvec), [tx, ty, tz] = view.tvec;
  const [[fx, skew, cx], [, fy, cy]] = view.matrix;
  const [k1 = 0, k2 = 0, p1 = 0, p2 = 0] = view.dist ?? [];
  return ([x, y, z = 0]) => {
    const depth = turn[2][0] * x + turn[2][1] * y + turn[2][2] * z + tz;
    if (depth < NEAREST_MM) return null;
    const u = (turn[0][0] * x + turn[0][1] * y + turn[0][2] * z + tx) / depth;
    const v = (turn[1][0] * x + turn[1][1] * y + turn[1][2] * z + ty) / depth;
    const r2 = u * u + v * v, radial = 1 + k1 * r2 + k2 * r2 * r2;
    const du = u * radial + 2 * p1 * u * v + p2 * (r2 + 2 * u * u);
    const dv = v * radial + p1 * (r2 + 2 * v * v) + 2 * p2 * u * v;
    return [fx * du + skew * dv + cx, fy * dv + cy];
  };
}

/** Where the camera is, in millimetres on the board. */
export function eyeMm(view) {
  const turn = rotation(view.rvec);
  return [0, 1, 2].map((i) => -(turn[0][i] * view.tvec[0] + turn[1][i] * view.tvec[1] + turn[2][i] * view.tvec[2]));
}
