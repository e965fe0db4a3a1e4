// @ts-check
// Interactive elements of blocks: buttons, feedback, overflow menus; inputs.js has what holds a value.
// Using one calls context.press.

import { askToConfirm } from "../dialogs/dialogs.js";
import { el, safeUrl, symbol } from "../drawing/dom.js";
import { plain } from "../text/mrkdwn.js";
import { externalMenu, externalMenus } from "./external.js";
import { fileInput } from "./file_input.js";
import { choices, oneOf, picker, severalOf, textInput } from "./inputs.js";
import { richTextInput } from "./rich_text_input.js";

/**
 * Ask for confirmation if the element wants it, then tell the app; the control waits meanwhile.
 *
 * @param {SlackObject} element
 * @param {Entry} value
 * @param {HTMLElement & { disabled?: boolean }} control
 * @param {ElementPlace} place
 */
async function press(element, value, control, place) {
  // It is not disabled meanwhile: a disabled control loses the focus, which a modal gives back.
  if (control.getAttribute("aria-busy") === "true") return;
  if (element.confirm && !(await askToConfirm(element.confirm, place.context))) return;
  control.setAttribute("aria-busy", "true");
  try {
    await place.context.press({ block_id: place.blockId, action_id: element.action_id ?? "", value });
  } finally {
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
 * There are no workflows here: the button is shown, and says so.
 *
 * @param {SlackObject} element
 */
function workflowButton(element) {
  const style = ["primary", "danger"].includes(element.style) ? ` ${element.style}` : "";
  return el(
    "button",
    { type: "button", class: `button${style}`, disabled: true, title: "Workflows do not run here" },
    plain(element.text),
  );
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
      (element.options ?? []).map((/** @type {SlackObject} */ option) => {
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

/** @type {Record<string, (element: SlackObject, place: ElementPlace) => Node | null>} */
const ELEMENTS = {
  button,
  workflow_button: workflowButton,
  icon_button: iconButton,
  feedback_buttons: feedbackButtons,
  overflow,
  radio_buttons: choices("radio", press),
  checkboxes: choices("checkbox", press),
  static_select: oneOf(press),
  external_select: externalMenu(press),
  multi_external_select: externalMenus(press),
  users_select: oneOf(press),
  channels_select: oneOf(press),
  conversations_select: oneOf(press),
  multi_static_select: severalOf(press),
  multi_users_select: severalOf(press),
  multi_channels_select: severalOf(press),
  multi_conversations_select: severalOf(press),
  plain_text_input: textInput(press),
  email_text_input: textInput(press),
  url_text_input: textInput(press),
  number_input: textInput(press),
  datepicker: picker(press),
  timepicker: picker(press),
  datetimepicker: picker(press),
  rich_text_input: richTextInput(press),
  file_input: fileInput(press),
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
