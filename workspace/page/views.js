// Modals that the app opens. They are shown to be read; what they would submit has nowhere to go yet,
// so input blocks appear as unsupported.

import { blocks } from "./blocks.js";
import { el } from "./dom.js";
import { plain } from "./mrkdwn.js";

/** Show a modal view, or draw it anew if it is already open. */
export function showView(view, context) {
  const open = [...document.querySelectorAll("dialog.view")].find((one) => one.dataset.view === view.id);
  const dialog = open ?? el("dialog", { class: "dialog view", "aria-labelledby": `title-${view.id}`, data: { view: view.id } });
  dialog.replaceChildren(
    el("h2", { id: `title-${view.id}` }, plain(view.title ?? "")),
    el("div", { class: "message-body view-body" }, blocks(view.blocks, context)),
    el("div", { class: "dialog-buttons" }, el("button", { type: "button", class: "button", on: { click: () => dialog.close() } }, plain(view.close ?? "Close"))),
  );
  if (open !== undefined) return;
  dialog.addEventListener("close", () => dialog.remove());
  document.body.append(dialog);
  dialog.showModal();
}
