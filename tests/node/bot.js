// A small bot with Slack's own Node clients: it answers a mention with a button, updates the
// message when the button is pressed, and sends what it saw as JSON lines to standard output.
// Usage: node bot.js socket|http <base url>

const { App, HTTPReceiver, LogLevel, SocketModeReceiver } = require("@slack/bolt");

const [mode, base] = process.argv.slice(2);
const clientOptions = { slackApiUrl: `${base}/api/` };

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

app.event("message", async () => {});

app.event("app_mention", async ({ event, client }) => {
  tell("mention", { ts: event.ts, text: event.text });
  await client.reactions.add({ channel: event.channel, timestamp: event.ts, name: "eyes" });
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
    keys: replies.messages.map((one) => one.metadata?.event_payload?.k ?? null),
  });
});

app.action("show_steps", async ({ ack, action, body, client, respond }) => {
  await ack();
  await client.chat.update({
    channel: body.channel.id,
    ts: body.message.ts,
    text: "Answer with steps",
    blocks: [{ type: "section", text: { type: "mrkdwn", text: `Steps of ${action.value}` } }],
  });
  await client.files.uploadV2({
    channel_id: body.channel.id,
    thread_ts: body.message.thread_ts,
    filename: "trace.txt",
    file: Buffer.from("trace of the run"),
  });
  await respond({ text: "Shown", response_type: "ephemeral", replace_original: false });
  tell("updated");
});

app.error(async (error) => tell("error", { message: String(error), data: error.original?.data }));

(async () => {
  const me = await app.client.auth.test();
  const server = await app.start(mode === "http" ? { port: 0, host: "127.0.0.1" } : undefined);
  const port = mode === "http" ? server.address().port : null;
  tell("ready", { user: me.user_id, port });
})();

process.on("SIGTERM", async () => {
  await app.stop();
  process.exit(0);
});
