// @ts-check
// What the renderers need to know beyond a message: who looks, how people and channels are called,
// where pictures are, how a control is pressed, and what this person folded or chose before.

import * as api from "../state/api.js";

/**
 * @param {import("../app.js").Page} page
 * @param {{ ts: string, files?: SlackObject[] }} message
 * @returns {RenderContext}
 */
export function contextOf(page, message) {
  const { store } = page;
  const key = `${page.at.channel}/${message.ts}`;
  /** @param {string} name */
  const note = (name) => `${store.me}/${key}/${name}`;
  /** @param {SlackObject} object */
  const pictured = (object) => {
    if (object.slack_file?.id !== undefined) return object.slack_file.id;
    const address = object.slack_file?.url ?? object.image_url;
    return message.files?.find((file) => [file.url_private, file.permalink].includes(address))?.id;
  };
  return {
    me: store.me ?? "",
    key: key.replace(/\W/g, "-"),
    memory: {
      get: (name) => page.memory.get(note(name)),
      set: (name, value) => page.memory.set(note(name), value),
    },
    userName: (id) => store.userName(id),
    isBot: (id) => store.users.get(id)?.is_bot === true,
    channelName: (id) => store.channelName(id),
    channelHash: (id) => page.channelHash(id),
    imageSource: (object) =>
      pictured(object) === undefined ? null : api.fileAddress(pictured(object), store.me ?? ""),
    fileName: (block) =>
      message.files?.find((file) => [file.id, file.external_id].includes(block.external_id))?.name,
    press: (action) => page.press(message, action),
  };
}
