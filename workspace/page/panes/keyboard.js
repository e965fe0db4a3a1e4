// @ts-check
// Keys that work everywhere on the page: Ctrl/Cmd+K, F6, Escape.

import { findAll } from "../drawing/dom.js";

const hasDialog = () => document.querySelector("dialog[open]") !== null;

/**
 * @param {import("../app.js").Page} page
 * @param {KeyboardEvent} event
 */
export function pressKey(page, event) {
  if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === "k") {
    event.preventDefault();
    if (!hasDialog()) page.jump();
  } else if (event.key === "F6") {
    event.preventDefault();
    nextRegion(event.shiftKey ? -1 : 1);
  } else if (event.key === "Escape" && !event.defaultPrevented && !hasDialog()) {
    if (page.editing !== null) page.edit(null);
    else if (page.at.thread !== null) page.open(page.at.channel);
  }
}

/**
 * F6 walks from region to region, as in Slack: bar, messages, composer, thread, its composer.
 *
 * @param {number} step
 */
function nextRegion(step) {
  const stops = [
    ".place.here",
    "#channel > .home",
    "#channel .message[tabindex='0']",
    "#channel > .composer textarea",
    "#thread .message[tabindex='0']",
    "#thread > .composer textarea",
  ]
    .flatMap((one) => findAll(document, one).slice(0, 1))
    .filter((one) => one.offsetParent !== null);
  const regions = stops.map((one) => one.closest(".places, .home, .messages, .composer"));
  const at = regions.findIndex((region) => region?.contains(document.activeElement));
  stops[(at + step + stops.length) % stops.length]?.focus();
}
