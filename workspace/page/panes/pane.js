// @ts-check
// A pane: the messages of a channel or of a thread, what the assistant is doing, and the composer.

import { Composer } from "../composer/composer.js";
import { decodeNames } from "../composer/names.js";
import { el, symbol } from "../drawing/dom.js";
import { contextOf } from "../messages/context.js";
import { MessageList } from "../messages/list.js";
import { replies } from "../messages/message.js";
import * as api from "../state/api.js";
import { isDirect } from "../state/groups.js";
import { appTabs, HomeTab } from "./home.js";
import { StatusLine } from "./status.js";

export class Pane {
  /**
   * @param {HTMLElement} element
   * @param {{ page: import("../app.js").Page, store: import("../state/store.js").Store, inChannel: boolean }} options
   */
  constructor(element, { page, store, inChannel }) {
    this._page = page;
    this._store = store;
    this._element = element;
    this._inChannel = inChannel;
    /** @type {string | null} */
    this._key = null;
    /** @type {{ ts: string, node: HTMLElement } | null} */
    this._editor = null;
    /** @type {string | null} */
    this._headStamp = null;
    this.wantsFocus = false;
    this.list = new MessageList({
      label: "Messages",
      inChannel,
      rowOf: (message) => this._row(message),
      onKey: (key, message) => this._onKey(key, message),
    });
    this.composer = new Composer({
      label: "Message",
      hint: "Enter sends, Shift+Enter starts a new line",
      names: () => this._names(),
      upload: (file) => api.upload(store.me ?? "", file),
      commands: () => this._commands(),
      shortcut: () => page.shortcuts.choose(),
      send: async (place, text, fileIds, isCommand) => {
        const { user, channel } = place;
        const message = { user, channel, thread_ts: place.thread ?? undefined, text };
        if (isCommand) return api.runCommand(message);
        await api.postMessage({ ...message, file_ids: fileIds });
        return true;
      },
      onDraft: (place, text) => store.setDraft(place.key, text),
      onUp: () => this._editLast(),
      say: (words) => page.say(words),
    });
    this._home = new HomeTab(page);
    this._off = el("p", { class: "off", hidden: true }, "Sending messages to this app has been turned off.");
    this._head = el("header", { class: "pane-head" });
    this._status = new StatusLine(page);
    element.replaceChildren(
      this._head,
      this._home.element,
      this.list.element,
      this.list.newest,
      this._status.element,
      this._off,
      this.composer.element,
    );
  }

  /**
   * @param {string | null} channel
   * @param {string | null} thread
   */
  draw(channel, thread) {
    const open = channel !== null && (this._inChannel || thread !== null);
    this._element.hidden = !open;
    if (!open) {
      this._key = null;
      return;
    }
    const key = `${this._store.me}/${channel}/${thread ?? ""}`;
    this.composer.shortcuts.hidden = this._page.shortcuts.offered("global").length === 0;
    if (key !== this._key) this._move(key, channel, thread);
    const messages = this._inChannel ? this._store.roots(channel ?? "") : this._store.thread(channel, thread);
    this._drawHead(channel, thread, messages);
    this._status.draw(channel, this._inChannel ? null : thread);
    const atHome = this._inChannel && this._page.at.tab === "home";
    const app = this._store.appOf(channel);
    this._home.draw(atHome ? app : undefined);
    this.list.element.hidden = atHome;
    const isOff = app?.takes_messages === false;
    this.composer.element.hidden = atHome || isOff;
    this._off.hidden = atHome || !isOff;
    this.list.update(messages, {
      empty: this._emptyWords(channel ?? ""),
      ...this._prompts(channel ?? "", messages),
    });
  }

  /** @param {string} channel */
  _emptyWords(channel) {
    if (!this._inChannel || !this._store.isLoaded(channel)) return "";
    const bot = this._store.bots()[0];
    const isOfApp = this._store.channel(channel)?.is_im;
    return `Nothing here yet.${bot && !isOfApp ? ` Type @ to ask ${this._store.userName(bot.id)}.` : ""}`;
  }

  /**
   * What the app suggests to ask it, in its own conversation: after the newest message, else what its
   * manifest suggests where nothing was said.
   *
   * @param {string} channel
   * @param {Message[]} messages
   */
  _prompts(channel, messages) {
    const app = this._store.appOf(channel);
    if (!app?.takes_messages) return { offers: [], title: "" };
    const thread = this._inChannel ? undefined : (this._page.at.thread ?? undefined);
    const offered = this._store.sessions.offered.get(thread ? `${channel}/${thread}` : channel);
    const now = offered !== undefined && offered.after === (messages.at(-1)?.ts ?? "");
    const isFresh = thread
      ? messages.length === 1 && messages[0]?.assistant_app_thread
      : messages.length === 0;
    const prompts = now ? offered.prompts : isFresh ? app.suggested_prompts : [];
    const user = this._store.me;
    const offers = prompts.map(({ title, message }) => ({
      words: title,
      hint: message,
      run: () => this._page.attempt(api.postMessage({ user, channel, thread_ts: thread, text: message })),
    }));
    return { offers, title: now ? offered.title : "" };
  }

  /**
   * @param {string} key
   * @param {string | null} channel
   * @param {string | null} thread
   */
  _move(key, channel, thread) {
    this._key = key;
    this._editor = null;
    this._headStamp = null;
    this.list.clear();
    const name = `${isDirect(this._store.channel(channel)) ? "" : "#"}${this._store.channelName(channel)}`;
    const words = this._inChannel ? `Message ${name}` : "Reply…";
    this.list.label(this._inChannel ? `Messages in ${name}` : `Thread in ${name}`);
    this.composer.label(words);
    this.composer.open(
      { key, user: this._store.me ?? "", channel: channel ?? "", thread },
      this._store.draft(key),
    );
    if (this._inChannel ? this.wantsFocus : true) this.composer.focus();
    this.wantsFocus = false;
  }

  /**
   * @param {string | null} channel
   * @param {string | null} thread
   * @param {Message[]} messages
   */
  _drawHead(channel, thread, messages) {
    const name = this._store.channelName(channel);
    const purpose = this._store.channel(channel)?.purpose?.value ?? "";
    const title = this._store.sessions.titles.get(`${channel}/${thread}`) ?? "";
    const stamp = `${name}/${purpose}/${title}/${messages.length}/${this._page.at.tab}`;
    if (stamp === this._headStamp) return;
    this._headStamp = stamp;
    const sign = isDirect(this._store.channel(channel)) ? "" : "# ";
    if (this._inChannel) {
      const app = this._store.appOf(channel);
      this._head.replaceChildren(
        el("h1", {}, `${sign}${name}`),
        app?.has_home && channel !== null ? appTabs(this._page, channel, app) : "",
        el("span", { class: "purpose" }, purpose),
      );
      return;
    }
    const close = el(
      "button",
      {
        type: "button",
        class: "tool",
        "aria-label": "Close thread",
        title: "Close (Escape)",
        on: { click: () => this._page.open(channel) },
      },
      symbol("close"),
    );
    const count = Math.max(0, messages.length - 1);
    this._head.replaceChildren(
      el("h1", {}, "Thread"),
      el(
        "span",
        { class: "purpose", title: title || null },
        `${sign}${name}${count > 0 ? ` · ${replies(count)}` : ""}${title ? ` · ${title}` : ""}`,
      ),
      close,
    );
  }

  // Rows

  /** @param {Message} message */
  _row(message) {
    const page = this._page;
    const showNotification = page.allShown || page.shown.has(message.ts);
    const editing = page.editing?.ts === message.ts && page.editing.inChannel === this._inChannel;
    if (!editing && this._editor?.ts === message.ts) this._editor = null;
    return {
      context: contextOf(page, message),
      actions: page.actions(this._inChannel),
      showNotification,
      stamp: `${this._store.version}/${showNotification}/${editing}`,
      editor: editing ? this._editorOf(message) : null,
    };
  }

  /** @param {Message} message */
  _editorOf(message) {
    if (this._editor?.ts === message.ts) return this._editor.node;
    const page = this._page;
    const composer = new Composer({
      label: "Edit message",
      hint: "Enter saves, Escape cancels",
      names: () => this._names(),
      upload: () => Promise.reject(new Error("A file cannot be added to a sent message.")),
      send: async (_place, text) => {
        await api.editMessage({ ...page.mark(message), text });
        page.edit(null);
        return true;
      },
      onDraft: () => {},
      onUp: () => {},
      say: (words) => page.say(words),
    });
    composer.open(
      { key: "", user: "", channel: "", thread: null },
      decodeNames(message.text ?? "", this._names()),
    );
    const node = el(
      "article",
      { class: "message editing", tabindex: -1, "aria-label": "Editing a message", data: { ts: message.ts } },
      composer.element,
      el("button", { type: "button", class: "button small", on: { click: () => page.edit(null) } }, "Cancel"),
    );
    this._editor = { ts: message.ts, node };
    setTimeout(() => composer.focus());
    return node;
  }

  /** Arrow up in an empty composer edits one's last message, as in Slack. */
  _editLast() {
    const { channel, thread } = this._page.at;
    const messages = this._inChannel ? this._store.roots(channel ?? "") : this._store.thread(channel, thread);
    const own = messages.filter((message) => message.user === this._store.me).at(-1);
    if (own !== undefined) this._page.edit({ ts: own.ts, inChannel: this._inChannel });
  }

  /**
   * @param {string} key
   * @param {Message} message
   */
  _onKey(key, message) {
    const actions = this._page.actions(this._inChannel);
    const mine = message.user === this._store.me;
    if (key === "Enter" && this._inChannel && !message.is_ephemeral) actions.openThread(message);
    else if (key === "r") actions.pick(message);
    else if (key === "e" && mine) actions.edit(message);
    else if (key === "Delete" && mine) actions.remove(message);
    else return false;
    return true;
  }

  /** What a slash offers: the apps' commands and Slack's own, and the global shortcuts. */
  _commands() {
    const page = this._page;
    return [
      ...[...this._store.apps.flatMap((app) => app.commands), ...this._store.builtIn].map((one) => ({
        label: one.command,
        entity: one.command,
        words: [one.usage_hint, one.description].filter(Boolean).join(" – "),
      })),
      ...page.shortcuts.offered("global").map((one) => ({
        label: one.name,
        entity: one.name,
        words: one.description,
        run: () => page.shortcuts.use(one),
      })),
    ];
  }

  _names() {
    const store = this._store;
    const people = [...store.bots(), ...store.people()].map((user) => ({
      label: `@${store.userName(user.id)}`,
      entity: `<@${user.id}>`,
      words: user.is_bot ? "App" : (user.profile?.title ?? ""),
    }));
    const channels = store.channels
      .filter((channel) => !isDirect(channel))
      .map((channel) => ({ label: `#${channel.name ?? channel.id}`, entity: `<#${channel.id}>`, words: "" }));
    return [...people, ...channels];
  }
}
