"""What is wrong with one statement of the corpus: against its record, and within itself."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from decimal import Decimal
from typing import Any

from evals.corpus.files import CorpusFile, StatedClaim
from evals.corpus.tokens import CheckedToken, compact, number, numbers, tokens

Holds = Callable[[str, CheckedToken], bool]
"""Whether the record of a key shows a token."""
NOT_WRITTEN = frozenset(("line", "ecog_from", "ecog_to"))
"""Keys whose numbers a text says in words ("first-line", "performance status up to two")."""


def statement_problems(claim: StatedClaim, holds: Holds) -> Iterator[str]:
    """What the record of a statement does not show."""
    for token in dict.fromkeys(tokens(claim.words)):
        if not holds(claim.record, token):
            yield f"{claim.id}: {token.shown}: not in {claim.record}"


def agreement_problems(file: CorpusFile) -> Iterator[str]:
    """Numbers, and names with figures such as ``T790M``, that ``applies`` states and the words of
    the statement do not say."""
    for claim in file.claims:
        said = numbers(claim.words)
        words = compact(claim.words)
        for key, value in _leaves(claim.stated.get("applies") or {}):
            if isinstance(value, int | float) and not isinstance(value, bool):
                if number(str(Decimal(str(value)))) not in said:
                    yield f"{claim.id}: applies says {key} {value}, its words do not"
            elif key == "state" and any(map(str.isdigit, str(value))):
                yield from _unsaid_state(claim, str(value), words)


def _unsaid_state(claim: StatedClaim, state: str, words: str) -> Iterator[str]:
    if not all(compact(part) in words for part in state.split()):
        yield f"{claim.id}: applies says {state}, its words do not"


def _leaves(stated: object, key: str = "") -> Iterator[tuple[str, object]]:
    """Every value inside ``applies`` with the key that it stands under."""
    if isinstance(stated, Mapping):
        inner: Mapping[str, Any] = stated
        for name, value in inner.items():
            if name not in NOT_WRITTEN:
                yield from _leaves(value, name)
    elif isinstance(stated, list):
        for value in stated:
            yield from _leaves(value, key)
    else:
        yield key, stated
