// @ts-check
// Calls to the workspace. What it refuses arrives as a WorkspaceRefusal with its own words.

export class WorkspaceRefusal extends Error {
  /**
   * @param {string} words
   * @param {string} [code]
   */
  constructor(words, code = "") {
    super(words);
    this.code = code; // Slack's name of the error, where there is one
  }
}

/**
 * What went wrong, for a person.
 *
 * @param {unknown} error
 */
export function errorText(error) {
  return error instanceof Error ? error.message : String(error);
}

/**
 * Slack's name of the error; empty if there is none.
 *
 * @param {unknown} error
 */
export function errorCode(error) {
  return error instanceof WorkspaceRefusal ? error.code : "";
}

/** @param {Response} response */
async function answerOf(response) {
  let body = null;
  try {
    body = await response.json();
  } catch {
    throw new WorkspaceRefusal(`The workspace answered with status ${response.status}.`);
  }
  if (!response.ok)
    throw new WorkspaceRefusal(
      body.error ?? `The workspace answered with status ${response.status}.`,
      body.code,
    );
  return body;
}

/**
 * @param {string} path
 * @param {RequestInit} [options]
 */
async function call(path, options = {}) {
  let response = null;
  try {
    response = await fetch(`/page/api/${path}`, { cache: "no-store", ...options });
  } catch {
    throw new WorkspaceRefusal("The workspace cannot be reached. What you wrote is kept.");
  }
  return answerOf(response);
}

/**
 * @param {string} path
 * @param {SlackObject} body
 */
function post(path, body) {
  return call(path, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify(body),
  });
}

const part = encodeURIComponent;

/** @param {string} user */
export const bootstrap = (user) => call(`bootstrap?user=${part(user)}`);
/**
 * @param {string} user
 * @param {string} channel
 */
export const messages = (user, channel) => call(`channels/${part(channel)}/messages?user=${part(user)}`);
/**
 * @param {string} user
 * @param {string} channel
 * @param {string} ts
 */
export const thread = (user, channel, ts) =>
  call(`channels/${part(channel)}/threads/${part(ts)}?user=${part(user)}`);
/** @param {SlackObject} body */
export const postMessage = (body) => post("messages", body);
/** @param {SlackObject} body */
export const editMessage = (body) => post("messages/edit", body);
/** @param {SlackObject} body */
export const deleteMessage = (body) => post("messages/delete", body);
/** @param {SlackObject} body */
export const react = (body) => post("reactions", body);
/** @param {SlackObject} body */
export const press = (body) => post("actions", body);
/** @param {SlackObject} body */
export const suggest = (body) => post("options", body);
/** @param {SlackObject} body */
export const runCommand = async (body) => (await post("commands", body)).taken;
/** @param {SlackObject} body */
export const runShortcut = (body) => post("shortcuts", body);
/** @param {SlackObject} body */
export const submitView = (body) => post("views/submit", body);
/** @param {SlackObject} body */
export const closeView = (body) => post("views/close", body);
/**
 * Enter a tab of the app, which hears of it; gives their conversation, and of an assistant the
 * thread in which one writes to it.
 *
 * @param {string} user
 * @param {string} bot
 * @param {AppTab} tab
 * @param {string} seen the channel from which one comes, empty if from none
 * @returns {Promise<{ channel: Channel, thread: string }>}
 */
export const openApp = (user, bot, tab, seen) => post("dm", { user, bot, tab, seen });
/** @param {SlackObject} body */
export const createChannel = async (body) => (await post("channels", body)).channel;
/** @param {SlackObject} body */
export const stopSession = (body) => post("sessions/stop", body);
/**
 * @param {string} file
 * @param {string} user
 */
export const fileAddress = (file, user) => `/page/api/files/${part(file)}?user=${part(user)}`;
/** @param {string} user */
export const streamAddress = (user) => `/page/api/stream?user=${part(user)}`;

/**
 * @param {string} user
 * @param {File} file
 * @returns {Promise<SlackObject>}
 */
export async function upload(user, file) {
  const form = new FormData();
  form.append("user", user);
  form.append("file", file, file.name);
  return (await call("files", { method: "POST", body: form })).file;
}
