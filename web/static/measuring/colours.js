// The wizard that measures the paints: pieces as they stand, in the light they are played in.
import {el, find, put, say} from "../dom.js";
import {of, t} from "../texts.js";
import {symbolText} from "../shown/symbols.js";
import {createPictures, takenLine} from "./pictures.js";
import {createWizard, tablesOf} from "./wizard.js";

const COLOURS = ["R", "B", "Y", "G"];

const wizard = createWizard(() => ["profile", "pieces", "pictures", "working", "result"], {
  following: [
    ["set", "/calibration/set", t("page.cal.set.title")],
    ["camera", "/calibration/camera", t("page.cal.result.next.camera")],
  ],
  onRestart: forget,
});
const {steps} = wizard;

function forget() {
  find("#taken").replaceChildren();
  find("#warnings").replaceChildren();
  find("#measure").disabled = true;
  say(find("#hint"), "\u00a0");
  showSeen([]);
}

function showSeen(seen) {
  put(find("#seen"), COLOURS.map((colour) => {
    const there = seen.includes(colour);
    return el("li", {class: there ? `chip ${colour}` : "chip unseen"},
      el("span", {class: "symbol", "aria-hidden": "true"}, symbolText(colour)), of("colour.", colour),
      el("span", {"aria-hidden": "true"}, there ? " ✓" : " …"),
      el("span", {class: "visually-hidden"}, there ? t("page.cal.colours.seen") : t("page.cal.colours.unseen")));
  }));
}

const pictures = createPictures(find("#pictures"), {
  tables: tablesOf(wizard.root),
  async onPicture(source, thumbnail) {
    const session = await wizard.session("colours");
    const state = await session.add(source, {stands: find("#stands").value.trim()});
    find("#taken").prepend(takenLine(thumbnail, !state.error && state.last.accepted, state.error ?? state.last.message));
    find("#measure").disabled = state.pictures === 0;
    if (state.error || !state.last.seen) return;
    showSeen(state.last.seen);
    say(find("#hint"), state.last.hint);
    put(find("#warnings"), state.last.warnings.map((warning) => el("p", {class: "notice warn"}, warning)));
  },
});
find("[data-next]", steps.section("pieces")).addEventListener("click", () => steps.next());
find("#measure").addEventListener("click", () => {
  pictures.stop();
  wizard.measure();
});
steps.onEnter("pictures", () => pictures.wake());
for (const name of ["profile", "pieces", "result"]) steps.onEnter(name, () => pictures.stop());
showSeen([]);
