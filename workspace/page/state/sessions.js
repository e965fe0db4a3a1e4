// @ts-check
// What the page knows of the apps' work in threads: their statuses, their agent sessions and the titles
// of these, and what they suggest to ask.

/** @typedef {{ bot: string, status: string, loading: string[], working: boolean }} Work */

export class Sessions {
  constructor() {
    /** @type {Map<string, Map<string, Work>>} */
    this._works = new Map(); // by thread and bot user
    /** @type {Map<string, string>} */
    this.titles = new Map();
    /** @type {Map<string, Offered>} */
    this.offered = new Map(); // by channel, or by channel and thread
  }

  /** @param {Change} event one of the live stream */
  apply({ type, channel, thread_ts: thread, bot, status, loading_messages: loading, title, offered }) {
    const key = `${channel}/${thread}`;
    if (type === "status") this._change(key, bot ?? "", { status: status ?? "", loading: loading ?? [] });
    else if (type === "session") this._change(key, bot ?? "", { working: status === "processing" });
    else if (type === "session_title") this.name(key, title ?? "");
    else if (type === "prompts" && offered) this.offered.set(thread ? key : channel, offered);
  }

  /**
   * The apps that say something in a thread, or work there.
   *
   * @param {string} key
   */
  works(key) {
    return [...(this._works.get(key)?.values() ?? [])].filter(({ status, working }) => status || working);
  }

  /**
   * @param {string} key of a thread
   * @param {string} title empty if its session has none
   */
  name(key, title) {
    if (title) this.titles.set(key, title);
    else this.titles.delete(key);
  }

  /**
   * @param {string} key
   * @param {string} bot
   * @param {Partial<Work>} change
   */
  _change(key, bot, change) {
    const works = this._works.get(key) ?? new Map();
    const before = works.get(bot) ?? { bot, status: "", loading: [], working: false };
    this._works.set(key, works.set(bot, { ...before, ...change }));
  }
}
