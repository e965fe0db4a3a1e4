// The markdown block → DOM: the CommonMark that Slack's markdown block knows, and tables.
// HTML in it is text like any other.

import { el, fragment, link } from "./dom.js";
import { emoji, textWithEmoji } from "./emoji.js";
import { channelMention, userMention } from "./mrkdwn.js";

const LABEL = "\\[((?:\\\\.|\\[[^\\[\\]]*\\]|[^\\[\\]\\\\])*)\\]";
const TARGET = "\\(\\s*<?((?:[^\\s()<>]|\\([^\\s()<>]*\\))*)>?(?:\\s+\"[^\"]*\")?\\s*\\)";
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

function token(match, context) {
  const [, escaped, , code, label, target, auto, mention, bare, bold, bold2, italic, italic2, strike, name] = match;
  if (escaped !== undefined) return escaped;
  if (code !== undefined) return el("code", {}, code.replace(/\n/g, " ").replace(/^ (.*\S.*) $/, "$1"));
  if (label !== undefined) return linked(label, target, context);
  if (auto !== undefined || bare !== undefined) return link(auto ?? bare, auto ?? bare);
  if (mention !== undefined) {
    return mention.startsWith("@") ? userMention(mention.slice(1), context) : channelMention(mention.slice(1), context);
  }
  if (bold !== undefined || bold2 !== undefined) return el("strong", {}, inline(bold ?? bold2, context));
  if (italic !== undefined || italic2 !== undefined) return el("em", {}, inline(italic ?? italic2, context));
  if (strike !== undefined) return el("s", {}, inline(strike, context));
  return name !== undefined ? emoji(name) : el("br");
}

/** A link; the numbered ones of citations, [1] or [[1]], get their own look. */
function linked(label, target, context) {
  const numbered = /^(?:\\?\[)?(\d+(?:\s*,\s*\d+)*)(?:\\?\])?$/.exec(label);
  if (numbered === null) return link(target, inline(label, context));
  const node = link(target, `[${numbered[1]}]`);
  node.classList.add("citation");
  return node;
}

function inline(text, context) {
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

const FENCE = /^ {0,3}(```+|~~~+)/;
const HEADING = /^ {0,3}(#{1,6})\s+(.*?)\s*#*\s*$/;
const RULE = /^ {0,3}([-*_])(?:\s*\1){2,}\s*$/;
const QUOTE = /^ {0,3}> ?/;
const ITEM = /^(\s*)([-*+]|\d{1,9}[.)])(\s+|$)(.*)$/;
const DELIMITERS = /^\s*\|?\s*:?-+:?\s*(?:\|\s*:?-+:?\s*)*\|?\s*$/;

function opensTable(lines, at) {
  return lines[at].includes("|") && at + 1 < lines.length && lines[at + 1].includes("-") && DELIMITERS.test(lines[at + 1]);
}

function opensBlock(lines, at) {
  const line = lines[at];
  return [FENCE, HEADING, RULE, QUOTE, ITEM].some((pattern) => pattern.test(line)) || opensTable(lines, at);
}

function fenced(lines, at) {
  const mark = FENCE.exec(lines[at])[1];
  let end = at + 1;
  while (end < lines.length && !lines[end].trim().startsWith(mark)) end += 1;
  return [el("pre", {}, el("code", {}, lines.slice(at + 1, end).join("\n"))), end + 1];
}

function heading(lines, at, context) {
  const [, marks, words] = HEADING.exec(lines[at]);
  return [el("div", { class: `h h${marks.length}`, role: "heading", "aria-level": marks.length + 2 }, inline(words, context)), at + 1];
}

function quoted(lines, at, context) {
  let end = at;
  while (end < lines.length && QUOTE.test(lines[end])) end += 1;
  const inner = lines.slice(at, end).map((line) => line.replace(QUOTE, ""));
  return [el("blockquote", {}, blocks(inner, context)), end];
}

function cells(line) {
  return line
    .trim()
    .replace(/^\|/, "")
    .replace(/(?<!\\)\|$/, "")
    .split(/(?<!\\)\|/)
    .map((cell) => cell.trim().replaceAll("\\|", "|"));
}

function table(lines, at, context) {
  const aligns = cells(lines[at + 1]).map((mark) => (mark.endsWith(":") ? (mark.startsWith(":") ? "center" : "right") : "left"));
  const row = (line, tag) =>
    el("tr", {}, aligns.map((align, column) => el(tag, { class: `align-${align}` }, inline(cells(line)[column] ?? "", context))));
  let end = at + 2;
  while (end < lines.length && lines[end].trim() !== "" && lines[end].includes("|")) end += 1;
  const body = lines.slice(at + 2, end).map((line) => row(line, "td"));
  const grid = el("table", {}, el("thead", {}, row(lines[at], "th")), el("tbody", {}, body));
  return [el("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": "Table" }, grid), end];
}

/** The lines of one list item, without its marker and indent, and where the next one starts. */
function item(lines, at) {
  const [, indent, marker, gap, words] = ITEM.exec(lines[at]);
  const width = indent.length + marker.length + Math.max(1, Math.min(4, gap.length));
  const inner = [words];
  let end = at + 1;
  for (; end < lines.length; end += 1) {
    const line = lines[end];
    const inside = /^\s*/.exec(line)[0].length >= Math.min(width, indent.length + 2);
    if (line.trim() === "") {
      const next = lines[end + 1];
      if (next === undefined || !/^\s{2,}\S/.test(next)) break;
      inner.push("");
    } else if (inside) {
      inner.push(line.slice(Math.min(width, /^\s*/.exec(line)[0].length)));
    } else if (opensBlock(lines, end) || lines[end - 1].trim() === "") {
      break;
    } else {
      inner.push(line);
    }
  }
  return [inner, end];
}

function list(lines, at, context) {
  const ordered = /\d/.test(ITEM.exec(lines[at])[2]);
  const items = [];
  let end = at;
  while (end < lines.length && ITEM.test(lines[end]) && /\d/.test(ITEM.exec(lines[end])[2]) === ordered) {
    const [inner, next] = item(lines, end);
    items.push(el("li", {}, tight(inner, context)));
    end = next;
    if (end + 1 < lines.length && lines[end].trim() === "" && ITEM.test(lines[end + 1])) end += 1;
  }
  const start = ordered ? Number.parseInt(ITEM.exec(lines[at])[2], 10) : null;
  return [el(ordered ? "ol" : "ul", { start }, items), end];
}

/** The blocks of an item; its first paragraph stands without its own element. */
function tight(lines, context) {
  const nodes = blocks(lines, context);
  return nodes[0]?.tagName === "P" ? [...nodes[0].childNodes, ...nodes.slice(1)] : nodes;
}

function paragraph(lines, at, context) {
  let end = at + 1;
  while (end < lines.length && lines[end].trim() !== "" && !opensBlock(lines, end)) end += 1;
  const text = lines.slice(at, end).map((line) => line.trimStart()).join("\n");
  return [el("p", {}, inline(text, context)), end];
}

function parserOf(lines, at) {
  const line = lines[at];
  if (FENCE.test(line)) return fenced;
  if (HEADING.test(line)) return heading;
  if (RULE.test(line)) return () => [el("hr"), at + 1];
  if (QUOTE.test(line)) return quoted;
  if (opensTable(lines, at)) return table;
  return ITEM.test(line) ? list : paragraph;
}

function blocks(lines, context) {
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

export function markdown(text, context) {
  return fragment(blocks(String(text).replaceAll("\r\n", "\n").split("\n"), context));
}
