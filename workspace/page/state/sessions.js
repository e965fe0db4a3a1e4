// @ts-check
// What the page knows of the app's work in threads: its status, its agent sessions and their titles,
// and what it suggests to ask.

export class Sessions {
  constructor() {
    /** @type {Map<string, string>} */
    this.statuses = new Map();
    /** @type {Map<string, string[]>} */
    this.loading = new Map(); // what takes turns beside a status
    /** @type {Map<string, string>} */
    this.states = new Map();
    /** @type {Map<string, string>} */
    this.titles = new Map();
    /** @type {Map<string, Offered>} */
    this.offered = new Map(); // by channel, or by channel and thread
  }

  /** @param {Change} event one of the live stream */
  apply({ type, channel, thread_ts: thread, status, loading_messages: loading, title, offered }) {
    const key = `${channel}/${thread}`;
    if (type === "status") {
      this.loading.set(key, loading ?? []);
      put(this.statuses, key, status);
    } else if (type === "session") put(this.states, key, status);
    else if (type === "session_title") put(this.titles, key, title);
    else if (type === "prompts" && offered) this.offered.set(thread ? key : channel, offered);
  }

  /**
   * @param {string} key of a thread
   * @param {string} title empty if its session has none
   */
  name(key, title) {
    put(this.titles, key, title);
  }
}

/**
 * @param {Map<string, string>} map
 * @param {string} key
 * @param {string | undefined} value
 */
function put(map, key, value) {
  if (value) map.set(key, value);
  else map.delete(key);
}
