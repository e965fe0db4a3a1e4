// @ts-check
// The app's shortcuts: global ones, and those on a message.

import { choose } from "../dialogs/dialogs.js";
import * as api from "../state/api.js";

export class Shortcuts {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
  }

  /** @param {"global" | "message"} type */
  offered(type) {
    return this._page.store.app.shortcuts.filter((one) => one.type === type);
  }

  /**
   * Let the person choose a global shortcut, or one for this message.
   *
   * @param {Message} [message]
   */
  async choose(message) {
    const offered = this.offered(message === undefined ? "global" : "message");
    const items = offered.map((one) => ({
      value: one.callback_id,
      label: one.name,
      words: one.description,
    }));
    const chosen = await choose(message === undefined ? "Shortcuts" : "More actions", items);
    if (chosen !== "") await this.use(chosen, message);
  }

  /**
   * @param {string} callbackId
   * @param {Message} [message]
   */
  async use(callbackId, message) {
    const page = this._page;
    const where = message === undefined ? { user: page.store.me } : page.mark(message);
    const answer = await page.attempt(api.runShortcut({ ...where, callback_id: callbackId }));
    if (answer?.acknowledged === false) page.say("The app did not answer in time.");
  }
}
