// @ts-check
// A list of messages that is redrawn row by row: only what changed is made anew.

import { el, findAll, focusedElement, targetOf } from "../drawing/dom.js";
import { messageRow, moment } from "./message.js";
import { Share } from "./share.js";

const GROUPED = 300; // seconds within which one author's messages stand together
const SHOWN = 200; // messages drawn unasked; earlier ones on request

const DAY = new Intl.DateTimeFormat([], { weekday: "long", day: "numeric", month: "long", year: "numeric" });

/** @type {Map<string, string>} */
const days = new Map();

/** @param {string} ts */
function day(ts) {
  const known = days.get(ts);
  if (known !== undefined) return known;
  const words = DAY.format(moment(ts));
  days.set(ts, words);
  return words;
}

/**
 * @param {Message} message
 * @param {Message | undefined} before
 */
function follows(message, before) {
  return (
    before !== undefined &&
    before.user === message.user &&
    Number(message.ts) - Number(before.ts) < GROUPED &&
    before.username === message.username &&
    !message.is_ephemeral &&
    !before.is_ephemeral &&
    before.subtype === undefined &&
    message.subtype === undefined &&
    day(message.ts) === day(before.ts)
  );
}

/** @typedef {{ words: string, hint: string, run: () => void }} Offer */

/**
 * @param {Offer[]} offers
 * @param {string} title
 */
function offered(offers, title) {
  return el(
    "div",
    { class: "offers", role: "group", "aria-label": "Suggestions" },
    title !== "" && el("p", { class: "offers-title" }, title),
    offers.map(({ words, hint, run }) =>
      el("button", { type: "button", class: "button small", title: hint, on: { click: run } }, words),
    ),
  );
}

export class MessageList {
  /**
   * `rowOf(message)` gives what messageRow needs besides the message; `onKey(key, message)` is true if it acted.
   *
   * @param {MessageListOptions} options
   */
  constructor({ label, rowOf, onKey, inChannel }) {
    this._rowOf = rowOf;
    this._onKey = onKey;
    this._inChannel = inChannel;
    /** @type {Map<string, { message: Message, stamp: string, node: HTMLElement }>} */
    this._rows = new Map();
    /** @type {Map<string, HTMLElement>} */
    this._days = new Map();
    this._last = "";
    this._wanted = SHOWN;
    this._growing = false;
    /** @type {Message[]} */
    this._messages = [];
    /** @type {{ empty?: string, offers?: Offer[], title?: string }} */
    this._options = {};
    this.element = el("div", {
      class: "messages",
      role: "log",
      "aria-live": "polite",
      "aria-label": label,
      tabindex: -1,
    });
    this.element.addEventListener("keydown", (event) => this._key(event));
    this.element.addEventListener("focusin", (event) =>
      this._activate(targetOf(event)?.closest(".message") ?? null),
    );
    this.newest = el(
      "button",
      { type: "button", class: "button small newest", hidden: true, on: { click: () => this.toEnd() } },
      "New messages ↓",
    );
    // Rows out of sight have a size that is guessed, until they come into it.
    this._sizes = new ResizeObserver(() => this._stick && this.toEnd());
    this._followEnd();
  }

  /** Whoever reads the end stays there; whoever reads above it is told of what is new. */
  _followEnd() {
    this._stick = true;
    const stay = () => this._stick && this.toEnd();
    this._sizes.observe(this.element);
    this.element.addEventListener("load", stay, { capture: true });
    this.element.addEventListener(
      "scroll",
      () => {
        const { scrollTop, scrollHeight, clientHeight } = this.element;
        this._stick = scrollHeight - scrollTop - clientHeight < 60;
        if (this._stick) this.newest.hidden = true;
      },
      { passive: true },
    );
  }

  /** @param {string} words */
  label(words) {
    this.element.setAttribute("aria-label", words);
  }

  /** Start over, for another channel or thread. */
  clear() {
    this._rows.clear();
    this._days.clear();
    this._last = "";
    this.newest.hidden = true;
    this._wanted = SHOWN;
    this._stick = true;
    this.element.replaceChildren();
  }

  toEnd() {
    this.element.scrollTop = this.element.scrollHeight;
  }

  /** @param {string} ts */
  focusOn(ts) {
    this._rows.get(ts)?.node.focus();
  }

  /**
   * `offers` are what can be asked next, under this title.
   *
   * @param {Message[]} messages
   * @param {{ empty?: string, offers?: Offer[], title?: string }} options
   */
  update(messages, options = {}) {
    const { empty = "", offers = [], title = "" } = options;
    this._messages = messages;
    this._options = options;
    const wanted = messages.slice(-this._wanted);
    const { rows, isWhole } = this._rowsOf(wanted);
    const nodes = [];
    if (isWhole && wanted.length < messages.length)
      nodes.push(this._earlier(messages.length - wanted.length));
    if (messages.length === 0 && empty !== "") nodes.push(el("p", { class: "empty" }, empty));
    let before = "";
    for (const [ts, row] of rows) {
      if (before === "" || day(before) !== day(ts)) nodes.push(this._day(ts));
      nodes.push(row.node);
      before = ts;
    }
    if (offers.length > 0 && (messages.length > 0 || empty !== "")) nodes.push(offered(offers, title));
    this._rows = rows;
    this._place(nodes);
    this._keepOneTabStop();
    const last = messages.at(-1)?.ts ?? "";
    if (this._stick) this.toEnd();
    else if (last > this._last) this.newest.hidden = false;
    this._last = last;
  }

  /**
   * The rows of these messages, in their order. The newest are made first, as many as one task may:
   * what is stale stands as it was until its turn, what was never drawn waits, so that none blocks
   * the page.
   *
   * @param {Message[]} messages
   */
  _rowsOf(messages) {
    const share = new Share();
    /** @type {[string, { message: Message, stamp: string, node: HTMLElement }][]} */
    const drawn = [];
    for (let at = messages.length - 1; at >= 0; at -= 1) {
      const message = messages[at];
      const row = this._draw(message, follows(message, messages[at - 1]), share);
      if (row !== undefined) drawn.push([message.ts, row]);
    }
    if (share.isSpent) this._drawOn();
    return { rows: new Map(drawn.reverse()), isWhole: drawn.length === messages.length };
  }

  _drawOn() {
    if (this._growing) return;
    this._growing = true;
    setTimeout(() => {
      this._growing = false;
      this.update(this._messages, this._options);
    });
  }

  /** @param {number} count */
  _earlier(count) {
    const more = () => {
      this._wanted += SHOWN;
      this.update(this._messages, this._options);
    };
    return el(
      "button",
      { type: "button", class: "button earlier", on: { click: more } },
      `Show ${Math.min(count, SHOWN)} earlier messages`,
    );
  }

  /** @param {string} ts */
  _day(ts) {
    const words = day(ts);
    const known = this._days.get(words);
    if (known !== undefined) return known;
    const node = el("div", { class: "day", role: "separator", "aria-label": words }, el("span", {}, words));
    this._days.set(words, node);
    return node;
  }

  /**
   * The row of a message, or undefined where it was never made and this task may make no more.
   *
   * @param {Message} message
   * @param {boolean} compact
   * @param {Share} share
   */
  _draw(message, compact, share) {
    const row = { ...this._rowOf(message), compact, inChannel: this._inChannel };
    const stamp = `${compact}/${row.stamp}`;
    const old = this._rows.get(message.ts);
    const isFresh = old !== undefined && old.message === message && old.stamp === stamp;
    if (isFresh || (row.editor === null && !share.takes(message))) return old;
    const node = row.editor ?? messageRow(message, row);
    if (old !== undefined) this._carryFocus(old.node, node);
    this._sizes.observe(node);
    return { message, stamp, node };
  }

  /**
   * A row that is made anew keeps the focus, on the same control if there is one.
   *
   * @param {HTMLElement} from
   * @param {HTMLElement} to
   */
  _carryFocus(from, to) {
    const focused = focusedElement();
    if (focused === null || !from.contains(focused)) return;
    const { action, block, side, reaction, tool } = focused.dataset;
    const same = findAll(to, "button, a, select, input, textarea, summary").find(
      (one) =>
        one.dataset.action === action &&
        one.dataset.block === block &&
        one.dataset.side === side &&
        one.dataset.reaction === reaction &&
        one.dataset.tool === tool &&
        (action ?? reaction ?? tool) !== undefined,
    );
    queueMicrotask(
      () =>
        (same ?? to).isConnected &&
        !to.querySelector(".composer") &&
        (same ?? to).focus({ preventScroll: true }),
    );
  }

  /**
   * Bring the children in order, touching only what differs.
   *
   * @param {Node[]} nodes
   */
  _place(nodes) {
    const wanted = new Set(nodes);
    for (const child of [...this.element.children]) if (!wanted.has(child)) child.remove();
    nodes.forEach((node, index) => {
      const there = this.element.children[index];
      if (there !== node) this.element.insertBefore(node, there ?? null);
    });
  }

  // Keyboard: one tab stop, arrows move, the rest is the owner's

  _keepOneTabStop() {
    const rows = findAll(this.element, ".message");
    const last = rows.at(-1);
    if (last !== undefined && !rows.some((row) => row.tabIndex === 0)) last.tabIndex = 0;
  }

  /** @param {Element | null} row */
  _activate(row) {
    if (!(row instanceof HTMLElement) || !this.element.contains(row)) return;
    for (const other of findAll(this.element, '.message[tabindex="0"]')) other.tabIndex = -1;
    row.tabIndex = 0;
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    const row = targetOf(event);
    if (!row?.classList.contains("message") || event.ctrlKey || event.metaKey || event.altKey) return;
    const rows = findAll(this.element, ".message");
    const at = rows.indexOf(row);
    const to = { ArrowUp: at - 1, ArrowDown: at + 1, Home: 0, End: rows.length - 1 }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      rows[Math.min(rows.length - 1, Math.max(0, to))].focus();
      return;
    }
    const message = this._rows.get(row.dataset.ts ?? "")?.message;
    if (message !== undefined && this._onKey(event.key, message)) event.preventDefault();
  }
}
