// @ts-check
// The markdown block → DOM: the CommonMark that Slack's markdown block knows, and tables.
// HTML in it is text like any other.

import { el, fragment, link } from "../drawing/dom.js";
import { emoji, textWithEmoji } from "../drawing/emoji.js";
import { channelMention, userMention } from "./mrkdwn.js";

/** @typedef {[Node, number]} Parsed a node and the number of the line after it */
/** @typedef {(lines: string[], at: number, context: RenderContext) => Parsed} Parser */

const LABEL = "\\[((?:\\\\.|\\[[^\\[\\]]*\\]|[^\\[\\]\\\\])*)\\]";
const TARGET = '\\(\\s*<?((?:[^\\s()<>]|\\([^\\s()<>]*\\))*)>?(?:\\s+"[^"]*")?\\s*\\)';
const TOKEN = new RegExp(
  [
    "\\\\([!-/:-@[-`{-~])",
    "(?<!`)(`+)(?!`)([\\s\\S]*?[^`])\\2(?!`)",
    `!?${LABEL}${TARGET}`,
    "<(https?:[^>\\s]+)>",
    "<([@#][A-Z0-9]+)(?:\\|[^<>]*)?>",
    "(https?://[^\\s<>`]*[^\\s<>`.,;:!?)\\]'\"*_~])",
    "\\*\\*(?=\\S)([\\s\\S]*?\\S)\\*\\*(?!\\*)",
    "(?<![\\w_])__(?=\\S)([\\s\\S]*?\\S)__(?![\\w_])",
    "\\*(?=[^\\s*])([\\s\\S]*?[^\\s*])\\*(?!\\*)",
    "(?<![\\w_])_(?=[^\\s_])([\\s\\S]*?[^\\s_])_(?![\\w_])",
    "~~(?=\\S)([\\s\\S]*?\\S)~~",
    ":([a-z0-9_+'-]+):",
    "( {2,}\\n|\\\\\\n)",
  ].join("|"),
  "g",
);

/**
 * @param {RegExpMatchArray} match
 * @param {RenderContext} context
 * @returns {Node | string}
 */
function token(match, context) {
  const [, escaped, , code, label, target, auto, mention, bare, bold, bold2, italic, italic2, strike, name] =
    match;
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return el("code", {}, code.replace(/\n/g, " ").replace(/^ (.*\S.*) $/, "$1"));
  if (label !== undefined) return renderLink(label, target, context);
  if (auto !== undefined || bare !== undefined) return link(auto ?? bare, auto ?? bare);
  if (mention !== undefined) {
    return mention.startsWith("@")
      ? userMention(mention.slice(1), context)
      : channelMention(mention.slice(1), context);
  }
  if (bold !== undefined || bold2 !== undefined) return el("strong", {}, inline(bold ?? bold2, context));
  if (italic !== undefined || italic2 !== undefined) return el("em", {}, inline(italic ?? italic2, context));
  if (strike !== undefined) return el("s", {}, inline(strike, context));
  return name !== undefined ? emoji(name) : el("br");
}

/**
 * A link; the numbered ones of citations, [1] or [[1]], get their own look.
 *
 * @param {string} label
 * @param {string} target
 * @param {RenderContext} context
 * @returns {HTMLElement}
 */
function renderLink(label, target, context) {
  const numbered = /^(?:\\?\[)?(\d+(?:\s*,\s*\d+)*)(?:\\?\])?$/.exec(label);
  if (numbered === null) return link(target, inline(label, context));
  const node = link(target, `[${numbered[1]}]`);
  node.classList.add("citation");
  return node;
}

/**
 * @param {string} text
 * @param {RenderContext} context
 * @returns {(Node | string)[]}
 */
function inline(text, context) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(TOKEN)) {
    if (match.index > end) nodes.push(...textWithEmoji(text.slice(end, match.index)));
    nodes.push(token(match, context));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(...textWithEmoji(text.slice(end)));
  return nodes;
}

/**
 * The groups of a pattern in a line that is known to match.
 *
 * @param {RegExp} pattern
 * @param {string} line
 */
function groups(pattern, line) {
  const match = pattern.exec(line);
  if (match === null) throw new Error(`a line does not match ${pattern}`);
  return match;
}

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

/**
 * @param {string[]} lines
 * @param {number} at
 */
function opensTable(lines, at) {
  return (
    lines[at].includes("|") &&
    at + 1 < lines.length &&
    lines[at + 1].includes("-") &&
    DELIMITERS.test(lines[at + 1])
  );
}

/**
 * @param {string[]} lines
 * @param {number} at
 */
function opensBlock(lines, at) {
  const line = lines[at];
  return [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line)) || opensTable(lines, at);
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @returns {Parsed}
 */
function parseFence(lines, at) {
  const mark = groups(FENCE, lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  return [el("pre", {}, el("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RenderContext} context
 * @returns {Parsed}
 */
function parseHeading(lines, at, context) {
  const [, marks, words] = groups(HEADING, lines[at]);
  return [
    el(
      "div",
      { class: `h h${marks.length}`, role: "heading", "aria-level": marks.length + 1 },
      inline(words, context),
    ),
    at + 1,
  ];
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RenderContext} context
 * @returns {Parsed}
 */
function parseQuote(lines, at, context) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ""));
  return [el("blockquote", {}, blocks(inner, context)), end];
}

/** @param {string} line */
function cells(line) {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RenderContext} context
 * @returns {Parsed}
 */
function parseTable(lines, at, context) {
  const aligns = cells(lines[at + 1]).map((mark) =>
    mark.endsWith(":") ? (mark.startsWith(":") ? "center" : "right") : "left",
  );
  /**
   * @param {string} line
   * @param {"td" | "th"} tag
   */
  const row = (line, tag) =>
    el(
      "tr",
      {},
      aligns.map((align, column) =>
        el(tag, { class: `align-${align}` }, inline(cells(line)[column] ?? "", context)),
      ),
    );
  let end = at + 2;
  while (end < lines.length && lines[end].trim() !== "" && lines[end].includes("|")) end += 1;
  const body = lines.slice(at + 2, end).map((line) => row(line, "td"));
  const grid = el("table", {}, el("thead", {}, row(lines[at], "th")), el("tbody", {}, body));
  return [el("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": "Table" }, grid), end];
}

/**
 * The lines of one list item, without its marker and indent, and where the next one starts.
 *
 * @param {string[]} lines
 * @param {number} at
 * @returns {[string[], number]}
 */
function item(lines, at) {
  const [, indent, marker, gap, words] = groups(ITEM, lines[at]);
  const width = indent.length + marker.length + Math.max(1, Math.min(4, gap.length));
  const inner = [words];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    const inside = groups(/^\s*/, line)[0].length >= Math.min(width, indent.length + 2);
    if (line.trim() === "") {
      const next = lines[end + 1];
      if (next === undefined || !/^\s{2,}\S/.test(next)) break;
      inner.push("");
    } else if (inside) {
      inner.push(line.slice(Math.min(width, groups(/^\s*/, line)[0].length)));
    } else if (opensBlock(lines, end) || lines[end - 1].trim() === "") {
      break;
    } else {
      inner.push(line);
    }
  }
  return [inner, end];
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RenderContext} context
 * @returns {Parsed}
 */
function parseList(lines, at, context) {
  const ordered = /\d/.test(groups(ITEM, lines[at])[2]);
  /** @type {HTMLElement[]} */
  const items = [];
  let end = at;
  while (end < lines.length && ITEM.test(lines[end]) && /\d/.test(groups(ITEM, lines[end])[2]) === ordered) {
    const [inner, next] = item(lines, end);
    items.push(el("li", {}, tight(inner, context)));
    end = next;
    if (end + 1 < lines.length && lines[end].trim() === "" && ITEM.test(lines[end + 1])) end += 1;
  }
  const start = ordered ? Number.parseInt(groups(ITEM, lines[at])[2], 10) : null;
  return [el(ordered ? "ol" : "ul", { start }, items), end];
}

/**
 * The blocks of an item; its first paragraph stands without its own element.
 *
 * @param {string[]} lines
 * @param {RenderContext} context
 * @returns {(Node | string)[]}
 */
function tight(lines, context) {
  const nodes = blocks(lines, context);
  const [first, ...rest] = nodes;
  return first instanceof HTMLParagraphElement ? [...first.childNodes, ...rest] : nodes;
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @param {RenderContext} context
 * @returns {Parsed}
 */
function paragraph(lines, at, context) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() !== "" && !opensBlock(lines, end)) end += 1;
  const text = lines
    .slice(at, end)
    .map((line) => line.trimStart())
    .join("\n");
  return [el("p", {}, inline(text, context)), end];
}

/**
 * @param {string[]} lines
 * @param {number} at
 * @returns {Parser}
 */
function parserOf(lines, at) {
  const line = lines[at];
  if (FENCE.test(line)) return parseFence;
  if (HEADING.test(line)) return parseHeading;
  if (RULE.test(line)) return () => [el("hr"), at + 1];
  if (QUOTE.test(line)) return parseQuote;
  if (opensTable(lines, at)) return parseTable;
  return ITEM.test(line) ? parseList : paragraph;
}

/**
 * @param {string[]} lines
 * @param {RenderContext} context
 * @returns {(Node | string)[]}
 */
function blocks(lines, context) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let at = 0;
  while (at < lines.length) {
    if (lines[at].trim() === "") {
      at += 1;
      continue;
    }
    const [node, next] = parserOf(lines, at)(lines, at, context);
    nodes.push(node);
    at = next;
  }
  return nodes;
}

/**
 * @param {string} text
 * @param {RenderContext} context
 */
export function markdown(text, context) {
  return fragment(blocks(String(text).replaceAll("\r\n", "\n").split("\n"), context));
}
