// @ts-check
// The address of the page: #/user/channel/thread.

/** What the address says: user, channel and thread, each possibly absent. */
export function place() {
  const [user, channel, thread] = location.hash
    .replace(/^#\/?/, "")
    .split("/")
    .map((part) => decodeURIComponent(part));
  return { user: user || null, channel: channel || null, thread: thread || null };
}

/**
 * @param {string | null} user
 * @param {string | null} channel
 * @param {string | null} [thread]
 */
export function hash(user, channel, thread = null) {
  const parts = [user, channel, thread].filter((part) => part !== null && part !== "");
  return `#/${parts.map((part) => encodeURIComponent(part ?? "")).join("/")}`;
}
