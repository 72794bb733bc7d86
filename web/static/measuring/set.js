// The wizard that measures a set: a ruler, a few pieces, one to three photographs.
import {trying} from "../api.js";
import {all, find} from "../dom.js";
import {t} from "../texts.js";
import {createPictures, takenLine} from "./pictures.js";
import {createWizard, tablesOf} from "./wizard.js";

const wizard = createWizard(() => ["profile", "ruler", "pieces", "pictures", "working", "result"], {
  following: [["colours", "/calibration/colours", t("page.cal.result.next.colours")]],
  onRestart() {
    find("#taken").replaceChildren();
    find("#measure").disabled = true;
  },
});
const {steps} = wizard;

/** What was typed, in millimetres; a comma is as good as a point. What is no number is left to the server to refuse. */
function ruler() {
  const typed = all("#ruler input").filter((input) => input.value.trim());
  return Object.fromEntries(typed.map((input) => {
    const written = input.value.trim().replace(",", ".");
    return [input.name, Number.isNaN(Number(written)) ? input.value.trim() : Number(written)];
  }));
}

const onlyRuler = find("#only-ruler");
find("#ruler").addEventListener("input", () => {
  onlyRuler.disabled = Object.keys(ruler()).length === 0;
});
find("#ruler").addEventListener("submit", (event) => event.preventDefault());
// What cannot be is said here, and not after the photographs.
find("#ruler-next").addEventListener("click", async () => {
  if (await trying(() => wizard.session("set", {ruler: ruler()}))) steps.next();
});
onlyRuler.addEventListener("click", async () => {
  if (await trying(() => wizard.session("set", {ruler: ruler()}))) await wizard.measure();
});
find("[data-next]", steps.section("pieces")).addEventListener("click", () => steps.next());

const pictures = createPictures(find("#pictures"), {
  tables: tablesOf(wizard.root),
  async onPicture(source, thumbnail) {
    const session = await wizard.session("set", {ruler: ruler()});
    const state = await session.add(source, {stands: find("#stands").value.trim()});
    find("#taken").prepend(takenLine(thumbnail, !state.error && state.last.accepted, state.error ?? state.last.message));
    find("#measure").disabled = state.pictures === 0;
  },
});
find("#measure").addEventListener("click", () => {
  pictures.stop();
  wizard.measure();
});
steps.onEnter("pictures", () => pictures.wake());
for (const name of ["profile", "ruler", "pieces", "result"]) steps.onEnter(name, () => pictures.stop());
