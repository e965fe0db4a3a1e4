"""Runs that failed: which of them are no figure, and what is told of those. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Any, TypeVar

from agents import errors
from evals.questions.asking import Askable
from evals.running.errors import MeasurementFailed
from evals.running.terminal import Terminal

Result = dict[str, Any]
S = TypeVar("S", bound=Askable)
UNKNOWN = "No reason was given."
FOLLOWS = "Follows on a question of which the run failed."


class AllFailed(MeasurementFailed):
    """No run came to an end, so there is nothing to make figures of."""


def failure_reason(result: Mapping[str, Any]) -> str:
    """Why a run failed, in a sentence; empty when it did not."""
    if result.get("outcome") != "failed":
        return ""
    return str((result.get("failure") or {}).get("reason") or "") or UNKNOWN


def is_lost(result: Mapping[str, Any]) -> bool:
    """Whether a run failed for what it worked with: a model that is down or not set up, a database,
    a machine too slow. One that used up its steps or could verify nothing has come to an end of its
    own: that is no answer, and counts as none."""
    if result.get("outcome") != "failed":
        return False
    kind = getattr(errors, str((result.get("failure") or {}).get("error")), None)
    is_own = isinstance(kind, type) and issubclass(kind, _OWN)
    return not is_own or kind is errors.TimeLimitReached


def without_lost(
    samples: Sequence[S], results: Sequence[Result], terminal: Terminal
) -> list[tuple[S, Result]]:
    """The samples with their results, but for those of which the run is lost, and those that go on
    from one in the same thread. The terminal is told how many these are and why. Raises
    :class:`AllFailed` where none is left."""
    pairs = list(zip(samples, results, strict=True))
    reasons: Counter[str] = Counter()
    broken: set[str] = set()
    kept = []
    for sample, result in pairs:
        lost = is_lost(result)
        if lost or sample.thread in broken:
            reasons[failure_reason(result) if lost else FOLLOWS] += 1
            broken |= {sample.thread} - {""}
        else:
            kept.append((sample, result))
    if pairs and not kept:
        raise AllFailed(f"all {len(pairs)} runs failed. {_in_words(reasons)}")
    if reasons:
        terminal.leave_out(
            f"{reasons.total()} of {len(pairs)} runs failed and are in no figure."
            f" {_in_words(reasons)} The same command asks only these again."
        )
    return kept


class FailingStart:
    """Ends an evaluation whose first runs all fail for the same reason: the others would, too."""

    FIRST = 5
    """Runs. Chosen by hand: with a model that is down, each waits some seconds for it."""

    def __init__(self) -> None:
        self._reasons: list[str] | None = []

    def see(self, result: Mapping[str, Any]) -> None:
        """Raises :class:`AllFailed`."""
        if self._reasons is None:
            return
        if not is_lost(result):
            self._reasons = None
            return
        self._reasons.append(failure_reason(result))
        if len(self._reasons) == self.FIRST and len(set(self._reasons)) == 1:
            raise AllFailed(f"the first {self.FIRST} runs failed. {self._reasons[0]}")


_OWN = (errors.LimitReached, errors.AnswerUnverified)


def _in_words(reasons: Counter[str]) -> str:
    return " ".join(f"{number}: {reason}" for reason, number in reasons.most_common())
