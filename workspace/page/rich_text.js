// rich_text blocks → DOM.

import { el, fragment, link } from "./dom.js";
import { emoji, textWithEmoji } from "./emoji.js";
import { channelMention, date, userMention } from "./mrkdwn.js";

const STYLES = [["code", "code"], ["strike", "s"], ["underline", "u"], ["italic", "em"], ["bold", "strong"]];

function styled(node, style) {
  return STYLES.reduce((inner, [name, tag]) => (style?.[name] ? el(tag, {}, inner) : inner), node);
}

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

function leaf(part, context) {
  const render = LEAVES[part.type];
  if (render === undefined) return el("span", { class: "unsupported" }, `unsupported element: ${part.type}`);
  return styled(render(part, context), part.style);
}

function leaves(parts, context) {
  return (parts ?? []).map((part) => leaf(part, context));
}

function list(element, context) {
  const tag = element.style === "ordered" ? "ol" : "ul";
  const start = tag === "ol" && element.offset ? element.offset + 1 : null;
  const level = Math.min(3, element.indent ?? 0);
  const items = (element.elements ?? []).map((item) => el("li", { class: `level-${level}` }, part(item, context)));
  return el(tag, { start }, items);
}

const PARTS = {
  rich_text_section: (element, context) => el("div", { class: "lines" }, leaves(element.elements, context)),
  rich_text_list: list,
  rich_text_quote: (element, context) => el("blockquote", { class: "lines" }, leaves(element.elements, context)),
  rich_text_preformatted: (element, context) => el("pre", {}, el("code", {}, leaves(element.elements, context))),
};

function part(element, context) {
  const render = PARTS[element.type];
  return render === undefined ? leaf(element, context) : render(element, context);
}

export function richText(block, context) {
  return fragment((block?.elements ?? []).map((element) => part(element, context)));
}
