// The pictures of a group: what was read drawn over each of them, which were used, and how each is turned.

import {post, trying} from "../api.js";
import {el, find, put, say} from "../dom.js";
import {of, t} from "../texts.js";

const TURNS = [0, 90, 180, 270];

/** Pictures with drawings over them; `make(host)` makes a drawing for each once. `show(shown, scene, path)`. */
export function createViews(container, make) {
  return new Views(container, make);
}

/** A form in which a person says how pictures are turned; event "read" with what was answered. */
export function createTurning() {
  return new Turning();
}

class Views {
  #container;
  #make;
  #figures = [];

  constructor(container, make) {
    this.#container = container;
    this.#make = make;
  }

  /** The drawings that can be seen. */
  get overlays() {
    return this.#figures.filter(({root}) => root.isConnected).map(({overlay}) => overlay);
  }

  show({views, n: group}, scene, path) {
    const naming = Math.max(0, views.findIndex(({used}) => used !== false));  // the one after which fields are named
    views.forEach((view, i) => this.#fill(this.#figure(i), view, i === naming, scene, path));
    put(this.#container, this.#figures.slice(0, views.length).map(({root}) => root));
    this.#container.dataset.group = views.length ? String(group) : "";
  }

  #figure(i) {
    if (this.#figures[i]) return this.#figures[i];
    const image = el("img", {alt: ""}), host = el("div", {class: "photos-picture"}, image);
    const caption = el("figcaption", {class: "photos-caption"});
    const overlay = this.#make(host);
    this.#figures[i] = {root: el("figure", {class: "card photos-figure"}, host, caption), image, host, caption, overlay};
    return this.#figures[i];
  }

  #fill({root, image, host, caption, overlay}, view, naming, scene, path) {
    image.alt = t("page.photos.shown_of", {name: view.image});
    if (view.size) {
      [image.width, image.height] = view.size;  // its place is there before it is
      const source = path(view.n, "/picture.jpg");
      if (image.getAttribute("src") !== source) image.src = source;
    }
    root.classList.toggle("left-out", view.used === false);
    host.classList.toggle("unread", !scene || !view.view);
    if (scene) overlay.show({...scene, view: view.view});
    const words = naming ? t("page.photos.first") : view.used === false || view.turned === null ? "" : of("page.photos.from.", String(view.turned));
    put(caption,
      el("span", {class: "row photos-caption-head"},
        el("strong", {}, view.image),
        view.used === null ? null : view.used
          ? el("span", {class: "chip photos-used"}, `✓ ${t("page.photos.used_yes")}`)
          : el("span", {class: "chip photos-not-used"}, `✕ ${t("page.photos.used_no")}`)),
      words ? el("span", {class: "small quiet-text"}, words) : null,
      view.why ? el("span", {class: "small photos-why"}, view.why) : null);
  }
}

class Turning extends EventTarget {
  #shown = null;
  #path = null;

  constructor() {
    super();
    find("#turning").addEventListener("submit", (event) => {
      event.preventDefault();
      trying(() => this.#send());
    });
  }

  show(shown, path) {
    const other = this.#shown?.n !== shown.n;
    [this.#shown, this.#path] = [shown, path];
    const part = find("#turning-part");
    part.hidden = !shown.views.length || shown.state === "reading" || shown.state === "waiting";
    if (part.hidden) return;
    // What is asked comes first, what may be said comes last.
    const place = find("#detail-pictures");
    if (shown.asks_turning && place.firstElementChild !== part) place.prepend(part);
    if (!shown.asks_turning && place.firstElementChild === part) find("#words-part").after(part);
    if (other || shown.asks_turning) part.open = shown.asks_turning;
    part.classList.toggle("asked", shown.asks_turning);
    say(find("#turning-title"), shown.asks_turning ? t("page.photos.turning") : t("page.photos.turning_other"));
    put(find("#turning-each"), shown.views.slice(1).map((view, i) => this.#question(view, i + 1)));
  }

  #question(view, i) {
    const first = this.#shown.views[0];
    const chosen = view.said ?? view.turned;
    const above = (each) => (each.above ? this.#path(each.n, "/above.jpg") : this.#path(each.n, "/thumb.jpg"));
    const choices = TURNS.map((turn) => el("label", {class: "photos-turn"},
      el("input", {type: "radio", name: `turned-${i}`, value: turn, checked: chosen === turn}),
      el("span", {class: "photos-turn-picture"}, el("img", {src: above(view), alt: "", class: `turn-${turn}`})),
      el("span", {class: "small"}, of("page.photos.from.", String(turn)))));
    return el("fieldset", {class: "photos-turning"},
      el("legend", {}, view.image),
      el("div", {class: "photos-turn-first"}, el("span", {class: "photos-turn-picture"}, el("img", {src: above(first), alt: t("page.photos.above_of", {name: first.image})})), el("span", {class: "small"}, t("page.photos.turning_first"))),
      el("div", {class: "photos-turns", role: "radiogroup", "aria-label": t("page.photos.turning_of", {name: view.image})}, choices));
  }

  async #send() {
    const said = new FormData(find("#turning"));
    const turned = this.#shown.views.map((_, i) => {
      const value = i ? said.get(`turned-${i}`) : "0";
      return value === null ? null : Number(value);
    });
    const answer = await post(this.#path(this.#shown.n, "/read"), {turned});
    find("#turning-part").open = false;
    this.dispatchEvent(new CustomEvent("read", {detail: answer}));
  }
}
