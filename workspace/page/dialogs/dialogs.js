// @ts-check
// Modal dialogs: confirmation, channel jump, emoji picker. Escape closes, the focus returns.

import { el } from "../drawing/dom.js";
import { emoji, PICKED } from "../drawing/emoji.js";
import { plain, textObject } from "../text/mrkdwn.js";

/**
 * Show a <dialog> until it is closed; resolves to its return value ("" when dismissed).
 *
 * @param {any} dialog
 */
function showUntilClosed(dialog) {
  const before = /** @type {HTMLElement | null} */ (document.activeElement);
  document.body.append(dialog);
  dialog.showModal();
  return new Promise((resolve) => {
    dialog.addEventListener(
      "click",
      (/** @type {Event} */ event) => event.target === dialog && dialog.close(""),
    );
    dialog.addEventListener("close", () => {
      dialog.remove();
      if (before?.isConnected) before.focus();
      resolve(dialog.returnValue);
    });
  });
}

/**
 * @param {any} dialog
 * @param {string} value
 */
function closeWith(dialog, value) {
  return { click: () => dialog().close(value) };
}

/**
 * A confirm object: true if the person agreed.
 *
 * @param {SlackObject} confirm
 * @param {RenderContext | null} context
 */
export async function askToConfirm(confirm, context) {
  const danger = confirm.style === "danger" ? "danger" : "primary";
  const dialog = el(
    "dialog",
    { class: "dialog", "aria-labelledby": "confirm-title" },
    el("h2", { id: "confirm-title" }, plain(confirm.title ?? "Are you sure?")),
    el(
      "div",
      { class: "dialog-words" },
      typeof confirm.text === "string" || context === null
        ? String(confirm.text)
        : textObject(confirm.text, context),
    ),
    el(
      "div",
      { class: "dialog-buttons" },
      el(
        "button",
        { type: "button", class: "button", on: closeWith(() => dialog, "") },
        plain(confirm.deny ?? "Cancel"),
      ),
      el(
        "button",
        { type: "button", class: `button ${danger}`, autofocus: true, on: closeWith(() => dialog, "yes") },
        plain(confirm.confirm ?? "Yes"),
      ),
    ),
  );
  return (await showUntilClosed(dialog)) === "yes";
}

/** The emoji name chosen, or "" if none. */
export function pickEmoji() {
  const dialog = el("dialog", { class: "dialog picker", "aria-label": "Add a reaction" });
  const buttons = PICKED.map((name) =>
    el(
      "button",
      {
        type: "button",
        class: "pick",
        title: `:${name}:`,
        "aria-label": name.replaceAll("_", " "),
        on: closeWith(() => dialog, name),
      },
      emoji(name),
    ),
  );
  const columns = 8;
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1, ArrowDown: columns, ArrowUp: -columns }[event.key];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (step === undefined || at < 0) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
  });
  dialog.append(el("div", { class: "pick-grid" }, buttons));
  return showUntilClosed(dialog);
}

function jumpInput() {
  return el("input", {
    type: "text",
    role: "combobox",
    "aria-expanded": "true",
    "aria-controls": "jump-list",
    "aria-label": "Jump to a channel",
    placeholder: "Jump to…",
    autocomplete: "off",
    autofocus: true,
  });
}

/**
 * Ctrl/Cmd+K: the id of the channel chosen among `places` ({id, name}), or "".
 *
 * @param {{ id: string, name: string }[]} places
 */
export function jump(places) {
  const input = jumpInput();
  const list = el("ul", { id: "jump-list", role: "listbox", "aria-label": "Channels" });
  const dialog = el("dialog", { class: "dialog jump", "aria-label": "Jump to a channel" }, input, list);
  /** @type {{ id: string, name: string }[]} */
  let found = [];
  let at = 0;
  const draw = () => {
    const wanted = input.value.trim().toLowerCase().replace(/^[#@]/, "");
    found = places.filter((place) => place.name.toLowerCase().includes(wanted));
    at = Math.min(at, Math.max(0, found.length - 1));
    list.replaceChildren(
      ...found.map((place, index) =>
        el(
          "li",
          {
            id: `jump-${index}`,
            role: "option",
            "aria-selected": index === at,
            on: closeWith(() => dialog, place.id),
          },
          place.name,
        ),
      ),
    );
    if (found.length === 0) list.replaceChildren(el("li", { class: "nothing" }, "No channel of that name"));
    input.setAttribute("aria-activedescendant", found.length > 0 ? `jump-${at}` : "");
  };
  input.addEventListener("input", draw);
  input.addEventListener("keydown", (event) => {
    if (event.key === "ArrowDown" || event.key === "ArrowUp") {
      at = (at + (event.key === "ArrowDown" ? 1 : found.length - 1)) % Math.max(1, found.length);
      event.preventDefault();
      draw();
    } else if (event.key === "Enter" && found.length > 0) {
      event.preventDefault();
      dialog.close(found[at].id);
    }
  });
  draw();
  return showUntilClosed(dialog);
}

/**
 * One of a few things to do: its value, or "" if none was chosen. Arrows walk.
 *
 * @param {string} title
 * @param {{ value: string, label: string, words: string }[]} items
 * @returns {Promise<string>}
 */
export function choose(title, items) {
  const buttons = items.map((item) =>
    el(
      "button",
      { type: "button", class: "choice-item", on: closeWith(() => dialog, item.value) },
      el("span", { class: "choice" }, item.label),
      el("span", { class: "choice-words" }, item.words),
    ),
  );
  const dialog = el(
    "dialog",
    { class: "dialog choose", "aria-label": title },
    el("h2", {}, title),
    el("div", { class: "choice-list" }, buttons),
  );
  dialog.addEventListener("keydown", (event) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    const at = buttons.indexOf(/** @type {HTMLButtonElement} */ (document.activeElement));
    if (step === undefined) return;
    event.preventDefault();
    buttons[Math.min(buttons.length - 1, Math.max(0, at + step))].focus();
  });
  return showUntilClosed(dialog);
}

/**
 * A new channel: its name and whether it is private; null if none is wanted.
 *
 * @returns {Promise<{ name: string, is_private: boolean } | null>}
 */
export async function askForChannel() {
  const name = el("input", { class: "field-input", type: "text", maxlength: 80, autofocus: true });
  const isPrivate = el("input", { type: "checkbox" });
  const isWanted = await askToCreate("New channel", [
    el("label", {}, "Name", name),
    el("label", { class: "beside" }, isPrivate, "Private: only its members see it"),
  ]);
  if (!isWanted || name.value.trim() === "") return null;
  return { name: name.value.trim().replace(/^#/, ""), is_private: isPrivate.checked };
}

/**
 * A direct conversation with several: their ids, commas between them; null if none is wanted.
 *
 * @param {import("../state/store.js").Store} store
 * @returns {Promise<{ members: string } | null>}
 */
export async function askForGroup(store) {
  const others = [...store.bots(), ...store.people()].filter(({ id }) => id !== store.me);
  const boxes = others.map(({ id }) => el("input", { type: "checkbox", value: id }));
  const isWanted = await askToCreate(
    "New group message",
    others.map(({ id }, at) => el("label", { class: "beside" }, boxes[at], store.userName(id))),
  );
  const members = boxes.filter((box) => box.checked).map((box) => box.value);
  return isWanted && members.length > 1 ? { members: members.join(",") } : null;
}

/**
 * @param {string} title
 * @param {Node[]} fields
 */
async function askToCreate(title, fields) {
  const form = el(
    "form",
    { class: "new-channel", method: "dialog" },
    el("h2", { id: "new-channel-title" }, title),
    fields,
    el(
      "div",
      { class: "dialog-buttons" },
      el("button", { type: "button", class: "button", on: closeWith(() => dialog, "") }, "Cancel"),
      el("button", { type: "submit", class: "button primary", value: "yes" }, "Create"),
    ),
  );
  const dialog = el("dialog", { class: "dialog", "aria-labelledby": "new-channel-title" }, form);
  return (await showUntilClosed(dialog)) === "yes";
}

/** Ask before a message is deleted. */
export function askToDelete() {
  return askToConfirm(
    {
      title: "Delete message",
      text: "The message disappears for everybody.",
      confirm: "Delete",
      deny: "Keep",
      style: "danger",
    },
    null,
  );
}
