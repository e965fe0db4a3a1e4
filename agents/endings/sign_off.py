"""How far people stand behind an answer, and what a board decided on it, in words. Pure."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Literal

from agents.endings.reviews import citation_number
from agents.turns import DatedReview, View
from agents.turns.board_decisions import DatedSignature, Signature, SignedDecision

SignOff = Literal["draft", "reviewed", "disputed"]
WORDS: Mapping[SignOff, str] = {
    "draft": "Draft: nobody has reviewed it",
    "reviewed": "Reviewed",
    "disputed": "Disputed",
}


def sign_off_of(reviews: Sequence[DatedReview], decided: SignedDecision | None) -> SignOff:
    """``disputed`` if somebody finds the answer or a citation of it at fault, or dissents from the
    decision; ``reviewed`` if somebody finds it right or signed; ``draft`` else. Marks on steps say
    nothing of the answer."""
    verdicts = {each.review.verdict for each in reviews if each.review.seq is None}
    if verdicts - {"right"} or (decided and decided.dissenting):
        return "disputed"
    is_right = any(each.review.is_of_answer and each.review.verdict == "right" for each in reviews)
    return "reviewed" if is_right or (decided and decided.agreeing) else "draft"


def counted_words(decided: SignedDecision) -> str:
    """``signed by 2, 1 dissents``."""
    words = f"signed by {len(decided.agreeing)}" if decided.agreeing else "signed by nobody"
    dissents = len(decided.dissenting)
    return (
        f"{words}, {dissents} {'dissents' if dissents == 1 else 'dissent'}" if dissents else words
    )


def decision_lines(view: View, numbers: Mapping[str, str] | None = None) -> list[str]:
    """What was decided, a line each, as text; empty without a decision. ``numbers`` are those of
    citations where they are shown otherwise than in a thread."""
    decided = view.decided
    if decided is None:
        return []
    decision = decided.decision
    lines = [
        f"Decision of the board, {decided.at:%Y-%m-%d}: {_in_line(decision.text)}",
        f"Why: {_in_line(decision.why)}",
    ]
    lines += [f"Alternatives: {_in_line(decision.alternatives)}"] if decision.alternatives else []
    if decision.deviates_from:
        lines.append(f"{deviation_words(view, numbers)}: {_in_line(decision.deviation)}")
    return [*lines, *(signature_line(each) for each in decided.signatures)]


def deviation_words(view: View, numbers: Mapping[str, str] | None = None) -> str:
    """``Deviates from [3] ESMO breast cancer``; empty if it deviates from nothing."""
    key = view.decided.decision.deviates_from if view.decided else ""
    if not key:
        return ""
    number = (numbers or {}).get(key) or citation_number(key)
    citation = view.citations.get(key)
    return f"Deviates from {number} {citation.title if citation else ''}".rstrip()


def signature_line(signed: DatedSignature) -> str:
    """``Signed by U0BEN (pathology), 2026-11-27``, or of a dissent with its reason."""
    signature = signed.signature
    what = "Signed" if signature.stance == "agrees" else "Dissent"
    role = f" ({signature.role})" if signature.role else ""
    line = f"{what} by {signature.by}{role}, {signed.at:%Y-%m-%d}"
    return f"{line}: {_in_line(signature.comment)}" if signature.comment else line


def decision_object(view: View) -> dict[str, object] | None:
    """The decision as JSON tells it; null without one."""
    if view.decided is None:
        return None
    decided, decision = view.decided, view.decided.decision
    return {
        "row": decided.seq,
        "at": decided.at.isoformat(),
        "recorded_by": decision.by,
        "decided": decision.text,
        "why": decision.why,
        "alternatives": decision.alternatives,
        "deviates_from": decision.deviates_from,
        "deviation": decision.deviation,
        "is_before_answer": decided.is_before_answer,
        "signatures": [
            {"at": each.at.isoformat(), **_signature_object(each.signature)}
            for each in decided.signatures
        ],
    }


def _signature_object(signature: Signature) -> dict[str, object]:
    return {
        "by": signature.by,
        "role": signature.role,
        "stance": signature.stance,
        "reason": signature.comment,
    }


def _in_line(words: str) -> str:
    return " ".join(words.split())
