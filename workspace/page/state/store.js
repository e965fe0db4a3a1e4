// @ts-check
// What the page knows: people, channels, messages. Snapshots come from the API, changes from the stream.
// Applying the same change twice changes nothing, so a snapshot and the stream may overlap.

import { namesInGroup } from "./groups.js";
import { Sessions } from "./sessions.js";

/**
 * @param {Message} a
 * @param {Message} b
 */
const byTs = (a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0);

/** @param {Message} message */
const isReply = (message) => message.thread_ts !== undefined && message.thread_ts !== message.ts;

/**
 * Notes kept in the browser. A browser that forbids storage only loses them on reload.
 *
 * @param {string} key
 * @param {any} initial
 */
function readNote(key, initial) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? "null") ?? initial;
  } catch {
    return initial;
  }
}

/**
 * @param {string} key
 * @param {any} value
 */
function writeNote(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    console.warn("the browser does not keep notes for this page");
  }
}

export class Store {
  /**
   * `onChange` is called after every change, at most once per turn of the event loop.
   *
   * @param {() => void} onChange
   */
  constructor(onChange) {
    /** @type {string | null} */
    this.me = null;
    this.team = { name: "" };
    /** @type {AppOffer[]} */
    this.apps = [];
    /** @type {Command[]} */
    this.builtIn = []; // commands of Slack's own
    /** @type {Map<string, User>} */
    this.users = new Map();
    /** @type {Channel[]} */
    this.channels = [];
    this.sessions = new Sessions();
    this.version = 0; // of names; rows drawn under an older one are stale
    this._known = ""; // who and what was here when the names were taken over last
    /** @type {Map<string, Map<string, Message>>} */
    this._roots = new Map();
    /** @type {Map<string, Map<string, Message>>} */
    this._threads = new Map();
    this._fetching = 0;
    /** @type {Change[]} */
    this._held = [];
    this._pending = false;
    /** @type {Record<string, string>} */
    this._read = {};
    /** @type {Record<string, string>} */
    this._drafts = {};
    this._onChange = onChange;
  }

  /**
   * Take over who is here; messages already known stay. What is the same as before makes nothing stale.
   *
   * @param {Bootstrap} bootstrap
   */
  start(bootstrap) {
    const { team, users, channels, bots, me, apps, commands } = bootstrap;
    this.team = team;
    this.apps = apps;
    this.builtIn = commands;
    this.users = new Map(users.map((user) => [user.id, user]));
    for (const bot of bots)
      if (!this.users.has(bot.user_id))
        this.users.set(bot.id, { id: bot.id, real_name: bot.name, is_bot: true });
    this.channels = channels;
    if (this.me !== me) {
      this._read = readNote(`workspace.read.${me}`, {});
      this._drafts = readNote(`workspace.drafts.${me}`, {});
    }
    this.me = me;
    const known = JSON.stringify({ ...bootstrap, modals: [] });
    if (known !== this._known) this.version += 1;
    this._known = known;
    this._changed();
  }

  people() {
    return [...this.users.values()].filter((user) => !user.is_bot);
  }

  bots() {
    return [...this.users.values()].filter((user) => user.is_bot);
  }

  /** @param {string} id */
  userName(id) {
    const user = this.users.get(id);
    return user?.real_name || user?.name || id;
  }

  /** @param {string | null} id */
  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  /**
   * The app whose conversation this is.
   *
   * @param {string | null} id
   */
  appOf(id) {
    const bot = this.channel(id)?.bot;
    return bot === undefined ? undefined : this.apps.find((app) => app.user === bot);
  }

  /** @param {string | null} id */
  channelName(id) {
    const channel = this.channel(id);
    if (channel?.is_mpim) return namesInGroup(channel, this);
    if (!channel?.is_im) return channel?.name ?? id ?? "";
    return this.userName(channel.bot ?? channel.user ?? "");
  }

  // Messages

  /** @param {string} channel */
  roots(channel) {
    return [...(this._roots.get(channel)?.values() ?? [])].sort(byTs);
  }

  /** @param {string} channel */
  isLoaded(channel) {
    return this._roots.has(channel);
  }

  /**
   * @param {string | null} channel
   * @param {string | null} ts
   */
  thread(channel, ts) {
    return [...(this._threads.get(`${channel}/${ts}`)?.values() ?? [])].sort(byTs);
  }

  /**
   * @param {string} channel
   * @param {string} ts
   */
  message(channel, ts) {
    const root = this._roots.get(channel)?.get(ts);
    if (root !== undefined) return root;
    for (const [key, replies] of this._threads)
      if (key.startsWith(`${channel}/`) && replies.has(ts)) return replies.get(ts);
    return undefined;
  }

  /**
   * @param {string} channel
   * @param {{ messages: Message[], offered: Offered | null }} answer
   */
  setRoots(channel, { messages, offered }) {
    if (offered !== null) this.sessions.offered.set(channel, offered);
    this._roots.set(channel, this._snapshot(this._roots.get(channel), messages));
    this._changed();
  }

  /**
   * @param {string} channel
   * @param {string} ts
   * @param {{ messages: Message[], title: string, offered: Offered | null }} thread
   */
  setThread(channel, ts, { messages, title, offered }) {
    const key = `${channel}/${ts}`;
    this.sessions.name(key, title);
    if (offered !== null) this.sessions.offered.set(key, offered);
    this._threads.set(key, this._snapshot(this._threads.get(key), messages));
    this._changed();
  }

  /**
   * Threads other than the open one are fetched again when they are opened.
   *
   * @param {string} but
   */
  forgetThreads(but) {
    for (const key of this._threads.keys()) if (key !== but) this._threads.delete(key);
  }

  /**
   * The messages of a snapshot; an unchanged message stays the same object, ephemeral ones survive.
   *
   * @param {Map<string, Message> | undefined} before
   * @param {Message[]} messages
   */
  _snapshot(before, messages) {
    /** @type {Map<string, Message>} */
    const after = new Map();
    for (const message of messages) {
      const old = before?.get(message.ts);
      after.set(
        message.ts,
        old !== undefined && JSON.stringify(old) === JSON.stringify(message) ? old : message,
      );
    }
    for (const [ts, message] of before ?? []) if (message.is_ephemeral) after.set(ts, message);
    return after;
  }

  // The stream

  /**
   * Await a fetch. What happens meanwhile is applied after it, for the snapshot may be older.
   *
   * @param {any} fetching
   */
  async during(fetching) {
    this._fetching += 1;
    try {
      return await fetching;
    } finally {
      this._fetching -= 1;
      if (this._fetching === 0) for (const event of this._held.splice(0)) this.apply(event);
    }
  }

  /** @param {Change} event */
  apply(event) {
    if (this._fetching > 0) {
      this._held.push(event);
      return;
    }
    const { type, channel, ts, thread_ts: threadTs, message } = event;
    if (type === "message" && message) this._add(channel, message);
    else if (type === "ephemeral" && message) this._add(channel, { ...message, is_ephemeral: true });
    else if ((type === "message_changed" || type === "reaction") && message) this._replace(channel, message);
    else if (type === "message_deleted") this._remove(channel, ts, threadTs);
    else if (type === "view") this._publish(event.view);
    else this.sessions.apply(event);
    this._changed();
  }

  /** @param {SlackObject | undefined} home what an app published for this person */
  _publish(home) {
    for (const app of this.apps) if (app.id === home?.app_id) app.home = home;
  }

  /**
   * @param {string} channel
   * @param {Message} message
   */
  _add(channel, message) {
    if (!isReply(message)) {
      this._roots.get(channel)?.set(message.ts, message);
      return;
    }
    this._threads.get(`${channel}/${message.thread_ts}`)?.set(message.ts, message);
    if (message.subtype === "thread_broadcast") this._roots.get(channel)?.set(message.ts, message);
  }

  /**
   * @param {string} channel
   * @param {Message} message
   */
  _replace(channel, message) {
    const maps = [
      this._roots.get(channel),
      this._threads.get(`${channel}/${message.thread_ts ?? message.ts}`),
    ];
    for (const map of maps) if (map?.has(message.ts)) map.set(message.ts, message);
  }

  /**
   * @param {string} channel
   * @param {string} ts
   * @param {string | undefined} threadTs
   */
  _remove(channel, ts, threadTs) {
    this._roots.get(channel)?.delete(ts);
    this._threads.delete(`${channel}/${ts}`);
    this._threads.get(`${channel}/${threadTs}`)?.delete(ts);
  }

  // What is read, what is drafted

  /** @param {string} channel */
  latest(channel) {
    return this.roots(channel).reduce(
      (/** @type {string} */ latest, root) => [latest, root.ts, root.latest_reply ?? ""].sort()[2],
      "",
    );
  }

  /** @param {string} channel */
  isUnread(channel) {
    return this.latest(channel) > (this._read[channel] ?? "");
  }

  /** @param {string} channel */
  markRead(channel) {
    const latest = this.latest(channel);
    if (latest <= (this._read[channel] ?? "")) return;
    this._read[channel] = latest;
    writeNote(`workspace.read.${this.me}`, this._read);
    this._changed();
  }

  /** @param {string} key */
  draft(key) {
    return this._drafts[key] ?? "";
  }

  /**
   * @param {string} key
   * @param {string} text
   */
  setDraft(key, text) {
    if (text === "") delete this._drafts[key];
    else this._drafts[key] = text;
    writeNote(`workspace.drafts.${this.me}`, this._drafts);
  }

  _changed() {
    if (this._pending) return;
    this._pending = true;
    setTimeout(() => {
      this._pending = false;
      this._onChange();
    });
  }
}
