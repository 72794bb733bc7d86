// The list of past games: chosen by table and kind, opened, exported, deleted; and games imported.
import {get, path, send, tell, trying} from "../api.js";
import {ask} from "../ask.js";
import {colourMark} from "../shown/colour_mark.js";
import {el, find} from "../dom.js";
import {exportMenu} from "./exports.js";
import {filePicker} from "../file_picker.js";
import {of, t, when} from "../texts.js";

const list = find("#games");
const busy = find("#busy");
const nothing = find("#nothing");
const count = find("#count");
const more = find("#more");
const table = find("#filter-table");
const kind = find("#filter-kind");
const importing = find("#import");
find("#import-place").replaceChildren(filePicker(find("#import-file"), t("page.file.choose")));
const refusal = find("#refusal");
let next = null;
let asked = 0;

/** Loads the list from its beginning, or what comes after what is there. */
async function load(before = null) {
  const mine = ++asked;
  const query = new URLSearchParams();
  if (table.value) query.set("table", table.value);
  if (kind.value) query.set("game", kind.value);
  history.replaceState(null, "", query.size ? `?${query}` : location.pathname);
  if (before !== null) query.set("before", before);
  busy.hidden = false;
  const said = await trying(() => get(`/api/games?${query}`));
  if (mine !== asked) return;
  busy.hidden = true;
  if (!said) return;
  choices(table, said.tables, (name) => name);
  choices(kind, said.kinds, (name) => of("game.", name));
  const rows = said.games.map(row);
  if (before === null) list.replaceChildren(...rows);
  else list.append(...rows);
  if (before !== null) rows[0]?.querySelector("a")?.focus();
  next = said.next;
  more.hidden = next === null;
  count.textContent = said.total ? t("page.history.count", {count: said.total}) : "";
  nothing.hidden = said.total > 0;
  nothing.textContent = table.value || kind.value ? t("page.history.none_such") : t("page.history.none");
}

/** What can be chosen is what there is; the choice stays. */
function choices(select, values, say) {
  const chosen = select.value;
  const all = select.options[0];
  const named = values.includes(chosen) || !chosen ? values : [...values, chosen];
  select.replaceChildren(all, ...named.map((value) => el("option", {value}, say(value))));
  select.value = chosen;
}

function row(game) {
  const facts = [when(game.begun)];
  if (!game.imported || game.table !== "import") facts.push(`${t("page.history.table")} ${game.table}`);
  if (game.imported) facts.push(t("page.history.imported"));
  if (!game.error) facts.push(`${t("page.history.turn_count")}: ${game.turns}`);
  const title = game.error ? t("page.history.unreadable") : of("game.", game.game);
  const name = el("h2", {class: "past-title"},
    game.error ? title : el("a", {href: `/games/${game.number}`}, title),
    el("span", {class: "past-number"}, `${t("page.history.number")} ${game.number}`));
  const made = el("li", {class: "card past"},
    el("div", {class: "past-what"}, name, el("p", {class: "quiet-text small"}, facts.join(" · "))),
    el("div", {class: "past-result"}, game.error ? el("p", {class: "notice bad small"}, game.error) : result(game)),
    el("div", {class: "row past-tools"},
      game.error ? "" : el("a", {
        class: "button primary", href: `/games/${game.number}`, "aria-label": t("page.history.open_number", {number: game.number}),
      }, t("page.history.open")),
      game.watched ? el("a", {class: "button", href: path("tables", game.table)}, t("page.history.to_table")) : "",
      game.error ? "" : exportMenu(game.number),
      el("button", {
        type: "button", class: "button quiet danger only-here", "aria-label": t("page.history.delete_number", {number: game.number}),
        onclick: () => remove(game, made),
      }, t("page.history.delete"))));
  return made;
}

function result(game) {
  const players = game.players.map((player) => el("li", {class: game.outcome?.winner === player ? "winner" : ""},
    colourMark(player), game.names[player] || of("colour.", player), " ", el("b", {}, String(game.scores[player] ?? 0))));
  return [el("ul", {class: "past-players"}, ...players), el("p", {class: "small"}, game.outcome?.text ?? game.condition)];
}

async function remove(game, element) {
  const sure = await ask({
    title: t("page.history.delete.ask", {number: game.number}),
    what: t("page.history.delete.what"),
    yes: t("page.history.delete"),
  });
  if (!sure || !(await trying(() => send("DELETE", `/api/games/${game.number}`)))) return;
  const after = element.nextElementSibling ?? element.previousElementSibling;
  element.remove();
  (after?.querySelector("a, button") ?? find("h1")).focus();
  tell(t("page.history.delete.done", {number: game.number}));
  if (!list.children.length) load();
}

async function bringIn(event) {
  event.preventDefault();
  refusal.hidden = true;
  const file = find("#import-file").files[0];
  const text = find("#import-text").value;
  const refuse = (sentence) => {
    refusal.textContent = sentence;
    refusal.hidden = false;
  };
  if (!file && !text.trim()) {
    refuse(t("page.history.import.nothing"));
    return;
  }
  if ((file?.size ?? 0) > Number(importing.dataset.most)) {
    refuse(t("page.history.import.large"));
    return;
  }
  const button = find("button", importing);
  button.disabled = true;
  busy.hidden = false;
  try {
    const said = await send("POST", "/api/games/import", file ?? text, {type: "text/plain"});
    location.assign(`/games/${said.number}`);
  } catch (error) {
    refuse(error.message);
  } finally {
    button.disabled = false;
    busy.hidden = true;
  }
}

const wanted = new URLSearchParams(location.search);
for (const [select, name] of [[table, "table"], [kind, "game"]]) {
  const value = wanted.get(name);
  if (value) select.append(el("option", {value}, value));
  if (value) select.value = value;
  select.addEventListener("change", () => load());
}
more.addEventListener("click", () => load(next));
importing.addEventListener("submit", bringIn);
load();
