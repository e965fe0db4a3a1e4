"""A run that people marked as a case of an evaluation: what was asked, what was said, and what they
think of it. What identifies a patient is left out. Pure."""

from __future__ import annotations

from typing import Any

from agents.endings.provenance import citations_of
from agents.endings.reviews import target_words
from agents.turns import Abstention, Answer, Review, View
from agents.turns.personal import personal_of
from retrieval.privacy.hiding import HiddenWords

Json = dict[str, Any]


def case_object(view: View) -> Json:
    """The case as a line of a file has it: ``question`` with what was added to it and its files,
    ``earlier`` questions of the thread, what was said (``sentences``, ``cited``, ``gap``), and the
    ``marks``."""
    hiding = personal_of(view)
    for each in view.reviews:
        hiding.learn(each.review.comment)
    files = (file.text for file in view.question.attachments)
    asked = "\n".join(filter(None, (view.question.text, *view.additions, *files)))
    return {
        "id": view.run_id,
        "question": hiding.blank(asked),
        "earlier": [
            hiding.blank(message.text)
            for message in view.earlier
            if message.place == "earlier question"
        ],
        "sentences": _sentences(view),
        "gap": view.ending.gap.name if isinstance(view.ending, Abstention) else "",
        "cited": [_citation_to_json(view, each.key) for each in citations_of(view)],
        "marks": [_mark(each.review, view, hiding) for each in view.reviews],
    }


def _sentences(view: View) -> list[str]:
    return [each.text for each in view.ending.sentences] if isinstance(view.ending, Answer) else []


def _mark(review: Review, view: View, hiding: HiddenWords) -> Json:
    cited = _citation_to_json(view, review.citation) if review.citation in view.citations else None
    return {
        "verdict": review.verdict,
        "target": target_words(review, view) or "answer",
        "cited": cited,
        "reason": " ".join(hiding.blank(review.comment).split()),
    }


def _citation_to_json(view: View, key: str) -> Json:
    citation = view.citations[key]
    return {"document": f"{citation.ref.silo}/{citation.ref.id}", "quote": citation.quote}
