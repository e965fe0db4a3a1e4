"""Marks that people set on a run, in words. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

from agents.endings.layout import short_layout
from agents.matching.patient.therapies import OPTIONS, option_words
from agents.turns import Abstention, Answer, BlindVote, DatedReview, ExcludedOption, Review, View
from agents.turns.reviews import ANOTHER, ANSWERED, CANNOT_TELL, VoteOutcome


def citation_number(key: str) -> str:
    """The number that a thread shows: ``c7`` is [7], in the steps and in the answer alike."""
    digits = "".join(mark for mark in key if mark.isdigit())
    return f"[{digits or key}]"


def target_words(review: Review, view: View, numbers: Mapping[str, str] | None = None) -> str:
    """``step 2`` or ``[7]``; empty for the answer as a whole. ``numbers`` are those of citations
    where they are shown otherwise than in a thread."""
    if review.citation:
        return (numbers or {}).get(review.citation) or citation_number(review.citation)
    if review.seq is None:
        return ""
    number = next((step.number for step in view.all_steps if step.seq == review.seq), None)
    return f"step {number}" if number else "an earlier step"


def has_target(view: View, review: Review) -> bool:
    """Whether the run has what a mark is about: an ending, the step, the citation."""
    if review.citation:
        return review.citation in view.citations
    if review.seq is None:
        return view.ending is not None
    return any(step.seq == review.seq for step in view.all_steps)


def review_line(reviewed: DatedReview, view: View, numbers: Mapping[str, str] | None = None) -> str:
    """``Marked wrong on [2] by U0BEN, 2026-11-24: the dose is for capsules``."""
    review = reviewed.review
    where = target_words(review, view, numbers)
    line = f"Marked {review.verdict}{f' on {where}' if where else ''} by {review.by}"
    line += f", {reviewed.at:%Y-%m-%d}"
    return f"{line}: {' '.join(review.comment.split())}" if review.comment else line


def verdict_counts(reviews: Sequence[DatedReview]) -> str:
    """``wrong 2, right 1``: how often each verdict was given."""
    counts = Counter(each.review.verdict for each in reviews)
    return ", ".join(f"{verdict} {count}" for verdict, count in sorted(counts.items()))


def agreement_words(votes: Mapping[VoteOutcome, int]) -> str:
    """``3 of 4 agree, 1 cannot tell``: how often blind second readers chose as was answered."""
    told = votes.get("agrees", 0) + votes.get("differs", 0)
    unsure = votes.get("cannot tell", 0)
    rest = f", {unsure} cannot tell" if unsure else ""
    return f"{votes.get('agrees', 0)} of {told} agree{rest}"


def review_object(reviewed: DatedReview, view: View) -> dict[str, object]:
    """A mark as JSON tells it."""
    review = reviewed.review
    return {
        "at": reviewed.at.isoformat(),
        "by": review.by,
        "verdict": review.verdict,
        "target": target_words(review, view) or "answer",
        "reason": review.comment,
    }


def vote_line(vote: BlindVote) -> str:
    """``Blind second reader U0BEN: agrees with the answer (chose alpha): it says so``."""
    line = f"Blind second reader {vote.by}: {VOTE_WORDS[vote.outcome]} (chose {vote.choice})"
    return f"{line}: {' '.join(vote.comment.split())}" if vote.comment else line


VOTE_WORDS: Mapping[VoteOutcome, str] = {
    "agrees": "agrees with the answer",
    "differs": "differs from the answer",
    "cannot tell": "cannot tell",
}


def vote_object(vote: BlindVote) -> dict[str, object]:
    """A blind vote as JSON tells it."""
    return {
        "by": vote.by,
        "choice": vote.choice,
        "outcome": vote.outcome,
        "reason": vote.comment,
    }


def choices_of(view: View) -> tuple[str, ...]:
    """What a blind second reader may choose: the options that were found, whether or not the answer
    offers them, in the order of the alphabet, so that it tells nothing of the answer."""
    options = sorted(_options_found(view) | _options_offered(view), key=str.casefold)
    return (*(options[:MOST_CHOICES] or (ANSWERED,)), ANOTHER, CANNOT_TELL)


MOST_CHOICES = 90
"""Options among the choices. A menu has at most a hundred (Slack's limit)."""


def outcome_of(choice: str, view: View) -> VoteOutcome:
    """How a choice compares with the answer."""
    if choice == CANNOT_TELL:
        return "cannot tell"
    is_answered = choice == ANSWERED and isinstance(view.ending, Answer)
    return "agrees" if is_answered or choice in _options_offered(view) else "differs"


def _options_found(view: View) -> set[str]:
    found = {each.option for each in _refused_options(view)}
    for step in view.all_steps:
        for observation in step.observations:
            for finding in observation.findings:
                found |= {
                    option_words(each.statement)
                    for each in finding.judgements
                    if each.statement.kind in OPTIONS
                    and each.statement.drugs
                    and (each.answers or each.is_excluded_option)
                }
    return found


def _options_offered(view: View) -> set[str]:
    """Those of the answer that it says at once: the others are further points, and no lead."""
    if not isinstance(view.ending, Answer):
        return set()
    said = [each for each in short_layout(view.ending).sentences if each.role != "not for"]
    used = {key for each in said for key in each.keys}
    offered = {each.option for each in said if each.option}
    for step in view.all_steps:
        for observation in step.observations:
            for finding in observation.findings:
                if used.isdisjoint(citation.key for citation in finding.citations):
                    continue
                offered |= {
                    option_words(each.statement)
                    for each in finding.judgements
                    if each.statement.kind in OPTIONS and each.statement.drugs and each.answers
                }
    return offered - {each.option for each in _refused_options(view)}


def _refused_options(view: View) -> Sequence[ExcludedOption]:
    return view.ending.excluded if isinstance(view.ending, Answer | Abstention) else ()
