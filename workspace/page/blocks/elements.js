// @ts-check
// Interactive elements of blocks: buttons, menus, radio buttons, feedback. Pressing one calls context.press.

import { askToConfirm } from "../dialogs/dialogs.js";
import { el, safeUrl, symbol } from "../drawing/dom.js";
import { plain, textObject } from "../text/mrkdwn.js";

/**
 * Ask for confirmation if the element wants it, then tell the app; the control waits meanwhile.
 *
 * @param {SlackObject} element
 * @param {string} value
 * @param {HTMLElement & { disabled?: boolean }} control
 * @param {ElementPlace} place
 */
async function press(element, value, control, place) {
  if (element.confirm && !(await askToConfirm(element.confirm, place.context))) return;
  control.disabled = true;
  control.setAttribute("aria-busy", "true");
  try {
    await place.context.press({ block_id: place.blockId, action_id: element.action_id ?? "", value });
  } finally {
    control.disabled = false;
    control.removeAttribute("aria-busy");
  }
}

/**
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function button(element, place) {
  const style = ["primary", "danger"].includes(element.style) ? ` ${element.style}` : "";
  const label = element.accessibility_label ?? null;
  const href = element.url === undefined ? null : safeUrl(element.url);
  if (href !== null) {
    const open = el(
      "a",
      { class: `button${style}`, href, target: "_blank", rel: "noopener noreferrer", "aria-label": label },
      plain(element.text),
    );
    open.addEventListener("click", () =>
      press({ ...element, confirm: null }, element.value ?? "", open, place),
    );
    return open;
  }
  const node = el(
    "button",
    {
      type: "button",
      class: `button${style}`,
      "aria-label": label,
      data: { action: element.action_id ?? "" },
    },
    plain(element.text),
  );
  node.addEventListener("click", () => press(element, element.value ?? "", node, place));
  return node;
}

/**
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function iconButton(element, place) {
  const only = element.visible_to_user_ids;
  if (only?.length > 0 && !only.includes(place.context.me)) return null;
  const label = element.accessibility_label ?? element.text?.text ?? element.icon;
  const node = el(
    "button",
    { type: "button", class: "button small", "aria-label": label, data: { action: element.action_id ?? "" } },
    symbol("trash"),
    plain(element.text),
  );
  node.addEventListener("click", () => press(element, element.value ?? "", node, place));
  return node;
}

/**
 * A toggle: every change is told to the app, there is no deselecting.
 *
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function feedbackButtons(element, place) {
  const key = `${place.blockId}/${element.action_id}`;
  const nodes = [
    ["positive_button", "emoji-+1"],
    ["negative_button", "emoji--1"],
  ].map(([side, drawing]) => {
    const option = element[side] ?? {};
    const node = el(
      "button",
      {
        type: "button",
        class: "button small feedback",
        "aria-pressed": place.context.memory.get(key) === side,
        data: { action: element.action_id ?? "", side },
      },
      symbol(drawing, { className: "emoji" }),
      plain(option.text),
    );
    if (option.accessibility_label) node.setAttribute("aria-label", option.accessibility_label);
    node.addEventListener("click", () => {
      // Before the app is told: the message may be drawn anew while it is, and these nodes be gone.
      place.context.memory.set(key, side);
      for (const other of nodes) other.setAttribute("aria-pressed", String(other === node));
      return press(element, option.value ?? "", node, place);
    });
    return node;
  });
  return el("div", { class: "feedback-buttons", role: "group", "aria-label": "Feedback" }, nodes);
}

/** @param {SlackObject} element */
function options(element) {
  return (
    element.options ??
    (element.option_groups ?? []).flatMap((/** @type {SlackObject} */ group) => group.options ?? [])
  );
}

/**
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function select(element, place) {
  const initial = element.initial_option?.value;
  const hint = element.placeholder?.text ?? "Choose…";
  const node = el(
    "select",
    { class: "button", "aria-label": hint, data: { action: element.action_id ?? "" } },
    el("option", { value: "", disabled: true, selected: initial === undefined }, hint),
    options(element).map((/** @type {SlackObject} */ option) =>
      el(
        "option",
        { value: option.value, selected: option.value === initial },
        option.text?.text ?? option.value,
      ),
    ),
  );
  node.addEventListener("change", () => press(element, node.value, node, place));
  return node;
}

/**
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function overflow(element, place) {
  const menu = el(
    "details",
    { class: "overflow" },
    el("summary", { class: "button small", "aria-label": "More choices" }, "⋯"),
  );
  menu.append(
    el(
      "div",
      { class: "menu" },
      options(element).map((/** @type {SlackObject} */ option) => {
        const choice = el("button", { type: "button", class: "menu-item" }, plain(option.text));
        choice.addEventListener("click", async () => {
          await press(element, option.value ?? "", choice, place);
          menu.open = false;
        });
        return choice;
      }),
    ),
  );
  return menu;
}

/**
 * @param {SlackObject} element
 * @param {ElementPlace} place
 */
function radioButtons(element, place) {
  const name = `${place.context.key}-${place.blockId}-${element.action_id}`;
  const choices = options(element).map((/** @type {SlackObject} */ option) => {
    const input = el("input", {
      type: "radio",
      name,
      value: option.value,
      checked: option.value === element.initial_option?.value,
    });
    input.addEventListener("change", () => press(element, input.value, input, place));
    const words = el("span", {}, textObject(option.text, place.context));
    if (option.description) words.append(el("small", {}, textObject(option.description, place.context)));
    return el("label", {}, input, words);
  });
  return el("fieldset", { class: "choices" }, choices);
}

/** @type {Record<string, (element: SlackObject, place: ElementPlace) => Node | null>} */
const ELEMENTS = {
  button,
  workflow_button: button,
  icon_button: iconButton,
  feedback_buttons: feedbackButtons,
  static_select: select,
  overflow,
  radio_buttons: radioButtons,
};

/**
 * One element of an actions block or an accessory. `place` is {context, blockId}.
 *
 * @param {SlackObject} object
 * @param {ElementPlace} place
 */
export function element(object, place) {
  const render = ELEMENTS[object?.type];
  if (render === undefined)
    return el("span", { class: "unsupported" }, `unsupported element: ${object?.type}`);
  return render(object, place);
}
