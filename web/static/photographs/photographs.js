// The page for many photographs: they are handed in one at a time, and the table grows.

import {get, post, send, tell, trying} from "../api.js";
import {ask} from "../ask.js";
import {find, say} from "../dom.js";
import {createDetail} from "./detail.js";
import {picturesDropped, picturesOf} from "./files.js";
import {createGroups} from "./groups.js";
import {createLists, total} from "./lists.js";
import {createTable} from "./table.js";
import {createWhole} from "./whole.js";
import {t} from "../texts.js";

const LOOK_EVERY_MS = 700;
const STAY_OPEN_MS = 300_000;  // the pictures of a list that nobody asks for are deleted after an hour
const TRY_AGAIN_MS = 1500;
const MOST_TRIES = 20;
const KEPT = "photographs";
const TRY_LATER = 429, GONE = 404;

const page = find("#photographs");
const mostPictures = Number(page.dataset.mostPictures), mostUnread = Number(page.dataset.mostUnread);
const how = find("#how");
const table = createTable(find("#rows"), find("#filter"));
const groups = createGroups(table, Number(page.dataset.mostViews));
const detail = createDetail();
const whole = createWhole(table);
const lists = createLists();

let batch = null;
let waiting = [];  // pictures that are still here, not handed in yet
let halted = false;
let sending = false;
let begun = null;  // {at, done}: from when on the time that is left is reckoned
let timer = null;
let asking = new AbortController();  // what is asked at intervals

// --- the list ---------------------------------------------------------------------------------------------------

async function begin() {
  const said = new FormData(how);
  const asked = {board: said.get("board"), measure: said.get("measure") === "on", ask: said.get("ask")};
  if (said.get("profile")) asked.profile = said.get("profile");
  if (said.get("game")) {
    asked.game = said.get("game");
    if (needsColour()) asked.rules = {colour: said.get("colour")};
  }
  show(await post("/api/batches", asked));
  keep(batch.id);
  lists.remember(batch.id);
}

function show(shown) {
  batch = shown;
  table.show(batch);
  groups.show(batch);
  whole.show(batch);
  paint();
}

/** Looks how far the list is, more often while something is being read. */
async function look() {
  clearTimeout(timer);
  if (!batch) return;
  const {id} = batch;
  try {
    const shown = await get(`/api/batches/${id}`, {signal: asking.signal});
    if (batch?.id === id) show(shown);
    if (batch && detail.unread && !find("#detail").hidden) await detail.show(batch, detail.n, asking.signal);
  } catch (error) {
    if (error.name === "AbortError") return;
    if (error.status === GONE) {
      leave();
      tell(error);
      return;
    }
    if (busy()) tell(error);
  }
  if (batch) timer = setTimeout(look, busy() ? LOOK_EVERY_MS : STAY_OPEN_MS);
}

/** Nothing more is asked of what is about to be gone. */
function stopAsking() {
  clearTimeout(timer);
  asking.abort();
  asking = new AbortController();
}

const busy = () => Boolean(batch && (batch.unread || batch.set.state === "measuring" || (waiting.length && !halted)));

async function openList(id) {
  show(await get(`/api/batches/${encodeURIComponent(id)}`));
  keep(id);
  lists.remember(id);
  scrollTo(0, 0);
  table.focus();
  look();
}

/** Back to all lists; this one goes on and is found among them. */
function leave() {
  clearTimeout(timer);
  [batch, waiting, halted, begun] = [null, [], false, null];
  keep(null);
  table.forget();
  groups.forget();
  whole.forget();
  location.hash = "";
  paint();
  trying(() => lists.show());
}

function keep(id) {
  try {
    if (id) sessionStorage.setItem(KEPT, id);
    else sessionStorage.removeItem(KEPT);
  } catch {
    // then a page that is loaded again begins anew
  }
}

// --- handing in -------------------------------------------------------------------------------------------------

async function take({pictures, skipped}) {
  if (!pictures.length) {
    tell(t("page.photos.none"), "warn");
    return;
  }
  if (!batch) await begin();
  const room = Math.max(0, mostPictures - batch.pictures - waiting.length);
  if (pictures.length > room) tell(t("page.photos.too_many", {most: mostPictures, count: pictures.length - room}), "warn");
  else if (skipped) tell(t("page.photos.skipped", {count: skipped}), "warn");
  waiting.push(...pictures.slice(0, room));
  halted = false;
  begun ??= {at: performance.now(), done: read()};
  paint();
  look();
  await handIn();
}

/** One picture after another, never more than the list takes ahead. */
async function handIn() {
  if (sending) return;
  sending = true;
  let tries = 0;
  try {
    while (batch && waiting.length && !halted) {
      if (batch.unread >= mostUnread) {
        await pause(LOOK_EVERY_MS / 2);
        continue;
      }
      const {id} = batch;
      try {
        const row = await send("POST", `/api/batches/${id}/pictures?name=${encodeURIComponent(waiting[0].name)}`, waiting[0].file, {type: "application/octet-stream"});
        if (batch?.id !== id) return;
        waiting.shift();
        batch.rows.push(row);  // until the next look tells it exactly
        batch.pictures += 1;
        batch.unread += row.state === "error" ? 0 : 1;
        tries = 0;
      } catch (error) {
        tries += 1;
        const worthWhile = error.status === TRY_LATER || error.status === 0;
        if (!worthWhile || tries > MOST_TRIES) {
          halted = true;
          throw error;
        }
        await pause(TRY_AGAIN_MS);
      }
    }
  } finally {
    sending = false;
    paint();
    look();
  }
}

const pause = (ms) => new Promise((done) => setTimeout(done, ms));

/** What is being read is read to its end, so that going on later leaves nothing out; the last ones are given up. */
async function stop() {
  halted = true;
  begun = null;
  paint();
  if (!waiting.length && batch?.unread) show(await post(`/api/batches/${batch.id}/stop`));
}

// --- what is shown ----------------------------------------------------------------------------------------------

const read = () => (batch ? batch.rows.length - batch.unread : 0);

function paint() {
  const all = batch ? batch.rows.length + waiting.length : 0;
  const done = read();
  how.hidden = Boolean(batch);
  find("#leave").hidden = !batch;
  if (batch) find("#earlier").hidden = true;
  say(find("#choose"), batch ? t("page.photos.more") : t("page.photos.choose"));
  find("#drop").classList.toggle("small-drop", Boolean(batch));
  find("#progress").hidden = !all;
  find("#results").hidden = !batch?.rows.length;
  if (!busy()) begun = null;
  if (!all) return;
  const {failed} = batch;
  say(find("#progress-words"), failed && done === all ? total(done - failed, failed) : t("page.photos.progress", {done, all}));
  say(find("#progress-left"), busy() ? left(done, all) : waiting.length ? t("page.photos.halted") : failed ? "" : t("page.photos.finished"));
  find("#bar").max = all;
  find("#bar").value = done;
  const button = find("#stop");
  button.hidden = !busy() && !waiting.length;
  say(button, halted && waiting.length ? t("page.photos.go_on") : t("page.photos.stop"));
  for (const kind of ["csv", "json"]) find(`#${kind}`).href = `/api/batches/${batch.id}/results.${kind}`;
}

function left(done, all) {
  const since = begun ? done - begun.done : 0;
  if (since < 1) return t("page.photos.reading");
  const seconds = ((performance.now() - begun.at) / 1000 / since) * (all - done);
  if (seconds < 90) return t("page.photos.left_s", {count: Math.max(5, Math.round(seconds / 5) * 5)});
  return t("page.photos.left_min", {count: Math.round(seconds / 60)});
}

// --- one picture ------------------------------------------------------------------------------------------------

async function showHash() {
  const n = Number(location.hash.slice(1)) || null;
  const from = detail.n;
  if (n && batch) await trying(() => detail.show(batch, n));
  const there = Boolean(n && batch && detail.n === n);
  find("#detail").hidden = !there;
  find("#list").hidden = there;
  if (there) {
    paintWay();
    scrollTo(0, 0);
    find("#detail-name").focus({preventScroll: true});
  } else if (from) {
    table.focus(from);
  }
}

/** The pictures before and after this one, in the order of the table. */
function neighbours() {
  const rows = table.shown.filter((row) => row.picture || row.error);
  const here = rows.findIndex((row) => row.n === detail.n);
  return {before: rows[here - 1]?.n, after: rows[here + 1]?.n};
}

function paintWay() {
  const {before, after} = neighbours();
  find("#previous").disabled = !before;
  find("#next").disabled = !after;
}

const go = (n) => {
  if (n) location.replace(`#${n}`);
};

// --- what somebody does -----------------------------------------------------------------------------------------

const needsColour = () => "needsColour" in how.elements.game.selectedOptions[0].dataset;
const paintColour = () => { find("#colour").hidden = !needsColour(); };
how.elements.game.addEventListener("change", paintColour);
how.addEventListener("submit", (event) => event.preventDefault());

for (const [button, input] of [["#choose", "#files"], ["#choose-folder", "#folder"]]) {
  find(button).addEventListener("click", () => find(input).click());
  find(input).addEventListener("change", (event) => {
    const chosen = picturesOf(event.target.files);
    event.target.value = "";
    trying(() => take(chosen));
  });
}

const drop = find("#drop");
let over = 0;
for (const kind of ["dragenter", "dragleave", "dragover", "drop"]) {
  page.addEventListener(kind, (event) => {
    if (!event.dataTransfer?.types.includes("Files")) return;
    event.preventDefault();
    over = kind === "drop" ? 0 : over + (kind === "dragenter" ? 1 : kind === "dragleave" ? -1 : 0);
    drop.classList.toggle("over", over > 0);
    if (kind === "drop") trying(async () => take(await picturesDropped(event.dataTransfer)));
  });
}

find("#stop").addEventListener("click", () => trying(async () => {
  if (!halted || !waiting.length) return stop();
  halted = false;
  begun = {at: performance.now(), done: read()};
  paint();
  look();
  return handIn();
}));

find("#close").addEventListener("click", () => trying(async () => {
  const {id} = batch;
  if (!await ask({title: t("page.photos.close"), what: t("page.photos.close_sure"), yes: t("page.photos.close_yes")})) return;
  halted = true;
  stopAsking();
  try {
    await send("DELETE", `/api/batches/${id}`);
  } catch (error) {
    look();
    throw error;
  }
  lists.forget(id);
  leave();
  tell(t("page.photos.closed"));
}));

find("#leave").addEventListener("click", leave);
lists.addEventListener("open", ({detail: {id}}) => trying(() => openList(id)));
lists.addEventListener("deleted", () => tell(t("page.photos.closed")));
whole.addEventListener("changed", ({detail: shown}) => {
  show(shown);
  look();
});

table.addEventListener("open", ({detail: {n}}) => { location.hash = String(n); });
detail.addEventListener("changed", async () => {
  await look();
  paintWay();
});
detail.addEventListener("apart", ({detail: shown}) => trying(async () => {
  stopAsking();
  location.hash = "";
  try {
    await groups.apart(shown);
  } catch (error) {
    look();
    throw error;
  }
}));
groups.addEventListener("changed", async ({detail: {n}}) => {
  await look();
  if (n !== null) table.focus(n);
});
find("#back").addEventListener("click", () => { location.hash = ""; });
find("#previous").addEventListener("click", () => go(neighbours().before));
find("#next").addEventListener("click", () => go(neighbours().after));
addEventListener("hashchange", showHash);
addEventListener("beforeunload", (event) => {
  if (waiting.length && !halted) event.preventDefault();
});

// A page that was loaded again shows the list it had.
let kept = null;
try {
  kept = sessionStorage.getItem(KEPT);
} catch {
  // it had none
}
paintColour();
if (kept) {
  await trying(async () => show(await get(`/api/batches/${encodeURIComponent(kept)}`)));
  if (!batch) keep(null);
  look();
}
if (!batch) await trying(() => lists.show());
await showHash();
