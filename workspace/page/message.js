// One message → a row: who, when, words or blocks, files, reactions, the thread, what can be done.

import { blocks } from "./blocks.js";
import { el, fragment, symbol } from "./dom.js";
import { emoji } from "./emoji.js";
import { mrkdwn } from "./mrkdwn.js";
import { fileAddress } from "./api.js";

const HUES = 12;

/** A colour class that stays the same for the same id. */
function hue(id) {
  let sum = 0;
  for (const letter of id ?? "") sum = (sum * 31 + letter.codePointAt(0)) % 9973;
  return `hue-${sum % HUES}`;
}

export function avatar(name, id, isBot = false) {
  const initials = name.split(/\s+/).map((word) => word[0] ?? "").slice(0, 2).join("").toUpperCase();
  return el("span", { class: `avatar ${isBot ? "bot" : hue(id)}`, "aria-hidden": "true" }, initials);
}

export function moment(ts) {
  return new Date(Number.parseFloat(ts) * 1000);
}

const CLOCK = new Intl.DateTimeFormat([], { hour: "2-digit", minute: "2-digit" });
const FULL = new Intl.DateTimeFormat([], { dateStyle: "full", timeStyle: "medium" });

export function clockTime(ts) {
  return CLOCK.format(moment(ts));
}

function size(bytes) {
  if (!(bytes >= 0)) return "";
  if (bytes < 1024) return `${bytes} B`;
  return bytes < 1024 * 1024 ? `${Math.round(bytes / 1024)} KB` : `${(bytes / 1024 / 1024).toFixed(1)} MB`;
}

function attachedFile(file, context) {
  if (file.mode === "tombstone") return el("div", { class: "file gone" }, symbol("file"), "This file was deleted.");
  const address = fileAddress(file.id, context.me);
  if (/^image\/(png|jpeg|gif|webp)$/.test(file.mimetype ?? "")) {
    return el("a", { class: "file-image", href: address, target: "_blank", rel: "noopener" }, el("img", { src: address, alt: file.alt_txt ?? file.title ?? file.name, loading: "lazy" }));
  }
  return el(
    "a",
    { class: "file", href: address, target: "_blank", rel: "noopener", download: file.name },
    symbol("file"),
    el("span", { class: "file-words" }, el("span", { class: "file-name" }, file.title || file.name), el("span", { class: "file-kind" }, [file.filetype?.toUpperCase(), size(file.size)].filter(Boolean).join(" · "))),
  );
}

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

function reactions(message, row) {
  if (!message.reactions?.length) return null;
  return el(
    "div",
    { class: "reactions", role: "group", "aria-label": "Reactions" },
    message.reactions.map((reaction) => reactionChip(reaction, message, row)),
    el("button", { type: "button", class: "reaction add", "aria-label": "Add a reaction", on: { click: () => row.actions.pick(message) } }, symbol("smile")),
  );
}

export function replies(count) {
  return count === 1 ? "1 reply" : `${count} replies`;
}

function threadBar(message, row) {
  if (!row.inChannel || !message.reply_count) return null;
  return el(
    "button",
    { type: "button", class: "thread-bar", on: { click: () => row.actions.openThread(message) } },
    (message.reply_users ?? []).slice(0, 4).map((id) => avatar(row.context.userName(id), id, row.context.isBot(id))),
    el("span", { class: "thread-count" }, replies(message.reply_count)),
    message.latest_reply && el("span", { class: "thread-last" }, `Last reply ${clockTime(message.latest_reply)}`),
  );
}

function tool(name, label, listener) {
  return el("button", { type: "button", class: "tool", "aria-label": label, title: label, data: { tool: name }, on: { click: listener } }, symbol(name));
}

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
    message.bot_id && tool("bell", "Show the notification text", () => row.actions.toggleNotification(message)),
  );
}

function words(message, context) {
  if (message.subtype === "tombstone") return el("div", { class: "gone" }, "This message was deleted.");
  const edited = message.edited && el("span", { class: "edited", title: "Edited" }, " (edited)");
  if (message.blocks?.length && message.bot_id) return fragment(blocks(message.blocks, context), edited);
  return el("div", { class: "words" }, mrkdwn(message.text ?? "", context), edited);
}

function notification(message) {
  return el("div", { class: "notification" }, symbol("bell"), el("span", { class: "notification-label" }, "Notification text: "), el("span", { class: "notification-text" }, message.text || "(empty)"));
}

function head(message, row, name, isBot) {
  const when = moment(message.ts);
  return el(
    "div",
    { class: "message-head" },
    el("span", { class: "author" }, name),
    isBot && el("span", { class: "badge" }, "APP"),
    el("time", { datetime: when.toISOString(), title: FULL.format(when) }, clockTime(message.ts)),
  );
}

/** A message as an article. `row` is {context, actions, inChannel, compact, showNotification}. */
export function messageRow(message, row) {
  const { context } = row;
  const isBot = message.bot_id !== undefined || context.isBot(message.user);
  const name = message.username ?? context.userName(message.user ?? message.bot_id);
  return el(
    "article",
    { class: `message${row.compact ? " compact" : ""}${message.is_ephemeral ? " ephemeral" : ""}`, tabindex: -1, "aria-label": `${name}, ${clockTime(message.ts)}`, data: { ts: message.ts } },
    row.compact ? el("span", { class: "gutter", "aria-hidden": "true" }, clockTime(message.ts).replace(/\s?[AP]M$/i, "")) : avatar(name, message.user ?? message.bot_id, isBot),
    el(
      "div",
      { class: "message-body" },
      message.is_ephemeral && el("div", { class: "only-you" }, symbol("eye"), "Only visible to you"),
      message.subtype === "thread_broadcast" && row.inChannel && el("div", { class: "only-you" }, "replied to a thread"),
      !row.compact && head(message, row, name, isBot),
      words(message, context),
      message.files?.length > 0 && el("div", { class: "files" }, message.files.map((file) => attachedFile(file, context))),
      row.showNotification && message.bot_id && notification(message),
      reactions(message, row),
      threadBar(message, row),
    ),
    toolbar(message, row),
  );
}
