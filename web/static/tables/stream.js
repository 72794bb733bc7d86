// What happens at the tables, as it happens: one stream a page, which finds its way back by itself.

const FIRST_PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8000;
const SILENT_MS = 25000; // the server says something every few seconds

/**
 * Listens until `close` is called.
 * onTable(snapshot), onHappened(event, isHistory), onGone(name), onState("open" | "waiting").
 */
export function listen({tables = null, onTable, onHappened, onGone, onState}) {
  let source = null;
  let last = "";
  let pause = FIRST_PAUSE_MS;
  let timer = 0;
  let watchdog = 0;
  let closed = false;

  const alive = () => {
    clearTimeout(watchdog);
    watchdog = setTimeout(again, SILENT_MS);
  };

  function again() {
    clearTimeout(watchdog);
    source?.close();
    if (closed) return;
    onState?.("waiting");
    clearTimeout(timer);
    timer = setTimeout(open, pause);
    pause = Math.min(2 * pause, LONGEST_PAUSE_MS);
  }

  function open() {
    const asked = new URLSearchParams({lang: document.documentElement.lang});
    for (const name of tables ?? []) asked.append("table", name);
    if (last) asked.set("last", last);
    source = new EventSource(`/api/events?${asked}`);
    source.onopen = () => {
      pause = FIRST_PAUSE_MS;
      alive();
      onState?.("open");
    };
    source.onerror = again;
    const on = (kind, use) =>
      source.addEventListener(kind, (message) => {
        alive();
        if (message.lastEventId) last = message.lastEventId;
        use(message.data ? JSON.parse(message.data) : null);
      });
    on("table", (snapshot) => {
      onTable?.(snapshot);
      document.documentElement.classList.add("known"); // from here on there is something to show
    });
    on("happened", (event) => onHappened?.(event, event.history === true));
    on("gone", (said) => onGone?.(said.table));
    on("alive", () => {});
  }

  // Whoever leaves frees the connection at once: browsers allow few of them.
  addEventListener("pagehide", () => source?.close());
  addEventListener("pageshow", (event) => event.persisted && !closed && again());
  open();
  return {
    close() {
      closed = true;
      clearTimeout(timer);
      clearTimeout(watchdog);
      source?.close();
    },
  };
}
