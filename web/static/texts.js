// The page's texts in the language of the page: one catalogue, served by this machine.

const root = document.documentElement;
const texts = await (await fetch(`/texts/${root.lang}.json?${root.dataset.texts}`)).json();

// Of which numbers a language speaks as of one.
const ONE = root.lang === "fr" ? [0, 1] : [1];

/** A text by its key, with what goes into its braces; where one is said otherwise than many, with the key for one. */
export function t(key, params = {}) {
  const text = (ONE.includes(params.count) ? texts[`${key}.one`] : undefined) ?? texts[key];
  if (text === undefined) {
    console.error(`no text ${key}`);
    return key;
  }
  return text.replace(/\{(\w+)\}/g, (whole, name) => (name in params ? String(params[name]) : whole));
}

/** A text whose key is a family and a name: of("colour.", "R"). */
export function of(family, name, params = {}) {
  return t(family + name, params);
}

export const language = root.lang;

/** As a sentence begins. */
export function capital(words) {
  return words.charAt(0).toLocaleUpperCase(language) + words.slice(1);
}

/** Several words as a person says them: a, b and c. */
export function list(words) {
  return new Intl.ListFormat(language).format(words);
}

export function when(iso) {
  return new Intl.DateTimeFormat(language, {dateStyle: "medium", timeStyle: "short"}).format(new Date(iso));
}
