// @ts-check
// Direct conversations: with an app, or of several people and apps.

/** @param {Channel | undefined} channel */
export const isDirect = (channel) => channel?.is_im === true || channel?.is_mpim === true;

/**
 * The names of the others of a direct conversation of several, which its own name tells:
 * `mpdm-ana--ben--bot-1`.
 *
 * @param {Channel} channel
 * @param {import("./store.js").Store} store
 */
export function namesInGroup(channel, store) {
  const names = (channel.name ?? "").replace(/^mpdm-|-\d+$/g, "").split("--");
  const others = [...store.users.values()].filter(
    (user) => user.id !== store.me && names.includes(user.name ?? ""),
  );
  return others.map((user) => store.userName(user.id)).join(", ");
}
