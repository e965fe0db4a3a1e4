// @ts-check
// What the assistant says it is doing in the thread, and Stop while its session is at work.

import { el } from "../drawing/dom.js";
import * as api from "../state/api.js";

const TURN_MILLISECONDS = 3_000; // each loading message stands so long; chosen by hand

export class StatusLine {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
    this._stamp = "";
    this._turn = 0;
    this.element = el("div", { class: "assistant-status", role: "status", "aria-live": "polite" });
  }

  /**
   * @param {string | null} channel
   * @param {string | null} thread null where the pane shows a channel
   */
  draw(channel, thread) {
    const store = this._page.store;
    const key = `${channel}/${thread}`;
    const status = thread === null ? "" : (store.sessions.statuses.get(key) ?? "");
    const lines = status === "" ? [] : (store.sessions.loading.get(key) ?? []);
    const working = thread !== null && store.sessions.states.get(key) === "processing";
    const stamp = JSON.stringify([key, status, lines, working]);
    if (stamp === this._stamp) return;
    this._stamp = stamp;
    clearInterval(this._turn);
    const bot = store.bots()[0];
    const line = el("span", { class: "loading-line", "aria-hidden": "true" }, lines[0] ?? "");
    this.element.replaceChildren(
      status === ""
        ? ""
        : el("span", { class: "status-words" }, `${bot ? store.userName(bot.id) : "The app"} ${status}`),
      lines.length > 0 ? line : "",
      working ? this._stopButton(channel, thread) : "",
    );
    if (lines.length > 1) this._turn = window.setInterval(() => this._next(line, lines), TURN_MILLISECONDS);
  }

  /**
   * @param {HTMLElement} line
   * @param {string[]} lines
   */
  _next(line, lines) {
    line.textContent = lines[(lines.indexOf(line.textContent ?? "") + 1) % lines.length] ?? "";
  }

  /**
   * @param {string | null} channel
   * @param {string | null} thread
   */
  _stopButton(channel, thread) {
    const stop = () =>
      this._page.attempt(api.stopSession({ user: this._page.store.me, channel, thread_ts: thread }));
    return el("button", { type: "button", class: "button small danger", on: { click: stop } }, "Stop");
  }
}
