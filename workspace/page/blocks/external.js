// @ts-check
// Menus whose options the app supplies: what is typed is sent to it, what it answers is offered.

import { el } from "../drawing/dom.js";
import { plain } from "../text/mrkdwn.js";
import { currentValue, entered, naming } from "./inputs.js";

/** @typedef {import("./inputs.js").Press} Press */
/** @typedef {{ group: string, options: SlackObject[] }} Group */

const MIN_QUERY = 3; // characters, unless the app says otherwise, as in Slack
const PAUSE = 200; // ms without a key before the app is asked

let menus = 0;

/** @param {SlackObject} option */
const wordsOf = (option) => String(option.text?.text ?? option.value ?? "");

/** A field that completes from what the app offers. */
class Completion {
  /**
   * @param {SlackObject} element
   * @param {ElementPlace} place
   * @param {(option: SlackObject) => void} choose what to do with what was chosen
   */
  constructor(element, place, choose) {
    this._element = element;
    this._place = place;
    this._choose = choose;
    this._least = element.min_query_length ?? MIN_QUERY;
    /** @type {SlackObject[]} */
    this._offered = [];
    this._at = -1;
    this._asked = 0; // only the answer to the last question is shown
    /** @type {number | undefined} */
    this._waiting = undefined;
    menus += 1;
    const hint = element.placeholder?.text ?? "Type to search";
    this.list = el("ul", { id: `external-${menus}`, role: "listbox", "aria-label": hint, hidden: true });
    this.note = el("div", { class: "external-note", role: "status" });
    this.input = el("input", {
      ...naming(element, place, hint),
      class: "field-input",
      type: "text",
      role: "combobox",
      placeholder: hint,
      autocomplete: "off",
      "aria-autocomplete": "list",
      "aria-controls": this.list.id,
      "aria-expanded": "false",
    });
    this.input.addEventListener("focus", () => this._ask(0));
    this.input.addEventListener("input", () => this._ask(PAUSE));
    this.input.addEventListener("keydown", (event) => this._key(/** @type {KeyboardEvent} */ (event)));
    this.input.addEventListener("blur", () => this.close());
  }

  close() {
    clearTimeout(this._waiting);
    this._asked += 1;
    this.note.textContent = "";
    this._offer([]);
  }

  /** @param {number} pause */
  _ask(pause) {
    clearTimeout(this._waiting);
    this._asked += 1;
    const query = this.input.value.trim();
    if (query.length < this._least) {
      this._offer([]);
      this.note.textContent =
        query === "" ? "" : `Type ${this._least} ${this._least === 1 ? "character" : "characters"} or more.`;
      return;
    }
    const number = this._asked;
    this._waiting = setTimeout(async () => {
      this.note.textContent = "Loading…";
      const answer = await this._place.context.suggest({
        block_id: this._place.blockId,
        action_id: this._element.action_id ?? "",
        value: query,
      });
      if (number !== this._asked) return;
      const groups = answer.option_groups.map((one) => ({
        group: wordsOf({ text: one.label }),
        options: one.options,
      }));
      this._offer(groups.length > 0 ? groups : [{ group: "", options: answer.options }]);
      this.note.textContent = answer.trouble || (this._offered.length > 0 ? "" : "No results");
    }, pause);
  }

  /** @param {Group[]} groups */
  _offer(groups) {
    this._offered = groups.flatMap((one) => one.options);
    this._at = this._offered.length > 0 ? 0 : -1;
    let index = -1;
    this.list.replaceChildren(
      ...groups.flatMap(({ group, options }) => [
        ...(group === "" ? [] : [el("li", { class: "external-group", role: "presentation" }, group)]),
        ...options.map((option) => {
          index += 1;
          return this._row(option, index);
        }),
      ]),
    );
    this.list.hidden = this._offered.length === 0;
    this.input.setAttribute("aria-expanded", String(this._offered.length > 0));
    this._mark();
    this.list.scrollIntoView({ block: "nearest" });
  }

  /**
   * @param {SlackObject} option
   * @param {number} index
   */
  _row(option, index) {
    const row = el(
      "li",
      { role: "option", id: `${this.list.id}-${index}`, "aria-selected": "false" },
      plain(option.text),
      option.description && el("small", {}, plain(option.description)),
    );
    row.addEventListener("mousedown", (event) => {
      event.preventDefault();
      this._take(option);
    });
    return row;
  }

  _mark() {
    for (const row of this.list.querySelectorAll("[role=option]")) {
      const isHere = row.id === `${this.list.id}-${this._at}`;
      row.setAttribute("aria-selected", String(isHere));
      if (isHere) row.scrollIntoView({ block: "nearest" });
    }
    if (this._at >= 0) this.input.setAttribute("aria-activedescendant", `${this.list.id}-${this._at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.key === "Enter") {
      event.preventDefault(); // it chooses; it does not submit the form
      if (this._at >= 0) this._take(this._offered[this._at]);
      return;
    }
    if (this._offered.length === 0) return;
    const step = { ArrowDown: 1, ArrowUp: this._offered.length - 1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      this._at = (this._at + step) % this._offered.length;
      this._mark();
    } else if (event.key === "Escape") {
      event.preventDefault();
      event.stopPropagation();
      this.close();
    }
  }

  /** @param {SlackObject} option */
  _take(option) {
    this.close();
    this._choose(option);
  }
}

/**
 * One option of the app. An emptied field chooses none.
 *
 * @param {Press} press
 */
export function externalMenu(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    let chosen = /** @type {SlackObject | null} */ (
      currentValue(element, place, element.initial_option ?? null)
    );
    const completion = new Completion(element, place, (option) => {
      chosen = option;
      completion.input.value = wordsOf(option);
      entered(element, option, completion.input, place, press);
    });
    completion.input.value = chosen ? wordsOf(chosen) : "";
    completion.input.addEventListener("blur", () => {
      if (completion.input.value.trim() === "" && chosen) {
        chosen = null;
        place.context.enter(place.blockId, element.action_id ?? "", null);
      }
      completion.input.value = chosen ? wordsOf(chosen) : "";
    });
    return el("div", { class: "external" }, completion.input, completion.list, completion.note);
  };
}

/**
 * Several options of the app. It is told when the focus leaves them.
 *
 * @param {Press} press
 */
export function externalMenus(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const known = currentValue(element, place, element.initial_options ?? []);
    let chosen = [.../** @type {SlackObject[]} */ (known)];
    let told = JSON.stringify(chosen);
    const chips = el("div", { class: "chips" });
    /** @param {SlackObject[]} now */
    const keep = (now) => {
      chosen = now;
      place.context.enter(place.blockId, element.action_id ?? "", chosen);
      draw();
    };
    const completion = new Completion(element, place, (option) => {
      completion.input.value = "";
      const isNew = chosen.every((one) => one.value !== option.value);
      if (isNew && chosen.length < (element.max_selected_items ?? Number.POSITIVE_INFINITY))
        keep([...chosen, option]);
    });
    /** @param {SlackObject} option */
    const drop = (option) => {
      keep(chosen.filter((one) => one !== option));
      completion.input.focus();
    };
    const draw = () =>
      chips.replaceChildren(
        ...chosen.map((option) =>
          el(
            "span",
            { class: "chip" },
            wordsOf(option),
            el(
              "button",
              {
                type: "button",
                "aria-label": `Remove ${wordsOf(option)}`,
                on: { click: () => drop(option) },
              },
              "×",
            ),
          ),
        ),
      );
    draw();
    const node = el("div", { class: "external" }, chips, completion.input, completion.list, completion.note);
    node.addEventListener("focusout", (event) => {
      if (node.contains(/** @type {Node | null} */ (/** @type {FocusEvent} */ (event).relatedTarget))) return;
      if (JSON.stringify(chosen) === told) return;
      told = JSON.stringify(chosen);
      entered(element, chosen, completion.input, place, press);
    });
    return node;
  };
}
