// What Slack's own framework declares of each interaction, under one name each.

import type * as bolt from "@slack/bolt";

export type Press = bolt.BlockAction;
export type SubmittedView = bolt.ViewSubmitAction;
export type ClosedView = bolt.ViewClosedAction;
export type Suggestion = bolt.BlockSuggestion;
export type ShortcutAnywhere = bolt.GlobalShortcut;
export type ShortcutOnMessage = bolt.MessageShortcut;
export type Command = bolt.SlashCommand;
