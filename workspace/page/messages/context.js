// @ts-check
// What the renderers need to know beyond a message or view: who looks, how people and channels are
// called, where pictures are, how a control is pressed, and what this person folded, chose or entered.

import * as api from "../state/api.js";

/**
 * @param {import("../app.js").Page} page
 * @param {Message} message
 * @returns {RenderContext}
 */
export function contextOf(page, message) {
  return build(page, {
    key: `${page.at.channel}/${message.ts}`,
    files: message.files ?? [],
    source: () => page.mark(message),
    errors: {},
  });
}

/**
 * @param {import("../app.js").Page} page
 * @param {SlackObject} view
 * @param {Record<string, string>} [errors] what is wrong with what was entered, by block id
 * @returns {RenderContext}
 */
export function viewContext(page, view, errors = {}) {
  return build(page, {
    key: view.id,
    files: [],
    source: () => ({ user: page.store.me, view_id: view.id }),
    errors,
  });
}

/**
 * What a person entered into the controls of a view.
 *
 * @param {import("../app.js").Page} page
 * @param {string} viewId
 */
export function viewEntries(page, viewId) {
  return page.memory.get(`${page.store.me}/${viewId}/entries`) ?? {};
}

/**
 * @param {import("../app.js").Page} page
 * @param {{ key: string, files: SlackObject[], source: () => SlackObject, errors: Record<string, string> }} from
 * @returns {RenderContext}
 */
function build(page, { key, files, source, errors }) {
  const { store } = page;
  /** @param {string} name */
  const note = (name) => `${store.me}/${key}/${name}`;
  /** @returns {Record<string, Record<string, Entry>>} */
  const entries = () => page.memory.get(note("entries")) ?? {};
  /** @param {SlackObject} object */
  const pictured = (object) => {
    if (object.slack_file?.id !== undefined) return object.slack_file.id;
    const address = object.slack_file?.url ?? object.image_url;
    return files.find((file) => [file.url_private, file.permalink].includes(address))?.id;
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
    people: () => store.people().map(({ id }) => ({ value: id, words: store.userName(id) })),
    channels: () => store.channels.map(({ id }) => ({ value: id, words: store.channelName(id) })),
    imageSource: (object) =>
      pictured(object) === undefined ? null : api.fileAddress(pictured(object), store.me ?? ""),
    fileName: (block) => files.find((file) => [file.id, file.external_id].includes(block.external_id))?.name,
    errors,
    entry: (blockId, actionId) => entries()[blockId]?.[actionId],
    enter: (blockId, actionId, value) => {
      const before = entries();
      const block = { ...before[blockId], [actionId]: value };
      page.memory.set(note("entries"), { ...before, [blockId]: block });
    },
    upload: (file) => api.upload(store.me ?? "", file),
    press: (action) => page.press(source(), action, entries()),
    suggest: async (action) => {
      try {
        return await api.suggest({ ...source(), ...action, entries: entries() });
      } catch (error) {
        return { options: [], option_groups: [], trouble: api.errorText(error) };
      }
    },
  };
}
