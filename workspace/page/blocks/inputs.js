// @ts-check
// What can be entered: input blocks, texts, pickers of days, people and channels, menus of several.
// Each element tells `context.enter` its value, and the app where its uses are told.

import { el } from "../drawing/dom.js";
import { plain, textObject } from "../text/mrkdwn.js";

/** @typedef {{ value: string, words: string, group?: string }} Choice */
/** @typedef {(element: SlackObject, value: Entry, control: HTMLElement, place: ElementPlace) => Promise<void>} Press */

/**
 * How an element is named and found again: by its input block's label, or by its placeholder.
 *
 * @param {SlackObject} element
 * @param {ElementPlace} place
 * @param {string} fallback
 */
export function naming(element, place, fallback) {
  const named = place.input?.attributes ?? { "aria-label": element.placeholder?.text ?? fallback };
  return {
    ...named,
    autofocus: element.focus_on_load === true,
    data: { action: element.action_id ?? "", block: place.blockId },
  };
}

/**
 * The value of an element: what was entered here, or else what the app gave it.
 *
 * @param {SlackObject} element
 * @param {ElementPlace} place
 * @param {Entry} initial
 * @returns {Entry}
 */
export function currentValue(element, place, initial) {
  const known = place.context.entry(place.blockId, element.action_id ?? "");
  return known === undefined ? initial : known;
}

/**
 * Keep what was entered, and tell the app unless the element waits for the submit button.
 *
 * @param {SlackObject} element
 * @param {Entry} value
 * @param {HTMLElement} control
 * @param {ElementPlace} place
 * @param {Press} press
 */
export function entered(element, value, control, place, press) {
  place.context.enter(place.blockId, element.action_id ?? "", value);
  if (place.input?.dispatches !== false) press(element, value, control, place);
}

/**
 * The choices of a menu with options, with their groups.
 *
 * @param {SlackObject} element
 * @returns {Choice[]}
 */
function choicesOf(element) {
  /** @param {SlackObject[]} options */
  const choices = (options, group = "") =>
    options.map((option) => ({ value: option.value, words: option.text?.text ?? option.value, group }));
  return [
    ...choices(element.options ?? []),
    ...(element.option_groups ?? []).flatMap((/** @type {SlackObject} */ group) =>
      choices(group.options ?? [], group.label?.text),
    ),
  ];
}

const TEXT_TYPES = { email_text_input: "email", url_text_input: "url", number_input: "decimal" };

/** @param {Press} press */
export function textInput(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const value = String(currentValue(element, place, element.initial_value ?? "") ?? "");
    const attributes = {
      ...naming(element, place, "Text"),
      class: "field-input",
      placeholder: element.placeholder?.text ?? null,
      maxlength: element.max_length ?? 3_000,
      autocomplete: "off",
      inputmode: TEXT_TYPES[/** @type {keyof typeof TEXT_TYPES} */ (element.type)] ?? null,
    };
    const node = element.multiline
      ? el("textarea", { ...attributes, rows: 4 })
      : el("input", { ...attributes, type: "text" });
    node.value = value;
    const moments = element.dispatch_action_config?.trigger_actions_on ?? ["on_enter_pressed"];
    const keep = () => place.context.enter(place.blockId, element.action_id ?? "", node.value);
    const tell = () => entered(element, node.value, el("span"), place, press);
    node.addEventListener("input", () => (moments.includes("on_character_entered") ? tell() : keep()));
    node.addEventListener("keydown", (event) => {
      const told = /** @type {KeyboardEvent} */ (event).key === "Enter" && place.input?.dispatches !== false;
      if (!told || element.multiline || !moments.includes("on_enter_pressed")) return;
      event.preventDefault();
      tell();
    });
    return node;
  };
}

const PICKERS = {
  datepicker: { type: "date", initial: "initial_date", words: "Day" },
  timepicker: { type: "time", initial: "initial_time", words: "Time" },
  datetimepicker: { type: "datetime-local", initial: "initial_date_time", words: "Day and time" },
};

/** @param {unknown} seconds since the epoch, as the browser's field wants the moment */
function localMoment(seconds) {
  if (!seconds) return "";
  const at = new Date(Number(seconds) * 1_000);
  return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
}

/** @param {Press} press */
export function picker(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const { type, initial, words } = PICKERS[/** @type {keyof typeof PICKERS} */ (element.type)];
    const isMoment = type === "datetime-local";
    const node = el("input", { ...naming(element, place, words), class: "field-input picked", type });
    const value = currentValue(element, place, element[initial] ?? "");
    node.value = isMoment ? localMoment(value) : String(value ?? "");
    node.addEventListener("change", () => {
      const seconds = node.value === "" ? "" : String(Math.round(new Date(node.value).getTime() / 1_000));
      entered(element, isMoment ? seconds : node.value, node, place, press);
    });
    return node;
  };
}

/** @type {Record<string, (context: RenderContext) => Choice[]>} */
const LISTS = {
  users: (context) => context.people(),
  channels: (context) => context.channels(),
  conversations: (context) => context.channels(),
};

/**
 * One of a list: options of the app, people or channels.
 *
 * @param {Press} press
 */
export function oneOf(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const list = LISTS[element.type.replace("_select", "")];
    const choices = list ? list(place.context) : choicesOf(element);
    const initial =
      element.initial_option?.value ??
      element.initial_user ??
      element.initial_channel ??
      element.initial_conversation;
    const value = currentValue(element, place, initial ?? "");
    const hint = element.placeholder?.text ?? "Choose…";
    /** @param {Choice[]} some */
    const options = (some) =>
      some.map((one) => el("option", { value: one.value, selected: one.value === value }, one.words));
    const groups = [...new Set(choices.map((one) => one.group ?? ""))];
    const node = el(
      "select",
      { ...naming(element, place, hint), class: "button" },
      el("option", { value: "", disabled: true, selected: !value }, hint),
      groups.map((group) => {
        const some = choices.filter((one) => (one.group ?? "") === group);
        return group === "" ? options(some) : el("optgroup", { label: group }, options(some));
      }),
    );
    node.addEventListener("change", () => entered(element, node.value, node, place, press));
    return node;
  };
}

let folds = 0;

/**
 * How the button is named behind which boxes fold: in a form by its label and by what it shows, so
 * that whoever says what they see reaches it. That something must be chosen is not said of a button.
 *
 * @param {ReturnType<typeof naming>} named
 * @param {string} shown the id of what it shows
 */
function namingOfFold(named, shown) {
  const attributes = /** @type {Record<string, unknown>} */ (named);
  const label = attributes["aria-labelledby"];
  return { ...named, "aria-required": null, ...(label ? { "aria-labelledby": `${label} ${shown}` } : {}) };
}

/**
 * Several of a list, as boxes that fold away. The app is told when the list is closed.
 *
 * @param {Press} press
 */
export function severalOf(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const list = LISTS[element.type.replace(/^multi_|_select$/g, "")];
    const choices = list ? list(place.context) : choicesOf(element);
    const given = (element.initial_options ?? []).map((/** @type {SlackObject} */ one) => one.value);
    const initial =
      element.initial_users ?? element.initial_channels ?? element.initial_conversations ?? given;
    const chosen = new Set(/** @type {string[]} */ (currentValue(element, place, initial)));
    const hint = element.placeholder?.text ?? "Choose…";
    const count = el("span", { id: `chosen-${++folds}` });
    const label = () => {
      const words = choices.filter((one) => chosen.has(one.value)).map((one) => one.words);
      count.textContent = words.length === 0 ? hint : words.join(", ");
    };
    const boxes = choices.map((choice) => {
      const input = el("input", { type: "checkbox", value: choice.value, checked: chosen.has(choice.value) });
      input.addEventListener("change", () => {
        if (input.checked) chosen.add(choice.value);
        else chosen.delete(choice.value);
        label();
        place.context.enter(place.blockId, element.action_id ?? "", [...chosen]);
      });
      const group = choice.group ? el("small", {}, choice.group) : null;
      return el("label", {}, input, el("span", {}, choice.words, group));
    });
    label();
    const named = namingOfFold(naming(element, place, hint), count.id);
    const node = el(
      "details",
      { class: "several" },
      el("summary", { ...named, class: "button", role: "button" }, count),
      el("fieldset", { class: "choices", "aria-label": hint }, boxes),
    );
    let before = [...chosen].join();
    node.addEventListener("toggle", () => {
      if (node.open || [...chosen].join() === before) return;
      before = [...chosen].join();
      entered(element, [...chosen], node, place, press);
    });
    return node;
  };
}

/**
 * Boxes or a choice of one, all in sight.
 *
 * @param {"checkbox" | "radio"} type
 * @param {Press} press
 */
export function choices(type, press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const given = (element.initial_options ?? []).map((/** @type {SlackObject} */ one) => one.value);
    const initial = type === "radio" ? (element.initial_option?.value ?? "") : given;
    const value = currentValue(element, place, initial);
    const name = `${place.context.key}-${place.blockId}-${element.action_id}`;
    /** @type {HTMLInputElement[]} */
    const inputs = [];
    const labels = (element.options ?? []).map((/** @type {SlackObject} */ option) => {
      const checked = Array.isArray(value) ? value.includes(option.value) : value === option.value;
      const data = { action: element.action_id ?? "", block: place.blockId };
      const input = el("input", { type, name, value: option.value, checked, data });
      inputs.push(input);
      input.addEventListener("change", () => {
        const boxes = inputs.filter((one) => one.checked).map((one) => one.value);
        entered(element, type === "radio" ? input.value : boxes, input, place, press);
      });
      const words = el("span", {}, textObject(option.text, place.context));
      if (option.description) words.append(el("small", {}, textObject(option.description, place.context)));
      return el("label", {}, input, words);
    });
    const { autofocus: _, ...named } = naming(element, place, "Choices");
    const role = type === "radio" ? "radiogroup" : "group";
    return el("fieldset", { ...named, class: "choices", role }, labels);
  };
}

/**
 * An element with its label, hint and what is wrong with it.
 *
 * @param {SlackObject} block
 * @param {RenderContext} context
 * @param {string} blockId
 * @param {(element: SlackObject, place: ElementPlace) => Node | null} draw
 */
export function inputBlock(block, context, blockId, draw) {
  const id = `${context.key}-${blockId}`.replace(/[^\w-]/g, "-");
  const error = context.errors[blockId];
  const described = [block.hint && `${id}-hint`, error && `${id}-error`].filter(Boolean).join(" ");
  const attributes = {
    "aria-labelledby": `${id}-label`,
    "aria-describedby": described || null,
    "aria-invalid": error ? "true" : null,
    "aria-required": block.optional ? null : "true",
  };
  const place = { context, blockId, input: { attributes, dispatches: block.dispatch_action === true } };
  return el(
    "div",
    { class: `input-block${error ? " wrong" : ""}` },
    el(
      "div",
      { class: "input-label", id: `${id}-label` },
      plain(block.label),
      block.optional && el("span", { class: "optional" }, " (optional)"),
    ),
    draw(block.element ?? {}, place),
    error && el("div", { class: "input-error", id: `${id}-error` }, error),
    block.hint && el("div", { class: "input-hint", id: `${id}-hint` }, plain(block.hint)),
  );
}
