// @ts-check
// Slack's mrkdwn → DOM. Text arrives with & < > escaped, entities stand in angle brackets.

import { el, fragment, link } from "../drawing/dom.js";
import { emoji, textWithEmoji } from "../drawing/emoji.js";

/** @param {any} mark */
const SPAN = (mark) => {
  const sign = `\\${mark}`;
  return `(?<![\\w${sign}])${sign}(?=[^\\s${sign}])((?:<[^<>\\n]*>|[^${sign}<\\n])+)(?<!\\s)${sign}(?![\\w${sign}])`;
};
const TOKEN = new RegExp(
  [
    "<([^<>\\n]+)>",
    "`([^`\\n]+)`",
    SPAN("*"),
    `(?<![\\w_])_(?=[^\\s_])((?:<[^<>\\n]*>|[^_<\\n])+)(?<!\\s)_(?![\\w_])`,
    SPAN("~"),
    ":([a-z0-9_+'-]+(?:::skin-tone-\\d)?):",
    "(https?://[^\\s<>|`]*[^\\s<>|`.,;:!?)\\]'\"*_~])",
  ].join("|"),
  "g",
);
/** @typedef {"quote" | "ul" | "ol" | "text"} LineType */

/** Lines of a long text that are laid out together. Chosen by hand: about a screen. */
export const LINES_OF_A_PART = 40;

const ITEM = /^(\s*)(?:([•◦▪‣\-*])|(\d+)[.)])\s+(.*)$/;

/**
 * `&lt;` → `<`, `&gt;` → `>`, `&amp;` → `&`.
 *
 * @param {string} text
 */
export function unescapeEntities(text) {
  return text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&amp;", "&");
}

/**
 * @param {string} id
 * @param {RenderContext} context
 */
export function userMention(id, context) {
  const name = context.userName(id);
  const own = id === context.me ? " mention-me" : "";
  return el("span", { class: `mention${own}`, data: { user: id } }, `@${name}`);
}

/**
 * @param {string} id
 * @param {RenderContext} context
 */
export function channelMention(id, context) {
  return el("a", { class: "mention", href: context.channelHash(id) }, `#${context.channelName(id)}`);
}

/**
 * @param {number | string} timestamp
 * @param {string} format
 * @param {string} fallback
 */
export function date(timestamp, format, fallback) {
  const moment = new Date(Number(timestamp) * 1000);
  if (Number.isNaN(moment.valueOf())) return fallback;
  const day = moment.toLocaleDateString([], { year: "numeric", month: "short", day: "numeric" });
  const time = moment.toLocaleTimeString([], { hour: "2-digit", minute: "2-digit" });
  return format.replace(/\{time(_secs)?\}/g, time).replace(/\{date[a-z_]*\}|\{ago\}/g, day);
}

/**
 * @param {string} body
 * @param {string | null} label
 */
function special(body, label) {
  const [kind, value, format] = body.slice(1).split("^");
  if (kind === "date") return date(value, format ?? "{date} {time}", label ?? value);
  if (kind === "subteam") return el("span", { class: "mention" }, unescapeEntities(label ?? "@group"));
  return el("span", { class: "mention" }, `@${kind}`);
}

/**
 * @param {string} inside
 * @param {RenderContext} context
 */
function entity(inside, context) {
  const bar = inside.indexOf("|");
  const body = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? null : inside.slice(bar + 1);
  if (body.startsWith("@")) return userMention(body.slice(1), context);
  if (body.startsWith("#")) return channelMention(body.slice(1), context);
  if (body.startsWith("!")) return special(body, label);
  const address = unescapeEntities(body);
  return link(address, textWithEmoji(unescapeEntities(label ?? address.replace(/^mailto:/, ""))));
}

/**
 * @param {RegExpMatchArray} match
 * @param {RenderContext} context
 * @returns {Node | string}
 */
function token(match, context) {
  const [, inside, code, bold, italic, strike, name, address] = match;
  if (inside !== undefined) return entity(inside, context);
  if (code !== undefined) return el("code", {}, unescapeEntities(code));
  if (bold !== undefined) return el("strong", {}, inline(bold, context));
  if (italic !== undefined) return el("em", {}, inline(italic, context));
  if (strike !== undefined) return el("s", {}, inline(strike, context));
  if (name !== undefined) return emoji(name);
  return link(unescapeEntities(address), unescapeEntities(address));
}

/**
 * One line of mrkdwn as nodes.
 *
 * @param {string} text
 * @param {RenderContext} context
 * @returns {(Node | string)[]}
 */
export function inline(text, context) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) nodes.push(...textWithEmoji(unescapeEntities(text.slice(end, match.index))));
    nodes.push(token(match, context));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(...textWithEmoji(unescapeEntities(text.slice(end))));
  return nodes;
}

/**
 * @param {string} line
 * @returns {LineType}
 */
function kindOf(line) {
  if (/^(&gt;|>)/.test(line)) return "quote";
  const item = ITEM.exec(line);
  if (item !== null) return item[3] === undefined ? "ul" : "ol";
  return "text";
}

/** @param {string[]} lines */
function isPart(lines) {
  return lines.length === LINES_OF_A_PART;
}

/**
 * @param {"ul" | "ol"} kind
 * @param {string[]} lines
 * @param {RenderContext} context
 */
function list(kind, lines, context) {
  const start = kind === "ol" ? ITEM.exec(lines[0])?.[3] : null;
  const items = lines.map((line) => {
    const [, indent = "", , , words = ""] = ITEM.exec(line) ?? [];
    const level = Math.min(3, Math.floor(indent.length / 2));
    return el("li", { class: `level-${level}` }, inline(words, context));
  });
  return el(kind, { start, class: isPart(lines) ? "part" : null }, items);
}

/**
 * @param {LineType} kind
 * @param {string[]} lines
 * @param {RenderContext} context
 */
function group(kind, lines, context) {
  if (kind === "ul" || kind === "ol") return list(kind, lines, context);
  const bare = kind === "quote" ? lines.map((line) => line.replace(/^(&gt;|>) ?/, "")) : lines;
  const nodes = bare.flatMap((line, index) =>
    index === 0 ? inline(line, context) : ["\n", ...inline(line, context)],
  );
  const isWhole = kind === "quote" || !isPart(lines);
  return el(kind === "quote" ? "blockquote" : "div", { class: isWhole ? "lines" : "lines part" }, nodes);
}

/**
 * @param {string} text
 * @param {RenderContext} context
 */
function paragraphs(text, context) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  /** @type {LineType} */
  let kind = "text";
  /** @type {string[]} */
  let lines = [];
  for (const line of text.replace(/^\n/, "").replace(/\n$/, "").split("\n")) {
    const next = kindOf(line);
    const isFull = kind !== "quote" && lines.length === LINES_OF_A_PART;
    if ((next !== kind || isFull) && lines.length > 0) {
      nodes.push(group(kind, lines, context));
      lines = [];
    }
    kind = next;
    lines.push(line);
  }
  if (lines.some((line) => line !== "")) nodes.push(group(kind, lines, context));
  return nodes;
}

/**
 * A whole mrkdwn text: code blocks, quotes, lists and lines.
 *
 * @param {string} text
 * @param {RenderContext} context
 */
export function mrkdwn(text, context) {
  const parts = String(text).split(/```\n?([\s\S]*?)\n?```/);
  return fragment(
    parts.map((/** @type {string} */ part, /** @type {number} */ index) =>
      index % 2 === 1 ? el("pre", {}, el("code", {}, unescapeEntities(part))) : paragraphs(part, context),
    ),
  );
}

/**
 * A text object: mrkdwn, or plain_text with its emoji.
 *
 * @param {SlackObject | string | null | undefined} object
 * @param {RenderContext} context
 */
export function textObject(object, context) {
  if (object === null || object === undefined) return fragment();
  if (typeof object === "string") return mrkdwn(object, context);
  if (object.type === "mrkdwn") return mrkdwn(object.text ?? "", context);
  return fragment(plain(object));
}

/**
 * plain_text: only emoji are drawn.
 *
 * @param {SlackObject | string | null | undefined} object
 */
export function plain(object) {
  const text = typeof object === "string" ? object : (object?.text ?? "");
  return text
    .split(/:([a-z0-9_+'-]+):/)
    .flatMap((/** @type {string} */ part, /** @type {number} */ index) =>
      index % 2 === 1 ? [emoji(part)] : textWithEmoji(part),
    );
}
