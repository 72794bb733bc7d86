// All tables at a glance: a card each, those that need a person first.

import {get, path, post, send, trying} from "../api.js";
import {ask} from "../ask.js";
import {el, find, put, say} from "../dom.js";
import {listen} from "./stream.js";
import {createTableCard, urgencyOf} from "./table_card.js";
import {t} from "../texts.js";

// From here on somebody is called: below it can wait.
const CALLS = 2;
const DEMO = {source: {kind: "demo", what: "7"}, game: "taktori", rules: {}, players: ["R", "B"], new: true};

const place = find("#table-list");
/** By name: the card, how urgent it is, since when, and which came first. */
const cards = new Map();
let arrived = 0;
let isPointed = false;
let isDue = false;

function show(table) {
  let card = cards.get(table.table);
  const isNew = !card;
  if (!card) {
    card = {view: createTableCard(table.table, actions), urgency: 0, since: 0, number: arrived++, calls: ""};
    cards.set(table.table, card);
    place.append(card.view.element);
  }
  card.view.show(table);
  const urgency = urgencyOf(table), before = card.urgency;
  card.urgency = urgency;
  if (urgency !== before) {
    card.since = performance.now();
    arrange();
  }
  const calls = urgency >= CALLS ? table.help[0].text : "";
  if (calls && calls !== card.calls && !isNew) call(table.table, calls);
  card.calls = calls;
  count();
}

function gone(name) {
  const card = cards.get(name);
  if (!card) return;
  const hadFocus = card.view.element.contains(document.activeElement);
  card.view.close();
  card.view.element.remove();
  cards.delete(name);
  if (hadFocus) (find("a, button", place) ?? find("#tables a.primary")).focus();
  count();
}

/** Those that need a person first, then in the order they came; nothing moves under a pointer or under the keys. */
function arrange() {
  if (isPointed || place.querySelector(":focus-visible")) {
    isDue = true;
    return;
  }
  isDue = false;
  const order = [...cards.values()].sort((a, b) => b.urgency - a.urgency || (a.urgency ? a.since - b.since : 0) || a.number - b.number);
  const held = document.activeElement?.closest("#table-list > li");
  const wanted = order.map((card) => card.view.element);
  // Whatever has the focus stays where it is in the document, and the others are put around it: it would lose it else.
  const middle = wanted.indexOf(held);
  if (wanted.every((element, i) => place.children[i] === element)) return;
  if (middle < 0) place.append(...wanted);
  else {
    held.before(...wanted.slice(0, middle));
    held.after(...wanted.slice(middle + 1));
  }
}

const later = () => isDue && arrange();
place.addEventListener("pointerenter", (event) => (isPointed = event.pointerType === "mouse"));
place.addEventListener("pointerleave", () => {
  isPointed = false;
  later();
});
place.addEventListener("focusout", () => setTimeout(later));

function call(name, text) {
  const said = find("#needs-help");
  said.append(el("p", {}, t("page.tables.calls", {table: name, why: text})));
  while (said.childElementCount > 3) said.firstElementChild.remove();
}

function count() {
  const calling = [...cards.values()].filter((card) => card.urgency >= CALLS).length;
  const title = find("#tables").dataset.title;
  document.title = `${calling ? `(${calling}) ` : ""}${title} · Draufsicht`;
  const words = !cards.size ? "" : !calling ? t("page.tables.all_well") : calling === 1 ? t("page.tables.one_calls") : t("page.tables.some_call", {count: calling});
  say(find("#tables-said"), words || "\u00a0");
  find("#first-steps").hidden = cards.size > 0;
}

// What people do.

const actions = {
  async pause(name, isPaused) {
    const answered = await trying(() => post(`${path("api", "tables", name)}/${isPaused ? "resume" : "pause"}`));
    if (answered) show(answered.table);
  },
  async close(name) {
    const yes = await ask({title: t("page.tables.close_title", {table: name}), what: t("page.tables.close_what"), yes: t("page.tables.close")});
    const view = cards.get(name)?.view;
    if (!yes || !view) return;
    view.close(); // or its picture would be asked for once more while the table is being closed
    if (await trying(() => send("DELETE", path("api", "tables", name)))) gone(name);
    else view.film();
  },
};

find("#begin-demo").addEventListener("click", async (event) => {
  event.currentTarget.disabled = true;
  const answered = await trying(() => post("/api/tables", {...DEMO, name: t("page.tables.demo_name")}));
  if (answered) location.href = path("tables", answered.table.table);
  else find("#begin-demo").disabled = false;
});

async function showShare() {
  const said = await get("/api/share").catch(() => null);
  if (!said?.key) return;
  find("#share-qr").src = said.qr;
  say(find("#share-key"), said.key);
  put(find("#share-addresses"), said.addresses.map((address) => el("li", {}, address)));
  find("#share").hidden = false;
}

/** A table that was closed while nobody listened is not told of: what is there is asked for. */
async function refresh() {
  const said = await get("/api/tables").catch(() => null);
  if (!said) return;
  const names = new Set(said.tables.map((table) => table.table));
  for (const name of [...cards.keys()]) if (!names.has(name)) gone(name);
  for (const table of said.tables) show(table);
  count();
}

let wasAway = false;
listen({
  onTable: show,
  onGone: gone,
  onState(state) {
    find("#tables-away").hidden = state === "open";
    if (state === "open" && wasAway) refresh();
    wasAway = state !== "open";
  },
});
refresh();
showShare();
