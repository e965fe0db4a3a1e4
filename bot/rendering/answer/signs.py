"""The sign of each way in which a run ends: as a reaction on the question, and with words above
what is said, since a reaction has no text that is read out."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from agents.endings.standing import Standing


@dataclass(frozen=True, slots=True, kw_only=True)
class EndingSign:
    """One sign. They differ in shape, not in colour alone."""

    reaction: str
    """As Slack names it."""
    character: str
    word: str
    """Beside it, above what is said."""
    notice: str
    """The text of the notification, without a word of the case."""

    @property
    def heading(self) -> str:
        """The sign and its word, as they stand in a message."""
        return f"{self.character} *{self.word}*"


SIGNS: Mapping[Standing, EndingSign] = {
    "answered": EndingSign(
        reaction="white_check_mark",
        character="✅",
        word="Answered",
        notice="Answer",
    ),
    "partly": EndingSign(
        reaction="large_yellow_circle",
        character="🟡",
        word="Partly answered",
        notice="Answer to a part of it",
    ),
    "not answered": EndingSign(
        reaction="warning",
        character="⚠️",
        word="Not answered",
        notice="A gap: nothing at hand answers it",
    ),
    "failed": EndingSign(
        reaction="x",
        character="❌",
        word="Failed",
        notice="Failed: ask again",
    ),
    "stopped": EndingSign(
        reaction="octagonal_sign",
        character="🛑",
        word="Stopped",
        notice="Stopped",
    ),
    "opened": EndingSign(
        reaction="page_facing_up",
        character="📄",
        word="What that step found",
        notice="An earlier step, opened",
    ),
    "replied": EndingSign(
        reaction="wave",
        character="👋",
        word="",
        notice="A reply without sources",
    ),
}
LAST_REACTIONS = frozenset(sign.reaction for sign in SIGNS.values())
"""The reactions of which one stands on a question whose run has ended."""
