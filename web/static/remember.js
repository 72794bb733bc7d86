// What a person chose, kept by this browser; one that keeps nothing forgets it with the page.

export function remembered(key, otherwise) {
  try {
    return localStorage.getItem(key) ?? otherwise;
  } catch {
    return otherwise;
  }
}

export function remember(key, value) {
  try {
    localStorage.setItem(key, value);
  } catch {
    // then it holds for this page
  }
}
