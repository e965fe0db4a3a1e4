// @ts-check
// The apps' shortcuts: global ones, and those on a message.

import { choose } from "../dialogs/dialogs.js";
import * as api from "../state/api.js";

export class Shortcuts {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
  }

  /**
   * Each with the app that offers it, which is told where there are several.
   *
   * @param {"global" | "message"} type
   */
  offered(type) {
    const { store } = this._page;
    /** @param {AppOffer} app */
    const told = (app) => (store.apps.length > 1 ? `${store.userName(app.user)}: ` : "");
    return store.apps.flatMap((app) =>
      app.shortcuts
        .filter((one) => one.type === type)
        .map((one) => ({ ...one, app: app.id, description: `${told(app)}${one.description}` })),
    );
  }

  /**
   * Let the person choose a global shortcut, or one for this message.
   *
   * @param {Message} [message]
   */
  async choose(message) {
    const offered = this.offered(message === undefined ? "global" : "message");
    const items = offered.map((one, at) => ({
      value: String(at),
      label: one.name,
      words: one.description,
    }));
    const chosen = await choose(message === undefined ? "Shortcuts" : "More actions", items);
    if (chosen !== "") await this.use(offered[Number(chosen)], message);
  }

  /**
   * @param {{ app: string, callback_id: string }} shortcut
   * @param {Message} [message]
   */
  async use({ app, callback_id }, message) {
    const page = this._page;
    const where = message === undefined ? { user: page.store.me } : page.mark(message);
    const answer = await page.attempt(api.runShortcut({ ...where, app, callback_id }));
    if (answer?.acknowledged === false) page.say("The app did not answer in time.");
  }
}
