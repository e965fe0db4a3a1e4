"""What became of each message of a soak. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from evals.metrics.figures import Figure, quantile

ANSWER = ":0:answer"
"""In the key of the first message that tells how a question ended."""
FLAT = 1.5
"""The last quarter of a soak may take so many times what the quarter after the first took. Chosen
by hand: more than a busy machine makes of equal work."""
FEWEST = 40
"""With fewer questions a quarter says nothing of whether waits stay as they are."""


@dataclass(frozen=True, slots=True)
class WrittenMessage:
    """A message that a person wrote."""

    channel: str
    ts: str
    asks: bool
    """Whether it is a question to the bot."""


@dataclass(frozen=True, slots=True)
class Fate:
    """What Slack shows of one message at the end."""

    written: WrittenMessage
    answers: int
    """How often a run ended in its thread."""
    doubled: int
    """Messages beyond the first with the same key."""
    seconds: float | None
    """From the question to its answer; None without one."""


@dataclass(frozen=True, slots=True)
class Sample:
    """The processes at one time."""

    at: float
    """Seconds since the soak began."""
    megabytes: Mapping[str, float]
    """Resident, by name."""
    load: float = 0.0
    """Of the machine, as it was in the last minute."""
    busy: float = 0.0
    """Seconds of the processor that all processes of the bot have taken since the soak began."""


@dataclass(frozen=True, slots=True)
class SoakResult:
    """All of it."""

    fates: Sequence[Fate]
    samples: Sequence[Sample]
    troubles: Mapping[str, int]
    """How often each kind of trouble was made."""


def key_of(message: Mapping[str, Any]) -> str:
    """The key of a message of ours; empty for those of others."""
    metadata = message.get("metadata") or {}
    return str((metadata.get("event_payload") or {}).get("k", "")).partition("#")[0]


def is_answered(thread: Sequence[Mapping[str, Any]]) -> bool:
    """Whether a run has ended in the thread."""
    return any(key_of(each).endswith(ANSWER) for each in thread)


def fate_of(written: WrittenMessage, thread: Sequence[Mapping[str, Any]]) -> Fate:
    """What the thread shows of the message that began it."""
    keys = Counter(filter(None, map(key_of, thread)))
    ended = [float(each["ts"]) for each in thread if key_of(each).endswith(ANSWER)]
    return Fate(
        written,
        answers=len({key for key in keys if key.endswith(ANSWER)}),
        doubled=sum(keys.values()) - len(keys),
        seconds=min(ended) - float(written.ts) if ended else None,
    )


def figures_of(soaked: SoakResult) -> list[Figure]:
    """Lost, doubled, waits and memory, with what each should be."""
    asked = [each for each in soaked.fates if each.written.asks]
    others = [each for each in soaked.fates if not each.written.asks]
    return [
        Figure("messages written", len(soaked.fates), "messages", len(soaked.fates)),
        _none("questions without an answer", sum(not each.answers for each in asked), asked),
        _none("questions answered twice", sum(each.answers > 1 for each in asked), asked),
        _none("messages said twice", sum(each.doubled for each in soaked.fates), soaked.fates),
        _none("answers to nobody", sum(each.answers for each in others), others),
        *_waits(asked),
        *_memory(soaked.samples),
        *(Figure(f"trouble: {kind}", n, "times", 1) for kind, n in soaked.troubles.items()),
    ]


def _none(name: str, found: int, of: Sequence[Fate]) -> Figure:
    return Figure(name, found, "messages", len(of), "0", found == 0)


def _waits(asked: Sequence[Fate]) -> Iterator[Figure]:
    took = [each.seconds for each in asked if each.seconds is not None]
    if not took:
        return
    for share in (0.5, 0.95):
        yield Figure(f"answer p{share * 100:.0f}", quantile(took, share), "s", len(took))
    yield Figure("longest answer", max(took), "s", len(took))
    if len(took) >= FEWEST:
        yield _flat("wait (p50)", took, "s")


def _memory(samples: Sequence[Sample]) -> Iterator[Figure]:
    for name in samples[0].megabytes if samples else ():
        held = [each.megabytes[name] for each in samples if each.megabytes.get(name)]
        if len(held) >= FEWEST:
            yield _flat(f"memory of {name}", held, "MB")
        elif held:
            yield Figure(f"memory of {name}, most", max(held), "MB", len(held))


def _flat(name: str, values: Sequence[float], unit: str) -> Figure:
    """The second quarter beside the last one: in the first, caches are filled."""
    quarter = len(values) // 4
    early, late = (
        quantile(part, 0.5) for part in (values[quarter : 2 * quarter], values[-quarter:])
    )
    words = f"below {FLAT:g} times the {early:.3g} {unit} of the second quarter"
    return Figure(f"{name}, last quarter", late, unit, quarter, words, late < FLAT * early)
