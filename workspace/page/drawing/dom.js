// @ts-check
// Building DOM nodes. Everything on the page is made here, from text and attributes, never from HTML.

const SVG = "http://www.w3.org/2000/svg";

/**
 * Children may be nodes, strings, nested arrays; null, undefined and false are left out.
 *
 * @param {Child[]} children
 * @returns {(Node | string)[]}
 */
function flattenChildren(children) {
  return /** @type {any[]} */ (children)
    .flat(Infinity)
    .filter((child) => child !== null && child !== undefined && child !== false);
}

/**
 * Set one attribute of an element; `on` holds listeners, `data` data-attributes.
 *
 * @param {HTMLElement} node
 * @param {string} name
 * @param {any} value
 */
function setAttribute(node, name, value) {
  if (value === null || value === undefined) return;
  if (name.startsWith("aria-")) {
    node.setAttribute(name, String(value));
  } else if (value === false) {
    return;
  } else if (name === "on") {
    for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
  } else if (name === "data") {
    Object.assign(node.dataset, value);
  } else {
    node.setAttribute(name, value === true ? "" : String(value));
  }
}

/**
 * An element. `on` holds listeners, `data` data-attributes; null, undefined and false leave an attribute out.
 *
 * @template {keyof HTMLElementTagNameMap} Tag
 * @param {Tag} tag
 * @param {Record<string, any>} [attributes]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[Tag]}
 */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) setAttribute(node, name, value);
  node.append(...flattenChildren(children));
  return node;
}

/** @param {...Child} children */
export function fragment(...children) {
  const node = document.createDocumentFragment();
  node.append(...flattenChildren(children));
  return node;
}

/**
 * A symbol of symbols.svg: decorative unless a label is given.
 *
 * @param {string} name
 * @param {{ label?: string | null, className?: string }} [options]
 */
export function symbol(name, { label = null, className = "icon" } = {}) {
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("class", className);
  svg.setAttribute("viewBox", "0 0 24 24");
  if (label === null) {
    svg.setAttribute("aria-hidden", "true");
  } else {
    svg.setAttribute("role", "img");
    svg.setAttribute("aria-label", label);
  }
  const use = document.createElementNS(SVG, "use");
  use.setAttribute("href", `/page/images/symbols.svg#${name}`);
  svg.append(use);
  return svg;
}

/**
 * The address as the browser will open it, or null unless it is http or https.
 *
 * @param {unknown} address
 */
export function safeUrl(address) {
  try {
    const url = new URL(String(address));
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/**
 * A link that opens in a new tab; what is not http(s) stays plain text with its words visible.
 *
 * @param {string} address
 * @param {...Child} children
 * @returns {HTMLElement}
 */
export function link(address, ...children) {
  const href = safeUrl(address);
  if (href === null) {
    return el("span", { class: "dead-link", title: "Only http and https links can be opened" }, children);
  }
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children);
}

/**
 * The elements below `root` that match a selector.
 *
 * @param {ParentNode} root
 * @param {string} selector
 * @returns {HTMLElement[]}
 */
export function findAll(root, selector) {
  return [...root.querySelectorAll(selector)].filter((node) => node instanceof HTMLElement);
}

/** The element that has the focus, or null. */
export function focusedElement() {
  return document.activeElement instanceof HTMLElement ? document.activeElement : null;
}

/**
 * The element that an event came from, or null.
 *
 * @param {Event} event
 */
export function targetOf(event) {
  return event.target instanceof HTMLElement ? event.target : null;
}

/**
 * An element that index.html has.
 *
 * @param {string} id
 */
export function byId(id) {
  const node = document.getElementById(id);
  if (node === null) throw new Error(`the page has no element #${id}`);
  return node;
}
