// Types for the check of the page's modules (tests/page). Nothing here is served or run.

/** Blocks, elements, views and files: Slack's JSON, which has no fixed shape. */
// biome-ignore lint/suspicious/noExplicitAny: the app may send anything, the renderers check what they use
type SlackObject = Record<string, any>;

type Child = Node | string | null | undefined | false | Child[];

interface Reaction {
  name: string;
  users: string[];
  count: number;
}

interface Message {
  ts: string;
  text?: string;
  user?: string;
  bot_id?: string;
  username?: string;
  subtype?: string;
  thread_ts?: string;
  blocks?: SlackObject[];
  files?: SlackObject[];
  reactions?: Reaction[];
  edited?: SlackObject;
  is_ephemeral?: boolean;
  reply_count?: number;
  reply_users?: string[];
  latest_reply?: string;
  assistant_app_thread?: { title: string };
}

interface Channel {
  id: string;
  name?: string;
  user?: string;
  is_im?: boolean;
  is_mpim?: boolean;
  is_private?: boolean;
  /** The bot user of the app whose direct conversation it is. */
  bot?: string;
  purpose?: { value: string };
}

interface User {
  id: string;
  name?: string;
  real_name?: string;
  is_bot?: boolean;
  is_restricted?: boolean;
  is_ultra_restricted?: boolean;
  is_stranger?: boolean;
  profile?: { title?: string };
}

interface Bot {
  id: string;
  user_id: string;
  name: string;
}

interface Command {
  command: string;
  description: string;
  usage_hint?: string;
}

/** What an app's manifest offers to people, and what the app published for this person. */
interface AppOffer {
  id: string;
  user: string;
  commands: Command[];
  shortcuts: { name: string; type: "global" | "message"; callback_id: string; description: string }[];
  has_home: boolean;
  has_messages: boolean;
  takes_messages: boolean;
  suggested_prompts: { title: string; message: string }[];
  home: SlackObject | null;
}

/** The answer of `bootstrap`: who looks, and what they see. */
interface Bootstrap {
  team: { name: string };
  users: User[];
  bots: Bot[];
  channels: Channel[];
  modals: SlackObject[];
  apps: AppOffer[];
  /** Slack's own. */
  commands: Command[];
  me: string;
}

/** What the app suggests to ask, as long as its message `after` is the newest ("": none yet). */
interface Offered {
  after: string;
  title: string;
  prompts: { title: string; message: string }[];
}

/** One event of the live stream (`workspace/model/change_feed.py`). */
interface Change {
  type: string;
  channel: string;
  ts: string;
  thread_ts?: string;
  message?: Message;
  /** The bot user of the app whose status or session it is. */
  bot?: string;
  status?: string;
  loading_messages?: string[];
  title?: string;
  view?: SlackObject;
  views?: SlackObject[];
  offered?: Offered;
}

/** A tab of the app's own conversation. */
type AppTab = "home" | "messages";

/** Where the page is; null means "not chosen". */
interface PageLocation {
  user: string | null;
  channel: string | null;
  thread: string | null;
  tab: AppTab;
}

/** What a person entered or chose: a text, several ids or values, or options that the app gave. */
type Entry = string | (string | SlackObject)[] | SlackObject | null;

/** What a person pressed. */
interface Action {
  block_id: string;
  action_id: string;
  value: Entry;
}

/** What the renderers need to know beyond a message. */
interface RenderContext {
  me: string;
  key: string;
  // biome-ignore lint/suspicious/noExplicitAny: each renderer knows what it stored
  memory: { get(name: string): any; set(name: string, value: unknown): void };
  userName(id: string): string;
  isBot(id: string): boolean;
  channelName(id: string): string;
  channelHash(id: string): string;
  imageSource(object: SlackObject): string | null;
  fileName(block: SlackObject): string | undefined;
  people(): { value: string; words: string }[];
  channels(): { value: string; words: string }[];
  errors: Record<string, string>;
  entry(blockId: string, actionId: string): Entry | undefined;
  enter(blockId: string, actionId: string, value: Entry): void;
  /** A file of this person, which nobody else sees yet. */
  upload(file: File): Promise<SlackObject>;
  press(action: Action): Promise<boolean>;
  /** What the app offers for what was typed into an external menu (`value`). */
  suggest(action: Action): Promise<Suggested>;
}

/** The options of an external menu, or groups of them; or why there are none. */
interface Suggested {
  options: SlackObject[];
  option_groups: { label: SlackObject; options: SlackObject[] }[];
  trouble: string;
}

/** Where an element stands. */
interface ElementPlace {
  context: RenderContext;
  blockId: string;
  /** In an input block: how it names and describes its element, and whether its uses are told. */
  input?: { attributes: Record<string, string | boolean | null>; dispatches: boolean };
}

interface MessageActions {
  react(message: Message, name: string, add: boolean): void;
  pick(message: Message): void;
  openThread(message: Message): void;
  edit(message: Message): void;
  remove(message: Message): void;
  toggleNotification(message: Message): void;
  /** Offer the app's shortcuts for a message; null if it has none. */
  more: ((message: Message) => void) | null;
}

/** What a row needs besides its message. `stamp` changes when the row must be drawn anew. */
interface RowOptions {
  context: RenderContext;
  actions: MessageActions;
  showNotification: boolean;
  stamp: string;
  editor: HTMLElement | null;
}

interface Row extends RowOptions {
  compact: boolean;
  inChannel: boolean;
}

/** A name that completes while typing, and how Slack stores it. */
interface MentionName {
  label: string;
  entity: string;
  words: string;
  /** What choosing it does, instead of being written. */
  run?(): void;
}

/** Where a composer writes to. */
interface ComposerPlace {
  key: string;
  user: string;
  channel: string;
  thread: string | null;
}

interface ComposerOptions {
  label: string;
  hint: string;
  names(): MentionName[];
  /** False if the person has been told why it was not taken: then what was typed is given back. */
  send(place: ComposerPlace, text: string, fileIds: string[], isCommand: boolean): Promise<boolean>;
  /** What completes after a slash, and what the button of shortcuts does; absent: neither. */
  commands?(): MentionName[];
  shortcut?(): void;
  upload(file: File): Promise<SlackObject>;
  onDraft(place: ComposerPlace, text: string): void;
  onUp(): void;
  say(words: string): void;
}

interface MessageListOptions {
  label: string;
  inChannel: boolean;
  rowOf(message: Message): RowOptions;
  onKey(key: string, message: Message): boolean;
}

/** A file of a composer; without an id until it is stored. */
interface AttachedFile {
  name: string;
  id?: string;
}
