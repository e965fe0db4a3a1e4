// @ts-check
// One message → a row: who, when, words or blocks, files, reactions, the thread, what can be done.

import { blocks } from "../blocks/blocks.js";
import { el, fragment, symbol } from "../drawing/dom.js";
import { emoji } from "../drawing/emoji.js";
import { fileAddress } from "../state/api.js";
import { mrkdwn } from "../text/mrkdwn.js";

const HUES = 12;

/**
 * A colour class that stays the same for the same id.
 *
 * @param {string | undefined} id
 */
function hue(id) {
  let sum = 0;
  for (const letter of id ?? "") sum = (sum * 31 + (letter.codePointAt(0) ?? 0)) % 9973;
  return `hue-${sum % HUES}`;
}

/**
 * @param {string} name
 * @param {string | undefined} id
 * @param {boolean} [isBot]
 */
export function avatar(name, id, isBot = false) {
  const initials = name
    .split(/\s+/)
    .map((word) => word[0] ?? "")
    .slice(0, 2)
    .join("")
    .toUpperCase();
  return el("span", { class: `avatar ${isBot ? "bot" : hue(id)}`, "aria-hidden": "true" }, initials);
}

/** @param {string} ts */
export function moment(ts) {
  return new Date(Number.parseFloat(ts) * 1000);
}

const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const FULL = new Intl.DateTimeFormat([], { dateStyle: "full", timeStyle: "medium" });

/** @param {string} ts */
export function clockTime(ts) {
  return CLOCK.format(moment(ts));
}

/** @param {number} bytes */
function size(bytes) {
  if (!(bytes >= 0)) return "";
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

/**
 * @param {SlackObject} file
 * @param {RenderContext} context
 */
function attachedFile(file, context) {
  if (file.mode === "tombstone")
    return el("div", { class: "file gone" }, symbol("file"), "This file was deleted.");
  const address = fileAddress(file.id, context.me);
  if (/^image\/(png|jpeg|gif|webp)$/.test(file.mimetype ?? "")) {
    return el(
      "a",
      { class: "file-image", href: address, target: "_blank", rel: "noopener" },
      el("img", { src: address, alt: file.alt_txt ?? file.title ?? file.name, loading: "lazy" }),
    );
  }
  return el(
    "a",
    { class: "file", href: address, target: "_blank", rel: "noopener", download: file.name },
    symbol("file"),
    el(
      "span",
      { class: "file-words" },
      el("span", { class: "file-name" }, file.title || file.name),
      el(
        "span",
        { class: "file-kind" },
        [file.filetype?.toUpperCase(), size(file.size)].filter(Boolean).join(" · "),
      ),
    ),
  );
}

/**
 * @param {Reaction} reaction
 * @param {Message} message
 * @param {Row} row
 */
function reactionChip(reaction, message, row) {
  const mine = reaction.users.includes(row.context.me);
  const who = reaction.users.map((id) => row.context.userName(id)).join(", ");
  return el(
    "button",
    {
      type: "button",
      class: "reaction",
      "aria-pressed": mine,
      "aria-label": `${reaction.name.replaceAll("_", " ")}: ${reaction.count}, ${who}`,
      title: `${who} reacted with :${reaction.name}:`,
      data: { reaction: reaction.name },
      on: { click: () => row.actions.react(message, reaction.name, !mine) },
    },
    emoji(reaction.name),
    el("span", { class: "count" }, String(reaction.count)),
  );
}

/**
 * @param {Message} message
 * @param {Row} row
 */
function reactions(message, row) {
  if (!message.reactions?.length) return null;
  return el(
    "div",
    { class: "reactions", role: "group", "aria-label": "Reactions" },
    message.reactions.map((reaction) => reactionChip(reaction, message, row)),
    el(
      "button",
      {
        type: "button",
        class: "reaction add",
        "aria-label": "Add a reaction",
        on: { click: () => row.actions.pick(message) },
      },
      symbol("smile"),
    ),
  );
}

/** @param {number} count */
export function replies(count) {
  return count === 1 ? "1 reply" : `${count} replies`;
}

/**
 * @param {Message} message
 * @param {Row} row
 */
function threadBar(message, row) {
  if (!row.inChannel || !message.reply_count) return null;
  return el(
    "button",
    { type: "button", class: "thread-bar", on: { click: () => row.actions.openThread(message) } },
    (message.reply_users ?? [])
      .slice(0, 4)
      .map((id) => avatar(row.context.userName(id), id, row.context.isBot(id))),
    el("span", { class: "thread-count" }, replies(message.reply_count)),
    message.latest_reply &&
      el("span", { class: "thread-last" }, `Last reply ${clockTime(message.latest_reply)}`),
  );
}

/**
 * @param {string} name
 * @param {string} label
 * @param {() => void} listener
 */
function tool(name, label, listener) {
  return el(
    "button",
    {
      type: "button",
      class: "tool",
      "aria-label": label,
      title: label,
      data: { tool: name },
      on: { click: listener },
    },
    symbol(name),
  );
}

/**
 * @param {Message} message
 * @param {Row} row
 */
function toolbar(message, row) {
  if (message.is_ephemeral || message.subtype === "tombstone") return null;
  const mine = message.user === row.context.me;
  return el(
    "div",
    { class: "toolbar", role: "toolbar", "aria-label": "Message actions" },
    tool("smile", "Add a reaction", () => row.actions.pick(message)),
    row.inChannel && tool("thread", "Reply in thread", () => row.actions.openThread(message)),
    mine && tool("pencil", "Edit message", () => row.actions.edit(message)),
    mine && tool("trash", "Delete message", () => row.actions.remove(message)),
    message.bot_id &&
      tool("bell", "Show the notification text", () => row.actions.toggleNotification(message)),
    row.actions.more && tool("more", "More actions", () => row.actions.more?.(message)),
  );
}

/**
 * @param {Message} message
 * @param {RenderContext} context
 */
function words(message, context) {
  if (message.subtype === "tombstone") return el("div", { class: "gone" }, "This message was deleted.");
  if (message.assistant_app_thread)
    return el("div", { class: "words" }, message.assistant_app_thread.title || "New chat");
  const edited = message.edited && el("span", { class: "edited", title: "Edited" }, " (edited)");
  if (message.blocks?.length && message.bot_id) return fragment(blocks(message.blocks, context), edited);
  return el("div", { class: "words" }, mrkdwn(message.text ?? "", context), edited);
}

/**
 * The first words that the blocks of a message hold, or "".
 *
 * @param {any} part
 * @returns {string}
 */
function firstWords(part) {
  if (typeof part === "string") return part;
  if (Array.isArray(part)) return part.map(firstWords).find((found) => found !== "") ?? "";
  if (part === null || typeof part !== "object") return "";
  return firstWords([part.text, part.title, part.elements, part.fields, part.tasks]);
}

/**
 * What notifications say: desktop clients take the words of the blocks first, phones the text.
 *
 * @param {Message} message
 */
function notification(message) {
  const said = { "On desktop": firstWords(message.blocks ?? []) || message.text, "On phones": message.text };
  return el(
    "div",
    { class: "notification" },
    symbol("bell"),
    Object.entries(said).map(([where, text]) => [
      el("span", { class: "notification-label" }, `${where}: `),
      el("span", { class: "notification-text" }, `${text || "(empty)"} `),
    ]),
  );
}

/**
 * @param {Message} message
 * @param {string} name
 * @param {boolean} isBot
 */
function head(message, name, isBot) {
  const when = moment(message.ts);
  return el(
    "div",
    { class: "message-head" },
    el("span", { class: "author" }, name),
    isBot && el("span", { class: "badge" }, "APP"),
    el("time", { datetime: when.toISOString(), title: FULL.format(when) }, clockTime(message.ts)),
  );
}

/**
 * A message as an article. `row` is {context, actions, inChannel, compact, showNotification}.
 *
 * @param {Message} message
 * @param {Row} row
 */
export function messageRow(message, row) {
  const { context } = row;
  const author = message.user ?? message.bot_id ?? "";
  const isBot = message.bot_id !== undefined || context.isBot(author);
  const isGone = message.subtype === "tombstone";
  const name = isGone ? "Deleted message" : (message.username ?? context.userName(author));
  return el(
    "article",
    {
      class: `message${row.compact ? " compact" : ""}${message.is_ephemeral ? " ephemeral" : ""}`,
      tabindex: -1,
      "aria-label": `${name}, ${clockTime(message.ts)}`,
      data: { ts: message.ts },
    },
    row.compact
      ? el(
          "span",
          { class: "gutter", "aria-hidden": "true" },
          clockTime(message.ts).replace(/\s?[AP]M$/i, ""),
        )
      : isGone
        ? el("span", { class: "avatar gone-sign", "aria-hidden": "true" }, symbol("trash"))
        : avatar(name, author, isBot),
    el(
      "div",
      { class: "message-body" },
      message.is_ephemeral && el("div", { class: "only-you" }, symbol("eye"), "Only visible to you"),
      message.subtype === "thread_broadcast" &&
        row.inChannel &&
        el("div", { class: "only-you" }, "replied to a thread"),
      !row.compact && !isGone && head(message, name, isBot),
      words(message, context),
      message.files?.length
        ? el(
            "div",
            { class: "files" },
            message.files.map((file) => attachedFile(file, context)),
          )
        : null,
      row.showNotification && message.bot_id && notification(message),
      reactions(message, row),
      threadBar(message, row),
    ),
    toolbar(message, row),
  );
}
