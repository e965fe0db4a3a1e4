"""The workspace of one app as one value of small parts, and how the parts are put together.

Every part stores a change, publishes it to the people who subscribed (`changes`) and sends it to
the apps as an event. Messages, files, channels and users are Slack's own objects. What is not
allowed raises `SlackRefusal` with Slack's error name. What several apps of a team share, such as
what is stored, is the same in the workspace of each; what one of them does goes by its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from workspace.clock import Clock
from workspace.json_types import JsonObject
from workspace.model.agent_status import AgentStatus
from workspace.model.app_events import AppEvents, EventTransport, TeamEvents
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
from workspace.model.messages.streams import Stream, StreamedMessages
from workspace.model.messages.timeline import Timeline
from workspace.model.people import People
from workspace.model.views.homes import Homes
from workspace.model.views.modals import Modals
from workspace.slack_objects.app import App
from workspace.storage.storage import Storage


@dataclass(frozen=True, slots=True, kw_only=True)
class Workspace:
    """The parts of one workspace. Give each caller only the parts that it needs."""

    app: App
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

    def forget(self) -> None:
        """Nothing is streamed, scheduled or open any more."""
        self.streams.forget_all()
        self.scheduled.forget_all()
        self.modals.forget_all()


@dataclass(frozen=True, slots=True, kw_only=True)
class SharedParts:
    """What the apps of a team have in common."""

    storage: Storage
    clock: Clock
    base_url: str
    """The address of the server, without a slash at its end; files and response URLs carry it."""
    people: People
    team_events: TeamEvents
    files: FileStore
    changes: ChangeFeed = field(default_factory=ChangeFeed)
    streams: dict[tuple[str, str], Stream] = field(default_factory=dict)
    stacks: dict[str, list[JsonObject]] = field(default_factory=dict)
    shown: dict[tuple[str, str], tuple[str, JsonObject]] = field(default_factory=dict)


def build_workspaces(
    storage: Storage, clock: Clock, apps: Sequence[tuple[App, EventTransport]], base_url: str
) -> tuple[Workspace, ...]:
    """Put the workspaces of a team's apps together, with the way to each app; `base_url` as in
    `Shared`."""
    events = TeamEvents(
        tuple(
            AppEvents(app, storage.directory, way, Installation(app, clock, storage.notes))
            for app, way in apps
        )
    )
    shared = SharedParts(
        storage=storage,
        clock=clock,
        base_url=base_url,
        people=People(storage.directory, [app for app, _ in apps]),
        team_events=events,
        files=FileStore(storage, clock, events, base_url, str(apps[0][0].team["id"])),
    )
    return tuple(
        _build_workspace(shared, own, way) for own, (_, way) in zip(events.apps, apps, strict=True)
    )


def _build_workspace(shared: SharedParts, own: AppEvents, transport: EventTransport) -> Workspace:
    """The workspace of the app whose events these are."""
    app, clock, storage, files = own.app, shared.clock, shared.storage, shared.files
    people, changes, events = shared.people, shared.changes, shared.team_events
    timestamps, ids = storage.timestamps, storage.ids
    conversations = Conversations(storage, clock, app, people, changes, events)
    history = History(storage.messages, conversations, files)
    timeline = Timeline(app, storage.messages, timestamps, history, changes, events)
    ephemeral = EphemeralMessages(app, timestamps, conversations, changes, shared.shown)
    tokens = InteractionTokens(ids, clock, shared.base_url)
    homes = Homes(conversations, own, storage.notes, ids)
    modals = Modals(app, ids, changes, shared.stacks)
    responses, memberships = Responses(timeline, ephemeral), Memberships(conversations)
    sources = Sources(history, ephemeral, modals, homes)
    built_in = BuiltInCommands(memberships)
    return Workspace(
        app=app,
        app_events=own,
        installation=own.installation,
        clock=clock,
        storage=storage,
        people=people,
        conversations=conversations,
        memberships=memberships,
        files=files,
        history=history,
        timeline=timeline,
        assistant_threads=AssistantThreads(timeline, storage.notes, own),
        streams=StreamedMessages(clock, timeline, shared.streams),
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
        agent_status=AgentStatus(
            clock, timestamps, storage.notes, conversations, changes, own, app
        ),
        changes=changes,
    )
