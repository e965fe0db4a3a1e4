"""What a board decided on the case of a run, and who signed it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Literal, get_args

Stance = Literal["agrees", "dissents", "taken back"]
"""What a signature says: of somebody who takes theirs back, it counts no longer."""
STANCES: tuple[Stance, ...] = get_args(Stance)
LONGEST_WORDS = 2000
"""Characters of what was decided, why, and which alternatives. Chosen by hand: half a page."""
LONGEST_ROLE = 75
"""Characters of a role. Chosen by hand: a title with its department."""


@dataclass(frozen=True, slots=True, kw_only=True)
class BoardDecision:
    """What was decided, as the person wrote it down who recorded it, and with it signed it."""

    text: str
    why: str
    alternatives: str = ""
    """What else was considered."""
    deviates_from: str = ""
    """The key of the citation that it deviates from; empty if from none."""
    deviation: str = ""
    """Why it deviates."""
    by: str
    role: str
    instead_of: int | None = None
    """The journal row of the decision that it changes."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Signature:
    """That somebody agrees with a decision, or does not."""

    decision: int
    """The journal row of the decision: another wording has to be signed anew."""
    stance: Stance
    by: str
    role: str = ""
    comment: str = ""
    """The reason of a dissent, in the words of the person."""


@dataclass(frozen=True, slots=True)
class DatedSignature:
    """A signature, and when it was given."""

    at: datetime
    signature: Signature


@dataclass(frozen=True, slots=True, kw_only=True)
class SignedDecision:
    """The decision that stands, and who signed it."""

    seq: int
    """Its journal row."""
    at: datetime
    decision: BoardDecision
    signatures: tuple[DatedSignature, ...]
    """The last one of each person, oldest first, without what was taken back. Whoever recorded the
    decision signed it with that."""
    is_before_answer: bool = False
    """Whether the run ended in a gap then and has gone on since."""

    @property
    def agreeing(self) -> tuple[DatedSignature, ...]:
        """The signatures of those who agree."""
        return tuple(each for each in self.signatures if each.signature.stance == "agrees")

    @property
    def dissenting(self) -> tuple[DatedSignature, ...]:
        """Those of the others."""
        return tuple(each for each in self.signatures if each.signature.stance == "dissents")


def standing_signatures(signed: Iterable[DatedSignature]) -> tuple[DatedSignature, ...]:
    """The last signature of each person, oldest first, without what was taken back."""
    last: dict[str, DatedSignature] = {}
    for each in signed:
        last.pop(each.signature.by, None)
        last[each.signature.by] = each
    return tuple(each for each in last.values() if each.signature.stance != "taken back")
