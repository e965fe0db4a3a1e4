// Building DOM nodes. Everything on the page is made here, from text and attributes, never from HTML.

const SVG = "http://www.w3.org/2000/svg";

/** Children may be nodes, strings, nested arrays; null, undefined and false are left out. */
function present(children) {
  return children.flat(Infinity).filter((child) => child !== null && child !== undefined && child !== false);
}

/** An element. `on` holds listeners, `data` data-attributes; null, undefined and false leave an attribute out. */
export function el(tag, attributes = {}, ...children) {
  const node = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === null || value === undefined) continue;
    if (name.startsWith("aria-")) {
      node.setAttribute(name, String(value));
    } else if (value === false) {
      continue;
    } else if (name === "on") {
      for (const [event, listener] of Object.entries(value)) node.addEventListener(event, listener);
    } else if (name === "data") {
      Object.assign(node.dataset, value);
    } else {
      node.setAttribute(name, value === true ? "" : String(value));
    }
  }
  node.append(...present(children));
  return node;
}

export function fragment(...children) {
  const node = document.createDocumentFragment();
  node.append(...present(children));
  return node;
}

/** A symbol of symbols.svg: decorative unless a label is given. */
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
  use.setAttribute("href", `/page/symbols.svg#${name}`);
  svg.append(use);
  return svg;
}

/** The address as the browser will open it, or null unless it is http or https. */
export function safeUrl(address) {
  try {
    const url = new URL(String(address));
    return url.protocol === "http:" || url.protocol === "https:" ? url.href : null;
  } catch {
    return null;
  }
}

/** A link that opens in a new tab; what is not http(s) stays plain text with its words visible. */
export function link(address, ...children) {
  const href = safeUrl(address);
  if (href === null) {
    return el("span", { class: "dead-link", title: "Only http and https links can be opened" }, children);
  }
  return el("a", { href, target: "_blank", rel: "noopener noreferrer" }, children);
}
