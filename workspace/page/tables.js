// table and data_table.

import { el } from "./dom.js";
import { textWithEmoji } from "./emoji.js";
import { plain } from "./mrkdwn.js";
import { richText } from "./rich_text.js";

function cell(object, context) {
  if (object?.type === "rich_text") return richText(object, context);
  if (object?.type === "raw_number") return String(object.value ?? object.text ?? "");
  return textWithEmoji(String(object?.text ?? ""));
}

function grid(rows, context, settings = []) {
  const row = (cells, tag) =>
    el("tr", {}, cells.map((object, column) => {
      const setting = settings[column] ?? {};
      const align = ["left", "center", "right"].includes(setting.align) ? setting.align : object?.type === "raw_number" ? "right" : "left";
      return el(tag, { class: `align-${align}${setting.is_wrapped === false ? " nowrap" : ""}` }, cell(object, context));
    }));
  const [first = [], ...rest] = rows ?? [];
  return el("table", {}, el("thead", {}, row(first, "th")), el("tbody", {}, rest.map((cells) => row(cells, "td"))));
}

function scroll(label, content) {
  return el("div", { class: "table-scroll", tabindex: 0, role: "region", "aria-label": label }, content);
}

export function table(block, context) {
  return scroll("Table", grid(block.rows, context, block.column_settings ?? []));
}

export function dataTable(block, context) {
  const content = grid(block.rows, context);
  content.prepend(el("caption", {}, plain(block.caption)));
  return scroll("Table", content);
}
