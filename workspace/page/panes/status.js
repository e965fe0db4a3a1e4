// @ts-check
// What the apps say they are doing in the thread, and Stop while the session of one is at work.

import { el } from "../drawing/dom.js";
import * as api from "../state/api.js";

const TURN_MILLISECONDS = 3_000; // each loading message stands so long; chosen by hand

export class StatusLine {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
    this._stamp = "";
    /** @type {number[]} */
    this._turns = [];
    this.element = el("div", { class: "assistant-status", role: "status", "aria-live": "polite" });
  }

  /**
   * @param {string | null} channel
   * @param {string | null} thread null where the pane shows a channel
   */
  draw(channel, thread) {
    const works = thread === null ? [] : this._page.store.sessions.works(`${channel}/${thread}`);
    const stamp = JSON.stringify([channel, thread, works]);
    if (stamp === this._stamp) return;
    this._stamp = stamp;
    for (const turn of this._turns.splice(0)) clearInterval(turn);
    this.element.replaceChildren(...works.map((work) => this._work(work, channel, thread)));
  }

  /**
   * @param {import("../state/sessions.js").Work} work
   * @param {string | null} channel
   * @param {string | null} thread
   */
  _work({ bot, status, loading, working }, channel, thread) {
    const line = el("span", { class: "loading-line", "aria-hidden": "true" }, loading[0] ?? "");
    const isTold = status !== "";
    if (isTold && loading.length > 1)
      this._turns.push(window.setInterval(() => this._next(line, loading), TURN_MILLISECONDS));
    return el(
      "div",
      { class: "status-of-app" },
      isTold && el("span", { class: "status-words" }, `${this._page.store.userName(bot)} ${status}`),
      isTold && loading.length > 0 && line,
      working && this._stopButton(bot, channel, thread),
    );
  }

  /**
   * @param {HTMLElement} line
   * @param {string[]} lines
   */
  _next(line, lines) {
    line.textContent = lines[(lines.indexOf(line.textContent ?? "") + 1) % lines.length] ?? "";
  }

  /**
   * @param {string} bot
   * @param {string | null} channel
   * @param {string | null} thread
   */
  _stopButton(bot, channel, thread) {
    const where = { user: this._page.store.me, bot, channel, thread_ts: thread };
    const stop = () => this._page.attempt(api.stopSession(where));
    return el("button", { type: "button", class: "button small danger", on: { click: stop } }, "Stop");
  }
}
