// @ts-check
// rich_text blocks → DOM.

import { el, fragment, link } from "../drawing/dom.js";
import { emoji, textWithEmoji } from "../drawing/emoji.js";
import { channelMention, date, LINES_OF_A_PART, userMention } from "./mrkdwn.js";

/** @type {[string, "code" | "s" | "u" | "em" | "strong"][]} */
const STYLES = [
  ["code", "code"],
  ["strike", "s"],
  ["underline", "u"],
  ["italic", "em"],
  ["bold", "strong"],
];

/**
 * @param {Node} node
 * @param {SlackObject | undefined} style
 */
function applyStyles(node, style) {
  return STYLES.reduce((inner, [name, tag]) => (style?.[name] ? el(tag, {}, inner) : inner), node);
}

/** @type {Record<string, (part: SlackObject, context: RenderContext) => Node>} */
const LEAVES = {
  text: (part) => fragment(textWithEmoji(part.text ?? "")),
  link: (part) => link(part.url, textWithEmoji(part.text ?? part.url ?? "")),
  user: (part, context) => userMention(part.user_id, context),
  channel: (part, context) => channelMention(part.channel_id, context),
  emoji: (part) => emoji(part.name),
  broadcast: (part) => el("span", { class: "mention" }, `@${part.range}`),
  usergroup: (part) => el("span", { class: "mention" }, `@${part.usergroup_id}`),
  team: (part) => el("span", { class: "mention" }, part.team_id),
  date: (part) => fragment(date(part.timestamp, part.format ?? "{date}", part.fallback ?? "")),
  color: (part) => el("code", {}, part.value),
};

/**
 * @param {SlackObject} part
 * @param {RenderContext} context
 */
function leaf(part, context) {
  const render = LEAVES[part.type];
  if (render === undefined) return el("span", { class: "unsupported" }, `unsupported element: ${part.type}`);
  return applyStyles(render(part, context), part.style);
}

/**
 * @param {SlackObject[] | undefined} parts
 * @param {RenderContext} context
 */
function leaves(parts, context) {
  return (parts ?? []).map((part) => leaf(part, context));
}

/**
 * The parts of a section, cut behind each so many lines: one that is out of sight costs no layout.
 *
 * @param {SlackObject[]} parts
 */
function cut(parts) {
  /** @type {SlackObject[][]} */
  const pieces = [[]];
  let lines = 0;
  for (const one of parts) {
    const [first, ...others] = one.type === "text" ? String(one.text ?? "").split("\n") : [""];
    pieces.at(-1)?.push(one.type === "text" ? { ...one, text: first } : one);
    for (const text of others) {
      lines += 1;
      if (lines % LINES_OF_A_PART === 0) pieces.push([{ ...one, text }]);
      else pieces.at(-1)?.push({ ...one, text: `\n${text}` });
    }
  }
  return pieces;
}

/**
 * @param {SlackObject} element
 * @param {RenderContext} context
 */
function section(element, context) {
  const pieces = cut(element.elements ?? []);
  if (pieces.length === 1) return el("div", { class: "lines" }, leaves(element.elements, context));
  return fragment(pieces.map((one) => el("div", { class: "lines part" }, leaves(one, context))));
}

/**
 * @param {SlackObject} element
 * @param {RenderContext} context
 */
function list(element, context) {
  const items = /** @type {SlackObject[]} */ (element.elements ?? []);
  const count = Math.max(1, Math.ceil(items.length / LINES_OF_A_PART));
  return fragment(
    Array.from({ length: count }, (_, at) => {
      const before = at * LINES_OF_A_PART;
      const own = items.slice(before, before + LINES_OF_A_PART);
      return listPart({ ...element, offset: (element.offset ?? 0) + before, elements: own }, context);
    }),
  );
}

/**
 * @param {SlackObject} element
 * @param {RenderContext} context
 */
function listPart(element, context) {
  const tag = element.style === "ordered" ? "ol" : "ul";
  const start = tag === "ol" && element.offset ? element.offset + 1 : null;
  const level = Math.min(3, element.indent ?? 0);
  const items = element.elements.map((/** @type {SlackObject} */ item) =>
    el("li", { class: `level-${level}` }, part(item, context)),
  );
  return el(tag, { start, class: items.length === LINES_OF_A_PART ? "part" : null }, items);
}

/** @type {Record<string, (element: SlackObject, context: RenderContext) => Node>} */
const PARTS = {
  rich_text_section: section,
  rich_text_list: list,
  rich_text_quote: (element, context) =>
    el("blockquote", { class: "lines" }, leaves(element.elements, context)),
  rich_text_preformatted: (element, context) =>
    el("pre", {}, el("code", {}, leaves(element.elements, context))),
};

/**
 * @param {SlackObject} element
 * @param {RenderContext} context
 * @returns {Node}
 */
function part(element, context) {
  const render = PARTS[element.type];
  return render === undefined ? leaf(element, context) : render(element, context);
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
export function richText(block, context) {
  return fragment(
    (block?.elements ?? []).map((/** @type {SlackObject} */ element) => part(element, context)),
  );
}
