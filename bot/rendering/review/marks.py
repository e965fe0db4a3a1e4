"""The marks that people set, as lines below an answer or a step, and the button for more. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from agents.endings.reviews import target_words
from agents.turns import DatedReview, Review, View
from agents.turns.personal import personal_of
from bot.rendering.blocks import Block, clip, escape, person, small_print
from retrieval.privacy.hiding import HiddenWords

MARK_BUTTON = "mark"
WRONG_BUTTON = "wrong"
_LABEL = "Mark…"
_MOST = 12
"""Marks that stand below an answer; of more, the newest. Chosen by hand: half a screen."""
_LONGEST_REASON = 300
"""Characters of a reason that stand there. Chosen by hand: three lines of a thread."""
_WARNING = frozenset({"wrong", "outdated"})


def target_value(run_id: str, seq: int | None = None) -> str:
    """What the button carries: the run, and the row of a step's thought."""
    return run_id if seq is None else f"{run_id}|{seq}"


def read_target(value: str) -> tuple[str, int | None]:
    """What a button carries, back; see :func:`target_value`."""
    run_id, _, seq = value.partition("|")
    return run_id, int(seq) if seq.isdecimal() else None


def step_button(run_id: str, seq: int) -> tuple[str, str, str]:
    """The button that marks a step."""
    return (MARK_BUTTON, _LABEL, target_value(run_id, seq))


def answer_buttons(run_id: str) -> list[tuple[str, str, str]]:
    """The buttons that mark an answer, or something of it."""
    return [
        ("right", "👍 Helpful", run_id),
        (WRONG_BUTTON, "👎 Wrong", run_id),
        (MARK_BUTTON, _LABEL, run_id),
    ]


def mark_blocks(view: View) -> list[Block]:
    """All marks of a run in small print, each with what it is on."""
    return _mark_blocks(view, view.reviews, told=True)


def mark_blocks_on(view: View, target: tuple[int | None, str]) -> list[Block]:
    """The marks on a step or a citation in small print."""
    wanted = [each for each in view.reviews if each.review.target == target]
    return _mark_blocks(view, wanted, told=False)


def _mark_blocks(view: View, wanted: Sequence[DatedReview], *, told: bool) -> list[Block]:
    if not wanted:
        return []
    reasons = [each.review.comment for each in wanted]
    hiding = personal_of(view)
    for reason in reasons:
        hiding.learn(reason)
    lines = [_line(each.review, view, hiding, told=told) for each in wanted[-_MOST:]]
    more = len(wanted) - len(lines)
    return small_print([*([f"📌 {more} earlier marks"] if more else []), *lines])


def warning_lines(view: View) -> list[str]:
    """What stands above an answer that somebody finds wrong or outdated, or a citation of it. The
    reasons stand below: notifications take their words from what comes first."""
    found = [each for each in view.reviews if each.review.seq is None]
    by_verdict = {
        verdict: _people([each for each in found if each.review.verdict == verdict])
        for verdict in sorted(_WARNING)
    }
    return [
        f"⚠️ *Marked {verdict}* by {people}; see below."
        for verdict, people in by_verdict.items()
        if people
    ]


def _people(found: Sequence[DatedReview]) -> str:
    return ", ".join(dict.fromkeys(person(each.review.by) for each in found))


def _line(review: Review, view: View, hiding: HiddenWords, *, told: bool) -> str:
    where = target_words(review, view) if told else ""
    words = f"📌 *Marked {escape(review.verdict)}*{f' on {where}' if where else ''}"
    words += f" by {person(review.by)}"
    reason = clip(" ".join(hiding.blank(review.comment).split()), _LONGEST_REASON)
    return f"{words}: “{escape(reason)}”" if reason else words
