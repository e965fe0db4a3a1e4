// @ts-check
// Where a message is written: a text that grows, completion of @ and #, files, a draft that is kept.

import { el, symbol } from "../drawing/dom.js";
import { errorText } from "../state/api.js";
import { encodeNames, hasWordStart } from "./names.js";
import {
  buildAttachButton,
  buildCompletionList,
  buildFilePicker,
  buildInput,
  buildSendButton,
  buildShortcutButton,
} from "./parts.js";

const COMMAND = /^\/\S/; // a message that begins with a slash and no space is a command, as in Slack
const SLASH = /^\/(\S*)$/;
const WORD = /(?:^|[\s(])([@#])([\p{L}\p{N}._ -]{0,40})$/u;

let composers = 0;

export class Composer {
  /**
   * `names()` lists {label, entity, words} for completion; `send(place, text, fileIds)` resolves when it
   * is posted; `upload(file)` gives the stored file; `onDraft(place, text)` hears every change, `onUp`
   * an arrow up in the empty text; `say` tells the person what went wrong. A place is what `open` was given.
   *
   * @param {ComposerOptions} options
   */
  constructor({ label, hint, names, send, upload, onDraft, onUp, say, commands, shortcut }) {
    this._names = names;
    this._commands = commands ?? (() => []);
    this._send = send;
    this._upload = upload;
    this._onDraft = onDraft;
    this._onUp = onUp;
    this._say = say;
    /** @type {ComposerPlace} */
    this._place = { key: "", user: "", channel: "", thread: null };
    this._sending = false;
    this._sendWhenStored = false;
    this._typed = 0; // characters of the name that is being completed
    /** @type {AttachedFile[]} */
    this._files = [];
    /** @type {MentionName[]} */
    this._choices = [];
    this._at = 0;
    composers += 1;
    const listId = `completion-${composers}`;
    this._list = buildCompletionList(listId);
    this.input = buildInput(label, listId);
    this._chips = el("div", { class: "chips" });
    this._picker = buildFilePicker();
    this._button = buildSendButton(() => this.submit());
    this._attach = buildAttachButton(() => this._picker.click());
    this.shortcuts = buildShortcutButton(() => shortcut?.());
    this.shortcuts.hidden = true;
    this._hint = el("span", { class: "hint" }, hint);
    this.element = el(
      "div",
      { class: "composer" },
      this._list,
      this._chips,
      this.input,
      el(
        "div",
        { class: "composer-foot" },
        this._attach,
        this._picker,
        this.shortcuts,
        this._hint,
        this._button,
      ),
    );
    this._listen();
  }

  _listen() {
    this.input.addEventListener("input", () => {
      this._grow();
      this._onDraft(this._place, this.input.value);
      this._complete();
    });
    this.input.addEventListener("keydown", (event) => this._key(event));
    this.input.addEventListener("blur", () => this._close());
    this.input.addEventListener(
      "paste",
      (event) => event.clipboardData?.files.length && this._add([...event.clipboardData.files]),
    );
    this._picker.addEventListener("change", () => {
      this._add([...(this._picker.files ?? [])]);
      this._picker.value = "";
    });
    this.element.addEventListener("dragover", (event) => event.preventDefault());
    this.element.addEventListener("drop", (event) => {
      event.preventDefault();
      this._add([...(event.dataTransfer?.files ?? [])]);
    });
  }

  /** @param {string} words */
  label(words) {
    this.input.setAttribute("aria-label", words);
    this.input.placeholder = words;
  }

  /**
   * Write for another place, going on with its draft.
   *
   * @param {ComposerPlace} place
   * @param {string} draft
   */
  open(place, draft) {
    this._place = place;
    this._set(draft);
  }

  /** @param {string} text */
  _set(text) {
    this.input.value = text;
    this._files = [];
    this._drawFiles();
    this._close();
    this._grow();
  }

  focus() {
    this.input.focus();
    this._grow();
  }

  async submit() {
    const text = this.input.value.trim();
    const files = this._files;
    this._sendWhenStored = files.some((file) => file.id === undefined);
    if (this._sending || this._sendWhenStored || (text === "" && files.length === 0)) return;
    const [place, typed] = [this._place, this.input.value];
    this._sending = true;
    this._button.disabled = true;
    this._set("");
    try {
      const taken = await this._send(
        place,
        encodeNames(text, this._names()),
        files.flatMap((file) => file.id ?? []),
        files.length === 0 && COMMAND.test(typed),
      );
      if (taken) this._onDraft(place, place === this._place ? this.input.value : "");
      else this._giveBack(place, typed, files);
    } catch (error) {
      this._giveBack(place, typed, files);
      this._say(errorText(error));
    } finally {
      this._sending = false;
      this._button.disabled = false;
    }
  }

  /**
   * Nothing typed may be lost: neither what could not be sent nor what was typed after it.
   *
   * @param {ComposerPlace} place
   * @param {string} typed
   * @param {AttachedFile[]} files
   */
  _giveBack(place, typed, files) {
    if (place === this._place) {
      this.input.value = [typed, this.input.value].filter(Boolean).join("\n");
      this._files = [...files, ...this._files];
      this._drawFiles();
      this._grow();
    }
    this._onDraft(place, place === this._place ? this.input.value : typed);
  }

  /** @param {KeyboardEvent} event */
  _key(event) {
    if (event.isComposing) return;
    if (this._choices.length > 0 && this._choosing(event.key)) {
      event.preventDefault();
      event.stopPropagation();
    } else if (event.key === "Enter" && !event.shiftKey) {
      event.preventDefault();
      this.submit();
    } else if (event.key === "ArrowUp" && this.input.value === "") {
      event.preventDefault();
      this._onUp();
    }
  }

  // Completion

  /** @param {string} key */
  _choosing(key) {
    if (key === "ArrowDown" || key === "ArrowUp") {
      this._at = (this._at + (key === "ArrowDown" ? 1 : this._choices.length - 1)) % this._choices.length;
      this._drawChoices();
    } else if (key === "Enter" || key === "Tab") {
      this._take(this._choices[this._at]);
    } else if (key === "Escape") {
      this._close();
    } else {
      return false;
    }
    return true;
  }

  _complete() {
    const head = this.input.value.slice(0, this.input.selectionStart);
    const word = WORD.exec(head);
    const slash = SLASH.exec(head);
    this._choices = [];
    if (slash !== null) {
      this._typed = head.length;
      this._choices = this._commands().filter(
        ({ label, run }) =>
          (label !== head || run !== undefined) &&
          [label.replace("/", ""), label].some((one) => hasWordStart(one, slash[1].toLowerCase())),
      );
    } else if (word !== null) {
      const wanted = word[2].toLowerCase();
      this._typed = word[1].length + word[2].length;
      this._choices = this._names()
        .filter(
          ({ label, words }) =>
            label[0] === word[1] && [label.slice(1), words].some((one) => hasWordStart(one, wanted)),
        )
        .slice(0, 8);
      if (
        this._choices.length === 1 &&
        this._choices[0].label.slice(1).toLowerCase() === wanted.trimEnd() &&
        wanted.endsWith(" ")
      )
        this._choices = [];
    }
    this._at = 0;
    this._drawChoices();
  }

  _drawChoices() {
    this._list.hidden = this._choices.length === 0;
    this._list.replaceChildren(
      ...this._choices.map((choice, index) => {
        const option = el(
          "li",
          { role: "option", id: `${this._list.id}-${index}`, "aria-selected": index === this._at },
          el("span", { class: "choice" }, choice.label),
          el("span", { class: "choice-words" }, choice.words),
        );
        option.addEventListener("mousedown", (event) => {
          event.preventDefault();
          this._take(choice);
        });
        return option;
      }),
    );
    if (this._choices.length > 0)
      this.input.setAttribute("aria-activedescendant", `${this._list.id}-${this._at}`);
    else this.input.removeAttribute("aria-activedescendant");
  }

  /** @param {MentionName} choice */
  _take(choice) {
    if (choice.run !== undefined) {
      this._set("");
      this._onDraft(this._place, "");
      choice.run();
      return;
    }
    const { value, selectionStart: caret } = this.input;
    const head = `${value.slice(0, caret - this._typed)}${choice.label} `;
    this.input.value = head + value.slice(caret).replace(/^ /, "");
    this.input.setSelectionRange(head.length, head.length);
    this._close();
    this._grow();
    this._onDraft(this._place, this.input.value);
  }

  _close() {
    this._choices = [];
    this._drawChoices();
  }

  // Files

  /** @param {File[]} files */
  async _add(files) {
    for (const file of files) {
      /** @type {AttachedFile} */
      const entry = { name: file.name };
      this._files.push(entry);
      this._drawFiles();
      try {
        entry.id = (await this._upload(file)).id;
      } catch (error) {
        this._files = this._files.filter((one) => one !== entry);
        this._sendWhenStored = false; // what cannot be attached is not left out behind one's back
        this._say(`${file.name}: ${errorText(error)}`);
      }
      this._drawFiles();
    }
    if (this._sendWhenStored) await this.submit();
    else this.focus();
  }

  _drawFiles() {
    this._chips.replaceChildren(
      ...this._files.map((entry) =>
        el(
          "span",
          { class: `chip${entry.id === undefined ? " loading" : ""}` },
          symbol("file"),
          entry.name,
          el(
            "button",
            { type: "button", "aria-label": `Remove ${entry.name}`, on: { click: () => this._drop(entry) } },
            "×",
          ),
        ),
      ),
    );
  }

  /** @param {AttachedFile} entry */
  _drop(entry) {
    this._files = this._files.filter((one) => one !== entry);
    this._drawFiles();
    this.focus();
  }

  _grow() {
    this.input.style.height = "auto";
    this.input.style.height = `${Math.min(this.input.scrollHeight, 240)}px`;
  }
}
