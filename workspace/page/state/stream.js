// @ts-check
// The live stream: server-sent events, reconnected for as long as the page is open.

import { streamAddress } from "./api.js";

const SILENCE = 25_000; // ms without a sign of life; the server sends one every 10 s
const WAITS = [300, 700, 1_500, 3_000, 5_000]; // ms before the next attempt

/**
 * Follow what `user` sees. `onOpen` is called after every (re)connection, when the server already
 * listens: whoever fetches then has missed nothing. `onState` gets "connected" or "reconnecting".
 *
 * @param {string} user
 * @param {{ onOpen: () => void, onEvent: (change: Change) => void, onState: (state: string) => void }} listeners
 */
export function follow(user, { onOpen, onEvent, onState }) {
  /** @type {EventSource | null} */
  let source = null;
  let attempts = 0;
  /** @type {number | undefined} */
  let timer;
  /** @type {number | undefined} */
  let watch;

  const alive = () => {
    clearTimeout(watch);
    watch = setTimeout(again, SILENCE);
  };

  function close() {
    clearTimeout(timer);
    clearTimeout(watch);
    source?.close();
    source = null;
  }

  function again() {
    close();
    onState("reconnecting");
    timer = setTimeout(connect, WAITS[Math.min(attempts, WAITS.length - 1)]);
    attempts += 1;
  }

  function connect() {
    close();
    source = new EventSource(streamAddress(user));
    alive();
    source.addEventListener("hello", () => {
      attempts = 0;
      alive();
      onState("connected");
      onOpen();
    });
    source.addEventListener("heartbeat", alive);
    source.addEventListener("message", (event) => {
      alive();
      onEvent(JSON.parse(event.data));
    });
    source.addEventListener("error", again);
  }

  const online = () => {
    attempts = 0;
    connect();
  };
  window.addEventListener("online", online);
  connect();
  return () => {
    window.removeEventListener("online", online);
    close();
  };
}
