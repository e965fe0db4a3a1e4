"""Which silos a run that goes on is to search, also where each is told by a yes or a no: "NCCN yes,
ESMO no". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.replies.requests.request_words import gives_verdicts, request_of
from agents.replies.steering import NamedSilo, read_steering, silos_named
from agents.turns import Steering


def read_steering_of_run(text: str, by: str, silos: Sequence[NamedSilo]) -> Steering | None:
    """What a message asks of a run that goes on; None when it says anything else."""
    return read_steering(text, by, silos) or _of_verdicts(text, by, silos)


def _of_verdicts(text: str, by: str, silos: Sequence[NamedSilo]) -> Steering | None:
    if not gives_verdicts(text) or (wanted := request_of(text)) is None:
        return None
    without = _names(wanted.silos, silos)
    also = _names(wanted.also, silos)
    if wanted.how != "without" or not without or not also:
        return None
    return Steering(text=text, by=by, without=without, also=also, deeper=False)


def _names(said: Sequence[str], silos: Sequence[NamedSilo]) -> tuple[str, ...]:
    named = (name for each in said for name in silos_named(each, silos))
    return tuple(dict.fromkeys(named))
