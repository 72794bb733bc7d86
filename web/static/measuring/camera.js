// The wizard that measures a camera: the printed sheet, the board itself, or a photograph's notes.
import {all, find, put, say} from "../dom.js";
import {language, t} from "../texts.js";
import {createPictures, takenLine} from "./pictures.js";
import {createWizard, tablesOf} from "./wizard.js";

const WORDS = {
  sheet: [t("page.cal.camera.show"), t("page.cal.camera.show.what")],
  board: [t("page.cal.camera.boards"), t("page.cal.camera.boards.what")],
  notes: [t("page.cal.camera.note"), t("page.cal.camera.note.what")],
};
const ORDERS = {
  sheet: ["profile", "way", "print", "pictures", "working", "result"],
  board: ["profile", "way", "pictures", "working", "result"],
  notes: ["profile", "way", "pictures", "working", "result"],
};
let way = "sheet";
let pictures = null;

const wizard = createWizard(() => ORDERS[way], {
  following: [
    ["set", "/calibration/set", t("page.cal.set.title")],
    ["colours", "/calibration/colours", t("page.cal.result.next.colours")],
  ],
  onRestart: forget,
});
const {steps} = wizard;

function forget() {
  find("#taken").replaceChildren();
  find("#measure").disabled = true;
  find("#sheet-share").value = 0;
  put(find("#views"));
  say(find("#hint"), "\u00a0");
  say(find("#last"), "\u00a0");
}

for (const button of all("[data-way]")) {
  button.addEventListener("click", () => {
    way = button.dataset.way;
    prepare();
    steps.next();
  });
}

function prepare() {
  pictures?.stop();
  say(find("#pictures-title"), WORDS[way][0]);
  say(find("#pictures-what"), WORDS[way][1]);
  find("#shown").hidden = way !== "sheet";
  pictures = createPictures(find("#pictures"), {
    tables: tablesOf(wizard.root),
    many: way !== "notes",
    film: way === "sheet",
    auto: way === "sheet",
    live: way !== "notes",
    onPicture,
  });
}

async function onPicture(source, thumbnail) {
  const session = await wizard.session(way);
  const state = await session.add(source, {onWorking: showWorking});
  find("#measure").disabled = state.pictures === 0;
  if (way === "sheet") showSheet(state, source, thumbnail);
  else find("#taken").prepend(takenLine(thumbnail, !state.error && state.last.accepted, state.error ?? state.last.message));
  if (way === "notes" && !state.error) await wizard.measure();
}

function showWorking(working) {
  if (way !== "sheet" || !working.share) return;
  find("#sheet-share").value = working.share;
  if (working.said) say(find("#hint"), working.said);
}

function showSheet(state, source, thumbnail) {
  if (state.error || !pictures.live) {
    find("#taken").prepend(takenLine(thumbnail, !state.error && state.last.accepted, state.error ?? state.last.message));
    if (state.error) return;
  }
  const {last} = state;
  say(find("#hint"), last.hint);
  say(find("#last"), last.message);
  say(find("#views"), t("page.cal.camera.views", {count: last.views}));
  find("#sheet-share").value = last.progress;
  find("#measure").disabled = last.views === 0;
  if (pictures.live) pictures.draw(last.size, (context, width, height) => drawSheet(context, width, height, last));
  if (last.ready) pictures.rest();
}

/** Corners as dots; cells of the picture in which the sheet was never seen are veiled. */
function drawSheet(context, width, height, {coverage, corners, accepted}) {
  const style = getComputedStyle(document.documentElement);
  context.clearRect(0, 0, width, height);
  context.fillStyle = "rgb(0 0 0 / 38%)";
  coverage.forEach((row, y) => row.forEach((count, x) => {
    if (count > 0) return;
    const [left, top] = [(x * width) / row.length, (y * height) / coverage.length];
    context.fillRect(left + 1, top + 1, width / row.length - 2, height / coverage.length - 2);
  }));
  context.fillStyle = style.getPropertyValue(accepted ? "--green" : "--yellow");
  for (const [u, v] of corners) {
    context.beginPath();
    context.arc(u, v, width / 200, 0, 2 * Math.PI);
    context.fill();
  }
}

find("#paper").addEventListener("change", (event) => {
  find("#sheet").href = `/api/calibration/sheet.pdf?${new URLSearchParams({paper: event.target.value, lang: language})}`;
});
find("[data-next]", steps.section("print")).addEventListener("click", () => steps.next());
find("#measure").addEventListener("click", () => {
  pictures.stop();
  wizard.measure();
});
steps.onEnter("pictures", () => pictures.wake());
for (const name of ["profile", "way", "print", "working", "result"]) steps.onEnter(name, () => pictures?.stop());
