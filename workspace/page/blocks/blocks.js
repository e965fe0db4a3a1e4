// @ts-check
// Block Kit blocks → DOM: one pure function per type, looked up in BLOCKS.
// `context` says who looks (`me`), resolves names, presses buttons, and remembers what was folded.

import { el, fragment, link, symbol } from "../drawing/dom.js";
import { markdown } from "../text/markdown.js";
import { plain, textObject } from "../text/mrkdwn.js";
import { richText } from "../text/rich_text.js";
import { element } from "./elements.js";
import { inputBlock } from "./inputs.js";
import { dataTable, table } from "./tables.js";
import { plan, taskCard } from "./tasks.js";

/**
 * Images come from the workspace itself; from elsewhere nothing is loaded, only linked.
 *
 * @param {SlackObject} object
 * @param {RenderContext} context
 * @param {string} className
 */
function picture(object, context, className) {
  const alt = object.alt_text ?? "";
  const source = context.imageSource(object);
  if (source !== null) return el("img", { class: className, src: source, alt, loading: "lazy" });
  const words = ["Image: ", alt || "no description"];
  return el(
    "span",
    { class: "image-elsewhere", title: "Pictures from outside are not loaded" },
    symbol("image"),
    object.image_url ? link(object.image_url, words) : words,
  );
}

const LONG = 420; // characters of a section beyond which it folds, unless it says that it stays open

/**
 * Long words of a section with the button that Slack's clients give them.
 *
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function foldable(block, context, blockId) {
  const words = el("div", {}, textObject(block.text, context));
  if (block.expand || words.textContent.length <= LONG) return words;
  const key = `more/${blockId}`;
  const button = el("button", { type: "button", class: "see-more" });
  const show = (/** @type {boolean} */ open) => {
    words.classList.toggle("folded", !open);
    button.setAttribute("aria-expanded", String(open));
    button.textContent = open ? "See less" : "See more";
  };
  button.addEventListener("click", () => {
    context.memory.set(key, words.classList.contains("folded"));
    show(context.memory.get(key));
  });
  show(context.memory.get(key) ?? false);
  return el("div", {}, words, button);
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function section(block, context, blockId) {
  const accessory =
    block.accessory?.type === "image"
      ? picture(block.accessory, context, "thumbnail")
      : block.accessory && element(block.accessory, { context, blockId });
  return el(
    "div",
    { class: "section" },
    el(
      "div",
      { class: "section-words" },
      block.text && foldable(block, context, blockId),
      block.fields &&
        el(
          "div",
          { class: "fields" },
          block.fields.map((/** @type {SlackObject} */ field) =>
            el("div", { class: "field" }, textObject(field, context)),
          ),
        ),
    ),
    accessory && el("div", { class: "accessory" }, accessory),
  );
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
function contextLine(block, context) {
  const parts = (block.elements ?? []).map((/** @type {SlackObject} */ part) =>
    part.type === "image"
      ? picture(part, context, "context-image")
      : el("span", {}, textObject(part, context)),
  );
  return el("div", { class: "context" }, parts);
}

/** @param {SlackObject} block */
function header(block) {
  const level = Math.min(4, Math.max(1, block.level ?? 1));
  return el("div", { class: `h h${level}`, role: "heading", "aria-level": level + 1 }, plain(block.text));
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function actions(block, context, blockId) {
  return el(
    "div",
    { class: "actions" },
    (block.elements ?? []).map((/** @type {SlackObject} */ part) => element(part, { context, blockId })),
  );
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
function image(block, context) {
  return el(
    "figure",
    {},
    block.title && el("figcaption", {}, plain(block.title)),
    picture(block, context, "image"),
  );
}

/** @type {Record<string, string>} */
const ALERT_LABELS = {
  default: "Note",
  info: "Information",
  warning: "Warning",
  error: "Error",
  success: "Success",
};
/** @type {Record<string, string>} */
const ALERT_SYMBOLS = {
  default: "note",
  info: "info",
  warning: "warning",
  error: "error",
  success: "success",
};

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
function alert(block, context) {
  const level = block.level in ALERT_SYMBOLS ? block.level : "default";
  const words = ALERT_LABELS[level];
  return el(
    "div",
    { class: `alert ${level}`, role: "note", "aria-label": words },
    symbol(ALERT_SYMBOLS[level]),
    el("div", {}, textObject(block.text, context)),
  );
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function container(block, context, blockId) {
  const title = block.rich_text_title ? richText(block.rich_text_title, context) : plain(block.title);
  const heading = [
    block.icon && picture(block.icon, context, "context-image"),
    el("span", { class: "container-title" }, title),
    block.subtitle && el("span", { class: "container-subtitle" }, textObject(block.subtitle, context)),
  ];
  const children = el("div", { class: "container-body" }, blocks(block.child_blocks, context, blockId));
  if (!block.is_collapsible) {
    return el("section", { class: "container" }, el("div", { class: "container-head" }, heading), children);
  }
  const node = el(
    "details",
    { class: "container" },
    el("summary", { class: "container-head" }, heading),
    children,
  );
  node.open = context.memory.get(`open/${blockId}`) ?? !block.default_collapsed;
  node.addEventListener("toggle", () => context.memory.set(`open/${blockId}`, node.open));
  return node;
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function card(block, context, blockId) {
  return el(
    "div",
    { class: "card" },
    block.hero_image && picture(block.hero_image, context, "image"),
    el(
      "div",
      { class: "card-title" },
      block.icon && picture(block.icon, context, "context-image"),
      textObject(block.title, context),
    ),
    block.subtitle && el("div", { class: "context" }, textObject(block.subtitle, context)),
    block.body && el("div", {}, textObject(block.body, context)),
    block.actions &&
      el(
        "div",
        { class: "actions" },
        block.actions.map((/** @type {SlackObject} */ part) => element(part, { context, blockId })),
      ),
  );
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function carousel(block, context, blockId) {
  return el(
    "div",
    { class: "carousel", tabindex: 0, role: "group", "aria-label": "Cards" },
    (block.elements ?? []).map((/** @type {SlackObject} */ one) => card(one, context, blockId)),
  );
}

/**
 * @param {SlackObject} block
 * @param {RenderContext} context
 */
function file(block, context) {
  return el(
    "div",
    { class: "context" },
    symbol("file"),
    el("span", {}, `File ${context.fileName(block) ?? block.external_id ?? ""}`),
  );
}

/**
 * A video is linked: nothing is loaded from elsewhere.
 *
 * @param {SlackObject} block
 */
function video(block) {
  const by = [block.provider_name, block.author_name].filter(Boolean).join(" · ");
  return el(
    "div",
    { class: "card" },
    el("div", { class: "card-title" }, link(block.title_url ?? block.video_url, [plain(block.title)])),
    by !== "" && el("div", { class: "context" }, by),
    block.description && el("div", {}, plain(block.description)),
    el("div", { class: "context" }, link(block.video_url, ["Video: ", block.alt_text ?? ""])),
  );
}

/** @param {SlackObject} block */
function unsupported(block) {
  return el(
    "div",
    { class: "unsupported", role: "note" },
    `unsupported block: ${block?.type ?? "without type"}`,
  );
}

/** @type {Record<string, (block: SlackObject, context: RenderContext, blockId: string) => Node>} */
const BLOCKS = {
  section,
  context: contextLine,
  divider: () => el("hr"),
  header,
  actions,
  context_actions: actions,
  markdown: (block, context) => el("div", { class: "markdown" }, markdown(block.text ?? "", context)),
  rich_text: (block, context) => el("div", { class: "rich-text" }, richText(block, context)),
  image,
  table,
  data_table: dataTable,
  alert,
  container,
  card,
  carousel,
  plan,
  task_card: taskCard,
  input: (block, context, blockId) => inputBlock(block, context, blockId, element),
  file,
  video,
};

/**
 * A broken block must not hide the others: it is shown as such.
 *
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 */
function renderBlock(block, context, blockId) {
  const render = Object.hasOwn(BLOCKS, block?.type ?? "") ? BLOCKS[block.type] : unsupported;
  try {
    return render(block, context, blockId);
  } catch (error) {
    console.error("a block could not be shown", error);
    return el("div", { class: "unsupported", role: "note" }, `malformed block: ${block.type}`);
  }
}

/**
 * All blocks of a message or container. A block inside a container without an id acts under the container's.
 *
 * @param {SlackObject[] | undefined} list
 * @param {RenderContext} context
 * @param {any} [parentId]
 */
export function blocks(list, context, parentId = null) {
  return fragment(
    (list ?? []).map((block, index) => {
      const blockId = block?.block_id ?? parentId ?? String(index);
      return el(
        "div",
        { class: "block", data: { block: block?.type ?? "" } },
        renderBlock(block, context, blockId),
      );
    }),
  );
}
