// One calibration: pictures are handed in one by one, then everything is measured.
import {get, path, post, send} from "../api.js";

const ASK_EVERY_MS = 300;
const pause = (ms) => new Promise((done) => setTimeout(done, ms));

export async function begin(kind, options = {}) {
  return new Session(await post("/api/calibrations", {kind, ...options}));
}

/** One that was begun by another call, such as a check. */
export const goingOn = (state) => new Session(state);

class Session {
  constructor(state) {
    this.state = state;
    // Whoever leaves takes the pictures along.
    addEventListener("pagehide", () => {
      this.closed = true;
      fetch(this.#at(), {method: "DELETE", keepalive: true}).catch(() => {});
    }, {once: true});
  }

  #at(...rest) {
    return path("api", "calibrations", this.state.id, ...rest);
  }

  get pictureAddress() {
    return `${this.#at("result.png")}?${Date.now()}`;
  }

  /** `source` is {blob} or {table}; `stands` what somebody says stands there. */
  async add(source, {stands = "", onWorking} = {}) {
    if (source.blob?.type.startsWith("video/")) {
      return this.#wait(await send("POST", this.#at("film"), source.blob, {type: source.blob.type}), onWorking);
    }
    const asked = stands ? `?${new URLSearchParams({stands})}` : "";
    const sent = source.table !== undefined
      ? post(this.#at("pictures"), {table: source.table})
      : send("POST", this.#at("pictures") + asked, source.blob, {type: source.blob.type || "application/octet-stream"});
    return this.#wait(await sent, onWorking);
  }

  async finish(onWorking) {
    return this.#wait(await post(this.#at("finish")), onWorking);
  }

  /** Ends what is being measured; the pictures stay. */
  async stop() {
    this.stopped = true;
    this.state = await post(this.#at("stop"));
  }

  keep(profile) {
    return post(this.#at("keep"), {profile});
  }

  async close() {
    this.closed = true;
    await send("DELETE", this.#at()).catch(() => {}); // it may be gone already
  }

  async #wait(state, onWorking) {
    this.state = state;
    this.stopped = false;
    while (this.state.working && !this.closed && !this.stopped) {
      onWorking?.(this.state.working);
      await pause(ASK_EVERY_MS);
      if (this.closed || this.stopped) break;
      const now = await get(this.#at());
      if (!this.stopped) this.state = now;
    }
    return this.state;
  }
}
