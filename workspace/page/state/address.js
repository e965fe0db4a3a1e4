// @ts-check
// The address of the page: #/user/channel/thread, or #/user/channel/home for the Home tab of the app.

const HOME = "home";

/** What the address says: user, channel and thread, each possibly absent, and the tab. */
export function place() {
  const [user, channel, rest] = location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => decodeURIComponent(part));
  /** @type {AppTab} */
  const tab = rest === HOME ? "home" : "messages";
  return { user: user || null, channel: channel || null, thread: tab === "home" ? null : rest || null, tab };
}

/**
 * @param {string | null} user
 * @param {string | null} channel
 * @param {string | null} [thread]
 * @param {AppTab} [tab]
 */
export function hash(user, channel, thread = null, tab = "messages") {
  const parts = [user, channel, tab === "home" ? HOME : thread].filter(
    (part) => part !== null && part !== "",
  );
  return `#/${parts.map((part) => encodeURIComponent(part ?? "")).join("/")}`;
}
