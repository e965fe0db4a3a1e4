"""A message without what belongs to writing and not to the question: greetings and thanks, the
marks and lines of a case that is written as a list, a question mark that was left out.

One case asked in two of these ways is one case; ``curbside eval rewordings`` holds it to that."""

from __future__ import annotations

import re

from agents.extractive.question.context.thread import states_kind
from agents.extractive.question.splitting.enumeration import BULLET, find_enumeration
from agents.extractive.question.splitting.segments import (
    LONGEST,
    SENTENCE,
    SHORTEST,
    has_remarks_behind,
)
from names.recognise import recognise

_GREETED = (
    r"(?:all|everyone|everybody|team|colleagues?|both|folks|guys|there|board|doctors?|the|mtb"
    r"|tumou?r|dear|curbside)"
)
_GREETING = (
    r"(?:hi|hello|hey|dear|good (?:morning|afternoon|evening))\b"
    rf"(?:[ ,]{{1,2}}{_GREETED}\b){{0,4}}\s?[,.!:–-]{{1,2}}\s{{1,3}}"
)
_ANNOUNCED = (
    r"(?:(?:just )?(?:a |an |one |another )?(?:quick|short|small|brief|urgent|general)"
    r" (?:one|question|q|query)(?: (?:for|from|to|at) (?:the |our |this |you )?"
    r"(?:board|team|you|pharmacy|all|clinic|mtb|tumou?r board|ward|floor))?\s?[:,.!–-]\s{1,3})"
)
_WHO_IS_ASKED = (
    r"(?:(?:could|can|would|will) (?:you|someone|anyone|anybody)(?: please| pls| kindly)?"
    r" (?:tell|advise|help|let|remind)(?: us| me)?(?: know| on| with| about)?"
    r"|(?:please|pls|kindly) (?:tell|advise|help|let)(?: us| me)?(?: know| on| with| about)?)"
    r"(?:\s?[:,–-])?\s{1,3}"
)
_BEFORE = re.compile(rf"(?i)\A\s{{0,3}}(?:{_GREETING}|{_ANNOUNCED}|{_WHO_IS_ASKED})(?=\S)")
_BEHIND = re.compile(
    r"(?i)(?<=[\w?.!)+%*-])[\s,;.!–-]{1,4}(?:many |kind )?"
    r"(?:thanks|thank you|thx|tia|cheers|(?:kind |best )?regards)"
    r"(?: (?:a lot|so much|very much|in advance|all|team|everyone|again|for (?:your|the|any) help"
    r"|both|guys)){0,3}[\s.!,:)]{0,4}\Z"
)
_MOST_COURTESIES = 3
"""Courtesies one behind the other that are taken away. By hand: a greeting, a word on the
question, and who is asked."""
_ENDS = tuple(".?!,;:/+&(–")
"""Signs at the end of a line behind which no sentence ends, or has ended already."""
_JOINS = re.compile(r"(?i)\b(?:and|or|with|on|of|for|the|a|an|in|to|after|plus|by|vs)\Z")


_OPENS = re.compile(
    r"(?i)\W{0,3}(?:is|are|can|could|should|would|does|do|did|which|what|when|how|who|why|any|ok"
    r"|okay|safe|fine|stop|start|hold|continue|go on|switch|restart|resume|rechallenge)\b"
)
"""How a last sentence begins that asks."""
_MOST_WORDS = 12
"""Words of a last sentence that asks by how it begins, or by its drugs. Chosen by hand."""
_OF_THE_PAST = re.compile(r"(?i)\b(?:ago|since|last (?:week|month|year)|yesterday|was|were|had)\b")
_BESIDE_DRUGS = re.compile(
    r"(?i)(?:\b(?:and|or|vs|versus|plus|with|then|first|alone|now|again|instead|ok|good|yes|no|not"
    r"|still|an|option|as|well|rather|than|only|for|the|both|either|next)\b|[^A-Za-z])+"
)
"""What stands beside the drugs of a sentence that names them and says nothing of them."""


_SHORTENED = re.compile(r"(?i)\b((?:neo-?)?adj)\.(?=\s\w)")
"""A shortened word whose point ends no sentence: a noun follows ("neoadj. KEYNOTE-522")."""


def plain_form(text: str) -> str:
    """The message as one would say it. What is nothing but a courtesy stays as it is."""
    plain = without_courtesies(as_sentences(_SHORTENED.sub(r"\1", text))) or text
    return asked_with_mark(plain)


def without_courtesies(text: str) -> str:
    """A message without the greeting and the thanks around it."""
    for _ in range(_MOST_COURTESIES):
        shorter = _BEFORE.sub("", text, count=1)
        if shorter == text:
            break
        text = shorter
    return _BEHIND.sub("", text).strip()


def as_sentences(text: str) -> str:
    """A message in lines as sentences in one line. A list of several questions stays one."""
    if "\n" not in text.strip() or _lists_questions(text):
        return text
    lines = [line for line in text.split("\n") if line.strip(" \t-–—•*")]
    told = []
    for place, line in enumerate(lines, start=1):
        following = "".join(lines[place : place + 1])
        words, begins = (BULLET.sub("", f"\n{each}").strip() for each in (line, following))
        is_item = begins != following.strip()
        leads_on = words.endswith(_ENDS) or bool(_JOINS.search(words))
        goes_on = leads_on or (begins[:1].islower() and not is_item)
        told.append(words if goes_on or not begins else f"{words}.")
    return " ".join(told)


def _lists_questions(text: str) -> bool:
    """Whether a message lists what it asks: with numbers, behind the name of a drug, or by marks
    of which several items ask. A case is told by marks, too, and asks once."""
    listed = find_enumeration(text)
    if listed is None:
        return False
    if len(BULLET.findall(text)) < len(listed.items) or recognise(listed.shared).of("drug"):
        return True
    marked = [item for item in listed.items if "?" in item]
    return len(marked or [*filter(states_kind, listed.items)]) > 1


def asked_with_mark(text: str) -> str:
    """A message whose last sentence asks in its words and has no question mark, with one."""
    if "?" in text or len(text) > LONGEST:
        return text
    sentences = [each.strip() for each in SENTENCE.findall(text) if each.strip()]
    if not sentences or has_remarks_behind(sentences):
        return text
    last = sentences[-1]
    if len(sentences) == 1:
        # It may be the fact that an earlier gap asks for.
        asks = states_kind(last)
    elif len(sentences) < SHORTEST and not recognise(last).mentions:
        # "pt 68 kg, plts 210. start dose" is understood as a whole.
        asks = False
    else:
        asks = _asks(last)
    if not asks:
        return text
    return f"{text.rstrip(' .!')}?"


def _asks(sentence: str) -> bool:
    """Whether a sentence says what it asks, or names something and begins as a question does, or
    only names drugs."""
    if states_kind(sentence):
        return True
    if len(sentence.split()) > _MOST_WORDS or _OF_THE_PAST.search(sentence):
        return False
    named = bool(recognise(sentence).mentions)
    return named and bool(_OPENS.match(sentence) or _only_names_drugs(sentence))


def _only_names_drugs(sentence: str) -> bool:
    drugs = recognise(sentence).of("drug", "drug_class")
    rest = list(sentence)
    for each in drugs:
        rest[each.start : each.end] = " " * (each.end - each.start)
    return bool(drugs) and not _BESIDE_DRUGS.sub("", "".join(rest))
