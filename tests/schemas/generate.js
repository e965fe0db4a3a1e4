// JSON schemas of what Slack's own packages declare: events and blocks of @slack/types, what each
// method answers, of @slack/web-api, and interactions, of @slack/bolt. Usage: node generate.js METHOD… > schemas.json

const path = require("node:path");
const { createFormatter, createParser, createProgram, SchemaGenerator } = require("ts-json-schema-generator");

const methods = process.argv.slice(2);
const shared = {
  tsconfig: path.join(__dirname, "tsconfig.json"),
  skipTypeCheck: true,
  additionalProperties: true,
  topRef: true,
  expose: "export",
};

/** @param {string} files that export the types; may be a glob */
function generator(files) {
  const config = { ...shared, path: files };
  const program = createProgram(config);
  const parser = () => createParser(program, config);
  const formatter = () => createFormatter(config);
  return (type) => new SchemaGenerator(program, parser(), formatter(), config).createSchema(type);
}

/** @param {string} method */
function responseType(method) {
  const words = method.split(".").map((word) => word[0].toUpperCase() + word.slice(1));
  return `${words.join("")}Response`;
}

const types = generator(require.resolve("@slack/types/dist/index.d.ts"));
const folder = path.dirname(require.resolve("@slack/web-api/dist/types/response/index.d.ts"));
const responses = generator(`${folder}/{${methods.map(responseType).join()}}.d.ts`);
const interactions = generator(path.join(__dirname, "interactions.ts"));
const kinds = [
  "Press",
  "SubmittedView",
  "ClosedView",
  "Suggestion",
  "ShortcutAnywhere",
  "ShortcutOnMessage",
  "Command",
];
process.stdout.write(
  JSON.stringify({
    event: types("SlackEvent"),
    block: types("KnownBlock"),
    interactions: Object.fromEntries(kinds.map((one) => [one, interactions(one)])),
    responses: Object.fromEntries(methods.map((one) => [one, responses(responseType(one))])),
  }),
);
