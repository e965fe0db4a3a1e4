"""What a message asks of the discussion that it was written under: an opinion on its case."""

from __future__ import annotations

import re
from functools import lru_cache

from agents.extractive.question.context.repeated import repeated_turn
from agents.extractive.question.context.thread import states_kind
from agents.facts.discussed import sentences
from agents.reports.attached import asked_of_reports, questions_on_rows
from agents.turns import Discussion, View
from names.recognise import recognise

_OPINION = re.compile(
    r"\W{0,5}(?:(?:so|and|hi|hey|hello|ok|okay|well|please|all right)\b\W{0,3}){0,3}"
    r"(?:what (?:do|would|can|might|should) you (?:think|suggest|recommend|advise|propose|say|do)"
    r"|what(?:['’]s| is| are) your (?:thoughts?|opinions?|view|take|advice|suggestions?)"
    r"|what (?:about|of) this (?:case|one|patient)|what (?:now|next)|what would be next"
    r"|(?:any|your) (?:thoughts?|ideas?|opinions?|views?|advice|suggestions?|take|input|comments?)"
    r"|thoughts|ideas|opinions?|suggestions|can you help(?: us)?|please help(?: us)?|help us"
    r"|over to you|and you|do you (?:agree|have (?:an opinion|a suggestion|any ideas?)))"
    r"(?:\W{1,3}(?:here|now|please|then|next|on (?:this|it)|of (?:this|it|her|him)"
    r"|about (?:this|it)"
    r"|(?:for|with|in|about|on) (?:this|the|our|her|his) (?:case|patient|woman|man|lady)"
    r"|for (?:her|him|this)|with (?:this|her|him)|curbside)){0,3}\W{0,9}",
    re.I,
)
CHOICE = "What are the treatment options?"
"""What is asked of a case of which nobody says what is wanted."""


def asks_opinion(text: str) -> bool:
    """Whether a message asks what to think of a case and says nothing of it itself."""
    return bool(_OPINION.fullmatch(text.strip()))


def meant_question(view: View) -> str:
    """The question of a run in the words that say what is asked: under a case that colleagues
    discuss, "what do you think?" asks what the case was presented with, or else the options. Under
    a sequencing report, "what is actionable?" asks of each of its rows which drugs there are.
    "Shorter" asks the question before once more."""
    if turn := repeated_turn(view):
        return turn.question
    text = view.question.text
    if asked_of_reports(view) == "actionable" and (questions := questions_on_rows(view)):
        return questions
    discussion = view.question.discussion
    if discussion.said and asks_opinion(text):
        return _question_of_case(discussion) or CHOICE
    return text


@lru_cache(maxsize=500)
def _question_of_case(discussion: Discussion) -> str:
    """What the message that presents the case asks, if it says more than "any ideas?"."""
    first = discussion.said[0].text
    asked = [first[start:end].strip() for start, end in sentences(first)]
    telling = [
        each
        for each in asked
        if each.endswith("?") and not asks_opinion(each) and (states_kind(each) or recognise(each))
    ]
    return " ".join(telling)
