// @ts-check
// plan and task_card: what an agent does, task by task.

import { el, link, symbol } from "../drawing/dom.js";
import { mrkdwn, plain } from "../text/mrkdwn.js";
import { richText } from "../text/rich_text.js";

/** @type {Record<string, string>} */
const STATUS = { pending: "Pending", in_progress: "In progress", complete: "Complete", error: "Failed" };

/**
 * details and output are rich_text by the reference, strings in some clients.
 *
 * @param {any} value
 * @param {RenderContext} context
 */
function words(value, context) {
  if (value === null || value === undefined) return null;
  return typeof value === "string" ? mrkdwn(value, context) : richText(value, context);
}

/**
 * @param {SlackObject} task
 * @param {RenderContext} context
 * @param {string} blockId
 */
export function taskCard(task, context, blockId) {
  const status = task.status in STATUS ? task.status : "pending";
  const details = words(task.details, context);
  const output = words(task.output, context);
  const sources = (task.sources ?? []).map((/** @type {SlackObject} */ source) =>
    link(source.url, source.text ?? source.url),
  );
  const head = [
    symbol(`task-${status}`, { label: STATUS[status], className: `icon task-icon ${status}` }),
    el("span", { class: "task-title" }, plain(task.title)),
  ];
  if (details === null && output === null && sources.length === 0)
    return el("div", { class: `task ${status}` }, el("div", { class: "task-head" }, head));
  const key = `open/${blockId}/${task.task_id}`;
  const node = el(
    "details",
    { class: `task ${status}` },
    el("summary", { class: "task-head" }, head),
    el(
      "div",
      { class: "task-body" },
      details && el("div", { class: "task-details" }, details),
      output && el("div", { class: "task-output" }, output),
      sources.length > 0 &&
        el(
          "div",
          { class: "task-sources" },
          sources.map((/** @type {HTMLElement} */ source) => el("span", { class: "source" }, source)),
        ),
    ),
  );
  node.open = context.memory.get(key) ?? true;
  node.addEventListener("toggle", () => context.memory.set(key, node.open));
  return node;
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
export function plan(block, context, blockId) {
  const tasks = block.tasks ?? [];
  const done = tasks.filter((/** @type {SlackObject} */ task) => task.status === "complete").length;
  return el(
    "section",
    { class: "plan" },
    el(
      "div",
      { class: "plan-head" },
      el("span", { class: "plan-title" }, plain(block.title)),
      el("span", { class: "plan-count" }, `${done} of ${tasks.length}`),
    ),
    tasks.map((/** @type {SlackObject} */ task) => taskCard(task, context, blockId)),
  );
}
