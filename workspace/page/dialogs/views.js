// @ts-check
// Modals that the app opens. They are shown to be read; what they would submit has nowhere to go yet,
// so input blocks appear as unsupported.

import { blocks } from "../blocks/blocks.js";
import { el } from "../drawing/dom.js";
import { plain } from "../text/mrkdwn.js";

/**
 * Show a modal view, or draw it anew if it is already open.
 *
 * @param {SlackObject} view
 * @param {RenderContext} context
 */
export function showView(view, context) {
  /** @type {NodeListOf<HTMLDialogElement>} */
  const dialogs = document.querySelectorAll("dialog.view");
  const open = [...dialogs].find((one) => one.dataset.view === view.id);
  const dialog =
    open ??
    el("dialog", { class: "dialog view", "aria-labelledby": `title-${view.id}`, data: { view: view.id } });
  dialog.replaceChildren(
    el("h2", { id: `title-${view.id}` }, plain(view.title ?? "")),
    el("div", { class: "message-body view-body" }, blocks(view.blocks, context)),
    el(
      "div",
      { class: "dialog-buttons" },
      el(
        "button",
        { type: "button", class: "button", on: { click: () => dialog.close() } },
        plain(view.close ?? "Close"),
      ),
    ),
  );
  if (open !== undefined) return;
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
