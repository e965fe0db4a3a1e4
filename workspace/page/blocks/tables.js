// @ts-check
// table and data_table.

import { el } from "../drawing/dom.js";
import { textWithEmoji } from "../drawing/emoji.js";
import { plain } from "../text/mrkdwn.js";
import { richText } from "../text/rich_text.js";

/**
 * @param {SlackObject} object
 * @param {RenderContext} context
 */
function cell(object, context) {
  if (object?.type === "rich_text") return richText(object, context);
  if (object?.type === "raw_number") return String(object.value ?? object.text ?? "");
  return textWithEmoji(String(object?.text ?? ""));
}

/**
 * @param {SlackObject[][] | undefined} rows
 * @param {RenderContext} context
 * @param {SlackObject[]} [settings]
 */
function grid(rows, context, settings = []) {
  const row = (/** @type {SlackObject[]} */ cells, /** @type {"td" | "th"} */ tag) =>
    el(
      "tr",
      {},
      cells.map((/** @type {SlackObject} */ object, /** @type {number} */ column) => {
        const setting = settings[column] ?? {};
        const align = ["left", "center", "right"].includes(setting.align)
          ? setting.align
          : object?.type === "raw_number"
            ? "right"
            : "left";
        return el(
          tag,
          { class: `align-${align}${setting.is_wrapped === false ? " nowrap" : ""}` },
          cell(object, context),
        );
      }),
    );
  const [first = [], ...rest] = rows ?? [];
  return el(
    "table",
    {},
    el("thead", {}, row(first, "th")),
    el(
      "tbody",
      {},
      rest.map((cells) => row(cells, "td")),
    ),
  );
}

/**
 * @param {string} label
 * @param {any} content
 */
function scroll(label, content) {
  return el("div", { class: "table-scroll", tabindex: 0, role: "group", "aria-label": label }, content);
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
export function table(block, context) {
  return scroll("Table", grid(block.rows, context, block.column_settings ?? []));
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
export function dataTable(block, context) {
  const content = grid(block.rows, context);
  content.prepend(el("caption", {}, plain(block.caption)));
  return scroll("Table", content);
}
