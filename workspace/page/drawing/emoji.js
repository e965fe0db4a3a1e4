// @ts-check
// Slack's emoji names. The ones used most are drawn in symbols.svg, so that they look the same
// on machines without an emoji font; the others are shown as characters.

import { el, symbol } from "./dom.js";

/** @type {Readonly<Record<string, string>>} */
const CHARACTERS = Object.freeze({
  "+1": "👍",
  "-1": "👎",
  100: "💯",
  alarm_clock: "⏰",
  ambulance: "🚑",
  anatomical_heart: "🫀",
  arrow_down: "⬇️",
  arrow_left: "⬅️",
  arrow_right: "➡️",
  arrow_up: "⬆️",
  arrows_counterclockwise: "🔄",
  bangbang: "‼️",
  bar_chart: "📊",
  bell: "🔔",
  black_circle: "⚫",
  black_square_for_stop: "⏹️",
  blue_book: "📘",
  blue_heart: "💙",
  book: "📖",
  bookmark: "🔖",
  bookmark_tabs: "📑",
  books: "📚",
  brain: "🧠",
  bug: "🐛",
  bulb: "💡",
  calendar: "📆",
  card_index: "📇",
  card_index_dividers: "🗂️",
  chart_with_upwards_trend: "📈",
  clap: "👏",
  classical_building: "🏛️",
  clipboard: "📋",
  clock1: "🕐",
  coffee: "☕",
  compass: "🧭",
  confused: "😕",
  construction: "🚧",
  cry: "😢",
  date: "📅",
  dizzy: "💫",
  dna: "🧬",
  door: "🚪",
  exclamation: "❗",
  eyes: "👀",
  face_with_monocle: "🧐",
  file_cabinet: "🗄️",
  file_folder: "📁",
  fire: "🔥",
  flag: "🚩",
  gear: "⚙️",
  globe_with_meridians: "🌐",
  green_book: "📗",
  grey_question: "❔",
  grin: "😁",
  grinning: "😀",
  hammer_and_wrench: "🛠️",
  hand: "✋",
  heart: "❤️",
  heavy_check_mark: "✔️",
  heavy_minus_sign: "➖",
  heavy_plus_sign: "➕",
  hospital: "🏥",
  hourglass: "⌛",
  house: "🏠",
  hourglass_flowing_sand: "⏳",
  information_source: "ℹ️",
  interrobang: "⁉️",
  joy: "😂",
  key: "🔑",
  label: "🏷️",
  large_blue_circle: "🔵",
  large_green_circle: "🟢",
  large_orange_circle: "🟠",
  large_yellow_circle: "🟡",
  laughing: "😆",
  ledger: "📒",
  link: "🔗",
  lock: "🔒",
  mag: "🔍",
  mag_right: "🔎",
  mailbox: "📫",
  medical_symbol: "⚕️",
  memo: "📝",
  microscope: "🔬",
  mute: "🔇",
  neutral_face: "😐",
  newspaper: "📰",
  no_entry: "⛔",
  no_entry_sign: "🚫",
  notebook: "📓",
  octagonal_sign: "🛑",
  ok: "🆗",
  ok_hand: "👌",
  open_book: "📖",
  open_file_folder: "📂",
  orange_book: "📙",
  page_facing_up: "📄",
  page_with_curl: "📃",
  paperclip: "📎",
  partying_face: "🥳",
  pause_button: "⏸️",
  pencil: "✏️",
  pencil2: "✏️",
  petri_dish: "🧫",
  pill: "💊",
  point_down: "👇",
  point_left: "👈",
  point_right: "👉",
  point_up: "☝️",
  pray: "🙏",
  purple_heart: "💜",
  pushpin: "📌",
  question: "❓",
  raised_hand: "✋",
  raised_hands: "🙌",
  recycle: "♻️",
  red_circle: "🔴",
  relieved: "😌",
  repeat: "🔁",
  robot_face: "🤖",
  rocket: "🚀",
  rotating_light: "🚨",
  round_pushpin: "📍",
  scales: "⚖️",
  seedling: "🌱",
  shield: "🛡️",
  simple_smile: "🙂",
  slightly_smiling_face: "🙂",
  slightly_frowning_face: "🙁",
  smile: "😄",
  smiley: "😃",
  sob: "😭",
  sparkles: "✨",
  speech_balloon: "💬",
  star: "⭐",
  stethoscope: "🩺",
  stop_button: "⏹️",
  stop_sign: "🛑",
  stopwatch: "⏱️",
  sunglasses: "😎",
  syringe: "💉",
  tada: "🎉",
  telephone_receiver: "📞",
  test_tube: "🧪",
  thermometer: "🌡️",
  thinking_face: "🤔",
  thought_balloon: "💭",
  thumbsdown: "👎",
  thumbsup: "👍",
  timer_clock: "⏲️",
  tired_face: "😫",
  triangular_flag_on_post: "🚩",
  unlock: "🔓",
  upside_down_face: "🙃",
  wastebasket: "🗑️",
  wave: "👋",
  warning: "⚠️",
  white_check_mark: "✅",
  white_circle: "⚪",
  white_large_square: "⬜",
  wink: "😉",
  woman_health_worker: "👩‍⚕️",
  wrench: "🔧",
  writing_hand: "✍️",
  x: "❌",
  x_ray: "🩻",
  yellow_heart: "💛",
  zap: "⚡",
  zipper_mouth_face: "🤐",
  zzz: "💤",
});

/** @type {Readonly<Record<string, string>>} */
const ALIASES = Object.freeze({
  thumbsup: "+1",
  thumbsdown: "-1",
  stop_sign: "octagonal_sign",
  hand: "raised_hand",
  mag_right: "mag",
});

const DRAWN = new Set([
  "+1",
  "-1",
  "books",
  "bulb",
  "clipboard",
  "eyes",
  "hourglass_flowing_sand",
  "information_source",
  "link",
  "lock",
  "mag",
  "memo",
  "octagonal_sign",
  "page_facing_up",
  "pencil2",
  "pill",
  "pushpin",
  "dna",
  "question",
  "raised_hand",
  "red_circle",
  "large_green_circle",
  "large_yellow_circle",
  "speech_balloon",
  "thought_balloon",
  "unlock",
  "no_entry",
  "grey_question",
  "wave",
  "tada",
  "heart",
  "test_tube",
  "warning",
  "white_check_mark",
  "x",
]);

/** The names that a reaction picker offers, most useful first. */
export const PICKED = Object.freeze([
  "eyes",
  "octagonal_sign",
  "white_check_mark",
  "+1",
  "-1",
  "heart",
  "tada",
  "question",
  "warning",
  "raised_hand",
  "bulb",
  "mag",
  "x",
  "memo",
  "books",
  "hourglass_flowing_sand",
]);

const BY_CHARACTER = new Map(
  Object.entries(CHARACTERS)
    .filter(([name]) => DRAWN.has(ALIASES[name] ?? name))
    .map(([name, character]) => [character.replace("\uFE0F", ""), name]),
);
const DRAWN_CHARACTER = new RegExp(`(${[...BY_CHARACTER.keys()].join("|")})\\uFE0F?`, "gu");

/** @param {string} name */
export function isEmoji(name) {
  return Object.hasOwn(CHARACTERS, name);
}

/**
 * One emoji by its Slack name (a skin tone is ignored); an unknown name is shown as `:name:`.
 *
 * @param {string} name
 */
export function emoji(name) {
  const plain = name.split("::")[0];
  const known = ALIASES[plain] ?? plain;
  if (DRAWN.has(known)) return symbol(`emoji-${known}`, { label: `:${plain}:`, className: "emoji" });
  if (!isEmoji(known)) return el("span", {}, `:${name}:`);
  return el("span", { class: "emoji-character", role: "img", "aria-label": `:${plain}:` }, CHARACTERS[known]);
}

/**
 * Plain text as nodes, its drawn emoji characters replaced by their drawings.
 *
 * @param {string} text
 */
export function textWithEmoji(text) {
  /** @type {(Node | string)[]} */
  const nodes = [];
  let end = 0;
  for (const match of text.matchAll(DRAWN_CHARACTER)) {
    if (match.index > end) nodes.push(text.slice(end, match.index));
    nodes.push(emoji(BY_CHARACTER.get(match[1]) ?? ""));
    end = match.index + match[0].length;
  }
  if (end < text.length) nodes.push(text.slice(end));
  return nodes;
}
