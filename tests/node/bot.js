// @ts-check
// A small bot with Slack's own Node clients: it answers a mention with a button, updates the
// message when the button is pressed, answers a command, opens a modal for a shortcut, offers
// options, publishes a home, and sends what it saw as JSON lines to standard output.
// Usage: node bot.js socket|http <base url>

const { App, HTTPReceiver, LogLevel, SocketModeReceiver } = require("@slack/bolt");

const [mode, base] = process.argv.slice(2);
const clientOptions = { slackApiUrl: `${base}/api/` };

/** @typedef {import("@slack/bolt").BlockButtonAction} Pressed */

/**
 * @param {string} what
 * @param {object} more
 */
function tell(what, more = {}) {
  process.stdout.write(`${JSON.stringify({ what, ...more })}\n`);
}

const quiet = { logLevel: LogLevel.ERROR };
const receiver =
  mode === "http"
    ? new HTTPReceiver({ signingSecret: "local-signing-secret", ...quiet })
    : new SocketModeReceiver({
        appToken: "xapp-local",
        installerOptions: { clientOptions },
        ...quiet,
      });
const app = new App({ token: "xoxb-local", receiver, clientOptions, ...quiet });

/** @param {{ metadata?: { event_payload?: object } }} message */
function keyOf(message) {
  const payload = message.metadata?.event_payload ?? {};
  return "k" in payload ? payload.k : null;
}

app.event("message", async () => {});

app.event("app_mention", async ({ event, client }) => {
  tell("mention", { ts: event.ts, text: event.text });
  await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: "eyes" });
  /** @type {import("@slack/web-api").Button} */
  const button = {
    type: "button",
    action_id: "show_steps",
    value: "run-1",
    text: { type: "plain_text", text: "Show steps" },
  };
  const posted = await client.chat.postMessage({
    channel: event.channel,
    thread_ts: event.ts,
    text: "Answer ready",
    blocks: [
      { type: "markdown", text: "**Answer** [1]" },
      { type: "actions", block_id: "controls", elements: [button] },
    ],
    metadata: { event_type: "curbside_run", event_payload: { k: "run-1:1:0" } },
  });
  const replies = await client.conversations.replies({
    channel: event.channel,
    ts: event.ts,
    include_all_metadata: true,
  });
  tell("answered", {
    ts: posted.ts,
    keys: (replies.messages ?? []).map(keyOf),
  });
});

/** @param {Pressed} pressed */
function placeOf({ channel, message }) {
  if (!channel || !message) throw new Error("A button was pressed outside of a message.");
  return { channel: channel.id, ts: message.ts, thread: message.thread_ts };
}

/** @type {import("@slack/bolt").Middleware<import("@slack/bolt").SlackActionMiddlewareArgs<Pressed>>} */
const showSteps = async ({ ack, action, body, client, respond }) => {
  await ack();
  const { channel, ts, thread } = placeOf(body);
  await client.chat.update({
    channel,
    ts,
    text: "Answer with steps",
    blocks: [{ type: "section", text: { type: "mrkdwn", text: `Steps of ${action.value}` } }],
  });
  await client.files.uploadV2({
    channel_id: channel,
    thread_ts: thread,
    filename: "trace.txt",
    file: Buffer.from("trace of the run"),
  });
  await respond({ text: "Shown", response_type: "ephemeral", replace_original: false });
  tell("updated");
};
app.action("show_steps", showSteps);

app.command("/gene", async ({ ack, command }) => {
  tell("command", { text: command.text, user: command.user_id });
  await ack({ text: `${command.text} is a gene` });
});

/** @type {import("@slack/web-api").ModalView} */
const FORM = {
  type: "modal",
  callback_id: "form",
  title: { type: "plain_text", text: "Ask" },
  submit: { type: "plain_text", text: "Ask" },
  blocks: [
    {
      type: "input",
      block_id: "gene",
      label: { type: "plain_text", text: "Gene" },
      element: { type: "external_select", action_id: "gene", min_query_length: 1 },
    },
  ],
};

app.shortcut("ask", async ({ ack, shortcut, client }) => {
  await ack();
  const opened = await client.views.open({ trigger_id: shortcut.trigger_id, view: FORM });
  const about = shortcut.type === "message_action" ? shortcut.message.text : "";
  tell("shortcut", { type: shortcut.type, about, view: opened.view?.id });
});

app.options("gene", async ({ ack, payload }) => {
  const text = { type: /** @type {const} */ ("plain_text"), text: payload.value.toUpperCase() };
  await ack({ options: [{ text, value: payload.value }] });
});

app.view("form", async ({ ack, view }) => {
  const chosen = view.state.values.gene.gene.selected_option?.value;
  tell("submitted", { chosen });
  if (chosen === "again") await ack({ response_action: "errors", errors: { gene: "Not this one." } });
  else await ack();
});

app.event("app_home_opened", async ({ event, client }) => {
  const blocks = [{ type: "section", text: { type: "mrkdwn", text: "Welcome" } }];
  const view = /** @type {import("@slack/web-api").HomeView} */ ({ type: "home", blocks });
  if (event.tab === "home") await client.views.publish({ user_id: event.user, view });
  tell("home", { tab: event.tab });
});

/** @param {object} error */
function dataOf(error) {
  const original = "original" in error ? error.original : undefined;
  return original instanceof Object && "data" in original ? original.data : undefined;
}

app.error(async (error) => tell("error", { message: String(error), data: dataOf(error) }));

/** The port it listens on; null for Socket Mode, which listens on none. */
async function start() {
  if (mode !== "http") {
    await app.start();
    return null;
  }
  const address = (await app.start({ port: 0, host: "127.0.0.1" })).address();
  return typeof address === "object" && address !== null ? address.port : null;
}

(async () => {
  const me = await app.client.auth.test();
  tell("ready", { user: me.user_id, port: await start() });
})();

process.on("SIGTERM", async () => {
  await app.stop();
  process.exit(0);
});
