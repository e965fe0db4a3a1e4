// What the page knows: people, channels, messages. Snapshots come from the API, changes from the stream.
// Applying the same change twice changes nothing, so a snapshot and the stream may overlap.

const byTs = (a, b) => (a.ts < b.ts ? -1 : a.ts > b.ts ? 1 : 0);

const isReply = (message) => message.thread_ts !== undefined && message.thread_ts !== message.ts;

/** Notes kept in the browser. A browser that forbids storage only loses them on reload. */
function kept(key, initial) {
  try {
    return JSON.parse(localStorage.getItem(key)) ?? initial;
  } catch {
    return initial;
  }
}

function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch {
    console.warn("the browser does not keep notes for this page");
  }
}

export class Store {
  /** `onChange` is called after every change, at most once per turn of the event loop. */
  constructor(onChange) {
    this.me = null;
    this.team = { name: "" };
    this.users = new Map();
    this.channels = [];
    this.statuses = new Map();
    this.sessions = new Map();
    this.version = 0; // of names; rows drawn under an older one are stale
    this._roots = new Map();
    this._threads = new Map();
    this._fetching = 0;
    this._held = [];
    this._pending = false;
    this._onChange = onChange;
  }

  /** Take over who is here; messages already known stay. */
  start({ team, users, channels, bots, me }) {
    this.team = team;
    this.users = new Map(users.map((user) => [user.id, user]));
    for (const bot of bots) if (!this.users.has(bot.user_id)) this.users.set(bot.id, { id: bot.id, real_name: bot.name, is_bot: true });
    this.channels = channels;
    if (this.me !== me) {
      this._read = kept(`curbside.read.${me}`, {});
      this._drafts = kept(`curbside.drafts.${me}`, {});
    }
    this.me = me;
    this.version += 1;
    this._changed();
  }

  people() {
    return [...this.users.values()].filter((user) => !user.is_bot);
  }

  bots() {
    return [...this.users.values()].filter((user) => user.is_bot);
  }

  userName(id) {
    const user = this.users.get(id);
    return user?.real_name || user?.name || id;
  }

  channel(id) {
    return this.channels.find((channel) => channel.id === id);
  }

  channelName(id) {
    const channel = this.channel(id);
    return channel?.is_im ? this.userName(channel.user === this.me ? this.bots()[0]?.id : channel.user) : (channel?.name ?? id);
  }

  // Messages

  roots(channel) {
    return [...(this._roots.get(channel)?.values() ?? [])].sort(byTs);
  }

  isLoaded(channel) {
    return this._roots.has(channel);
  }

  thread(channel, ts) {
    return [...(this._threads.get(`${channel}/${ts}`)?.values() ?? [])].sort(byTs);
  }

  message(channel, ts) {
    const root = this._roots.get(channel)?.get(ts);
    if (root !== undefined) return root;
    for (const [key, replies] of this._threads) if (key.startsWith(`${channel}/`) && replies.has(ts)) return replies.get(ts);
    return undefined;
  }

  setRoots(channel, messages) {
    this._roots.set(channel, this._snapshot(this._roots.get(channel), messages));
    this._changed();
  }

  setThread(channel, ts, messages) {
    const key = `${channel}/${ts}`;
    this._threads.set(key, this._snapshot(this._threads.get(key), messages));
    this._changed();
  }

  /** Threads other than the open one are fetched again when they are opened. */
  forgetThreads(but) {
    for (const key of this._threads.keys()) if (key !== but) this._threads.delete(key);
  }

  /** The messages of a snapshot; an unchanged message stays the same object, ephemeral ones survive. */
  _snapshot(before, messages) {
    const after = new Map();
    for (const message of messages) {
      const old = before?.get(message.ts);
      after.set(message.ts, old !== undefined && JSON.stringify(old) === JSON.stringify(message) ? old : message);
    }
    for (const [ts, message] of before ?? []) if (message.is_ephemeral) after.set(ts, message);
    return after;
  }

  // The stream

  /** Await a fetch. What happens meanwhile is applied after it, for the snapshot may be older. */
  async during(fetching) {
    this._fetching += 1;
    try {
      return await fetching;
    } finally {
      this._fetching -= 1;
      if (this._fetching === 0) for (const event of this._held.splice(0)) this.apply(event);
    }
  }

  apply(event) {
    if (this._fetching > 0) {
      this._held.push(event);
      return;
    }
    const { type, channel, ts, thread_ts: threadTs, message } = event;
    if (type === "message") this._add(channel, message);
    else if (type === "ephemeral") this._add(channel, { ...message, is_ephemeral: true });
    else if (type === "message_changed" || type === "reaction") this._replace(channel, message);
    else if (type === "message_deleted") this._remove(channel, ts, threadTs);
    else if (type === "status") this._set(this.statuses, `${channel}/${threadTs}`, event.status);
    else if (type === "session") this._set(this.sessions, `${channel}/${threadTs}`, event.status);
    this._changed();
  }

  _set(map, key, value) {
    if (value) map.set(key, value);
    else map.delete(key);
  }

  _add(channel, message) {
    if (!isReply(message)) {
      this._roots.get(channel)?.set(message.ts, message);
      return;
    }
    this._threads.get(`${channel}/${message.thread_ts}`)?.set(message.ts, message);
    if (message.subtype === "thread_broadcast") this._roots.get(channel)?.set(message.ts, message);
  }

  _replace(channel, message) {
    const maps = [this._roots.get(channel), this._threads.get(`${channel}/${message.thread_ts ?? message.ts}`)];
    for (const map of maps) if (map?.has(message.ts)) map.set(message.ts, message);
  }

  _remove(channel, ts, threadTs) {
    this._roots.get(channel)?.delete(ts);
    this._threads.delete(`${channel}/${ts}`);
    this._threads.get(`${channel}/${threadTs}`)?.delete(ts);
  }

  // What is read, what is drafted

  latest(channel) {
    return this.roots(channel).reduce((latest, root) => [latest, root.ts, root.latest_reply ?? ""].sort().at(-1), "");
  }

  isUnread(channel) {
    return this.latest(channel) > (this._read[channel] ?? "");
  }

  markRead(channel) {
    const latest = this.latest(channel);
    if (latest <= (this._read[channel] ?? "")) return;
    this._read[channel] = latest;
    keep(`curbside.read.${this.me}`, this._read);
    this._changed();
  }

  draft(key) {
    return this._drafts[key] ?? "";
  }

  setDraft(key, text) {
    if (text === "") delete this._drafts[key];
    else this._drafts[key] = text;
    keep(`curbside.drafts.${this.me}`, this._drafts);
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
