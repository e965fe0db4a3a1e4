// @ts-check
/** A colour as the style sheet computes it, such as "rgb(0, 0, 0)". @typedef {string} Colour */

// The contrast of every visible piece of text with what lies behind it: [ratio, where].
// biome-ignore lint/correctness/noUnusedVariables: the test evaluates this file in the page
function measureContrasts() {
  const canvas = new OffscreenCanvas(1, 1).getContext("2d", { willReadFrequently: true });
  if (canvas === null) throw new Error("This browser paints no canvas.");
  /** @param {Colour[]} colours painted one over the other; red, green and blue of the result */
  const paint = (colours) => {
    canvas.clearRect(0, 0, 1, 1);
    for (const colour of colours) {
      canvas.fillStyle = colour;
      canvas.fillRect(0, 0, 1, 1);
    }
    return [...canvas.getImageData(0, 0, 1, 1).data].slice(0, 3);
  };
  /** @param {number} value */
  const linear = (value) => (value <= 0.03928 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4);
  /** @param {Colour[]} colours */
  const light = (colours) => {
    const [r, g, b] = paint(colours).map((value) => linear(value / 255));
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  /** @type {(node: Element | null) => Colour[]} */
  const grounds = (node) =>
    node === null ? [] : [...grounds(node.parentElement), getComputedStyle(node).backgroundColor];
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  /** @type {[number, string][]} */
  const found = [];
  while (walker.nextNode()) {
    const words = walker.currentNode.textContent?.trim() ?? "";
    const node = walker.currentNode.parentElement;
    if (node === null) continue;
    const colour = getComputedStyle(node).color;
    const seen = node.checkVisibility({ visibilityProperty: true }) && colour !== "rgba(0, 0, 0, 0)";
    if (words === "" || !seen) continue;
    const ground = grounds(node);
    const [high, low] = [light(ground), light([...ground, colour])].sort((x, y) => y - x);
    found.push([(high + 0.05) / (low + 0.05), `${node.className}: ${words.slice(0, 40)}`]);
  }
  return found;
}
