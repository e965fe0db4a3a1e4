"""What people think of a run: marks on its answer, its steps and its citations."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal, get_args

ReviewVerdict = Literal["right", "wrong", "outdated", "beside the point", "missing a source"]
VERDICTS: tuple[ReviewVerdict, ...] = get_args(ReviewVerdict)
TAKEN_BACK: Final = "taken back"
"""The verdict of whoever wants an earlier mark to count no longer."""
LONGEST_REASON = 1000
"""Characters of the reason of a mark. Chosen by hand: a paragraph."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Review:
    """What a person thinks of the answer of a run, of one of its steps or of a citation."""

    seq: int | None = None
    """The journal row of the step's thought; None for the answer and for a citation."""
    verdict: str
    """One of ``VERDICTS``, or ``TAKEN_BACK``; older rows may hold other words."""
    by: str
    comment: str = ""
    """The reason, in the words of the person."""
    citation: str = ""
    """The key of the citation; empty for the answer and for a step."""

    @property
    def target(self) -> tuple[int | None, str]:
        """What is marked; the last mark that a person sets on it counts."""
        return self.seq, self.citation

    @property
    def is_of_answer(self) -> bool:
        """Whether it is about the answer as a whole."""
        return self.seq is None and not self.citation


VoteOutcome = Literal["agrees", "differs", "cannot tell"]


@dataclass(frozen=True, slots=True, kw_only=True)
class BlindVote:
    """What a second reader came to who saw the findings of a run without its answer."""

    by: str
    choice: str
    """The option, or :data:`CANNOT_TELL`, :data:`ANOTHER` or :data:`ANSWERED`."""
    outcome: VoteOutcome
    """How that compares with the answer, as it stood then."""
    comment: str = ""
    """The reason, in the words of the person."""


CANNOT_TELL: Final = "I cannot tell from these findings"
ANOTHER: Final = "Another option"
ANSWERED: Final = "They answer the question"
"""Offered where no option was found that could be chosen."""


@dataclass(frozen=True, slots=True)
class DatedReview:
    """A mark, and when it was set."""

    at: datetime
    review: Review


def standing_reviews(reviews: Iterable[DatedReview]) -> tuple[DatedReview, ...]:
    """The last mark of each person on each target, oldest first, without what was taken back."""
    last: dict[tuple[object, ...], DatedReview] = {}
    for each in reviews:
        key = (each.review.by, *each.review.target)
        last.pop(key, None)
        last[key] = each
    return tuple(each for each in last.values() if each.review.verdict != TAKEN_BACK)
