// Calls to this machine's page; whatever is refused comes back as a sentence.

import {takePress} from "./pressed.js";
import {t} from "./texts.js";

const MOST_BYTES = 32_000_000; // the program takes no more, and ends the connection before it could say so

export class ApiError extends Error {
  constructor(sentence, status) {
    super(sentence);
    this.status = status;
  }
}

export async function send(method, path, body, {type = "application/json", signal} = {}) {
  const headers = {"Accept-Language": document.documentElement.lang};
  if (body !== undefined) headers["Content-Type"] = type;
  const data = body === undefined || body instanceof Blob || typeof body === "string" ? body : JSON.stringify(body);
  if (body instanceof Blob && body.size > MOST_BYTES) throw new ApiError(t("page.too_large"), 413);
  const answered = method === "GET" ? () => {} : takePress();
  let response;
  try {
    response = await fetch(path, {method, headers, body: data, signal, credentials: "same-origin"});
  } catch (error) {
    if (error.name === "AbortError") throw error;
    throw new ApiError(t("page.offline"), 0);
  } finally {
    answered();
  }
  const isJson = response.headers.get("Content-Type")?.includes("json");
  const said = isJson ? await response.json() : null;
  if (!response.ok) throw new ApiError(said?.error ?? t("page.offline"), response.status);
  return said;
}

export const get = (path, options) => send("GET", path, undefined, options);
export const post = (path, object = {}, options) => send("POST", path, object, options);

/** Shows a sentence at the foot of the page, and has it read out. */
export function tell(said, kind = said instanceof Error ? "bad" : "good") {
  if (said?.name === "AbortError") return;
  const place = document.getElementById("told");
  const line = document.createElement("p");
  line.className = `notice ${kind}`;
  line.textContent = said instanceof Error ? said.message : said;
  place.replaceChildren(line);
  clearTimeout(tell.timer);
  tell.timer = setTimeout(() => place.replaceChildren(), kind === "bad" ? 9000 : 5000);
}

/** Runs something that may be refused; the sentence is shown. */
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof ApiError) && error.name !== "AbortError") console.error(error);
    tell(error);
    return undefined;
  }
}

export const path = (...parts) => `/${parts.map((part) => encodeURIComponent(part)).join("/")}`;
