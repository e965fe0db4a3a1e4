"""The reply of a thread that shows what a board decided and who signed it. Pure."""

from __future__ import annotations

from agents.endings.sign_off import WORDS, counted_words, deviation_words, sign_off_of
from agents.turns import Abstention, Answer, BoardDecision, DatedSignature, View
from agents.turns.personal import personal_with_judgements
from bot.rendering.blocks import Block, buttons, escape, person, sections, small_print
from bot.rendering.review.marks import target_value
from retrieval.privacy.hiding import HiddenWords

DECISION = "decision"
"""The part of the key of the reply."""
NOTICE = "What the board decided"
DECIDE_BUTTON, SIGN_BUTTON = "decide", "sign"
_BEFORE_ANSWER = "It was recorded before the question went on: the answer is newer."
_CHANGED = "✏️ The question was changed after this decision."


def decide_button(view: View) -> list[tuple[str, str, str]]:
    """The button below an answer or a gap that records the decision on it."""
    if view.is_private or view.decided is not None:
        return []
    if not isinstance(view.ending, Answer | Abstention):
        return []
    return [(DECIDE_BUTTON, "Record the decision…", target_value(view.run_id))]


def decision_blocks(view: View) -> list[Block]:
    """What was decided, with buttons to sign and to change it; empty without a decision. The first
    block tells nothing of a patient: notifications take their words from it."""
    decided = view.decided
    if decided is None:
        return []
    hiding = personal_with_judgements(view)
    state = WORDS[sign_off_of(view.reviews, decided)]
    heading = f"📋 *Decision of the board* · {state.lower()} · {counted_words(decided)}"
    notes = [_BEFORE_ANSWER] if decided.is_before_answer else []
    notes += [_CHANGED] if view.withdrawn is not None else []
    value = target_value(view.run_id, decided.seq)
    return [
        *sections([heading]),
        *sections(_decision_lines(decided.decision, view, hiding), whole=True),
        *small_print([*(_signature_line(each, hiding) for each in decided.signatures), *notes]),
        buttons(
            "decision",
            [
                (SIGN_BUTTON, "Sign…", value),
                (DECIDE_BUTTON, "Change…", value),
                ("packet", "Packet", view.run_id),
            ],
        ),
    ]


def unsaved_blocks(decision: BoardDecision, why_not: str) -> list[Block]:
    """That a decision is not stored, with what was typed, so that it is not lost."""
    typed = (decision.text, decision.why, decision.alternatives, decision.deviation)
    return sections([why_not, "*You wrote:*", *(escape(each) for each in typed if each)])


def _decision_lines(decision: BoardDecision, view: View, hiding: HiddenWords) -> list[str]:
    lines = [
        _as_quotation(decision.text, hiding),
        f"*Why:* {_safe_words(decision.why, hiding)}",
    ]
    if decision.alternatives:
        lines.append(f"*Alternatives considered:* {_safe_words(decision.alternatives, hiding)}")
    if decision.deviates_from:
        reason = _safe_words(decision.deviation, hiding)
        lines.append(f"*{escape(deviation_words(view))}:* {reason}")
    return lines


def _signature_line(signed: DatedSignature, hiding: HiddenWords) -> str:
    signature = signed.signature
    agrees = signature.stance == "agrees"
    role = _safe_words(signature.role, hiding)
    words = f"{'✍️ Signed' if agrees else '✋ *Dissent*'} by {person(signature.by)}"
    words += f" ({role})" if role else ""
    words += f", {signed.at:%Y-%m-%d}"
    return f"{words}: “{_safe_words(signature.comment, hiding)}”" if signature.comment else words


def _as_quotation(words: str, hiding: HiddenWords) -> str:
    lines = (_safe_words(line, hiding) for line in words.splitlines())
    return "\n".join(f"> {line}" for line in lines if line)


def _safe_words(words: str, hiding: HiddenWords) -> str:
    return escape(" ".join(hiding.blank(words).split()))
