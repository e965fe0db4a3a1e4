"""The workspace as one value of small parts, and how the parts are put together.

Every part stores a change, publishes it to the people who subscribed (`changes`) and sends it to
the app as an event. Messages, files, channels and users are Slack's own objects. What is not
allowed raises `SlackRefusal` with Slack's error name.
"""

from __future__ import annotations

from dataclasses import dataclass

from workspace.clock import Clock
from workspace.model.agent_status import AgentStatus
from workspace.model.app_events import AppEvents, EventTransport
from workspace.model.change_feed import ChangeFeed
from workspace.model.conversations import Conversations
from workspace.model.file_store import FileStore
from workspace.model.installation import Installation
from workspace.model.interaction_tokens import InteractionTokens
from workspace.model.interactions.built_in import BuiltInCommands
from workspace.model.interactions.commands import Commands
from workspace.model.interactions.forms import Forms
from workspace.model.interactions.presses import Interactions, Sources
from workspace.model.interactions.responses import Responses
from workspace.model.interactions.shortcuts import Shortcuts
from workspace.model.interactions.suggestions import Suggestions
from workspace.model.memberships import Memberships
from workspace.model.messages.assistant_threads import AssistantThreads
from workspace.model.messages.ephemeral import EphemeralMessages
from workspace.model.messages.history import History
from workspace.model.messages.reactions import Reactions
from workspace.model.messages.scheduled import ScheduledMessages
from workspace.model.messages.streams import StreamedMessages
from workspace.model.messages.timeline import Timeline
from workspace.model.people import People
from workspace.model.views.homes import Homes
from workspace.model.views.modals import Modals
from workspace.slack_objects.app import App
from workspace.slack_objects.seed import Seed, seed_channels, seed_users
from workspace.storage.storage import Storage


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """The parts of one workspace. Give each caller only the parts that it needs."""

    app: App
    seed: Seed
    app_events: AppEvents
    installation: Installation
    clock: Clock
    storage: Storage
    people: People
    conversations: Conversations
    memberships: Memberships
    files: FileStore
    history: History
    timeline: Timeline
    assistant_threads: AssistantThreads
    streams: StreamedMessages
    scheduled: ScheduledMessages
    ephemeral: EphemeralMessages
    reactions: Reactions
    interactions: Interactions
    suggestions: Suggestions
    tokens: InteractionTokens
    homes: Homes
    modals: Modals
    forms: Forms
    responses: Responses
    commands: Commands
    shortcuts: Shortcuts
    agent_status: AgentStatus
    changes: ChangeFeed

    def seed_if_empty(self) -> None:
        """Fill an empty workspace with its people and channels."""
        directory = self.storage.directory
        if directory.users():
            return
        for user in seed_users(self.app, self.seed):
            directory.put_user(user)
        for channel, members in seed_channels(self.app, self.seed, int(self.clock.now())):
            directory.put_channel(channel)
            for member in members:
                directory.add_member(channel["id"], member)

    def reset(self) -> None:
        """Back to an untouched workspace: no messages, no files, the people and channels anew."""
        self.storage.clear()
        self.streams.forget_all()
        self.scheduled.forget_all()
        self.modals.forget_all()
        self.seed_if_empty()


def build_workspace(
    storage: Storage, clock: Clock, app: App, transport: EventTransport, base_url: str, seed: Seed
) -> Workspace:
    """Put a workspace together and seed it if it is empty.

    `base_url` is the address of the server, without a slash at its end; files and response URLs
    carry it.
    """
    timestamps, ids, changes = storage.timestamps, storage.ids, ChangeFeed()
    installation = Installation(app, clock, storage.notes)
    events = AppEvents(app, storage.directory, transport, installation)
    people = People(storage.directory, app)
    conversations = Conversations(storage, clock, app, people, changes, events)
    files = FileStore(storage, clock, events, base_url, str(app.team["id"]))
    history = History(storage.messages, conversations, files)
    timeline = Timeline(app, storage.messages, timestamps, history, changes, events)
    ephemeral = EphemeralMessages(app, timestamps, conversations, changes)
    tokens = InteractionTokens(ids, clock, base_url)
    homes, modals = Homes(conversations, storage.notes, ids), Modals(app, ids, changes)
    responses, memberships = Responses(timeline, ephemeral), Memberships(conversations)
    built_in = BuiltInCommands(memberships)
    sources = Sources(history, ephemeral, modals, homes)
    workspace = Workspace(
        app=app,
        seed=seed,
        app_events=events,
        installation=installation,
        clock=clock,
        storage=storage,
        people=people,
        conversations=conversations,
        memberships=memberships,
        files=files,
        history=history,
        timeline=timeline,
        assistant_threads=AssistantThreads(timeline, storage.notes),
        streams=StreamedMessages(clock, timeline),
        scheduled=ScheduledMessages(clock, ids, timeline),
        ephemeral=ephemeral,
        reactions=Reactions(timeline, events),
        interactions=Interactions(app, timestamps, sources, tokens, transport),
        suggestions=Suggestions(app, sources, transport),
        tokens=tokens,
        homes=homes,
        modals=modals,
        forms=Forms(app, people, modals, files, tokens, transport),
        responses=responses,
        commands=Commands(conversations, tokens, transport, responses, built_in),
        shortcuts=Shortcuts(app, timestamps, sources, tokens, transport),
        agent_status=AgentStatus(clock, timestamps, storage.notes, conversations, changes, events),
        changes=changes,
    )
    workspace.seed_if_empty()
    return workspace
