// @ts-check
// Files that a person chooses in a form: each is uploaded at once, and sent by its id.

import { el, symbol } from "../drawing/dom.js";
import { currentValue, entered, naming } from "./inputs.js";

const MOST = 10; // of an element that names no number

/** @param {import("./inputs.js").Press} press */
export function fileInput(press) {
  return (/** @type {SlackObject} */ element, /** @type {ElementPlace} */ place) => {
    const names = `files/${place.blockId}/${element.action_id}`;
    /** @type {{ id: string, name: string }[]} */
    let chosen = currentValue(element, place, []) === null ? [] : (place.context.memory.get(names) ?? []);
    const list = el("ul", { class: "chosen-files" });
    const note = el("div", { class: "input-error", role: "status" });
    const types = (element.filetypes ?? []).map((/** @type {string} */ one) => `.${one}`).join();
    const field = el("input", {
      type: "file",
      class: "visually-hidden",
      tabindex: -1,
      "aria-hidden": "true",
      multiple: (element.max_files ?? MOST) > 1,
      accept: types || null,
    });
    const { autofocus, data, ...named } = naming(element, place, "Files");
    const button = el(
      "button",
      { type: "button", class: "button", autofocus, data, on: { click: () => field.click() } },
      symbol("clip"),
      (element.max_files ?? MOST) > 1 ? "Choose files" : "Choose a file",
    );
    const keep = () => {
      place.context.memory.set(names, chosen);
      draw();
      const ids = chosen.map(({ id }) => id);
      entered(element, ids, button, place, press);
    };
    /** @param {{ id: string, name: string }} file */
    const row = (file) =>
      el(
        "li",
        {},
        symbol("file"),
        el("span", { class: "file-name" }, file.name),
        el(
          "button",
          {
            type: "button",
            class: "tool",
            "aria-label": `Remove ${file.name}`,
            title: "Remove",
            on: {
              click: () => {
                chosen = chosen.filter(({ id }) => id !== file.id);
                keep();
                button.focus();
              },
            },
          },
          symbol("close"),
        ),
      );
    const draw = () => list.replaceChildren(...chosen.map(row));
    field.addEventListener("change", async () => {
      note.textContent = "";
      button.setAttribute("aria-busy", "true");
      try {
        for (const file of [...(field.files ?? [])]) {
          const { id, name } = await place.context.upload(file);
          chosen = [...chosen, { id, name }];
        }
        keep();
      } catch (error) {
        note.textContent = error instanceof Error ? error.message : String(error);
        draw();
      } finally {
        field.value = "";
        button.removeAttribute("aria-busy");
      }
    });
    draw();
    const group = { ...named, "aria-required": null, class: "file-input", role: "group" };
    return el("div", group, list, button, field, note);
  };
}
