// @ts-check
// A text with marks (*bold*, _italic_, ~strike~, `code`, lists, quotes), which becomes rich text when it
// is sent. The buttons above it put the marks around what is selected.

import { el } from "../drawing/dom.js";
import { currentValue, entered, naming } from "./inputs.js";

/** @type {[string, string, string][]} */
const MARKS = [
  ["B", "Bold", "*"],
  ["I", "Italic", "_"],
  ["S", "Strikethrough", "~"],
  ["<>", "Code", "`"],
];
/** @type {[string, string][]} */
const STYLES = [
  ["code", "`"],
  ["strike", "~"],
  ["italic", "_"],
  ["bold", "*"],
];

/** @type {Record<string, (part: SlackObject) => string>} */
const LEAVES = {
  text: (part) => part.text ?? "",
  link: (part) => (part.text ? `<${part.url}|${part.text}>` : `<${part.url}>`),
  user: (part) => `<@${part.user_id}>`,
  channel: (part) => `<#${part.channel_id}>`,
  usergroup: (part) => `<!subteam^${part.usergroup_id}>`,
  broadcast: (part) => `<!${part.range}>`,
  emoji: (part) => `:${part.name}:`,
};

/** @param {SlackObject[] | undefined} parts */
function leaves(parts) {
  return (parts ?? [])
    .map((part) =>
      STYLES.reduce(
        (words, [style, mark]) => (part.style?.[style] ? `${mark}${words}${mark}` : words),
        (LEAVES[part.type] ?? (() => ""))(part),
      ),
    )
    .join("");
}

/** @type {Record<string, (element: SlackObject) => string>} */
const PARTS = {
  rich_text_section: (element) => leaves(element.elements),
  rich_text_quote: (element) =>
    leaves(element.elements)
      .split("\n")
      .map((line) => `> ${line}`)
      .join("\n"),
  rich_text_preformatted: (element) => `\`\`\`\n${leaves(element.elements)}\n\`\`\``,
  rich_text_list: (element) =>
    (element.elements ?? [])
      .map((/** @type {SlackObject} */ item, /** @type {number} */ at) => {
        const sign = element.style === "ordered" ? `${at + 1}.` : "•";
        return `${sign} ${leaves(item.elements)}`;
      })
      .join("\n"),
};

/**
 * Rich text as one would type it.
 *
 * @param {SlackObject | undefined} block
 */
function typedText(block) {
  return (block?.elements ?? [])
    .map((/** @type {SlackObject} */ element) => (PARTS[element.type] ?? (() => ""))(element))
    .join("\n");
}

/** @param {import("./inputs.js").Press} press */
export function richTextInput(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const node = el("textarea", {
      ...naming(element, place, "Text"),
      class: "field-input",
      placeholder: element.placeholder?.text ?? null,
      rows: Math.max(3, element.min_lines ?? 0),
    });
    node.value = String(currentValue(element, place, typedText(element.initial_value)) ?? "");
    const tells = element.dispatch_action_config?.trigger_actions_on?.includes("on_character_entered");
    const keep = () =>
      tells
        ? entered(element, node.value, el("span"), place, press)
        : place.context.enter(place.blockId, element.action_id ?? "", node.value);
    node.addEventListener("input", keep);
    const buttons = MARKS.map(([words, label, mark]) =>
      el(
        "button",
        {
          type: "button",
          class: "tool format-button",
          "aria-label": label,
          title: label,
          on: {
            click: () => {
              const [from, to] = [node.selectionStart, node.selectionEnd];
              node.setRangeText(`${mark}${node.value.slice(from, to)}${mark}`, from, to, "end");
              if (from === to) node.setSelectionRange(from + 1, from + 1);
              node.focus();
              keep();
            },
          },
        },
        words,
      ),
    );
    return el(
      "div",
      { class: "rich-input" },
      el("div", { class: "format-buttons", role: "toolbar", "aria-label": "Formatting" }, buttons),
      node,
    );
  };
}
