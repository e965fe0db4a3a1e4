"""The draft held against what the run observed. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from agents.checking.asked_names import not_spoken_of, not_weighed
from agents.checking.calculations import keep_calculated, problem_with_calculation
from agents.checking.comparisons import (
    keep_excluded,
    offers_something,
    problem_with_match,
    problem_with_option,
    problem_with_premise,
    without_condition,
)
from agents.checking.dissents import problem_with_dissent
from agents.checking.refusals import problem_with_refusal, refuses_option
from agents.checking.sentences import holds_quotes, problem_with_sentence
from agents.checking.support.other_patients import is_on_others_again, without_other_patients
from agents.eligibility.verdicts import criteria_told, keep_criteria
from agents.errors import AnswerUnverified
from agents.facts.sheet import Fact
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    Citation,
    Draft,
    DraftSentence,
    Ending,
    Failed,
    Gap,
    Sentence,
    SentenceBasis,
    View,
)
from agents.wording.counts import count_of
from agents.wording.gaps import NO_OPTION_VERIFIED, UNSUPPORTED

MOST_TOLD, LONGEST_TOLD = 12, 160
"""Sentences of which is told what became of them, and characters of each. Chosen by hand."""


def decide_ending(
    draft: Draft,
    view: View,
    *,
    limited: str = "",
    tried: Sequence[str] = (),
    removes: bool = False,
) -> Ending:
    """How the run ends with this draft. An answer of which nothing could be verified is none;
    where what is not verified is removed (``removes``), the quotes that it cites are left of it.
    Below it stands what was taken back or written again: in its words only where those may be
    shown that do not hold."""
    if draft.asks:
        return Abstention(gap=draft.asks, tried=tuple(tried))
    answer = check_draft(draft, view, limited=limited)
    answer = replace(answer, note=answer.note + _corrections_note(draft, in_words=not removes))
    if any(sentence.verified for sentence in answer.sentences):
        told = _without_failed(answer, draft.taken_back) if removes else answer
        return _with_unspoken(told, draft)
    if removes and (quoted := _only_quotes(answer, draft, view)):
        return _with_unspoken(quoted, draft)
    if answer.sentences and answer.excluded:
        # The reasons why not were compared, not drafted: they hold, and are worth knowing.
        return _gap_of_options(answer, tried)
    if view.citations and (answer.sentences or (draft.taken_back and not draft.not_found)):
        # Sources were found, and the words on them were wrong: that is no gap of the sources.
        error = AnswerUnverified()
        gone = (*answer.sentences, *draft.taken_back)
        return Failed(error=type(error).__name__, reason=error.sentence, removed=gone)
    gap = Gap(
        purpose=UNSUPPORTED.purpose,
        missing="silo",
        name=UNSUPPORTED.name,
        detail=" ".join(draft.not_found) or UNSUPPORTED.detail,
    )
    removed = (*answer.sentences, *draft.taken_back)
    return Abstention(gap=gap, tried=tuple(tried), removed=removed)


def _with_unspoken(answer: Answer, draft: Draft) -> Answer:
    """The answer, which says what the question names or the patient has and nothing in it speaks
    of."""
    unspoken = (*not_spoken_of(answer, draft.asked), *not_weighed(answer, draft.to_weigh))
    return replace(answer, unweighed=(*answer.unweighed, *unspoken))


def _without_failed(answer: Answer, taken_back: Sequence[Sentence] = ()) -> Answer:
    """The answer with what is not verified taken out of what is said, and told with what was taken
    back."""
    sentences = tuple(each for each in answer.sentences if each.verified)
    shown = [*(each.keys for each in sentences), *(each.keys for each in answer.excluded)]
    shown += [(each.key,) for each in answer.criteria]
    used = {key for keys in shown for key in keys}
    return replace(
        answer,
        sentences=sentences,
        citations=tuple(each for each in answer.citations if each.key in used),
        removed=(*(each for each in answer.sentences if not each.verified), *taken_back),
    )


def _only_quotes(answer: Answer, draft: Draft, view: View) -> Answer | None:
    """The quotes that an answer of which nothing holds points at, instead of its words; None when
    it points at none. They are checked as sentences are: a quote, too, may offer what is none for
    this patient."""
    keys = dict.fromkeys(key for each in answer.sentences for key in each.keys)
    quotes = tuple(DraftSentence(text=view.citations[key].quote, keys=(key,)) for key in keys)
    checked = check_draft(replace(draft, sentences=quotes), view, limited=answer.limited)
    quoted = _without_failed(checked)
    if not quoted.sentences:
        return None
    return replace(quoted, removed=(*answer.sentences, *draft.taken_back), only_quotes=True)


def _gap_of_options(answer: Answer, tried: Sequence[str]) -> Abstention:
    """The end when nothing that was written holds, and options are known to be none."""
    words = NO_OPTION_VERIFIED
    gap = Gap(purpose=words.purpose, missing="silo", name=words.name, detail=words.detail)
    return Abstention(
        gap=gap,
        tried=tuple(tried),
        facts=answer.facts,
        excluded=answer.excluded,
        removed=answer.sentences,
    )


def check_draft(draft: Draft, view: View, *, limited: str = "") -> Answer:
    """The draft with each sentence checked and the citations in order of first use."""
    calculated = keep_calculated(draft.calculated, draft.facts)
    sentences = tuple(
        _check_calculation(sentence, calculated)
        if sentence.basis == "calculation"
        else _check_sentence(sentence, view, draft.facts)
        for sentence in draft.sentences
        if sentence.text.strip()
    )
    excluded = keep_excluded(draft.excluded, view, draft.facts)
    criteria = keep_criteria(draft.criteria, view, draft.facts)
    keys = [*(each.keys for each in sentences), *(each.keys for each in excluded)]
    keys += [(each.key,) for each in criteria]
    used = dict.fromkeys(key for each in keys for key in each)
    known = view.citations
    return Answer(
        sentences=sentences,
        citations=tuple(known[key] for key in used),
        not_found=draft.not_found,
        note=draft.note,
        limited=limited,
        facts=draft.facts,
        excluded=excluded,
        calculated=calculated,
        missing=draft.missing,
        unweighed=draft.unweighed,
        unread=draft.unread,
        parts=draft.parts,
        criteria=criteria,
    )


def _check_calculation(sentence: DraftSentence, calculated: Sequence[CalculatedValue]) -> Sentence:
    problem = problem_with_calculation(sentence.text, calculated)
    return Sentence(
        text=sentence.text,
        keys=(),
        verified=not problem,
        problem=problem,
        role=sentence.role,
        basis=sentence.basis,
        part=sentence.part,
    )


def _check_sentence(sentence: DraftSentence, view: View, facts: Sequence[Fact]) -> Sentence:
    known = view.citations
    keys = tuple(dict.fromkeys(key for key in sentence.keys if key in known))
    basis = sentence.basis
    if basis == "matching":
        if sentence.role == "dissent":
            problem = problem_with_dissent(sentence.text, keys, view)
        elif sentence.keys:
            problem = problem_with_match(sentence.text, keys, view, facts)
        elif sentence.text in criteria_told(view) or is_on_others_again(sentence.text, view):
            problem = ""
        else:
            problem = problem_with_premise(sentence.text, view)
    else:
        problem, basis = _problem_with_quote(sentence, [known[key] for key in keys], view)
    problem = problem or sentence.doubt
    return Sentence(
        text=sentence.text,
        keys=keys,
        verified=not problem,
        problem=problem,
        role=sentence.role,
        basis=basis,
        part=sentence.part,
        option=sentence.option,
        cell=sentence.cell,
    )


def _problem_with_quote(
    sentence: DraftSentence, citations: Sequence[Citation], view: View
) -> tuple[str, SentenceBasis]:
    """What is wrong with a sentence that rests on quotes, and what it rests on after all: that a
    drug is none for this patient stands in no quote, but follows from comparing it."""
    plain = replace(sentence, text=without_other_patients(sentence, view))
    text, basis = without_condition(plain, view), sentence.basis
    own_words = bool(citations) and not holds_quotes(text, citations)
    refuses = (own_words or sentence.role == "not for") and refuses_option(sentence, view)
    if refuses:
        basis = "matching"
    # What would harm the patient is said before what is worded otherwise than its source.
    problem = "" if refuses else _problem_with_use(sentence, citations, view, own_words=own_words)
    return problem or problem_with_sentence(text, citations, view, may_deny=refuses), basis


def _problem_with_use(
    sentence: DraftSentence, citations: Sequence[Citation], view: View, *, own_words: bool
) -> str:
    """Why what a sentence offers, or refuses, is wrong for this patient. That what it cites is not
    for them is no reason against a sentence that offers nothing under that very label."""
    if problem := problem_with_refusal(sentence, citations):
        return problem
    if sentence.role == "not for" and not offers_something(sentence.text):
        return ""
    return problem_with_option(sentence, view, in_own_words=own_words)


def _corrections_note(draft: Draft, *, in_words: bool) -> str:
    """A line for each sentence that was taken back or written again, each behind a line break. Not
    in words: how many were written again; what was taken back is counted with what was removed."""
    if not in_words:
        number = len(draft.rewritten)
        return f"\nDid not hold and was written again: {count_of(number, 'sentence')}." * bool(
            number
        )
    gone = [f"\nTaken back, it did not hold: {_with_reason(was)}" for was in draft.taken_back]
    changed = [
        f"\nWritten again, it did not hold: {_with_reason(was)} Now: “{_clip(now)}”"
        for was, now in draft.rewritten
    ]
    told = [*gone, *changed]
    left = len(told) - MOST_TOLD
    return "".join(told[:MOST_TOLD]) + (
        f"\nThe same of {count_of(left, 'sentence')} more." if left > 0 else ""
    )


def _with_reason(sentence: Sentence) -> str:
    return f"“{_clip(sentence.text)}” ({sentence.problem.rstrip('.')})."


def _clip(text: str) -> str:
    return text if len(text) <= LONGEST_TOLD else f"{text[: LONGEST_TOLD - 1].rstrip()}…"
