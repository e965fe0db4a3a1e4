"""A drug that a message of the thread puts right: "wrong drug, she is on ribociclib, not palbo".

What was asked of the drug that was named by mistake is asked of the one that was meant."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from agents.extractive.question.context.thread import LEADING, states_kind
from agents.extractive.question.corrections.variants import (
    MeantVariant,
    variant_meant,
    with_variant,
)
from agents.extractive.question.kinds import treats
from agents.facts.corrections.meant_drugs import (
    AMOUNT,
    MeantDrug,
    drug_meant,
    drugs_meant,
    groups_of,
    sentence_start,
)
from agents.facts.untreated import UNTREATED
from agents.turns import Turn
from names.clinical.spelling import normalise_message
from names.clinical.treatment.agents import Agent, find_agents

_SAME_DOSE = re.compile(r"(?i)\bsame (?:dose|amount|strength)\b")
_SAME = re.compile(
    r"(?i)(?:^|(?<=[.,;!]))\W{0,3}(?:(?:the )?(?:rest|everything else|all else|else|otherwise)"
    r"(?: (?:is|as|stays))?(?: the)? (?:same|unchanged|before)|same(?: \w{2,20}){1,2})(?=\W|$)"
)
"""What a correction says to be as before."""
_EDGES = " \t\n,.;:!–—-()"


@dataclass(frozen=True, slots=True)
class AskedAgain:
    """The questions of a thread with the drugs that were meant, oldest first."""

    texts: tuple[str, ...]
    places: tuple[int, ...]
    """Of each question, the place in the thread of the message that asks it last."""
    is_last: bool = False
    """Whether the newest message only puts right the question that it asks again."""


@dataclass(frozen=True, slots=True)
class CorrectedQuestion:
    """The questions before a message, each with its answer, and the message as it is meant."""

    turns: tuple[tuple[str, str], ...]
    text: str
    corrected_by: str = ""
    """The message, if it only puts right the question before, which is asked again."""

    @property
    def answer(self) -> str:
        """The newest answer; empty if nothing was answered."""
        return self.turns[-1][1] if self.turns else ""


def thread_as_meant(turns: Sequence[Turn], text: str) -> CorrectedQuestion:
    """The questions of the turns and a message behind them, with the drugs that were meant."""
    told = tuple((turn.question, turn.answer) for turn in turns)
    read = (*(normalise_message(question).text for question, _ in told), text)
    meant = with_meant_drugs(read)
    if meant.texts == read:
        return CorrectedQuestion(told, text)
    asked = zip(meant.texts[:-1], meant.places[:-1], strict=True)
    pairs = ((question, told[place][1]) for question, place in asked)
    return CorrectedQuestion(tuple(pairs), meant.texts[-1], text if meant.is_last else "")


@lru_cache(maxsize=500)
def with_meant_drugs(questions: tuple[str, ...]) -> AskedAgain:
    """The questions of a thread, each with the drugs and variants that later messages put right. A
    correction that asks nothing itself is the question before, asked again. Oldest first."""
    texts: list[str] = []
    places: list[int] = []
    again = False
    for place, question in enumerate(questions):
        meant = _meant_in(question, texts)
        again = bool(meant) and not _asks(question, meant)
        asked = question
        for each in reversed(meant):
            asked = _without_wrong(asked, each, keeps_right=not again)
        asked = _without_denied(asked) if texts and not meant else asked
        if not meant and (variant := variant_meant(question, texts)):
            texts = [with_variant(text, variant) for text in texts]
            rest = _behind(question, variant)
            again = not ("?" in question or states_kind(UNTREATED.sub(" ", rest)))
            asked = rest if again else asked
        for each in meant:
            texts = [_put_right(text, each, question) for text in texts]
        if again:
            before = texts.pop()
            places.pop()
            asked = _with_facts(asked, before)
        texts.append(asked)
        places.append(place)
    return AskedAgain(tuple(texts), tuple(places), again)


def _behind(text: str, meant: MeantVariant) -> str:
    """What a message tells beside the sentence that puts a variant right, up to the variants."""
    start, end = meant.span
    start = sentence_start(text, start)
    parts = (text[:start].strip(_EDGES), _SAME.sub("", text[end:]).strip(_EDGES))
    return ". ".join(filter(None, parts))


def _meant_in(question: str, before: Sequence[str]) -> tuple[MeantDrug, ...]:
    """The drugs that were meant for those of the questions before."""
    if not before:
        return ()
    told = [frozenset(each.drugs) for text in before for each in groups_of(text)]
    every = frozenset().union(*told)
    last = _drugs_in(before[-1])
    meant = tuple(
        each for each in drugs_meant(question, [every]) if not last & {*each.right} - each.wrong
    )
    if meant:
        return meant
    only = drug_meant(question)
    if only is None or every & {*only.right}:
        return ()
    kind = treats(only.right[0])
    alike = frozenset(drug for drug in last if treats(drug) == kind)
    return (replace(only, wrong=alike),) if len(alike) == 1 else ()


def _drugs_in(text: str) -> frozenset[str]:
    return frozenset(drug for each in groups_of(text) for drug in each.drugs)


def _asks(question: str, meant: Sequence[MeantDrug]) -> bool:
    """Whether a correction asks something of its own."""
    rest = question
    for each in reversed(meant):
        rest = _without_wrong(rest, each, keeps_right=False)
    return "?" in rest or states_kind(rest)


def _without_wrong(text: str, meant: MeantDrug, *, keeps_right: bool) -> str:
    """A message without what puts a drug right, or with the right drug's name alone of it."""
    start, end = meant.span
    amount = AMOUNT.match(text, end)
    end = amount.end() if amount else end
    named = _right_words(text, meant) if keeps_right else ""
    behind = _SAME.sub("", text[end:]).strip(_EDGES)
    named = "" if LEADING.match(behind) else named
    parts = (text[:start].strip(_EDGES), named, behind)
    return ". ".join(filter(None, parts))


_DENIED = re.compile(
    r"(?i)\s?[,;(–—-]{0,2}\s?(?:(?:and|but|so)\s)?"
    r"(?:not|rather than|instead of|in place of|never)\s[^,;.]{1,60}\Z"
)


def _without_denied(text: str) -> str:
    """A message without the drug that it sets against the one it tells, where nobody spoke of it:
    "she takes venlafaxine, not paroxetine" asks nothing of paroxetine."""
    for each in reversed(list(drugs_meant(text, [_drugs_in(text)]))):
        start, end = each.span
        if each.named[1] == end:
            text = text[:start] + text[each.named[0] :]
        elif denied := _DENIED.search(text, each.named[1], end):
            text = text[: denied.start()] + text[end:]
    return text


def _right_words(message: str, meant: MeantDrug) -> str:
    """The drug that was meant, with its amount where the message tells one."""
    start, end = meant.named
    amount = AMOUNT.match(message, end)
    return message[start : amount.end() if amount else end]


def _put_right(text: str, meant: MeantDrug, message: str) -> str:
    """An earlier question with the drug that was meant in the place of the wrong one."""
    words = _right_words(message, meant)
    told = words != message[slice(*meant.named)]
    keeps = not told and _SAME_DOSE.search(message)
    one = len(meant.wrong) == 1
    for each in reversed(find_agents(text) if one else list(groups_of(text))):
        if not meant.wrong & {*each.drugs}:
            continue
        end = each.end
        if not keeps and (amount := AMOUNT.match(text, end)):
            end = amount.end()
        text = text[: each.start] + _regimen(each, meant, words) + text[end:]
    return text


def _regimen(told: Agent, meant: MeantDrug, words: str) -> str:
    kept = [drug for drug in told.drugs if drug not in {*meant.wrong, *meant.right}]
    return " + ".join((words, *kept))


def _with_facts(facts: str, question: str) -> str:
    """The question with the facts that its correction tells beside."""
    if not facts:
        return question
    return f"{facts}. {question}"
