// What is looked for in a page itself, by test_every_page.py: every function gives a list of what is wrong.

const all = (selector) => [...document.querySelectorAll(selector)];
const seen = (e) => e.checkVisibility({visibilityProperty: true}) && !e.closest("[inert]");
const isTold = (e) => seen(e) && !e.closest("[aria-hidden=true]");
const called = (e) =>
  `${e.tagName.toLowerCase()}#${e.id}.${e.getAttribute("class") ?? ""} ${(e.textContent ?? "").trim().slice(0, 30)}`;

/** What makes the page wider than its window. */
function tooWide() {
  const wide = document.documentElement.clientWidth;
  if (document.documentElement.scrollWidth <= wide && document.body.scrollWidth <= wide) return [];
  const found = all("body *").filter((e) => seen(e) && e.getBoundingClientRect().right > wide + 1);
  return ["the page", ...found.map(called).slice(0, 8)];
}

// --- names ----------------------------------------------------------------------------------------------------------

const CONTROLS = "a[href], button, input:not([type=hidden]), select, textarea, summary, nav, dialog, [role=button], "
  + "[role=radio], [role=img], [role=slider], [role=gridcell], [role=grid], [role=toolbar], [role=radiogroup], "
  + "[tabindex='0']";
const REFERENCES = ["aria-controls", "aria-labelledby", "aria-describedby", "aria-owns", "aria-activedescendant", "for"];

function textOf(e) {
  const part = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.data;
    if (node.nodeType !== Node.ELEMENT_NODE || node.getAttribute("aria-hidden") === "true") return "";
    return node.getAttribute("aria-label") ?? node.getAttribute("alt") ?? textOf(node);
  };
  return [...e.childNodes].map(part).join(" ").trim();
}

/** As a screen reader would say it. */
function nameOf(e) {
  const others = (e.getAttribute("aria-labelledby") ?? "").split(/\s+/).map((id) => document.getElementById(id));
  const own = e.matches("input, select, textarea, dialog, [role=img]") ? "" : textOf(e);
  return others.map((other) => (other ? textOf(other) : "")).join(" ").trim() || e.getAttribute("aria-label")?.trim()
    || [...(e.labels ?? [])].map(textOf).join(" ").trim() || own || e.getAttribute("alt") || e.getAttribute("title");
}

/** What has no name, refers to nothing, has an order of its own, or shares its id. */
function nameless() {
  const faults = all(CONTROLS).filter((e) => isTold(e) && !nameOf(e)).map((e) => `no name: ${called(e)}`);
  const add = (why, elements) => faults.push(...elements.map((e) => `${why}: ${called(e)}`));
  add("no name", all("dialog:not([aria-label], [aria-labelledby])"));
  add("no alt", all("img:not([alt])"));
  add("an order of its own", all("[tabindex]").filter((e) => e.tabIndex > 0));
  add("neither hidden nor named", all("svg, canvas").filter((e) => isTold(e) && !e.closest("[role][aria-label]")));
  const within = "[aria-hidden=true] :is(a[href], button, input, select, textarea, [tabindex])";
  add("hidden but reached", all(within).filter((e) => seen(e) && e.tabIndex >= 0));
  for (const key of REFERENCES) {
    const ids = all(`[${key}]`).flatMap((e) => e.getAttribute(key).split(/\s+/));
    faults.push(...ids.filter((id) => id && !document.getElementById(id)).map((id) => `${key} leads nowhere: ${id}`));
  }
  const ids = all("[id]").map((e) => e.id);
  faults.push(...ids.filter((id, i) => ids.indexOf(id) !== i).map((id) => `twice: #${id}`));
  return [...new Set(faults)];
}

const headings = () => all("h1, h2, h3, h4, h5, h6").filter(isTold).map((e) => Number(e.tagName[1]));

const words = () => [document.body.innerText, document.title,
  ...all("*").flatMap((e) => ["aria-label", "title", "alt", "placeholder"].map((key) => e.getAttribute(key) ?? ""))].join(" \n ");

// --- contrast -------------------------------------------------------------------------------------------------------

const canvas = Object.assign(document.createElement("canvas"), {width: 1, height: 1});
const brush = canvas.getContext("2d", {willReadFrequently: true});
// What lies over pictures, what is no text to be read, and what cannot be used now.
const NOT_JUDGED = "svg, .visually-hidden, .skip, option, noscript, script, style, :disabled, .view-box, .card-views";
// Of ordinary text, of large text and of signs; in pixels from when on text is large, plain and bold.
const LEAST = 4.5, LEAST_LARGE = 3, LARGE_PX = 24, LARGE_BOLD_PX = 18.66, BOLD = 700;

function rgba(css) {
  brush.clearRect(0, 0, 1, 1);
  brush.fillStyle = css;
  brush.fillRect(0, 0, 1, 1);
  const [r, g, b, a] = brush.getImageData(0, 0, 1, 1).data;
  return [r, g, b, a / 255];
}

const over = ([r, g, b, a], [R, G, B]) => [r * a + R * (1 - a), g * a + G * (1 - a), b * a + B * (1 - a), 1];

function lightness([r, g, b]) {
  const linear = (v) => (v / 255 <= 0.04045 ? v / 255 / 12.92 : ((v / 255 + 0.055) / 1.055) ** 2.4);
  return 0.2126 * linear(r) + 0.7152 * linear(g) + 0.0722 * linear(b);
}

/** Text that differs too little from what is behind it. */
function pale() {
  const faults = new Set(), walk = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walk.nextNode()) {
    const e = walk.currentNode.parentElement, box = e.getBoundingClientRect();
    if (!walk.currentNode.data.trim() || !seen(e) || e.closest(NOT_JUDGED) || box.width < 2 || box.height < 2) continue;
    const styles = [];
    for (let up = e; up; up = up.parentElement) styles.push(getComputedStyle(up));
    if (styles.some((style) => style.backgroundImage !== "none")) continue;
    const behind = styles.reduceRight((below, style) => over(rgba(style.backgroundColor), below), [255, 255, 255, 1]);
    const [r, g, b, a] = rgba(styles[0].color), opacity = styles.reduce((most, style) => most * Number(style.opacity), 1);
    const [low, high] = [lightness(over([r, g, b, a * opacity], behind)), lightness(behind)].sort((x, y) => x - y);
    const px = parseFloat(styles[0].fontSize), isBold = Number(styles[0].fontWeight) >= BOLD;
    const isLarge = e.matches(".symbol") || px >= (isBold ? LARGE_BOLD_PX : LARGE_PX);
    const contrast = (high + 0.05) / (low + 0.05);
    if (contrast < (isLarge ? LEAST_LARGE : LEAST)) faults.add(`${contrast.toFixed(2)}: ${called(e)}`);
  }
  return [...faults];
}

// --- the keyboard ---------------------------------------------------------------------------------------------------

const LOOK = ["outline", "boxShadow", "borderColor", "backgroundColor", "stroke", "strokeWidth", "opacity", "left"];
const looks = (e) => [e, e.parentElement, e.nextElementSibling, e.firstElementChild, e.lastElementChild].map((each) => {
  const style = each && getComputedStyle(each);
  return style ? LOOK.map((key) => style[key]).join() : "";
});

/** What the Tab key has to reach; of radio buttons of one group only the chosen one, or else the first. */
function tabbable() {
  const others = (e) => all("input[type=radio]").filter((each) => each.name === e.name && each.form === e.form && seen(each));
  const isFirst = (e) => e.type !== "radio" || (others(e).find((each) => each.checked) ?? others(e)[0]) === e;
  const found = all("a[href], button, input, select, textarea, summary, [tabindex]")
    .filter((e) => e.tabIndex >= 0 && e.type !== "hidden" && !e.disabled && seen(e) && isFirst(e));
  document.activeElement?.blur();
  getSelection().removeAllRanges();
  window.inspected = {found, plain: found.map(looks)};
  return found.map(called);
}

/** What has the focus, and whether that can be seen: the element or what is beside it looks otherwise than before. */
function focused() {
  const e = document.activeElement, {found, plain} = window.inspected, index = found.indexOf(e);
  return {index, what: called(e), isShown: index < 0 || looks(e).some((look, i) => look !== plain[index][i])};
}
