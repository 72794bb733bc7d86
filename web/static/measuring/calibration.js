// The overview of measuring: every profile with its numbers, and whether it still fits.
import {get, path, post, send, tell, trying} from "../api.js";
import {ask} from "../ask.js";
import {el, find, put} from "../dom.js";
import {list, of, t, when} from "../texts.js";
import {createPictures} from "./pictures.js";
import {table} from "./result.js";
import {begin} from "./session.js";
import {tablesOf} from "./wizard.js";

const place = find("#profiles");
const PARTS = ["set", "camera", "colours"];

async function load() {
  const said = await trying(() => get("/api/profiles"));
  if (!said) return;
  find("#which").hidden = said.profiles.filter((each) => !each.error).length < 2;
  put(place, said.profiles.length ? said.profiles.map(profile) : el("li", {class: "quiet-text"}, t("page.cal.profiles.none")));
}

function profile(each) {
  if (each.error) {
    return el("li", {class: "card stack tight"}, el("h3", {}, each.name),
      el("p", {class: "notice bad"}, t("page.cal.profile.damaged", {why: each.error})));
  }
  const numbers = el("div", {class: "stack"});
  const details = el("details", {}, el("summary", {}, t("page.cal.profile.numbers")), numbers);
  details.addEventListener("toggle", async () => {
    if (!details.open || numbers.childElementCount) return;
    const said = await trying(() => get(path("api", "profiles", each.name)));
    if (said) put(numbers, said.tables.map(table));
  });
  const about = [
    each.changed && t("page.cal.profile.changed", {when: when(each.changed)}),
    each.source && t("page.cal.profile.source", {source: each.source}),
  ].filter(Boolean);
  const query = `?${new URLSearchParams({profile: each.name})}`;
  return el("li", {class: "card stack tight"},
    el("div", {class: "row between"},
      el("h3", {}, each.name),
      each.used_by.length > 0 && el("span", {class: "chip"}, t("page.cal.profile.used", {tables: list(each.used_by)}))),
    el("ul", {class: "row parts"}, PARTS.map((part) => {
      const has = each.parts.includes(part);
      return el("li", {}, el("a", {class: has ? "chip has" : "chip lacks", href: `/calibration/${part}${query}`},
        el("span", {"aria-hidden": "true"}, has ? "✓" : "+"), of("page.cal.part.", part),
        !has && el("span", {class: "visually-hidden"}, `: ${t("page.cal.profile.more")}`)));
    })),
    about.length > 0 && el("p", {class: "small quiet-text"}, about.join(" · ")),
    details,
    el("div", {class: "row"},
      el("button", {class: "button", type: "button", onclick: () => check(each.name)}, t("page.cal.check")),
      el("a", {class: "button quiet", href: path("api", "profiles", each.name, "file"), download: ""}, t("page.cal.export")),
      el("button", {class: "button quiet", type: "button", onclick: () => rename(each.name)}, t("page.cal.rename")),
      el("button", {class: "button quiet danger-text only-here", type: "button", onclick: () => remove(each.name)}, t("page.cal.delete"))));
}

// --- asking

/** A new name; null if nobody says one. */
function askName(title, value) {
  return new Promise((done) => {
    const input = el("input", {value, maxlength: 60, required: true, "aria-label": title, autocomplete: "off"});
    const form = el("form", {method: "dialog", class: "stack"},
      el("h2", {}, title), input,
      el("div", {class: "row moves"},
        el("button", {class: "button", type: "button", onclick: () => dialog.close()}, t("page.cal.cancel")),
        el("button", {class: "button primary", value: "yes"}, t("page.cal.save"))));
    const dialog = el("dialog", {"aria-label": title}, form);
    dialog.addEventListener("close", () => {
      dialog.remove();
      done(dialog.returnValue === "yes" ? input.value.trim() : null);
    });
    document.body.append(dialog);
    dialog.showModal();
    input.select();
  });
}

async function rename(name) {
  const to = await askName(t("page.cal.rename.ask", {name}), name);
  if (!to || to === name) return;
  const said = await trying(() => post(path("api", "profiles", name, "rename"), {name: to}));
  if (said) tell(said.message);
  await load();
}

async function remove(name) {
  const sure = await ask({title: t("page.cal.delete.ask", {name}), what: t("page.cal.delete.what"), yes: t("page.cal.delete")});
  if (!sure) return;
  const said = await trying(() => send("DELETE", path("api", "profiles", name)));
  if (said) tell(said.message);
  await load();
}

// --- files

const file = find("#import-file");
find("#import").addEventListener("click", () => file.click());
file.addEventListener("change", async () => {
  const [chosen] = file.files;
  file.value = "";
  if (chosen) await trying(() => take(chosen));
});

async function take(chosen) {
  const handIn = (query) => send("POST", `/api/profiles/import${query}`, chosen, {type: "application/json"});
  let said;
  try {
    said = await handIn("");
  } catch (error) {
    if (error.status !== 409) throw error;
    const {name} = JSON.parse(await chosen.text());
    const sure = await ask({title: t("page.cal.import.ask", {name}), what: t("page.cal.delete.what"), yes: t("page.cal.replace")});
    if (!sure) return;
    said = await handIn("?replace=1");
  }
  tell(t("page.cal.imported", {name: said.profile}));
  await load();
}

// --- does it still fit?

const dialog = find("#check");
let pictures = null;

function check(name) {
  const share = find("#check-share");
  find("#check-title").textContent = name ? t("page.cal.check") : t("page.cal.check.which");
  find("#check-intro").textContent = name ? t("page.cal.check.intro", {name}) : t("page.cal.check.which.intro");
  put(find("#check-result"));
  pictures = createPictures(find("#check-pictures"), {
    tables: tablesOf(dialog),
    many: false,
    async onPicture(source) {
      put(find("#check-result"));
      share.hidden = false;
      share.removeAttribute("value");
      try {
        const session = await begin("check", {profile: name});
        let state = await session.add(source);
        if (!state.error) state = await session.finish();
        showCheck(state, name);
        await session.close();
      } finally {
        share.hidden = true;
      }
    },
  });
  dialog.showModal();
}

function showCheck({error, result}, name) {
  const bad = error ?? result.refused;
  if (bad) {
    put(find("#check-result"), el("div", {class: "notice bad"}, el("p", {}, bad), result?.advice && el("p", {}, result.advice)));
    return;
  }
  put(find("#check-result"),
    result.notes.map((note) => el("p", {class: `notice ${result.fits ? "good" : "warn"}`}, note)),
    result.warnings.length > 0 && el("div", {class: "notice warn"},
      el("p", {}, el("b", {}, t("page.cal.check.misfit", {name}))),
      el("ul", {}, result.warnings.map((warning) => el("li", {}, warning)))),
    result.tables.map(table));
}

find("#which").addEventListener("click", () => check(""));
find("#check-close").addEventListener("click", () => dialog.close());
dialog.addEventListener("close", () => pictures?.stop());

await load();
