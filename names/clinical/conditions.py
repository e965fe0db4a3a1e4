"""Diseases and circumstances beside the tumour, present, absent or uncertain.

Words that also name an adverse event ("pneumonitis", "heart failure") count only where the text
speaks of the patient's history, and never where a grade stands beside them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache

from names.clinical.events.allergies import read_allergies
from names.clinical.grammar.polarity import polarity_at
from names.clinical.organs.transplants import (
    TRANSPLANTS,
    is_radiotherapy,
    is_to_come,
    read_transplants,
)
from names.clinical.toxicities import read_toxicities
from names.clinical.values import Condition, FoundValue, Polarity, Toxicity
from names.patterns.filtered import filtered_pattern
from names.tables.phrases import Phrase, find_phrases
from names.tables.rows import read_rows, split_cell
from names.tables.wordings import CASE_MARK

TABLE = "clinical/conditions.tsv"
NONE = "-"
"""Name of the wordings that hold the word of a condition and mean none: respiratory depression."""
HAS = re.compile(
    r"(?i)\b(?:history of|h/o|hx of|hx|prior|previous|pre-?existing|known|has|had|having|underlying"
    r"|comorbid(?:ity|ities)?|baseline|no|without|denies|patients? with|(?:wo)?man with|PMH"
    r"|congenital|uncontrolled|background of|NYHA|symptomatic|active|chronic)\b[^.;:!?]{0,80}$"
)
"""What tells a disease of the patient from an effect of a drug that goes by the same words."""
TIME_AGO = re.compile(
    r"(?i)\s\(?(?:\d{1,2}\s?(?:d|days?|w|wks?|weeks?|mos?|months?|y|yrs?|years?)\s(?:ago|back)"
    r"|last (?:wk|week|mo|month|yr|year)\b|(?:in )?(?:19|20)\d\d\b)"
)
"""Behind an event: it was some time ago ("DVT 2022", "GI bleed last month")."""
EARLIER = re.compile(
    r"(?i)(?:,?\s\(?(?:grade|gr|G|CTCAE)\s?[1-5]\)?)?,?\s\(?(?:(?:from|due to|caused by)\s"
    r"(?:(?:her|his|the|previous|prior|earlier|thoracic|chest|lung)\s){0,2}(?:X?RT|SBRT|radiation"
    r"|radio\w{3,9}|chemo-?(?:RT|radio\w{3,9}|radiation)|CRT)\b|(?:\d{1,2}|an?|one|two|three|four|five|several"
    r"|some|many)\s(?:y|yrs?|years?)\s(?:ago|back)\b|before\s(?:the\s)?(?:start\w{0,3}|any)\b)"
)
"""Behind an event, and its grade: it came years ago, from radiotherapy, or before the drug."""
OF_RADIATION = re.compile(r"(?i)\b(?:radiation|radiotherapy|X?RT)(?:[\s-]induced)?\s$")
"""Before an event that came from radiotherapy."""
_DAYS = r"(?P<{0}count>\d{{1,2}})\s?(?P<{0}unit>d|days?|w|wks?|weeks?)"
_OPERATION = (
    r"(?:surgery|operation|laparotomy|thoracotomy|craniotomy|resection|lobectomy|\w{3,12}colectomy"
    r"|colectomy|gastrectomy|nephrectomy|hysterectomy|debulking)"
)
RECENT_SURGERY = re.compile(
    rf"(?i)\b{_OPERATION}\s(?:was\s)?{_DAYS.format('a')}\s(?:ago|back)\b"
    rf"|\b{_DAYS.format('b')}\s(?:after|post|since|from)\s(?:\w{{1,12}}\s)?{_OPERATION}\b"
)
HEALING_DAYS = 42
"""Six weeks: labels ask for 28 days after surgery and a healed wound (bevacizumab, 5.2)."""
PART = re.compile(r"(?<![A-Za-z])[A-Z]{1,2}-$")
"""Before letters that are the rest of another name: "T-DM1" is no diabetes."""
MAY_BE_ANOTHER = re.compile(r"(?:DM|dm)[\s-]?(?:1|I)\b")
"""A short form of type 1 diabetes that is as well that of myotonic dystrophy."""
OF_DIABETES = filtered_pattern(
    r"(?i)diabet|insulin|(?:Hb)?A1c|gluc|glyc|metformin|sugar|ketoacid|gliflozin|gliptin|glutide"
)
"""Words beside it that tell that diabetes is meant; without one it is left open."""
OF_SMALL_CELL = filtered_pattern(r"\bSCLC\b|(?i:\bsmall[\s-]cell\b|\bcranial\b)|\bEP\b|\bcCRT\b")
"""Beside it "PCI" is the irradiation of the brain, and no coronary intervention."""
ON_ROOM_AIR = re.compile(
    r"(?i)\b(?:sat(?:s|uration)?|SpO2|SaO2|O2|[7-9]\d ?%)\s(?:\w{1,10}\s|[7-9]\d ?%\s){0,2}"
    r"(?:on |at |in )?$"
)
"""Before "RA" that is room air, and no rheumatoid arthritis."""
TYPE_1 = filtered_pattern(
    r"(?i)\b(?:type[\s-](?:1|I|one)[\s-](?:DM|diab\w{3,6})"
    r"|(?:DM|diabetes)(?: mellitus)?,? type[\s-](?:1|I)|(?:juvenile|autoimmune)[\s-]diabetes"
    r"|insulin[\s-]dependent diabetes)\b"
    r"|\b(?:T1DM?|IDDM|LADA|DMT1)\b"
)
"""Type 1 diabetes, for which what is said of diabetes may not hold."""
UNBLED = re.compile(
    r"(?i)[\s,(]{1,3}(?:(?:grade|gr|G)\s?[1-4]\s?,?\s)?(?:(?:that|which|but|have|has|had|were"
    r"|was)\s){0,3}"
    r"(?:(?:never|not|no|without|w/o)\s(?:(?:yet|prior|previous|ever|known|any)\s){0,2}"
    r"(?:bled|bleed(?:s|ing)?|ha?emorrhage)|(?:banded|ligated|eradicated|obliterated)\b)"
)
"""Behind varices that have not bled: whether they may is left open."""
LISTED = re.compile(r"\s?[,;/+&]\s?(?:and\s)?|\sand\s")
"""Between the diseases of a list: what stands beside one of the patient's is the patient's."""
INFECTIONS = frozenset(("hepatitis B", "hepatitis C", "HIV infection"))
_TESTED = (
    r"(?:HBV|HCV|HIV|hep(?:atitis)? ?[BC]|HBsAg|anti-?HBc|anti-?HCV|CMV|EBV|syphilis|TB"
    r"|QuantiFERON)"
)
ALL_NEGATIVE = re.compile(
    rf"(?i)(?:\s?[,/&+]\s?(?:and\s)?{_TESTED}|\sand\s{_TESTED}){{1,5}}\s?"
    r"(?:(?:all|were|are|is|tests?|serolog\w{1,3})\s){0,2}(?:neg(?:ative)?|non-?reactive)\b"
)
"""Behind an infection that is the first of a list of negative tests."""
PAST = re.compile(
    r"(?i)\b(?:prev(?:ious(?:ly)?)?\.?|prior|past|known|h/o|hx(?: of)?|history of|chronic"
    r"|treated|cured|resolved|cleared)\s$"
)
"""Before an infection that was had, whatever a test of now shows: "prev hep B, HBsAg neg"."""
TESTED_BEHIND = re.compile(rf"(?i)\s?:\s?(?={_TESTED})")
"""Behind an infection that only heads its tests: "HBV: HBsAg-, anti-HBc-"."""
SUPPRESSED = re.compile(r"(?i)\s(?:DNA|RNA|viral load|VL)\b")
LASTING_INFECTIONS = frozenset(("hepatitis B", "HIV infection"))
"""Infections that are there though their virus is not found: "HBV DNA negative on entecavir"."""
VACCINATED = re.compile(r"(?i)\s?[-(]?\s?(?:was\s)?(?:vaccin|immuni[sz]|jab\b|booster\b)")
_PREVENTED = INFECTIONS | {"active infection"}
"""Infections that a vaccine may be against, which nobody has for it."""
REACH = 60
"""Characters before a disease in which the patient's history is looked for. Chosen by hand."""
TESTS_APART = 60
"""Characters between two tests of one condition. Chosen by hand: a row of three serologies."""


FRACTION = re.compile(r"\s?[:=]?\s?[~<>]?\d{1,2}(?:[.,]\d{1,2})?\s?%")
"""Behind "AF" that is the allele fraction of a variant."""


def _is_another(text: str, start: int, end: int) -> bool:
    """Whether a short form means something else beside the other words of the text."""
    if MAY_BE_ANOTHER.match(text, start):
        return not OF_DIABETES.search(text)
    match text[start:end]:
        case "PCI":
            return bool(OF_SMALL_CELL.search(text))
        case "RA":
            return bool(ON_ROOM_AIR.search(text, max(0, start - REACH), start))
        case varices if varices.lower().endswith("varices"):
            return UNBLED.match(text, end) is not None
        case short if short.lower() == "rtx":
            return is_radiotherapy(text)
        case _:
            return False


def _is_part_of_other(text: str, start: int, end: int) -> bool:
    fraction = text[start:end] == "AF" and FRACTION.match(text, end)
    return bool(fraction or PART.search(text, max(0, start - 4), start))


def read_conditions(text: str) -> tuple[FoundValue, ...]:
    """Conditions with their polarity, and allergies to drugs, ordered by place."""
    found = []
    events: set[int] | None = None
    last = -1
    for each in find_phrases(text, TABLE):
        if each.name == NONE or _is_part_of_other(text, each.start, each.end):
            continue
        if _is_another(text, each.start, each.end):
            continue
        if each.name in TRANSPLANTS and is_to_come(text, each.start, each.end):
            continue
        if text[each.start : each.end].lower() in _event_words():
            events = _graded_places(text) if events is None else events
            listed = 0 <= last <= each.start and LISTED.fullmatch(text, last, each.start)
            told = each.start not in events and (listed or _is_had(text, each))
            if not told and not _came_earlier(text, each):
                continue
        if each.name in INFECTIONS and TESTED_BEHIND.match(text, each.end):
            continue
        if each.name in _PREVENTED and VACCINATED.match(text, each.end):
            continue
        last = each.end
        polarity = _polarity_of(text, each)
        found.append(FoundValue(Condition(name=each.name, polarity=polarity), each.start, each.end))
    found = _without_negative_tests(found)
    found += read_allergies(text)
    found += _surgeries(text)
    found += read_transplants(text, found)
    return tuple(sorted(found, key=lambda each: (each.start, each.end)))


def _polarity_of(text: str, phrase: Phrase) -> Polarity:
    """How the text speaks of a condition; of an infection its tests tell."""
    polarity = polarity_at(text, phrase.start, phrase.end)
    if phrase.name not in INFECTIONS:
        return polarity
    told = "pos" in text[phrase.start : phrase.end].lower()
    told = told or PAST.search(text, max(0, phrase.start - 12), phrase.start) is not None
    if not told and ALL_NEGATIVE.match(text, phrase.end):
        polarity = "absent"
    if phrase.name in LASTING_INFECTIONS and _is_of_virus(text, phrase):
        return "present"
    return polarity


def _is_of_virus(text: str, phrase: Phrase) -> bool:
    """Whether the virus itself was looked for, and no sign of the infection."""
    told = SUPPRESSED.search(text, phrase.start, phrase.end)
    return bool(told or SUPPRESSED.match(text, phrase.end))


def _without_negative_tests(found: list[FoundValue]) -> list[FoundValue]:
    """The conditions without those denied close to another word that tells them: "HBsAg neg,
    anti-HBc pos" is a hepatitis B that was had, whatever the other test shows."""
    told = [e for e in found if _polarity(e) == "present" and _name(e) == "hepatitis B"]
    return [
        each
        for each in found
        if _polarity(each) != "absent"
        or not any(
            _name(other) == _name(each) and abs(other.start - each.start) < TESTS_APART
            for other in told
        )
    ]


def _name(found: FoundValue) -> str:
    return found.value.name if isinstance(found.value, Condition) else ""


def _polarity(found: FoundValue) -> str:
    return found.value.polarity if isinstance(found.value, Condition) else ""


def names_type_1(text: str) -> bool:
    """Whether a text names type 1 diabetes."""
    return TYPE_1.search(text) is not None


@cache
def _events() -> frozenset[str]:
    """Conditions whose words also name an adverse event."""
    return frozenset(name for name, _, event, _ in read_rows(TABLE) if event)


@cache
def _event_words() -> frozenset[str]:
    """The words, in small letters, that also name an adverse event."""
    return frozenset(
        wording.removeprefix(CASE_MARK).lower()
        for _, cell, event, _ in read_rows(TABLE)
        if event
        for wording in split_cell(cell)
    )


def is_lasting(event: str) -> bool:
    """Whether an adverse event goes by the name of a disease, which is weighed at any grade."""
    return event in _events()


def _is_had(text: str, phrase: Phrase) -> bool:
    """Whether the text speaks of the disease as the patient's, or denies or doubts it."""
    if polarity_at(text, phrase.start, phrase.end) != "present":
        return True
    if TIME_AGO.match(text, phrase.end):
        return True
    return HAS.search(text[max(0, phrase.start - REACH) : phrase.end]) is not None


def _came_earlier(text: str, phrase: Phrase) -> bool:
    """Whether an event did not come under the drug that is asked about, whatever its grade."""
    before = text[max(0, phrase.start - REACH) : phrase.start]
    return bool(EARLIER.match(text, phrase.end) or OF_RADIATION.search(before))


def _surgeries(text: str) -> Iterator[FoundValue]:
    """Operations of the last weeks, after which a wound still heals."""
    for match in RECENT_SURGERY.finditer(text):
        count, unit = next(
            (int(match[f"{each}count"]), match[f"{each}unit"].lower())
            for each in "ab"
            if match[f"{each}count"]
        )
        days = count * 7 if unit.startswith("w") else count
        if days <= HEALING_DAYS:
            yield FoundValue(Condition(name="recent surgery"), *match.span())


def _graded_places(text: str) -> set[int]:
    """The places of adverse events with a grade: "grade 2 ILD" is no disease beside the tumour."""
    return {
        place
        for each in read_toxicities(text)
        if isinstance(each.value, Toxicity) and each.value.grade_from is not None
        for place in range(each.start, each.end)
    }
