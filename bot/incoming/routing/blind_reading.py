"""What people ask of blind second readers, as decisions; and the words by which they do. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from bot.incoming.payloads.events import Incoming
from bot.rendering.review import blind

_WORDS = re.compile(
    r"(?i)(?:please |pls )?(?:ask |get |add )?(?:for )?(?:an? |the )?(?:blind )?second"
    r" (?:reader|reading)s?\b[^?]{0,120}"
)


@dataclass(frozen=True, slots=True)
class AskSecondReader:
    """Let these people read what was found without the answer, and vote."""

    run_id: str
    readers: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class StoreVote:
    """A second reader voted."""

    run_id: str
    number: str
    """Of the choice, as the form numbers them."""
    comment: str


def second_readers_asked(incoming: Incoming, text: str, bot_user: str) -> tuple[str, ...] | None:
    """The people whom a message asks for as second readers, perhaps none; None if it asks for
    anything else."""
    if not _WORDS.fullmatch(text.strip()):
        return None
    people = (each.id for each in incoming.text.mentions if each.kind == "user")
    return tuple(dict.fromkeys(each for each in people if each != bot_user))


def readers_of(incoming: Incoming) -> AskSecondReader:
    """Who was chosen in the form."""
    chosen = incoming.entries.get(blind.READERS, "").split(",")
    return AskSecondReader(incoming.value, tuple(dict.fromkeys(filter(None, chosen))))


def vote_of(incoming: Incoming) -> StoreVote:
    """What the form of a second reader says."""
    entries = incoming.entries
    return StoreVote(
        incoming.value, entries.get(blind.CHOICE, ""), entries.get(blind.REASON, "").strip()
    )
