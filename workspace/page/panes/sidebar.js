// @ts-check
// The left bar: the workspace, its channels, direct messages, apps, and who one acts as.

import { el, findAll, focusedElement, symbol, targetOf } from "../drawing/dom.js";
import { avatar } from "../messages/message.js";
import { isDirect } from "../state/groups.js";

export class Sidebar {
  /**
   * @param {HTMLElement} element
   * @param {{ page: import("../app.js").Page, store: import("../state/store.js").Store }} options
   */
  constructor(element, { page, store }) {
    this._page = page;
    this._store = store;
    this._element = element;
    this._stamp = "";
    element.addEventListener("keydown", (event) => this._key(event));
  }

  draw() {
    const store = this._store;
    const stamp = JSON.stringify([
      store.version,
      this._page.at.channel,
      this._page.allShown,
      store.channels.map(({ id }) => [id, store.isUnread(id)]),
    ]);
    if (stamp === this._stamp) return;
    this._stamp = stamp;
    const focused = this._element.contains(document.activeElement)
      ? focusedElement()?.dataset.place
      : undefined;
    const channels = store.channels.filter((channel) => !isDirect(channel));
    const directs = store.channels.filter((channel) => isDirect(channel) && channel.bot === undefined);
    this._element.replaceChildren(
      el("div", { class: "team" }, el("span", { class: "team-name" }, store.team.name)),
      el(
        "div",
        { class: "places" },
        el("h2", { id: "channels-title" }, "Channels"),
        el(
          "ul",
          { "aria-labelledby": "channels-title" },
          channels.map((channel) => this._place(channel, symbol(channel.is_private ? "lock" : "hash"))),
          this._adding("new-channel", "Add a channel", () => this._page.create("channel")),
        ),
        el("h2", { id: "directs-title" }, "Direct messages"),
        el(
          "ul",
          { "aria-labelledby": "directs-title" },
          directs.map((channel) => this._place(channel, avatar(store.channelName(channel.id), channel.id))),
          this._adding("new-group", "New group message", () => this._page.create("group")),
        ),
        el("h2", { id: "apps-title" }, "Apps"),
        el(
          "ul",
          { "aria-labelledby": "apps-title" },
          store.apps.map((app) => this._app(app.user)),
        ),
      ),
      this._foot(),
    );
    if (focused !== undefined) findAll(this._element, `[data-place="${CSS.escape(focused)}"]`)[0]?.focus();
  }

  /**
   * @param {Channel} channel
   * @param {Node} sign
   */
  _place(channel, sign) {
    const here = channel.id === this._page.at.channel;
    const unread = !here && this._store.isUnread(channel.id);
    return el(
      "li",
      {},
      el(
        "a",
        {
          class: `place${here ? " here" : ""}${unread ? " unread" : ""}`,
          href: this._page.channelHash(channel.id),
          "aria-current": here ? "page" : null,
          data: { place: channel.id },
        },
        sign,
        el("span", { class: "place-name" }, this._store.channelName(channel.id)),
        unread && el("span", { class: "mark", role: "img", "aria-label": "unread" }),
      ),
    );
  }

  /**
   * The conversation with an app; where nobody has been there yet, it is made when it is opened.
   *
   * @param {string} bot
   */
  _app(bot) {
    const channel = this._store.channels.find((one) => one.bot === bot);
    const name = this._store.userName(bot);
    if (channel !== undefined) return this._place(channel, avatar(name, channel.id, true));
    return el(
      "li",
      {},
      el(
        "button",
        {
          type: "button",
          class: "place",
          data: { place: bot },
          on: { click: () => this._page.openApp(bot) },
        },
        avatar(name, bot, true),
        el("span", { class: "place-name" }, name),
      ),
    );
  }

  /**
   * @param {string} place
   * @param {string} words
   * @param {() => void} add
   */
  _adding(place, words, add) {
    return el(
      "li",
      {},
      el(
        "button",
        { type: "button", class: "place", data: { place }, on: { click: add } },
        symbol("plus"),
        el("span", { class: "place-name" }, words),
      ),
    );
  }

  _foot() {
    const store = this._store;
    const users = el(
      "select",
      { id: "act-as", data: { place: "act-as" } },
      store
        .people()
        .map((user) =>
          el("option", { value: user.id, selected: user.id === store.me }, store.userName(user.id)),
        ),
    );
    users.addEventListener("change", () => this._page.actAs(users.value));
    const me = store.users.get(store.me ?? "");
    const guest = me?.is_ultra_restricted ? "single-channel guest" : me?.is_restricted ? "guest" : "";
    const elsewhere = me?.is_stranger ? "of another organisation" : "";
    const title = [me?.profile?.title, guest, elsewhere].filter(Boolean).join(", ");
    const toggle = el(
      "button",
      {
        type: "button",
        class: "quiet",
        "aria-pressed": this._page.allShown,
        data: { place: "notifications" },
        title: "What a phone or a screen reader would show of each message of an app",
      },
      symbol("bell"),
      "Notification texts",
    );
    toggle.addEventListener("click", () => {
      this._page.allShown = !this._page.allShown;
      this._page.draw();
    });
    const traffic = el(
      "a",
      { class: "quiet", href: "/page/traffic.html", target: "_blank", data: { place: "traffic" } },
      symbol("more"),
      "Traffic of the apps",
    );
    return el(
      "div",
      { class: "me" },
      toggle,
      traffic,
      el("label", { for: "act-as" }, "Acting as"),
      el("div", { class: "me-row" }, avatar(store.userName(store.me ?? ""), store.me ?? ""), users),
      title !== "" && el("div", { class: "me-title" }, title),
    );
  }

  /**
   * Arrows walk the channels.
   *
   * @param {KeyboardEvent} event
   */
  _key(event) {
    const target = targetOf(event);
    if (!target?.classList.contains("place")) return;
    const places = findAll(this._element, ".place");
    const at = places.indexOf(target);
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: places.length - 1 }[event.key];
    if (to === undefined) return;
    event.preventDefault();
    places[Math.min(places.length - 1, Math.max(0, to))].focus();
  }
}
