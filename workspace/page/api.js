// Calls to the workspace. What it refuses arrives as a WorkspaceRefusal with its own words.

export class WorkspaceRefusal extends Error {
  constructor(words, code = "") {
    super(words);
    this.code = code; // Slack's name of the error, where there is one
  }
}

async function answerOf(response) {
  let body = null;
  try {
    body = await response.json();
  } catch {
    throw new WorkspaceRefusal(`The workspace answered with status ${response.status}.`);
  }
  if (!response.ok) throw new WorkspaceRefusal(body.error ?? `The workspace answered with status ${response.status}.`, body.code);
  return body;
}

async function call(path, options = {}) {
  let response = null;
  try {
    response = await fetch(`/page/api/${path}`, { cache: "no-store", ...options });
  } catch {
    throw new WorkspaceRefusal("The workspace cannot be reached. What you wrote is kept.");
  }
  return answerOf(response);
}

function post(path, body) {
  return call(path, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(body) });
}

const part = encodeURIComponent;

export const bootstrap = (user) => call(`bootstrap?user=${part(user)}`);
export const messages = async (channel) => (await call(`channels/${part(channel)}/messages`)).messages;
export const thread = async (channel, ts) => (await call(`channels/${part(channel)}/threads/${part(ts)}`)).messages;
export const postMessage = (body) => post("messages", body);
export const editMessage = (body) => post("messages/edit", body);
export const deleteMessage = (body) => post("messages/delete", body);
export const react = (body) => post("reactions", body);
export const press = (body) => post("actions", body);
export const openDirect = async (user, bot) => (await post("dm", { user, bot })).channel;
export const stopSession = (body) => post("sessions/stop", body);
export const fileAddress = (file, user) => `/page/api/files/${part(file)}?user=${part(user)}`;
export const streamAddress = (user) => `/page/api/stream?user=${part(user)}`;

export async function upload(user, file) {
  const form = new FormData();
  form.append("user", user);
  form.append("file", file, file.name);
  return (await call("files", { method: "POST", body: form })).file;
}
