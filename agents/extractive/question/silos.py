"""Finds the silos that a question asks for, by role and by publisher. The code knows no silo by
name."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache

from agents.cores import ToolCard
from agents.extractive.question.requests.capabilities import CAPABILITY
from agents.extractive.question.splitting.circumstances import QuestionContext, circumstances_of
from agents.extractive.question.topics import is_plain, stems
from agents.facts.sheet import FactSheet
from agents.matching.patient.tumours import tumour_names
from agents.matching.premises import THE_LABEL
from agents.matching.sub_question import SubQuestion
from names.clinical.readers import read_clinical
from names.clinical.toxicities import nameless_grades
from names.clinical.values import Marker, Tumour
from names.recognise import recognise

Roles = tuple[str, ...]
"""Entries of ``kinds.toml``: a role (``label``), or a role and a publisher (``guideline NCCN``)."""


def silos_of(roles: Roles, cards: Sequence[ToolCard]) -> list[str]:
    """The silos that have these roles, in the order of the roles, then of the cards."""
    found = (card.silo for entry in roles for card in cards if _fits(entry, card))
    return list(dict.fromkeys(found))


def roles_of(cards: Sequence[ToolCard]) -> dict[str, str]:
    """The role of each silo."""
    return {card.silo: card.role for card in cards if card.silo}


_RULES = (
    r"(?:our(?: own)?|in[- ]?house|house|local|institutional|departmental|internal"
    r"|hospital(?:'s)?|clinic(?:'s)?)(?: (?!of\b|for\b|and\b|or\b)[\w-]+){0,2}? "
    r"(?:protocols?|polic(?:y|ies)|SOPs?|guidelines?|guidance|pathways?|procedures?|rules?|standards?|scheme|instructions?|manual)"
    r"|SOPs?|standard operating procedures?"
)
_PLACE = (
    r"^\W*(?:(?:at|in|for|by) )?(?:our|this) (?:[\w-]+ ){0,2}?(?:clinic|hospital|house|department"
    r"|unit|ward|cent(?:er|re)|institution|practice)\b(?=\s?[:,])"
    r"|\b(?:at|in) (?:our|this) (?:clinic|hospital|department|cent(?:er|re)|institution)\b"
    r"(?=\s?[?.]?\s?$)"
)
OWN_RULES = re.compile(
    rf"\b(?:{_RULES})\b|{_PLACE}"
    r"|\b(?:(?:when|where|who|whom) (?:is|are|does|do|must|should|can|has|have)"
    r"|deadline|due|quorum|how late)\b"
    r"[^.?!\n]{0,80}\b(?:our|this) (?:[\w-]+ ){0,2}?(?:board|conference|MDT|tumou?r meeting)\b",
    re.IGNORECASE,
)
"""How people ask for the rules of their own hospital without the name of a silo."""
OWN_WAYS = re.compile(r"\b(?:our|ours|us|we|in[- ]?house|local(?:ly)?|here)\b", re.IGNORECASE)
"""Words that may mean the own hospital. Every patient may be called "our patient", so these words
do not limit the search to the hospital's silos."""


def named_silos(text: str, cards: Sequence[ToolCard]) -> list[str]:
    """The silos that a text asks for by name, in the order of the text. If it asks for "our
    protocol" and names no silo of the hospital, all silos of the hospital follow."""
    names = publishers(cards)
    found = _pattern(names).findall(text) if names else []
    named = [
        card.silo
        for word in found
        for card in cards
        if word.lower() in (name.lower() for name in _names_of(card))
    ]
    own = [card.silo for card in cards if card.is_own]
    if own and OWN_RULES.search(text) and not set(own) & set(named):
        named += own
    return named


BODIES = re.compile(r"\b(?:DPWG|EMA|FDA)\b(?!-| (?:approv|indicat|label))")
"""Publishers whose statements are in silos of other publishers. "FDA-approved" asks for no
publisher."""
LABEL = re.compile(
    r"\b(?:according to|per|what does|what do|in|by|from)\b[^?.!]{0,20}?"
    r"\b(?:label|labelling|labeling|prescribing information|package insert|SmPC)\b",
    re.IGNORECASE,
)


def with_publishers(asked: SubQuestion, cards: Sequence[ToolCard]) -> SubQuestion:
    """The part, with the publishers that it asks for by name and the silos of these publishers."""
    cards = [card for card in cards if card.publishers or card.role == "label"]
    names = publishers([card for card in cards if card.publishers])
    found = {name.lower() for name in _pattern(names).findall(asked.text)} if names else set()
    named = {name for name in names if name.lower() in found}
    theirs = [
        c.silo for c in cards if named & {*_names_of(c)} and (len(c.publishers) < 2 or c.is_own)
    ]
    if LABEL.search(asked.text):
        theirs += [card.silo for card in cards if card.role == "label"]
        named.add(THE_LABEL)
    named |= set(BODIES.findall(asked.text))
    topics = asked.topics - stems(" ".join(named))
    of_publisher = frozenset(theirs)
    return replace(asked, publishers=frozenset(named), of_publisher=of_publisher, topics=topics)


def publishers_named(parts: Sequence[SubQuestion]) -> str:
    """The publishers that the parts of a question ask for, as words: they were understood."""
    return " ".join(sorted({name for part in parts for name in part.publishers}))


def own_silos_named(text: str, cards: Sequence[ToolCard]) -> frozenset[str]:
    """The silos of the hospital that a text asks for. Empty if the text also asks for a shipped
    silo, which may have the same publisher."""
    named = frozenset(named_silos(text, cards))
    return named if named <= {card.silo for card in cards if card.is_own} else frozenset()


def without_silo_names(text: str, cards: Sequence[ToolCard]) -> str:
    """The text without the words that ask for a silo of the hospital."""
    names = publishers([card for card in cards if card.is_own])
    rest = OWN_RULES.sub(" ", text)
    rest = _pattern(names).sub(" ", rest) if names else rest
    return _STUMP.sub(" ", rest) if rest != text else text


def naming_silos_by_pronoun(text: str, cards: Sequence[ToolCard]) -> str:
    """The text with ``it`` or ``those`` in place of the words that ask for a silo of the hospital,
    so that a sentence is left: "What does it say on the dose?". At the start, and with "at our
    clinic", these words only say where to look, and are left out."""
    names = publishers([card for card in cards if card.is_own])
    rest = _pronoun_pattern(names).sub(_pronoun, text)
    return " ".join(_OF_PLACE.sub("", rest).split()).lstrip(":,;. ")


def _pronoun(found: re.Match[str]) -> str:
    if found["lead"] is not None:
        return " "
    return "those" if found["rules"].lower().endswith("s") else "it"


@cache
def _pronoun_pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    named = "|".join(filter(None, (_RULES, any_publisher(names))))
    return re.compile(
        r"(?i)(?P<lead>^\W*(?:(?:as per|per|according to|following|by|in|at|from) )?)?(?<!\w)"
        rf"(?:(?:the|your|this) )?(?P<rules>{named})(?:['’]s)?(?: (?:protocols?|guidelines?|rules?"
        r"|SOPs?))?(?!\w)"
    )


_OF_PLACE = re.compile(rf"\s?(?:{_PLACE})", re.IGNORECASE)
_STUMP = re.compile(r"(?i)\b(?:as per|per|according to|following|by|in|at|from)\s+(?=[,:])")
"""What stood before the name of a silo at a comma: "Per St. Anna, …"."""


def _names_of(card: ToolCard) -> tuple[str, ...]:
    """The names by which people ask for a silo: its publishers. For a silo of the hospital also its
    title, its name, and the place in its title."""
    if not card.is_own:
        return card.publishers
    place = TITLE_PLACE.search(card.title)
    named = place is not None and not all(map(_is_common, place[1].split()))
    places = (place[1],) if place and named else ()
    return (*card.publishers, card.title, card.silo.replace("_", " "), *places)


TITLE_PLACE = re.compile(r"(?: (?:of|at|from) (?:the )?|[,:–] ?)([A-ZÄÖÜ][\w'’. -]{2,40})$")
"""The name of a hospital at the end of a title: "Protocols of St. Anna"."""
FIELDS = frozenset(
    (
        *("breast", "cancer", "haematology", "hematology", "oncology", "medicine", "medical"),
        *("gynaecology", "gynecology", "pharmacy", "radiotherapy", "senology", "surgery"),
        *("tumour", "tumor", "unit", "ward"),
    )
)
"""Words of a title that are also common in questions, so that they name no hospital."""


def _is_common(word: str) -> bool:
    return is_plain(word) or word.lower() in FIELDS


def publishers(cards: Sequence[ToolCard]) -> tuple[str, ...]:
    """Every name by which people ask for one of the silos, each once."""
    return tuple(dict.fromkeys(name for card in cards for name in _names_of(card)))


@cache
def _pattern(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(rf"(?<!\w)({any_publisher(names)})(?!\w)", re.IGNORECASE)


def any_publisher(names: tuple[str, ...]) -> str:
    """A pattern that matches any of these names, the longest first."""
    return "|".join(map(re.escape, sorted(names, key=len, reverse=True)))


def _fits(entry: str, card: ToolCard) -> bool:
    role, _, publisher = entry.partition(" ")
    return card.role == role and (not publisher or publisher in card.publishers)


def parts_of_own(
    parts: Sequence[SubQuestion], message: str, sheet: FactSheet, cards: Sequence[ToolCard]
) -> tuple[SubQuestion, ...]:
    """The parts of a message, with the silos of the hospital that each part asks for. Words before
    a colon ("Our protocol: …") hold for every part. ``message``: the message with the question
    before it."""
    parts = [with_publishers(each, cards) for each in parts]
    if not any(card.is_own for card in cards):
        return tuple(parts)
    if len(parts) > 1 and _is_one_look_up(message, cards):
        parts = [replace(parts[0], text=message.strip(), focus="")]
    lead = message.partition(":")[0] if ":" in message else ""
    around = lead if len(parts) > 1 else message
    short = len(parts) == 1 and len(message.split()) <= SHORT_MESSAGE
    return tuple(
        _asked_of_own(
            _without_silo_names(each, cards, message if short else each.text),
            own_silos_named(f"{around}: {each.text}" if around else each.text, cards),
            sheet,
        )
        for each in parts
    )


_ASKS_MORE = re.compile(
    r"(?i)\?.{0,400}\?|\b(?:and|or|;)\s(?:how|what|which|when|who|where|whom|is|are|do|does|can)\b"
)
"""How a message asks two things."""


def _is_one_look_up(message: str, cards: Sequence[ToolCard]) -> bool:
    """Whether a short message asks the hospital's own rules one thing, whatever findings it names:
    each of them may be a condition of the rule."""
    short = len(message.split()) <= SHORT_MESSAGE and not _ASKS_MORE.search(message)
    return short and bool(own_silos_named(message, cards))


SHORT_MESSAGE = 40
"""Words of a message that is compared with the hospital's rules as a whole. Chosen by hand: a
longer one tells a case, most of which no rule speaks of."""


def _without_silo_names(asked: SubQuestion, cards: Sequence[ToolCard], text: str) -> SubQuestion:
    """The part, with its topics without the words that ask for a silo. ``text``: what is compared
    with the hospital's rules."""
    of_silos = stems(asked.text) - stems(without_silo_names(asked.text, cards))
    own_text = " ".join(without_silo_names(text, cards).split()).lstrip(":,;. ")
    topics, said = asked.topics - of_silos, asked.said - of_silos
    query = naming_silos_by_pronoun(text, cards)
    return replace(asked, topics=topics, said=said, own_text=own_text, own_query=query)


def own_part(
    first: SubQuestion, message: str, sheet: FactSheet, cards: Sequence[ToolCard]
) -> SubQuestion:
    """A whole message as one look-up in the hospital's own rules: in those that it names, or in
    all. A choice is one in its pathways. ``first``: its first part."""
    whole = replace(first, text=message.strip(), focus="")
    named = own_silos_named(message, cards)
    silos = named or frozenset(card.silo for card in cards if card.is_own and card.silo)
    part = _asked_of_own(_without_silo_names(whole, cards, message), silos, sheet)
    if part.kind == PROTOCOL or part.kind == CAPABILITY:
        return part
    asks_own = bool(named or OWN_WAYS.search(message))
    return replace(_as_look_up(part, sheet), is_pathway=True, asks_own=asks_own)


PROTOCOL = "protocol"
"""The kind of question that is looked up in the hospital's own rules."""


def _asked_of_own(asked: SubQuestion, silos: frozenset[str], sheet: FactSheet) -> SubQuestion:
    """A part that asks for silos of the hospital, as a look-up in the hospital's rules that any
    kind of statement may answer. What to give to a patient with a tumour or marker remains a
    choice."""
    asked = replace(asked, from_silos=silos, asks_own=bool(silos or OWN_WAYS.search(asked.text)))
    # "Breast Centre North" is the name of a hospital and no tumour of a patient.
    of_name = recognise(asked.text).names("tumour") - recognise(asked.own_text).names("tumour")
    tumours = (asked.tumours | tumour_names(sheet.of(Tumour))) - of_name
    patient = tumours or sheet.of(Marker)
    choice = asked.is_choice and patient and not asked.drugs
    if not silos or choice or asked.kind == CAPABILITY:
        return asked
    return _as_look_up(asked, sheet)


def _as_look_up(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    values = tuple(each.value for each in read_clinical(asked.text))
    found = recognise(asked.text)
    about = asked.about or circumstances_of(
        found, values, PROTOCOL, QuestionContext(sheet, asked.text)
    )
    return replace(
        asked,
        kind=PROTOCOL,
        aspects=frozenset(),
        answered_by=frozenset(),
        drugs=found.names("drug", "unknown_drug") or asked.drugs,
        classes=found.names("drug_class"),
        together=False,
        compared=False,
        about=(*about, *nameless_grades(asked.text)),
    )
