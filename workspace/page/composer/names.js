// @ts-check
// Names of people and channels: as they are typed, and as Slack stores them.

/**
 * `@Ana Ruiz` → `<@U0ANA>` and `#tumor-board` → `<#C…>`; the longest name wins, unknown ones stay words.
 *
 * @param {string} text
 * @param {MentionName[]} names
 */
export function encodeNames(text, names) {
  const sorted = [...names].sort((a, b) => b.label.length - a.label.length);
  let out = "";
  let at = 0;
  while (at < text.length) {
    const starts = at === 0 || /[\s(,;:/"'*_~]/.test(text[at - 1]);
    const found =
      starts &&
      sorted.find(({ label }) => {
        const end = at + label.length;
        return (
          text.slice(at, end).toLowerCase() === label.toLowerCase() && !/[\p{L}\p{N}_]/u.test(text[end] ?? "")
        );
      });
    out += found ? found.entity : text[at];
    at += found ? found.label.length : 1;
  }
  return out;
}

/**
 * The reverse, for editing: what is stored → what was typed.
 *
 * @param {string} text
 * @param {MentionName[]} names
 */
export function decodeNames(text, names) {
  const byEntity = new Map(names.map(({ entity, label }) => [entity, label]));
  return text
    .replace(
      /<[@#][A-Z0-9]+(?:\|[^<>]*)?>/g,
      (entity) => byEntity.get(entity.replace(/\|.*>/, ">")) ?? entity,
    )
    .replace(/<(https?:[^<>|]+)(?:\|[^<>]*)?>/g, "$1")
    .replaceAll("&lt;", "<")
    .replaceAll("&gt;", ">")
    .replaceAll("&amp;", "&");
}

/**
 * Whether `wanted` is how some word of a name begins, or goes on over several words.
 *
 * @param {string} name
 * @param {string} wanted
 */
export function hasWordStart(name, wanted) {
  const words = name.toLowerCase().split(/[\s-]+/);
  const start = wanted.replaceAll("-", " ");
  return words.some((_, index) => words.slice(index).join(" ").startsWith(start));
}
