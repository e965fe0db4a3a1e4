"""Whether a message speaks of the thread's patient, plainly of another one, or asks for something
else than before, so that facts of the earlier messages no longer hold."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence

from agents.facts.asking.findings_instead import findings_replaced
from agents.facts.corrections.denied_findings import (
    events_denied,
    findings_of_relatives,
    is_finding_of,
)
from agents.facts.relations import are_related
from agents.facts.sheet import Fact
from agents.facts.untreated import FIRST, UNTREATED, is_of_advanced_disease
from agents.facts.values.taken_back import GAVE_PLACE
from agents.facts.values.updates import SUPPOSED, progression_told
from names.clinical.exposures.comedication import drugs_named
from names.clinical.exposures.untaken import how_untaken
from names.clinical.spelling import normalise_message
from names.clinical.treatment.no_progression import NO_PROGRESSION
from names.clinical.values import (
    ClinicalValue,
    Condition,
    Exposure,
    Line,
    Measurement,
    OrganFunction,
    Population,
    Setting,
    Therapy,
    Toxicity,
    Tumour,
)
from names.patterns.relatives import RELATIVE
from names.recognise import recognise
from names.tables.other_drugs import cancer_drugs
from names.tables.tumours import tumour_parents

_OTHER = re.compile(
    r"\b(?:next|new|another|different|second|third|fourth|last) (?:patient|pt|case)\b"
    r"|\b(?:patient|case) (?:no\.? ?|number |#)?[2-9]\b"
    r"|^\W*(?:(?:and|now|ok) )?other (?:patient|pt|case)\b"
    rf"|^\W*(?:(?:and|also|now|the|her|his|my) ){{0,2}}{RELATIVE}(?:['’]s| is| was)?(?: also| now)?"
    r" (?:asks?|asking"
    r"|wants? to know)\b[^?\n]{0,20}[,;.:] s?he (?:takes|is on|has|gets|uses)\b"
    r"|^\W*(?:(?:and|also|now|an?|one|more|another|same|quick) ){0,3}(?:question|q|asking)"
    rf"(?: is| now)? (?:for|from|on behalf of) (?:(?:the|her|his|my|their) )?{RELATIVE}\b(?!['’]s)"
    r"|^\W*(?:(?:and|also|now|the|her|his|my) ){0,2}(?:wife|husband|spouse)"
    r"(?: himself| herself)? (?:(?:also|now) )?(?:has|is on|takes|gets|uses)\b[^\n]{0,120}\?",
    re.I,
)
_MIXED_UP = re.compile(
    r"\b(?:was|were|is|are|belong(?:s|ed)?|came|mixed up)(?: (?:from|of|to|for|with))?"
    r" (?:(?:an)?other|a different|the wrong|someone else)\b",
    re.I,
)
"""What was told belongs to somebody else: the thread stays with its patient."""
_LIKE_BEFORE = re.compile(
    r"\bsame (?:but|except|with|tumou?r|dx|diagnosis|cancer|disease|situation|setting|stage|story"
    r"|history)\b|\b(?:otherwise|else) (?:the )?same\b",
    re.I,
)
"""Another patient of whom the same holds but for what is said."""
_SEVERAL = re.compile(
    r"\b(?:two|2|three|3|both|several) (?:different )?(?:patients|pts|cases|women|men|people)\b"
    r"|\b(?:another|second|the other) (?:one|patient|pt|woman|man|lady|case)\b"
    r"|\bone\b(?! (?:block|biopsy|bx|sample|specimen|lesion|site|node|met|lab|side|core|section"
    r"|slide|test|report|line|drug|lung|breast|kidney|ovary)\b)[^.?]{0,60}\b(?:the |an)?other\b",
    re.I,
)
_SAME = re.compile(r"\b(?:same|this|our|the) (?:patient|pt|case|woman|man|lady)\b", re.I)
_PERSON = re.compile(r"\b(?:she|he|her|his|him|this (?:patient|case)|our patient)\b", re.I)
_CORRECTION = re.compile(
    r"^\W*(?:no|nope|sorry|correction|actually|oops|apologies|wait|not)\b"
    r"|\b(?:correction|i meant|my mistake|typo|mistyped|should (?:be|read))\b"
    r"|[,–—-]\s?sorry\b"
    r"|\b(?:girl|boy|(?:fe)?male|(?:wo)?man),?\snot\s(?:an?\s)?(?:girl|boy|(?:fe)?male|(?:wo)?man)\b",
    re.I,
)
_POINTING = re.compile(r"^\W*(?:she|he|her|his|they|their|pt)\b", re.I)
_LEANING = re.compile(r"^\W*(?:and|what about|how about|also|or|same|but|then|so|in|for)\b", re.I)
_TURNED = re.compile(
    r"(?i)\b(?:now|became|become|turned|progress\w* to|transform\w*|evolved|developed|since then)\b"
)
"""A disease that has become another of its kind."""
_BESIDE = re.compile(
    r"\b(?:second (?:primary|cancer|malignancy)|synchronous|metachronous|history of"
    r"|[hp]x(?: of|(?=:))|h/o|previous|prior|also (?:has|had)|as well as|in addition"
    r"|treated for|cured of|(?:since |now |later |then )?(?:developed|evolved|acquired)"
    r"|therapy-related|(?:and|but|now|too) has|ago\b|in (?:19|20)\d\d"
    r"|(?:her|him)self|(?:patient|pt|s?he)(?: has)? had|too|as well)\b",
    re.I,
)
_INSTEAD = re.compile(
    r"(?i)\b(?:instead|rather|switch\w*|swap\w*|chang\w+ (?:it |that |this )?to|replac\w+|stopped"
    r"|off|what about|how about|no longer|not taking"
    r"|(?:went|gone)(?: right| straight)? back (?:on )?to)\b"
)
_ADDED = re.compile(
    r"(?i)\b(?:also|too|as well|in addition|additionally|plus|both|on top|besides|together|added)\b"
)
_OF_DISEASE = (Setting, Line, Therapy, Toxicity)
BRIEF = 14
"""Words up to which a message that begins with "and" or "what about" leans on the one before it.
Chosen by hand; the same bound holds for follow-ups in the extractive core."""
YEARS_APART = 1.0
"""Ages that differ by more are of two people; a birthday may lie between two messages. Chosen by
hand."""


def names_other_patient(text: str) -> bool:
    """Whether a message says that it is about another patient ("next case")."""
    return bool(_OTHER.search(text)) and not (_SAME.search(text) or _MIXED_UP.search(text))


def names_several_patients(text: str) -> bool:
    """Whether a message speaks of several patients side by side ("one CP-A, the other CP-C")."""
    return bool(_SEVERAL.search(text))


def names_this_patient(text: str) -> bool:
    """Whether a message speaks of the patient at hand without saying who that is."""
    return bool(_SAME.search(text) or _PERSON.search(text))


def is_correction(text: str) -> bool:
    """Whether a message says of itself that it puts something right."""
    return bool(_CORRECTION.search(text))


def names_second_tumour(text: str) -> bool:
    """Whether a tumour in a message stands beside the patient's, not in its place."""
    return bool(_BESIDE.search(text))


def starts_new_patient(text: str, new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    """Whether a message plainly starts another patient than the one that is *known*.

    It says so ("next patient"), or gives an age, a sex or a diagnosis that cannot be the same and
    does not say that it corrects anything. ``new`` are the facts of the message."""
    if not known or _SAME.search(text) or _MIXED_UP.search(text) or _LIKE_BEFORE.search(text):
        return False
    if _OTHER.search(text):
        return True
    if is_correction(text) or _POINTING.search(text):
        return False
    if _other_person(_populations(new), _populations(known)):
        return True
    if _TURNED.search(text) and _is_kin(new, known):
        return False
    leans = bool(_LEANING.search(text)) and len(text.split()) <= BRIEF
    return not leans and not names_second_tumour(text) and _other_tumour(new, known)


def _populations(facts: Iterable[Fact]) -> list[Population]:
    return [fact.value for fact in facts if isinstance(fact.value, Population)]


def _other_person(new: Sequence[Population], known: Sequence[Population]) -> bool:
    for one in new:
        for other in known:
            if one.sex and other.sex and one.sex != other.sex:
                return True
            ages = age(one), age(other)
            if None not in ages and abs((ages[0] or 0) - (ages[1] or 0)) > YEARS_APART:
                return True
    return False


def age(value: Population) -> float | None:
    """The age of one person; None for a range, which is the bound of a rule."""
    return value.age_from if value.age_from == value.age_to else None


def _other_tumour(new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    named = _tumours(fact.value for fact in new)
    before = _tumours(fact.value for fact in known)
    related = any(are_related(one, other) for one in named for other in before)
    return bool(named and before) and not related


def _is_kin(new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    """Whether a tumour is of the same kind as the one that is known, as what has become castration-
    resistant or has transformed."""
    parents = tumour_parents()
    before = {parents.get(each, "") for each in _tumours(fact.value for fact in known)} - {""}
    return any(parents.get(each, "") in before for each in _tumours(fact.value for fact in new))


def _tumours(values: Iterable[ClinicalValue]) -> list[str]:
    return [
        value.name
        for value in values
        if isinstance(value, Tumour) and value.polarity == "present" and value.name
    ]


def outdated_by(
    text: str, new: Sequence[Fact], known: Sequence[Fact]
) -> Callable[[ClinicalValue], bool]:
    """Which values of earlier messages no longer hold for what is asked now.

    A question on another tumour ("and in melanoma?") leaves behind how far the old one had spread
    and how it was treated; a correction of the diagnosis does not. Another partner of the same drug
    ("and with azithromycin?") takes the place of the one before."""
    other_tumour = _asks_of_other_tumour(text, new, known)
    next_line = _tells_next_line(new)
    partners = _partners_left(text, known)
    replaced = _values_replaced(text, new, known)
    denied = events_denied(text) | {
        fact.value.name
        for fact in new
        if isinstance(fact.value, Condition) and fact.value.polarity == "absent"
    }
    of_relatives = findings_of_relatives(text)
    no_ratio = _measures_of(new) if _NO_RATIO.search(text) else frozenset()
    come = {fact.value.event for fact in new if isinstance(fact.value, Toxicity)}
    untreated = UNTREATED.search(text) is not None and any(fact.value == FIRST for fact in new)

    in_brain = _LESIONS_SEEN.search(text) is not None

    def test(value: ClinicalValue) -> bool:
        if in_brain and value == Condition(name="brain metastases", polarity="absent"):
            return True
        if isinstance(value, Exposure | Therapy) and partners & set(value.drugs):
            return True
        if value in replaced or (isinstance(value, Toxicity) and value.event in denied):
            return True
        if isinstance(value, Condition) and value.polarity == "absent" and value.name in come:
            return True
        if is_finding_of(value, of_relatives) or measure_of_ratio(value) in no_ratio:
            return True
        if untreated and (isinstance(value, Line) or is_of_advanced_disease(value)):
            return True
        if next_line and (isinstance(value, Line) or value == NO_PROGRESSION):
            return True
        return other_tumour and isinstance(value, _OF_DISEASE)

    return test


def _values_replaced(
    text: str, new: Sequence[Fact], known: Sequence[Fact]
) -> frozenset[ClinicalValue]:
    """Values of which a message tells that others hold in their place."""
    worse = (NO_PROGRESSION,) if progression_told(text) else ()
    return (findings_replaced(text, new, known) if leads_on(text) else frozenset()).union(worse)


_LESIONS_SEEN = re.compile(
    r"(?i)\b(?:MRI|brain|cerebral|head CT|CT head)\b[^.;?\n]{0,40}?\b(?:\d{1,2}|two|three"
    r"|several|multiple|new)\s(?:new\s|small\s|enhancing\s){0,2}(?:lesions?|mets|metasta\w{2,3}|nodules?|foci)\b"
)
"""Tells of lesions of which nobody may say any more that there are none in the brain."""
_NO_RATIO = re.compile(r"(?i)\bnot\s(?:\d[\d.]{0,4}\s?)?(?:[x×]|times)\s?(?:the\s)?(?:ULN|upper)\b")
"""Said of a value that was told as a multiple of the upper limit."""


def measure_of_ratio(value: ClinicalValue) -> str:
    """The name of a value told as a multiple of the upper limit; empty for others."""
    match value:
        case OrganFunction(unit="×ULN", measure=name) | Measurement(unit="×ULN", name=name):
            return name
        case _:
            return ""


def _measures_of(new: Sequence[Fact]) -> frozenset[str]:
    told = (fact.value for fact in new)
    return frozenset(each.name for each in told if isinstance(each, Measurement)) - {""}


def _tells_next_line(new: Sequence[Fact]) -> bool:
    """Whether a treatment failed meanwhile, so that the line that was told is over."""
    if any(isinstance(fact.value, Line) for fact in new):
        return False
    therapies = [fact.value for fact in new if isinstance(fact.value, Therapy)]
    return any(
        each.outcome == "progressed" and each.setting not in ("adjuvant", "neoadjuvant")
        for each in therapies
    )


def leads_on(text: str) -> bool:
    """Whether a message asks the same for something else: "and G469A?", "what about colon?"."""
    anew = SUPPOSED.match(text) or _INSTEAD.search(text) or _LIKE_BEFORE.search(text)
    return bool(anew) and not is_correction(text)


def _asks_of_other_tumour(text: str, new: Sequence[Fact], known: Sequence[Fact]) -> bool:
    if not leads_on(text) or names_second_tumour(text):
        return False
    return _other_tumour(new, known)


def _partners_left(text: str, known: Sequence[Fact]) -> frozenset[str]:
    """Other drugs of earlier messages, where another one is asked about in their place. One that is
    only told to be over ("metoprolol stopped") takes no place."""
    if not leads_on(text) or _ADDED.search(text):
        return frozenset()
    text = normalise_message(text).text  # "swap A for B" is told there as "B instead of A"
    if GAVE_PLACE.search(text) or _UNCHANGED.search(text):
        return frozenset()  # which one it was, is told by what is taken back
    drugs = [*drugs_named(text), *recognise(text).of("unknown_drug")]
    told = [each for each in drugs if not all(map(_treats, each.names))]
    named = {name for each in told if not how_untaken(text, each) for name in each.names}
    if not named:
        return frozenset()
    held = frozenset(
        drug
        for fact in known
        if _is_partner(fact.value) and isinstance(fact.value, Exposure | Therapy)
        for drug in fact.value.drugs
        if not _treats(drug)
    )
    gone = {name for each in told if how_untaken(text, each) for name in each.names}
    return held & gone if gone and _ONE_FOR_ONE.search(text) else held - named


_ONE_FOR_ONE = re.compile(r"(?i)\bstopped [^.;]{2,40}, now on\b|\binstead of\b")
"""Tells which drug gave its place; another one that is taken too stays."""
_UNCHANGED = re.compile(
    r"(?i)(?:\b(?:not|never)|n['’]t)\s(?:\w{2,9}\s){0,3}(?:swap|switch|chang|replac)\w{0,4}\b"
    r"|\b(?:wants? to|will|plans? to|planning to|going to|would like to)\s"
    r"(?:swap|switch|change|replace)\b(?![^.;\n]{0,80}\?)"
)
"""Tells of a swap that was not done, or is only planned."""


def _is_partner(value: ClinicalValue) -> bool:
    if isinstance(value, Therapy):
        return value.outcome == "current"
    return isinstance(value, Exposure) and value.from_drug


def _treats(drug: str) -> bool:
    return drug in cancer_drugs()
