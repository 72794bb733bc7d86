// A camera that goes around the board by mouse, finger, wheel and keys.

const START = {azimuth: 24, elevation: 44, zoom: 1, x: 0, y: 0};
const LOWEST_DEG = 12, HIGHEST_DEG = 89;
const LEAST_ZOOM = 0.7, MOST_ZOOM = 4;
const DEG_PER_PX = 0.4;
const DEG_PER_KEY = 10;
const ZOOM_PER_KEY = 1.2;
// How far the eye is from the middle, in sides of the board: far enough for calm lines, near enough for depth.
const EYE_SIDES = 2.6;
// A press that moves less than this is a click.
const CLICK_PX = 5;
// How much of the way to where the camera should be it goes in a frame.
const GLIDE = 0.28;

/** Turns the view of `canvas`; calls `changed` when a new picture is due and `clicked(x, y)` for a click without a turn. */
export class Orbit {
  #pointers = new Map();
  #still = matchMedia("(prefers-reduced-motion: reduce)");

  constructor(canvas, {changed, clicked, hovered}) {
    this.canvas = canvas;
    this.changed = changed;
    this.clicked = clicked;
    this.hovered = hovered;
    this.now = {...START};
    this.goal = {...START};
    this.base = 0;
    canvas.addEventListener("pointerdown", (event) => this.#down(event));
    canvas.addEventListener("pointermove", (event) => this.#move(event));
    canvas.addEventListener("pointerup", (event) => this.#up(event, true));
    canvas.addEventListener("pointercancel", (event) => this.#up(event, false));
    canvas.addEventListener("pointerleave", () => this.hovered(null));
    canvas.addEventListener("wheel", (event) => this.#wheel(event), {passive: false});
    canvas.addEventListener("keydown", (event) => this.#key(event));
  }

  /** Goes round the board, beside what a person does. */
  turn(degrees) {
    this.base += degrees;
    this.goal.azimuth += degrees;
    this.changed();
  }

  /** Goes on towards the goal; true while there is still a way to go. */
  glide() {
    let going = false;
    for (const name of Object.keys(START)) {
      const left = this.goal[name] - this.now[name];
      if (Math.abs(left) < 0.002 || this.#still.matches) this.now[name] = this.goal[name];
      else {
        this.now[name] += left * GLIDE;
        going = true;
      }
    }
    return going;
  }

  /** The projection for a canvas of that size: `{eye, right, project}`, pixels and depth for millimetres. */
  camera(width, height, side, floors) {
    // High stacks need room above.
    const middle = 0.45 + 0.009 * Math.min(8, floors);
    const {azimuth, elevation, zoom, x, y} = this.now, a = (azimuth * Math.PI) / 180, e = (elevation * Math.PI) / 180;
    const far = EYE_SIDES * side;
    const eye = [far * Math.cos(e) * Math.sin(a), -far * Math.cos(e) * Math.cos(a), far * Math.sin(e)];
    const right = [Math.cos(a), Math.sin(a), 0];
    const up = [-Math.sin(e) * Math.sin(a), Math.sin(e) * Math.cos(a), Math.cos(e)];
    const ahead = [-eye[0] / far, -eye[1] / far, -eye[2] / far];
    const focal = (zoom * Math.min(width, 1.3 * height) * 0.94 * far) / (1.5 * side);
    const dot = (p, q) => p[0] * q[0] + p[1] * q[1] + p[2] * q[2];
    const project = (point) => {
      const way = [point[0] - eye[0], point[1] - eye[1], point[2] - eye[2]], depth = dot(way, ahead);
      return [width * (0.5 + x) + (focal * dot(way, right)) / depth,
        height * (middle + y) - (focal * dot(way, up)) / depth, depth];
    };
    return {eye, right, up, project, scale: focal / far};
  }

  #jump(change) {
    Object.assign(this.goal, change(this.goal));
    this.goal.elevation = Math.min(HIGHEST_DEG, Math.max(LOWEST_DEG, this.goal.elevation));
    this.goal.zoom = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, this.goal.zoom));
    const reach = Math.max(0, this.goal.zoom - 1) / 2;
    for (const name of ["x", "y"]) this.goal[name] = Math.min(reach, Math.max(-reach, this.goal[name]));
    this.changed();
  }

  #turn(degrees, rise, at_once = false) {
    this.#jump(({azimuth, elevation}) => ({azimuth: azimuth + degrees, elevation: elevation + rise}));
    if (at_once) Object.assign(this.now, this.goal);
  }

  /** Zooms so that what is under the pointer stays there; the place is in shares of the canvas from its middle. */
  #zoom(factor, [u, v] = [0, 0], at_once = false) {
    this.#jump(({zoom, x, y}) => {
      const next = Math.min(MOST_ZOOM, Math.max(LEAST_ZOOM, zoom * factor)), grown = next / zoom;
      return {zoom: next, x: u - (u - x) * grown, y: v - (v - y) * grown};
    });
    if (at_once) Object.assign(this.now, this.goal);
  }

  #share(x, y) {
    const {left, top, width, height} = this.canvas.getBoundingClientRect();
    return [(x - left) / width - 0.5, (y - top) / height - 0.5];
  }

  #down(event) {
    if (event.button !== 0) return;
    this.canvas.setPointerCapture?.(event.pointerId);
    this.#pointers.set(event.pointerId, {x: event.clientX, y: event.clientY, moved: 0});
  }

  #move(event) {
    const pointer = this.#pointers.get(event.pointerId);
    if (!pointer) {
      this.hovered(event);
      return;
    }
    const dx = event.clientX - pointer.x, dy = event.clientY - pointer.y;
    if (this.#pointers.size === 2) this.#pinch(event, pointer, dx, dy);
    else if (pointer.moved + Math.hypot(dx, dy) > CLICK_PX) this.#turn(-dx * DEG_PER_PX, dy * DEG_PER_PX, true);
    Object.assign(pointer, {x: event.clientX, y: event.clientY, moved: pointer.moved + Math.hypot(dx, dy)});
  }

  #pinch(event, pointer, dx, dy) {
    const [other] = [...this.#pointers.entries()].filter(([id]) => id !== event.pointerId).map(([, each]) => each);
    const before = Math.hypot(pointer.x - other.x, pointer.y - other.y),
      after = Math.hypot(event.clientX - other.x, event.clientY - other.y);
    const {width, height} = this.canvas.getBoundingClientRect();
    if (before > 0) this.#zoom(after / before, this.#share((event.clientX + other.x) / 2,
      (event.clientY + other.y) / 2), true);
    this.#jump(({x, y}) => ({x: x + dx / 2 / width, y: y + dy / 2 / height}));
    Object.assign(this.now, this.goal);
    other.moved = Infinity;
  }

  #up(event, ended) {
    const pointer = this.#pointers.get(event.pointerId);
    this.#pointers.delete(event.pointerId);
    if (ended && pointer && pointer.moved <= CLICK_PX) this.clicked(event);
  }

  #wheel(event) {
    // A page that scrolls under the pointer is not to stop at the board: only who has chosen the view zooms.
    if (!event.ctrlKey && document.activeElement !== this.canvas) return;
    event.preventDefault();
    this.#zoom(Math.exp(-event.deltaY * (event.ctrlKey ? 0.01 : 0.0015)), this.#share(event.clientX, event.clientY));
  }

  #key(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const keys = {
      ArrowLeft: () => this.#turn(-DEG_PER_KEY, 0), ArrowRight: () => this.#turn(DEG_PER_KEY, 0),
      ArrowUp: () => this.#turn(0, DEG_PER_KEY / 2), ArrowDown: () => this.#turn(0, -DEG_PER_KEY / 2),
      "+": () => this.#zoom(ZOOM_PER_KEY), "=": () => this.#zoom(ZOOM_PER_KEY), "-": () => this.#zoom(1 / ZOOM_PER_KEY),
      Home: () => this.#jump(() => ({...START, azimuth: START.azimuth + this.base +
        360 * Math.round((this.goal.azimuth - START.azimuth - this.base) / 360)})),
    };
    if (!(event.key in keys)) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  }
}
