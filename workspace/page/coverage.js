// @ts-check
// Which of Slack's methods are emulated, and what the app used of them.

import { byId, el } from "./drawing/dom.js";

/**
 * @typedef {{
 *   name: string, tier: string, scopes: string[], required: string[], optional: string[], errors: string[],
 *   produced: string[], absent: Record<string, string>, is_documented: boolean, is_emulated: boolean, outcomes: Record<string, number>, ignored: string[],
 * }} Method
 */

/**
 * @param {Child[]} parts
 * @returns {Child[]}
 */
function commas(parts) {
  return parts.flatMap((one, at) => (at === 0 ? [one] : [", ", one]));
}

/** @param {Method} method */
function argumentsOf({ required, optional, ignored }) {
  const others = ignored.filter((name) => !required.includes(name) && !optional.includes(name));
  const known = (/** @type {string} */ name) => (ignored.includes(name) ? el("s", {}, name) : name);
  return commas([
    ...required.map((name) => el("b", {}, known(name))),
    ...optional.map(known),
    ...others.map(known),
  ]);
}

/**
 * Errors that no call here can bring about are in brackets, with the reason when pointed at.
 *
 * @param {Method} method
 * @returns {Child[]}
 */
function errorsOf({ errors, produced, absent }) {
  const bracketed = (/** @type {string} */ one) => el("i", { title: absent[one] || null }, `(${one})`);
  return commas(errors.map((one) => (produced.includes(one) ? one : bracketed(one))));
}

/** @param {Method} method */
function state({ is_emulated: isHere, is_documented: isKnown }) {
  if (!isHere) return "not emulated";
  return isKnown ? "emulated" : "emulated, not in the table";
}

/**
 * A cell that says on a phone, too, what it is.
 *
 * @param {string} label
 * @param {Child[]} parts
 */
function cell(label, parts) {
  return el("td", { data: { label } }, parts);
}

/** @param {Method} method */
function row(method) {
  const calls = Object.entries(method.outcomes).map(([outcome, count]) => `${outcome}: ${count}`);
  const node = el(
    "tr",
    {},
    el("th", { scope: "row" }, method.name),
    el("td", { class: method.is_emulated ? null : "refused" }, state(method)),
    cell("Tier", [method.tier.replace("_", " ")]),
    cell("Scopes", [method.scopes.join(", ")]),
    cell("Arguments", argumentsOf(method)),
    cell("Errors", errorsOf(method)),
    cell("Calls", [calls.join(", ")]),
  );
  node.dataset.words = node.textContent.toLowerCase();
  return node;
}

/** @param {Method[]} methods */
function summary(methods) {
  const documented = methods.filter((one) => one.is_documented);
  const here = documented.filter((one) => one.is_emulated);
  const more = methods.length - documented.length;
  const errors = here.flatMap((one) => one.errors).length;
  const produced = here.flatMap((one) => one.produced).length;
  return (
    `${here.length} of ${documented.length} documented methods are emulated, and ${more} more; ` +
    `${produced} of their ${errors} errors are brought about`
  );
}

function filter() {
  const wanted = /** @type {HTMLInputElement} */ (byId("filter")).value.toLowerCase();
  const rows = /** @type {HTMLElement[]} */ ([...byId("methods").children]);
  for (const one of rows) one.hidden = !(one.dataset.words ?? "").includes(wanted);
}

const answer = await fetch("/_control/coverage");
/** @type {Method[]} */
const methods = (await answer.json()).methods;
byId("methods").append(...methods.map(row));
byId("count").textContent = summary(methods);
byId("filter").addEventListener("input", filter);
