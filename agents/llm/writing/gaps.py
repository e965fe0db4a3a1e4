"""The gap in which a model's thought ends: one that it declares, or what it asks the person.
Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from agents.checking.documents.contradicted_gaps import contradiction_of, was_refused
from agents.cores import DECLARE_GAP
from agents.llm.conversation.parsing import names_what_is_missing, parse_gap
from agents.llm.writing.form import NO_ANSWER, READY, has_keys
from agents.llm.writing.lacks import fit_gap, names_a_lack
from agents.turns import Gap, Thought, View
from agents.wording.counts import count_of

LONGEST_ASKED = 600
"""Characters of a message that asks the person something and does nothing else. Chosen by hand:
what is longer tells, too."""
MOST_TITLES = 3
"""Titles that are told. Chosen by hand: a line or two."""
_SENTENCE = re.compile(r"(?<=[.!?])\s+|\n+")
_OF_SOURCES = re.compile(
    r"\b(?:labels?|guidelines?|silos?|sources?|documents?|stud(?:y|ies)|literature|records?|evidence"
    r"|quotes?|statements?)\b",
    re.IGNORECASE,
)
"""What a person is not asked."""
_ASKS_WITHOUT_MARK = re.compile(
    r"\W{0,3}(?:please |kindly |could you |can you |would you ){1,3}(?:tell|give|say|clarify"
    r"|specify|confirm|provide|share|state|name|let me know)\b"
    r"|\W{0,3}(?:i|we)(?:['’]d| would)? (?:do |still |first )?need (?:to know|to be told|more"
    r" information|further information|the patient['’]?s|your|her|his|their)\b"
    r"|\W{0,3}let me know\b",
    re.IGNORECASE,
)
_PLANS = re.compile(
    r"\b(?:i|we)(?:['’]ll| will| should| must| can| would| need to|['’]m going to) "
    r"(?:now |first |also )?(?:search|look|check|open|read|find|consult|verify)\b"
    r"|(?:^|[.!?] )(?:shall|should|may|can|must) (?:i|we) (?:now |first |also )?(?:search|look"
    r"|check|open|read|consult)\b|\blet (?:me|us) (?!know)|\b(?:no|nothing)\b[^.;?]{0,60}\bfound\b"
    r"|\bfound (?:no|nothing)\b",
    re.IGNORECASE,
)
"""A model that talks to itself, or tells of its searches, asks nobody."""
_COURTESY = re.compile(
    r"\W{0,3}(?:(?:many )?thanks?\b|thank you\b|(?:then|with (?:that|this|it)|once (?:i|you)"
    r"|as soon as)\b[^.;]{0,80}(?:can|could|will|would|['’]ll)\b)",
    re.IGNORECASE,
)
"""May follow what is asked: "Thank you.", "Then I can look it up."."""


def with_gap(thought: Thought, view: View, roles: Mapping[str, str]) -> Thought:
    """The thought with the gap that it declares, if it does nothing else and names one. One that
    what was shown contradicts stays a call, and is answered by the tool; a fact that is known and
    is asked for again is asked for, with what is known of it. ``roles``: of each silo."""
    gaps = [action for action in thought.actions if action.tool == DECLARE_GAP]
    searches = tuple(action for action in thought.actions if action.tool != DECLARE_GAP)
    if searches or not gaps or not names_what_is_missing(gaps[0].arguments):
        return replace(thought, actions=searches or thought.actions)
    declared = parse_gap(gaps[0].arguments)
    gap = fit_gap(declared, view)
    if against := contradiction_of(declared, view, roles):
        if not (against.fact and was_refused(view)):
            return thought
        gap = replace(gap, detail=f"Known so far: {against.fact}. {gap.detail}".strip())
    return replace(thought, actions=(), gap=gap)


def asked_of_person(text: str, view: View) -> Gap | None:
    """What a model asks the person where it was to search or to answer, as a fact that is missing;
    None where it does more than ask, or tells something that nobody has checked."""
    said = READY.sub("", text.strip(), count=1).strip()
    if not said or len(said) > LONGEST_ASKED or has_keys(said) or NO_ANSWER in said:
        return None
    sentences = [each.strip() for each in _SENTENCE.split(said) if each.strip()]
    asked = [each for each in sentences if _asks(each)]
    # What tells on behind its question asks by the way.
    if not asked or not (_asks(sentences[-1]) or _COURTESY.match(sentences[-1])):
        return None
    question = " ".join(asked)
    others = " ".join(each for each in sentences if not _COURTESY.match(each))
    if _PLANS.search(others) or not names_a_lack(others, view):
        return None
    name = f"an answer to “{question}”"
    gap = Gap(purpose="going on with this question", missing="fact", name=name, asks=question)
    known = contradiction_of(replace(gap, name=question), view, {})
    return replace(gap, detail=f"Known so far: {known.fact}.") if known else gap


def shown_in_vain(view: View) -> tuple[str, ...]:
    """What a model was shown that finds no answer in it: the sources are not empty."""
    titles = tuple(dict.fromkeys(each.title for each in view.citations.values()))
    if not titles:
        return ()
    more = len(titles) - MOST_TITLES
    told = "; ".join(f"“{each}”" for each in titles[:MOST_TITLES])
    others = f" and {count_of(more, 'document')} more" if more > 0 else ""
    return (f"The language model found no answer in what it was shown: {told}{others}.",)


def _asks(sentence: str) -> bool:
    is_asked = sentence.endswith("?") or _ASKS_WITHOUT_MARK.match(sentence)
    return bool(is_asked) and not _OF_SOURCES.search(sentence)
