// @ts-check
// An app's home in its conversation: the tabs, and what the app published for the person.

import { blocks } from "../blocks/blocks.js";
import { el, findAll, focusedElement } from "../drawing/dom.js";
import { viewContext } from "../messages/context.js";

/** @type {{ tab: AppTab, words: string }[]} */
const TABS = [
  { tab: "home", words: "Home" },
  { tab: "messages", words: "Messages" },
];

/**
 * The two tabs, as links.
 *
 * @param {import("../app.js").Page} page
 * @param {string} channel
 * @param {AppOffer} app
 */
export function appTabs(page, channel, app) {
  return el(
    "nav",
    { class: "tabs", "aria-label": "App" },
    TABS.filter(({ tab }) => tab === "home" || app.has_messages).map(({ tab, words }) =>
      el(
        "a",
        {
          class: "tab",
          href: page.channelHash(channel, tab),
          "aria-current": page.at.tab === tab ? "page" : null,
        },
        words,
      ),
    ),
  );
}

export class HomeTab {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
    this._stamp = "";
    this.element = el("section", { class: "home", tabindex: 0, "aria-label": "Home", hidden: true });
  }

  /** @param {AppOffer | undefined} app whose home is open, if one is */
  draw(app) {
    this.element.hidden = app === undefined;
    if (app === undefined) return;
    const { me, version } = this._page.store;
    const { home } = app;
    const stamp = `${me}/${version}/${app.id}/${home?.hash ?? ""}`;
    if (stamp === this._stamp) return;
    this._stamp = stamp;
    const focused = this.element.contains(document.activeElement) ? focusedElement()?.dataset : undefined;
    const scrolled = this.element.scrollTop;
    this.element.replaceChildren(
      home === null
        ? el("p", { class: "empty" }, "The app has published nothing here yet.")
        : el("div", { class: "message-body home-body" }, blocks(home.blocks, viewContext(this._page, home))),
    );
    this.element.scrollTop = scrolled;
    this._focus(focused);
  }

  /**
   * A control that had the focus keeps it when the home is published anew.
   *
   * @param {DOMStringMap | undefined} focused
   */
  _focus(focused) {
    if (focused?.action === undefined) return;
    findAll(this.element, "[data-action]")
      .find(({ dataset }) => dataset.action === focused.action && dataset.block === focused.block)
      ?.focus();
  }
}
