// @ts-check
// The modal that the app has open, drawn from the stack of its views: the last one is seen.

import { blocks } from "../blocks/blocks.js";
import { el, findAll, focusedElement, symbol } from "../drawing/dom.js";
import { viewContext, viewEntries } from "../messages/context.js";
import * as api from "../state/api.js";
import { plain } from "../text/mrkdwn.js";

const CONTROLS = "input, textarea, select, summary, button";

export class ModalWindow {
  /** @param {import("../app.js").Page} page */
  constructor(page) {
    this._page = page;
    /** @type {SlackObject[]} */
    this._stack = [];
    /** @type {Record<string, string>} */
    this._errors = {};
    this._trouble = "";
    this._form = el("form", { class: "view-form", novalidate: true });
    this._dialog = el("dialog", { class: "dialog view", "aria-labelledby": "view-title" }, this._form);
    /** @type {HTMLElement | null} */
    this._before = null; // what had the focus before the first view was opened
    this._form.addEventListener("submit", (event) => {
      event.preventDefault();
      this._submit();
    });
    this._dialog.addEventListener("cancel", (event) => {
      event.preventDefault();
      this._close(false);
    });
  }

  /** @param {SlackObject[]} stack */
  show(stack) {
    const seen = this._top();
    this._stack = stack;
    const top = this._top();
    if (top === undefined) return this._end();
    if (top.hash === seen?.hash && this._dialog.open) return undefined;
    this._errors = {};
    this._trouble = "";
    this._draw(top.id === seen?.id);
    return undefined;
  }

  _top() {
    return this._stack.at(-1);
  }

  _end() {
    if (!this._dialog.open) return;
    this._dialog.close();
    this._dialog.remove();
    if (this._before?.isConnected) this._before.focus();
    this._before = null;
  }

  /** @param {boolean} again whether the same view was seen before: it keeps focus and place */
  _draw(again) {
    const view = this._top();
    if (view === undefined) return;
    const focused = again ? focusedElement()?.dataset : undefined;
    const scrolled = again ? (this._form.querySelector(".view-body")?.scrollTop ?? 0) : 0;
    const body = el(
      "div",
      { class: "message-body view-body", tabindex: -1 },
      blocks(view.blocks, viewContext(this._page, view, this._errors)),
    );
    this._form.replaceChildren(this._head(view), body, this._foot(view));
    if (!this._dialog.open) {
      this._before = focusedElement();
      document.body.append(this._dialog);
      this._dialog.showModal();
    }
    body.scrollTop = scrolled;
    this._focus(body, focused);
  }

  /**
   * @param {HTMLElement} body
   * @param {DOMStringMap | undefined} focused
   */
  _focus(body, focused) {
    const controls = findAll(body, CONTROLS);
    const same =
      focused?.action !== undefined &&
      controls.find(({ dataset }) => dataset.action === focused.action && dataset.block === focused.block);
    const wrong = findAll(body, "[aria-invalid='true']")[0];
    const first = controls.find((one) => one.hasAttribute("autofocus")) ?? controls[0];
    const target = wrong ?? (same || first) ?? findAll(this._form, ".view-foot button").at(-1);
    const inside = target?.matches(CONTROLS) ? target : target?.querySelector(CONTROLS);
    // A form is read from its beginning, where the first control is a button at its end, too.
    if (inside instanceof HTMLElement) inside.focus({ preventScroll: wrong === undefined && !same });
    wrong?.closest(".input-block")?.scrollIntoView({ block: "nearest" }); // What is wrong stands below it.
  }

  /** @param {SlackObject} view */
  _head(view) {
    return el(
      "header",
      { class: "view-head" },
      el("h2", { id: "view-title" }, plain(view.title ?? "")),
      el(
        "button",
        {
          type: "button",
          class: "tool",
          "aria-label": this._stack.length > 1 ? "Close all" : "Close",
          title: this._stack.length > 1 ? "Close all" : "Close",
          on: { click: () => this._close(true) },
        },
        symbol("close"),
      ),
    );
  }

  /** @param {SlackObject} view */
  _foot(view) {
    const hasSubmit =
      view.submit || view.blocks.some((/** @type {SlackObject} */ one) => one.type === "input");
    return el(
      "footer",
      { class: "view-foot" },
      el("div", { class: "view-trouble", role: "alert" }, this._trouble),
      el(
        "button",
        { type: "button", class: "button", on: { click: () => this._close(false) } },
        plain(view.close ?? (hasSubmit ? "Cancel" : "Close")),
      ),
      hasSubmit && el("button", { type: "submit", class: "button primary" }, plain(view.submit ?? "Submit")),
    );
  }

  async _submit() {
    const view = this._top();
    if (view === undefined || this._form.getAttribute("aria-busy") === "true") return;
    this._form.setAttribute("aria-busy", "true");
    const user = this._page.store.me;
    const entries = viewEntries(this._page, view.id);
    let answer = { errors: {}, trouble: "" };
    try {
      answer = await api.submitView({ user, view_id: view.id, entries });
    } catch (error) {
      answer.trouble = api.errorText(error);
    } finally {
      this._form.removeAttribute("aria-busy");
    }
    if (this._top()?.id !== view.id) return;
    this._errors = answer.errors;
    this._trouble = answer.trouble;
    if (Object.keys(answer.errors).length > 0 || answer.trouble !== "") this._draw(true);
  }

  /** @param {boolean} all */
  async _close(all) {
    const view = this._top();
    if (view === undefined) return;
    const user = this._page.store.me;
    await this._page.attempt(api.closeView({ user, view_id: view.id, all }));
  }
}
