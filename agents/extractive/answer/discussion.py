"""Answers out of what colleagues wrote in the thread: their own sentences, each with its author and
a link. Nothing is put in other words."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from agents.extractive.question.context.opinion_requests import asks_opinion
from agents.extractive.question.requests.capabilities import missing_capability
from agents.extractive.question.requests.questions_on_thread import (
    AskedOf,
    AskedOfThread,
    asked_of_thread,
    asks_of_person,
)
from agents.facts.discussed import proposes, sentences
from agents.facts.patients import names_this_patient
from agents.turns import DiscussionMessage, Gap, Reply, ThreadQuote, View
from agents.turns.discussion import speakers
from agents.wording.gaps import NO_CASE, GapWords, several_patients, thread_not_read
from names.clinical.readers import read_patient
from names.patterns.enumeration import in_a_row
from names.recognise import recognise

MOST_QUOTES = 20
"""Sentences that are quoted. Chosen by hand: what fits into one message of Slack."""
LONGEST_QUOTE = 400
"""Characters of one of them. Chosen by hand: a sentence is shorter, a pasted report is not."""

_OBJECTS = re.compile(
    r"\b(?:disagree\w*|not (?:so |really )?(?:sure|convinced)|object\w*|oppos\w+|against"
    r"|(?:would|should|could|must|may|might|can|do|is|does) not"
    r"|(?:wouldn|shouldn|couldn|don|isn|can)['’]t|cannot|rather not|instead|contra-?indicated|avoid"
    r"|worr\w+|concern\w*|too (?:toxic|risky|early|late|much)|risky|however|no,)\b",
    re.I,
)
_AGREES = re.compile(
    r"(?<!not )(?<!n't )(?<!n’t )\b(?:agree[ds]?|support\w*|same here|in favou?r|yes|me too"
    r"|sounds (?:good|right|fine)|good idea|makes sense)\b|\+1",
    re.I,
)
_LEADS = {
    "all": "In their own words, I put nothing into mine:",
    "proposals": "What {who} proposed, in their own words:",
    "agreement": "These sentences sound like agreement; whether they are is yours to judge:",
    "objections": "These sentences sound like doubt; whether they are is yours to judge:",
}
_NONE = {
    "all": "I find no sentence on the case in what {who} wrote here.",
    "proposals": "I recognise no proposal in what {who} wrote here.",
    "agreement": "I recognise no words of agreement in this thread.",
    "objections": "I recognise no words of disagreement in this thread.",
}


_NOBODY = "Nobody of that name wrote to others in this thread. Those who did: {names}."


@dataclass(frozen=True, slots=True)
class _Sentence:
    said: DiscussionMessage
    words: str


def gap_of_discussion(view: View) -> Gap | None:
    """Why a question on the case of a thread cannot be answered from what was said in it; None if
    it can, or says itself what it is on."""
    discussion, text = view.question.discussion, view.question.text
    of_thread = asks_opinion(text) or asked_of_thread(text, ()) is not None
    if discussion.problem and not discussion.said and of_thread:
        return _gap(thread_not_read(discussion.problem))
    if view.heard.of_several and (asks_opinion(text) or _leans_on_patient(view)):
        return _gap(several_patients(view.heard.of_several[0].name))
    if asks_opinion(text) and not view.turns and not view.sheet:
        return _gap(NO_CASE)
    return None


def reply_on_discussion(view: View) -> Reply | None:
    """What people wrote, if that is what is asked; None if something else is, or nobody wrote."""
    said = view.question.discussion.said
    if not said:
        return None
    asked = asked_of_thread(view.question.text, speakers(said))
    if asked is None:
        return _nobody_of_that_name(view.question.text, said)
    if asked.who:
        said = tuple(each for each in said if each.name == asked.who)
    found = [each for each in _sentences(said) if _is_asked(each.words, asked)]
    if not found:
        return _nothing_found(asked, said)
    shown = _most_telling(found)
    return Reply(
        text=_LEADS[asked.what].format(who=asked.who or "people here"),
        quotes=tuple(map(_quote, shown)),
        end=_end(view, len(found) - len(shown)),
    )


def _nobody_of_that_name(text: str, said: Sequence[DiscussionMessage]) -> Reply | None:
    """That nobody of the name wrote here of whom is asked what they said; None where something else
    is asked, such as what a guideline says."""
    if not asks_of_person(text) or missing_capability(text) is None:
        return None
    return Reply(text=_NOBODY.format(names=in_a_row(speakers(said))))


def _most_telling(found: Sequence[_Sentence]) -> Sequence[_Sentence]:
    """As many of the sentences as fit, in their order: questions are left out first, then what was
    said long ago, but for the beginning."""
    places = sorted(range(len(found)), key=lambda at: ("?" in found[at].words, at > 2, -at))
    return [found[at] for at in sorted(places[:MOST_QUOTES])]


def _nothing_found(asked: AskedOfThread, said: Sequence[DiscussionMessage]) -> Reply:
    """That nothing of what is asked was said, with the proposals there are."""
    words = _NONE[asked.what].format(who=asked.who or "people")
    if asked.on:
        words = f"{words.removesuffix('.')} that names “{asked.on}”."
    others = [each for each in _sentences(said) if proposes(each.words)]
    if asked.who and not others:
        others = list(_sentences(said))
    lead = " This is what was proposed:" if not asked.who else f" {asked.who} wrote:"
    quotes = tuple(map(_quote, others[:MOST_QUOTES]))
    return Reply(text=words + lead if quotes else words, quotes=quotes)


def _is_asked(words: str, asked: AskedOfThread) -> bool:
    if asked.on:
        wanted = recognise(asked.on).names("drug", "gene", "drug_class")
        names = recognise(words).names("drug", "gene", "drug_class")
        is_named = wanted <= names if wanted else asked.on.lower() in words.lower()
        if not is_named:
            return False
    return _TESTS[asked.what](words)


def _is_on_case(words: str) -> bool:
    """Whether a sentence says something clinical, proposes or objects."""
    return bool(recognise(words) or read_patient(words)) or proposes(words) or "?" in words


_TESTS: dict[AskedOf, Callable[[str], bool]] = {
    "all": _is_on_case,
    "proposals": lambda words: proposes(words) or _names_drug_alone(words),
    "agreement": lambda words: bool(_AGREES.search(words)),
    "objections": lambda words: bool(_OBJECTS.search(words)),
}


def _names_drug_alone(words: str) -> bool:
    """ "Capivasertib?" is a proposal, too."""
    return len(words.split()) <= 4 and bool(recognise(words).of("drug", "drug_class"))


def _sentences(said: Sequence[DiscussionMessage]) -> Iterator[_Sentence]:
    for each in said:
        for start, end in sentences(each.text):
            words = " ".join(each.text[start:end].split())
            if any(letter.isalnum() for letter in words):
                yield _Sentence(each, words)


def _quote(sentence: _Sentence) -> ThreadQuote:
    words, said = sentence.words, sentence.said
    short = words if len(words) <= LONGEST_QUOTE else f"{words[: LONGEST_QUOTE - 1]}…"
    return ThreadQuote(name=said.name, words=short, link=said.link, is_edited=said.is_edited)


def _end(view: View, left: int) -> str:
    """What is not quoted: further sentences, what does not fit, and what was asked of us."""
    discussion = view.question.discussion
    ends = [f"{left} further sentences are not quoted."] if left > 1 else []
    ends += ["1 further sentence is not quoted."] if left == 1 else []
    if discussion.left_out:
        ends.append(f"Of a long thread, {discussion.left_out} messages are left out or cut.")
    if discussion.problem:
        ends.append(discussion.problem)
    if view.turns:
        ends.append("What was asked of me stands in this thread with its answers.")
    return " ".join(ends)


def _leans_on_patient(view: View) -> bool:
    own = any(fact.place in ("question", "attachment") for fact in view.sheet.facts)
    return not own and names_this_patient(view.question.text)


def _gap(words: GapWords) -> Gap:
    return Gap(purpose=words.purpose, missing="fact", name=words.name, detail=words.detail)
