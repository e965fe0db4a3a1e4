// @ts-check
// What goes between the workspace and the app, as it happens: calls of the Web API, events, presses.

import { byId, el } from "./drawing/dom.js";

const POLL = 1000;
const MOST = 500; // entries that stay on the page
const CLOCK = new Intl.DateTimeFormat([], { timeStyle: "medium" });

/** @typedef {{ kind: string, app: string, at: number, method?: string, outcome?: string, arguments?: unknown, attempt?: number, problem?: string, payload?: SlackObject }} Traffic */

let since = 0;

/** @param {Traffic} one */
function describe(one) {
  if (one.kind === "call")
    return {
      way: `${one.app} → Slack`,
      name: one.method ?? "",
      outcome: one.outcome ?? "",
      body: one.arguments,
    };
  const payload = one.payload ?? {};
  const name = payload.event?.type ?? payload.command ?? payload.type ?? "";
  const again = one.attempt ? `, attempt ${one.attempt + 1}` : "";
  return {
    way: `Slack → ${one.app}`,
    name,
    outcome: `${one.problem || "acknowledged"}${again}`,
    body: payload,
  };
}

/** @param {Traffic} one */
function entry(one) {
  const { way, name, outcome, body } = describe(one);
  const isFine = outcome === "ok" || outcome === "acknowledged";
  const text = JSON.stringify(body, null, 2);
  return el(
    "li",
    { data: { words: `${way} ${name} ${outcome} ${text}`.toLowerCase() } },
    el(
      "details",
      {},
      el(
        "summary",
        {},
        el("time", {}, CLOCK.format(new Date(one.at * 1000))),
        el("span", { class: "way" }, way),
        el("span", { class: "name" }, name),
        el("span", { class: isFine ? "outcome" : "outcome refused" }, outcome),
      ),
      el("pre", { tabindex: 0 }, text),
    ),
  );
}

function filter() {
  const wanted = /** @type {HTMLInputElement} */ (byId("filter")).value.toLowerCase();
  const rows = /** @type {HTMLElement[]} */ ([...byId("traffic").children]);
  for (const row of rows) row.hidden = !(row.dataset.words ?? "").includes(wanted);
  byId("count").textContent = `${rows.filter((row) => !row.hidden).length} of ${rows.length}`;
}

async function look() {
  if (/** @type {HTMLInputElement} */ (byId("paused")).checked) return;
  const answer = await fetch(`/_control/traffic?since=${since}`);
  /** @type {Traffic[]} */
  const found = (await answer.json()).traffic;
  if (found.length === 0) return;
  since = found[found.length - 1].at;
  byId("traffic").prepend(...found.map(entry).reverse());
  for (const old of [...byId("traffic").children].slice(MOST)) old.remove();
  filter();
}

byId("filter").addEventListener("input", filter);
look();
setInterval(() => look().catch(() => {}), POLL);
