// @ts-check
// The live stream: server-sent events, reconnected for as long as the page is open.

import { streamAddress } from "./api.js";

const SILENCE = 25_000; // ms without a sign of life; the server sends one every 10 s
const WAITS = [300, 700, 1_500, 3_000, 5_000]; // ms before the next attempt

/**
 * `onOpen` is called after every (re)connection, when the server already listens: whoever fetches
 * then has missed nothing. `onState` gets "connected" or "reconnecting".
 *
 * @typedef {{ onOpen: () => void, onEvent: (change: Change) => void, onState: (state: string) => void }} Listeners
 */

class Stream {
  /**
   * @param {string} user
   * @param {Listeners} listeners
   */
  constructor(user, listeners) {
    this._user = user;
    this._listeners = listeners;
    /** @type {EventSource | null} */
    this._source = null;
    this._attempts = 0;
    /** @type {number | undefined} */
    this._retry = undefined;
    /** @type {number | undefined} */
    this._watchdog = undefined;
  }

  connect() {
    this.close();
    const source = new EventSource(streamAddress(this._user));
    this._source = source;
    this._noteLife();
    source.addEventListener("hello", () => {
      this._attempts = 0;
      this._noteLife();
      this._listeners.onState("connected");
      this._listeners.onOpen();
    });
    source.addEventListener("heartbeat", () => this._noteLife());
    source.addEventListener("message", (event) => {
      this._noteLife();
      this._listeners.onEvent(JSON.parse(event.data));
    });
    source.addEventListener("error", () => this._reconnect());
  }

  connectAtOnce() {
    this._attempts = 0;
    this.connect();
  }

  close() {
    clearTimeout(this._retry);
    clearTimeout(this._watchdog);
    this._source?.close();
    this._source = null;
  }

  _noteLife() {
    clearTimeout(this._watchdog);
    this._watchdog = setTimeout(() => this._reconnect(), SILENCE);
  }

  _reconnect() {
    this.close();
    this._listeners.onState("reconnecting");
    this._retry = setTimeout(() => this.connect(), WAITS[Math.min(this._attempts, WAITS.length - 1)]);
    this._attempts += 1;
  }
}

/**
 * Follow what `user` sees; call the result to end it.
 *
 * @param {string} user
 * @param {Listeners} listeners
 */
export function follow(user, listeners) {
  const stream = new Stream(user, listeners);
  const online = () => stream.connectAtOnce();
  window.addEventListener("online", online);
  stream.connect();
  return () => {
    window.removeEventListener("online", online);
    stream.close();
  };
}
