// The doctor: a picture of the table in, what is good and what to improve first out.
import {trying} from "../api.js";
import {el, find, put} from "../dom.js";
import {t} from "../texts.js";
import {createPictures} from "./pictures.js";
import {begin} from "./session.js";
import {tablesOf} from "./wizard.js";

const POOR = 40; // below it a score is poor, below the doctor's own threshold it is fair

const root = find("#doctor");
const share = find("#share");
const report = find("#report");

const pictures = createPictures(find("#pictures"), {
  tables: tablesOf(root),
  many: false,
  async onPicture(source) {
    share.hidden = false;
    share.removeAttribute("value");
    const session = await begin("doctor", {profile: find("#profile")?.value ?? ""});
    try {
      let state = await session.add(source);
      if (!state.error) state = await session.finish((working) => { share.value = working.share; });
      if (state.error) put(report, el("p", {class: "notice bad", role: "alert"}, state.error));
      else await show(state.result, session.pictureAddress);
    } finally {
      share.hidden = true;
      report.hidden = report.childElementCount === 0;
      await trying(() => session.close());
    }
    report.scrollIntoView({block: "start", behavior: "smooth"});
  },
});

function ink({score, good}) {
  return score === null ? "unjudged" : good ? "good" : score < POOR ? "poor" : "fair";
}

function aspect(each, number) {
  const told = each.score === null ? t("page.cal.doctor.unjudged") : t("page.cal.doctor.score", {score: each.score});
  return el("li", {class: `aspect ${ink(each)}`},
    el("div", {class: "row between"},
      el("h2", {}, each.advice.length > 0 && el("span", {class: "rank"}, number), each.title),
      el("span", {class: "score"}, told)),
    el("meter", {min: 0, max: 100, value: each.score ?? 0, low: POOR, high: 80, optimum: 100, "aria-label": `${each.title}: ${told}`}),
    el("p", {class: "small quiet-text"}, each.seen),
    each.advice.map((advice) => el("p", {}, advice)));
}

/** The picture is fetched before the session is closed, for it goes with it. */
async function show(result, address) {
  const blob = await (await fetch(address)).blob();
  const drawn = URL.createObjectURL(blob);
  const items = result.aspects.map((each, number) => aspect(each, number + 1));
  const faults = result.aspects.filter((each) => each.advice.length > 0).length;
  put(report,
    el("p", {class: `notice ${result.good ? "good" : "warn"} verdict`}, el("b", {class: "whole"}, result.score), el("span", {}, result.verdict)),
    faults > 0 && el("ol", {class: "aspects"}, items.slice(0, faults)),
    el("figure", {class: "measured"},
      el("figcaption", {}, t("page.cal.doctor.drawn")),
      el("a", {href: drawn, target: "_blank"}, el("img", {src: drawn, alt: t("page.cal.doctor.drawn")}))),
    el("ul", {class: "aspects beside"}, items.slice(faults)));
}

addEventListener("pagehide", () => pictures.stop());
