// @ts-check
// The page: who looks at what, drawn from the store. The address holds it: #/user/channel/thread.

import { askForChannel, askForGroup, askToDelete, jump, pickEmoji } from "./dialogs/dialogs.js";
import { ModalWindow } from "./dialogs/views.js";
import { byId, el } from "./drawing/dom.js";
import { oncePerFrame } from "./drawing/frames.js";
import { pressKey } from "./panes/keyboard.js";
import { Pane } from "./panes/pane.js";
import { Shortcuts } from "./panes/shortcuts.js";
import { Sidebar } from "./panes/sidebar.js";
import { hash, place } from "./state/address.js";
import * as api from "./state/api.js";
import { isDirect } from "./state/groups.js";
import { Store } from "./state/store.js";
import { follow } from "./state/stream.js";

export class Page {
  constructor() {
    this.store = new Store(oncePerFrame(() => this.draw()));
    this.memory = new Map(); // what was folded, opened or pressed, per message
    this.shown = new Set(); // messages whose notification text is shown
    this.allShown = false;
    /** @type {{ ts: string, inChannel: boolean } | null} */
    this.editing = null;
    /** @type {PageLocation} */
    this.at = { user: null, channel: null, thread: null, tab: "messages" };
    this.seen = ""; // the channel that was open before the app's conversation
    this.entered = ""; // the tab of the app that is open, of which the app has heard
    this.stop = () => {}; // ends the live stream
    const shared = { page: this, store: this.store };
    this.shortcuts = new Shortcuts(this);
    this.sidebar = new Sidebar(byId("sidebar"), shared);
    this.channelPane = new Pane(byId("channel"), { ...shared, inChannel: true });
    // As in Slack; on a phone the keyboard would cover half of the page.
    this.channelPane.wantsFocus = window.matchMedia("(pointer: fine)").matches;
    this.modals = new ModalWindow(this);
    this.threadPane = new Pane(byId("thread"), { ...shared, inChannel: false });
    window.addEventListener("hashchange", () => this.go());
    document.addEventListener("keydown", (event) => pressKey(this, event));
    document.addEventListener("visibilitychange", () => this.draw());
  }

  // Where we are

  /**
   * @param {string | null} channel
   * @param {string | null} [thread]
   */
  open(channel, thread = null) {
    location.hash = hash(this.store.me, channel, thread);
  }

  /** @param {string | null} user */
  actAs(user) {
    location.hash = hash(user, this.store.channel(this.at.channel)?.is_im ? null : this.at.channel);
  }

  /**
   * @param {string} id
   * @param {AppTab} [tab]
   */
  channelHash(id, tab) {
    return hash(this.store.me, id, null, tab);
  }

  /**
   * The conversation with an app, made if it does not exist.
   *
   * @param {string} bot
   */
  async openApp(bot) {
    const entered = await this.attempt(api.openApp(this.store.me ?? "", bot, "messages", this.seen));
    if (entered === null) return;
    await this.refresh();
    this.entered = hash(this.store.me, entered.channel.id);
    this.open(entered.channel.id, entered.thread || null);
  }

  /** Tell the app that the person has come to one of its tabs. */
  async tellEntered() {
    const { user, channel, tab, thread } = this.at;
    const app = this.store.appOf(channel);
    const entered = app === undefined ? "" : hash(user, channel, null, tab);
    const isNew = app !== undefined && entered !== this.entered;
    this.entered = entered;
    if (app === undefined) this.seen = channel ?? "";
    if (!isNew) return;
    const answer = await this.attempt(api.openApp(user ?? "", app.user, tab, this.seen));
    const isStillThere = this.entered === entered && thread === null && this.at.thread === null;
    if (answer?.thread && isStillThere) this.open(channel, answer.thread);
  }

  async go() {
    const to = place();
    try {
      if (to.user !== this.store.me || this.store.me === null) await this.enter(to.user);
      else await this.show(to);
    } catch (error) {
      this.say(api.errorText(error));
    }
  }

  /**
   * Become another user: their channels, their stream.
   *
   * @param {string | null} user
   */
  async enter(user) {
    this.stop();
    const who = await this.whoever(user);
    this.takeOver(who);
    this.editing = null;
    this.stop = follow(who.me, {
      onOpen: () => this.catchUp(),
      onEvent: (change) => this.applyChange(change),
      onState: (state) => this.connection(state),
    });
    await this.show(place());
  }

  /**
   * The user of the address, or the first person there is when the address names nobody known.
   *
   * @param {string | null} user
   */
  async whoever(user) {
    try {
      return await api.bootstrap(user ?? "");
    } catch (error) {
      if (api.errorCode(error) !== "user_not_found") throw error;
      this.say(api.errorText(error));
      return api.bootstrap("");
    }
  }

  /** @param {PageLocation} to */
  async show(to) {
    const channel = this.store.channel(to.channel) ?? this.store.channels[0];
    const isThere = channel?.id === to.channel;
    const app = this.store.appOf(to.channel);
    /** @type {PageLocation} */
    const wanted = {
      user: this.store.me,
      channel: channel?.id ?? null,
      thread: isThere ? to.thread : null,
      tab: isThere && app?.has_home ? (app.has_messages ? to.tab : "home") : "messages",
    };
    const address = hash(wanted.user, wanted.channel, wanted.thread, wanted.tab);
    if (address !== location.hash) history.replaceState(null, "", address);
    const closing =
      this.at.thread !== null && wanted.thread === null && wanted.channel === this.at.channel
        ? this.at.thread
        : null;
    this.at = wanted;
    this.editing = null;
    this.tellEntered();
    this.draw();
    await this.load();
    if (closing !== null) this.channelPane.list.focusOn(closing);
  }

  // What there is

  async load() {
    const missing = this.store.channels.filter((one) => !this.store.isLoaded(one.id));
    await this.store.during(this.fetch(missing));
    this.draw();
  }

  /** After every (re)connection: fetch all that may have been missed. */
  async catchUp() {
    try {
      this.store.forgetThreads(`${this.at.channel}/${this.at.thread}`);
      await this.store.during(this.fetch(null));
    } catch (error) {
      this.say(api.errorText(error));
    }
  }

  /**
   * The roots of these channels (null: of all there are now) and the open thread.
   *
   * @param {Channel[] | null} channels
   */
  async fetch(channels) {
    if (channels === null) this.takeOver(await api.bootstrap(this.store.me ?? ""));
    const me = this.store.me ?? "";
    const roots = (channels ?? this.store.channels).map(async ({ id }) =>
      this.store.setRoots(id, await api.messages(me, id)),
    );
    await Promise.all([...roots, this.fetchThread()]);
  }

  async fetchThread() {
    const { channel, thread } = this.at;
    if (thread === null || channel === null) return;
    try {
      this.store.setThread(channel, thread, await api.thread(this.store.me ?? "", channel, thread));
    } catch (error) {
      if (api.errorCode(error) !== "thread_not_found") throw error;
      this.say(api.errorText(error));
      this.open(channel);
    }
  }

  /** @param {Change} change */
  applyChange(change) {
    if (change.type === "channel") this.attempt(this.refresh());
    else if (change.type === "modals") this.modals.show(change.views ?? []);
    else this.store.apply(change);
    if (change.type === "message_deleted" && change.ts === this.at.thread) this.open(this.at.channel);
  }

  /** @param {Bootstrap} bootstrap */
  takeOver(bootstrap) {
    this.store.start(bootstrap);
    this.modals.show(bootstrap.modals);
  }

  async refresh() {
    this.takeOver(await api.bootstrap(this.store.me ?? ""));
    if (this.store.channel(this.at.channel) === undefined)
      await this.show(place()); // one has left it
    else await this.load();
  }

  /** @param {string} state */
  connection(state) {
    const banner = byId("banner");
    document.body.dataset.connection = state;
    banner.hidden = state === "connected";
    banner.textContent = state === "connected" ? "" : "Reconnecting to the workspace…";
  }

  // What a person does

  /** @param {Promise<any>} call */
  async attempt(call) {
    try {
      return await call;
    } catch (error) {
      this.say(api.errorText(error));
      return null;
    }
  }

  /** @param {Message} message */
  mark(message) {
    return { user: this.store.me ?? "", channel: this.at.channel ?? "", ts: message.ts };
  }

  /**
   * @param {boolean} inChannel
   * @returns {MessageActions}
   */
  actions(inChannel) {
    return {
      react: (message, name, add) => this.attempt(api.react({ ...this.mark(message), name, add })),
      pick: async (message) => {
        const name = await pickEmoji();
        if (name !== "") await this.attempt(api.react({ ...this.mark(message), name, add: true }));
      },
      openThread: (message) => {
        this.threadPane.wantsFocus = true;
        this.open(this.at.channel, message.thread_ts ?? message.ts);
      },
      edit: (message) => this.edit({ ts: message.ts, inChannel }),
      remove: async (message) => {
        if (await askToDelete()) await this.attempt(api.deleteMessage(this.mark(message)));
      },
      more: this.shortcuts.offered("message").length > 0 ? (message) => this.shortcuts.choose(message) : null,
      toggleNotification: (message) => {
        if (!this.shown.delete(message.ts)) this.shown.add(message.ts);
        this.draw();
      },
    };
  }

  /**
   * Edit the message `{ts, inChannel}` in that pane; null ends it.
   *
   * @param {{ ts: string, inChannel: boolean } | null} which
   */
  edit(which) {
    this.editing = which;
    this.draw();
  }

  /**
   * Tell the app that a control was used. `source` says where: `mark(message)`, or user and view.
   *
   * @param {SlackObject} source
   * @param {Action} action
   * @param {Record<string, Record<string, Entry>>} entries
   */
  async press(source, action, entries) {
    const answer = await this.attempt(api.press({ ...source, ...action, entries }));
    if (answer?.acknowledged === false) this.say("The app did not answer in time.");
    return answer?.acknowledged === true;
  }

  /** @param {"channel" | "group"} kind */
  async create(kind) {
    const wanted = kind === "group" ? await askForGroup(this.store) : await askForChannel();
    if (wanted === null) return;
    const channel = await this.attempt(api.createChannel({ user: this.store.me, ...wanted }));
    if (channel === null) return;
    await this.refresh();
    this.open(channel.id);
  }

  async jump() {
    const id = await jump(
      this.store.channels.map((channel) => ({
        id: channel.id,
        name: `${isDirect(channel) ? "@" : "#"}${this.store.channelName(channel.id)}`,
      })),
    );
    if (id === "") return;
    this.channelPane.wantsFocus = true;
    this.open(id);
  }

  /** @param {string} words */
  say(words) {
    const toast = el("div", { class: "toast" }, words);
    byId("toasts").append(toast);
    setTimeout(() => toast.remove(), 6_000);
  }

  // Drawing

  draw() {
    if (this.store.me === null) return;
    const { channel, thread, tab } = this.at;
    if (!document.hidden && channel !== null && tab === "messages") this.store.markRead(channel);
    this.sidebar.draw();
    this.channelPane.draw(channel, null);
    this.threadPane.draw(channel, thread);
    const unread = this.store.channels.some((one) => this.store.isUnread(one.id));
    document.title = `${unread ? "* " : ""}${this.store.channelName(channel)} – ${this.store.team.name}`;
    byId("app").classList.toggle("with-thread", thread !== null);
  }
}

new Page().go();
