// @ts-check
// The elements of a composer, without behaviour.

import { el, symbol } from "../drawing/dom.js";

const MAX_TEXT = 40_000; // characters, as in chat.postMessage

/**
 * The text field. `listId` is the list of completions.
 *
 * @param {string} label
 * @param {string} listId
 */
export function buildInput(label, listId) {
  return el("textarea", {
    rows: 1,
    "aria-label": label,
    placeholder: label,
    "aria-autocomplete": "list",
    "aria-controls": listId,
    "aria-haspopup": "listbox",
    maxlength: MAX_TEXT,
    spellcheck: "true",
  });
}

/** @param {string} listId */
export function buildCompletionList(listId) {
  return el("ul", {
    class: "completion",
    id: listId,
    role: "listbox",
    "aria-label": "Completions",
    hidden: true,
  });
}

/** The browser's own choice of files, opened by the button beside it. */
export function buildFilePicker() {
  return el("input", {
    type: "file",
    multiple: true,
    class: "visually-hidden",
    tabindex: -1,
    "aria-hidden": "true",
  });
}

/** @param {() => void} click */
export function buildSendButton(click) {
  return el(
    "button",
    { type: "button", class: "send", "aria-label": "Send", title: "Send (Enter)", on: { click } },
    symbol("send"),
  );
}

/** @param {() => void} click */
export function buildShortcutButton(click) {
  return el(
    "button",
    { type: "button", class: "tool", "aria-label": "Shortcuts", title: "Shortcuts", on: { click } },
    symbol("bolt"),
  );
}

/** @param {() => void} click */
export function buildAttachButton(click) {
  return el(
    "button",
    { type: "button", class: "tool", "aria-label": "Attach a file", title: "Attach a file", on: { click } },
    symbol("clip"),
  );
}
