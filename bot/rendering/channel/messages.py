"""What a channel and a person are told of settings and limits. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any

from bot.db.channels.choices import LABELS, Change
from bot.db.channels.limits import ReachedLimit
from bot.db.outbox import FINAL, LATE, Outgoing, SlackAddress
from bot.rendering.blocks import buttons, context, escape, plain_text, sections
from bot.rendering.channel.form import words_of_choice
from bot.rendering.ephemeral_frame import in_channel, to_one_person

OPEN_BUTTON = "settings"
_WELCOME = (
    "👋 *Your first question to me*: I answer in its thread, step by step, from separately kept"
    " sources, and check every quote against the stored text. I am a reading aid, not a medical"
    " device: open a source before you act on it, and leave out what says who a patient is.",
    "Go on asking in the thread. *Show evidence* below an answer shows what each sentence rests on,"
    " and `/curbside help` what else I do. Only you see this, once.",
)
_TO_ALL = "as for all channels"
_MENU_LABELS = {"no_hosted_models": "models of others", "private_first": "where answers go"}
"""Of settings that a person chooses from sentences: the labels for admins ask yes or no."""


def offer_settings(run_id: str, address: SlackAddress, user: str, ts: str) -> Outgoing:
    """A button for the writer of the message ``ts``. It opens the form, which only a press can."""
    blocks = [
        *sections(["The settings of this channel: what it shows, who may ask, what is searched."]),
        buttons("settings", [(OPEN_BUTTON, "Open settings", address.thread_ts)]),
    ]
    notice = "Settings of this channel"
    offered = to_one_person(run_id, "settings", address, user, notice, blocks)
    return _where_seen(offered, ts)


def announcement(
    run_id: str,
    address: SlackAddress,
    by: str,
    changes: Sequence[Change],
    titles: Mapping[str, str],
) -> Outgoing:
    """The line that tells the channel what was changed, and by whom."""
    told = "; ".join(_change_words(each, titles) for each in changes)
    blocks = [context(f"⚙️ <@{by}> changed the settings of this channel: {told}.")]
    return Outgoing(
        run_id=run_id,
        seq=0,
        part="settings-changed",
        address=address,
        priority=FINAL,
        body={
            "text": "Settings of this channel were changed",
            "blocks": blocks,
            "plain": plain_text(blocks),
            "broadcast": True,
        },
    )


def welcome(run_id: str, address: SlackAddress, user: str, ts: str) -> Outgoing:
    """How to go on, for somebody whose first question this is."""
    blocks = sections(_WELCOME, whole=True)
    told = to_one_person(run_id, "welcome", address, user, "Welcome: how to go on", blocks)
    return replace(_where_seen(told, ts), priority=LATE)


def refusal(run_id: str, address: SlackAddress, user: str, words: str, ts: str = "") -> Outgoing:
    """Why something is not done, for one person; ``ts`` is the message that asked for it."""
    notice = "Not done: why"
    told = to_one_person(run_id, "refused", address, user, notice, sections([words]))
    return _where_seen(told, ts)


def limit_words(reached: ReachedLimit) -> str:
    """That a limit is reached, and when it will go again."""
    again = f"The next can be asked {_at(reached.until)}."
    if reached.whose == "tokens":
        return f"This channel has used up its share of the chat model in the last 24 hours. {again}"
    number = "one question" if reached.limit == 1 else f"{reached.limit} questions"
    asked = "it was asked" if reached.limit == 1 else "all were asked"
    if reached.whose == "channel":
        return f"This channel can ask {number} in 24 hours, and {asked}. {again}"
    return f"You can ask {number} here in 24 hours, and {asked}. {again}"


def _where_seen(row: Outgoing, ts: str) -> Outgoing:
    """In the channel if the message begins a thread: an answer for one person is seen by nobody in
    a thread without replies."""
    return row if ts != row.address.thread_ts else in_channel(row)


def _at(time: datetime) -> str:
    """A time as each reader's own clock shows it."""
    fallback = f"{time:%Y-%m-%d %H:%M} UTC"
    return f"<!date^{int(time.timestamp()) + 1}^{{date_short_pretty}} at {{time}}|{fallback}>"


def _change_words(change: Change, titles: Mapping[str, str]) -> str:
    before, after = (_value_words(change.setting, v, titles) for v in (change.before, change.after))
    label = _MENU_LABELS.get(change.setting, LABELS[change.setting])
    return f"{label}: {before} → {after}"


def _value_words(setting: str, value: Any, titles: Mapping[str, str]) -> str:
    if isinstance(value, str | bool | None) and (chosen := words_of_choice(setting, value)):
        return f"“{chosen}”"
    if value is None:
        return _TO_ALL
    if isinstance(value, tuple | list):
        named = [titles.get(each, each) if setting == "without" else f"<@{each}>" for each in value]
        shown = [escape(each) if setting == "without" else each for each in named]
        return ", ".join(shown) if shown else "none"
    return escape(str(value))
