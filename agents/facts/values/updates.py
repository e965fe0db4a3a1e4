"""What a message says of something that the thread has named before: "now it's grade 3", "if it
drops to 22", "now symptomatic, O2 2L", "glucose is fine"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from agents.facts.corrections.meant_exons import exons_of
from agents.facts.corrections.meant_genes import genes_meant
from agents.facts.corrections.unreal_findings import findings_not_real
from agents.facts.values.courses import MEASURES, measures_named
from agents.facts.values.genotypes import copies_of, genotypes_of, variants_of
from agents.facts.values.intervals import ended_alike
from names.clinical.events.symptoms import is_without_symptoms
from names.clinical.grammar.polarity import polarity_at
from names.clinical.readers import Reader
from names.clinical.toxicities import GRADES, HIGHEST, ROMAN
from names.clinical.values import (
    ClinicalValue,
    FoundValue,
    Marker,
    Measurement,
    OrganFunction,
    Therapy,
    Toxicity,
)
from names.tables.other_drugs import other_drugs

BRIEF = 25
"""Words of a message that leans on the one before it. By hand: longer ones name their subject."""
_CHANGE = (
    r"falls?|fell|drops?|dropped|goes|went|gone|gets|got|rises?|rose|climbs?|climbed|improves?"
    r"|improved|recovers?|recovered|decreases?|decreased|increases?|increased|comes? back"
    r"|came back|becomes?|became|is|was|were|are|stays?|reach(?:es|ed)|hits?|worsens?|worsened"
)
_NUMBER = (
    r"(?P<number>\d{1,4}(?:[.,]\d{1,3})?)(?P<unit>\s?(?:%|m[lL]\s?/\s?min|ms\b|mg/d[lL]|g/d[lL]|[mµu]mol/[lL]|g/[lL]|U/[lL]|[kK]\b"
    r"|[x×]\s?ULN|/\s?[µu]L|/mm3))?"
)
ELLIPSIS_FIRST = re.compile(
    rf"(?i)(?:^|[,;.]\s)\W{{0,10}}{_NUMBER}\s(?:now|today|currently|on repeat)\b"
)
"""The same that stands first: "60k now"."""
ELLIPSIS = re.compile(
    r"(?i)(?:^\W{0,5}(?:(?:down|up|back) (?:to|at)|(?:fell|fallen|dropped|rose|risen|improved"
    r"|recovered|worsened|declined)(?: (?:back|again|further))? to)\b"
    rf"|\b(?:repeat|recheck\w*|latest)\b[^.;?:\n]{{0,30}}:|\b(?:it|that|this|value|level|count|repeat|recheck|latest|result)(?:['’]s)?\b"
    rf"|\b(?:now|today|currently)\b|\b(?:if|with|at|to|of)\b|->|→|⇒)[\s,:]*"
    rf"(?:(?:{_CHANGE}|now|only|down|up|to|at|about|has|been|just|back|still|further|then|next)\s)*"
    rf"{_NUMBER}(?![\w/%-]|\.\d|\s?(?:mg|yo|y/o|years?|yrs?|weeks?|wks?|months?|mos?|days?"
    r"|cycles?|lines?|L\b|h\b|hours?|doses?|fractions?|Gy|tablets?|of\b|stools?|motions?"
    r"|(?:loose |watery )?(?:bowel|diarrh\w{1,5}|episodes?|times|lesions?|nodes?|mets)\b|loose))"
)
"""A number without its measure."""
UPDATES = re.compile(
    rf"(?i)\b(?:now|today|currently|repeat\w*|recheck\w*|latest|if|{_CHANGE}"
    r"|fallen|risen)\b|^\W{0,5}(?:down|up|back) (?:to|at)\b|->|→|⇒"
)


CORRECTED = re.compile(
    r"(?i)^\W*(?:(?:path\w{0,7}|report|lab|IHC)\s)?(?:no|nope|sorry|oops|wait|correction|corrected"
    r"|amended|typo|i meant|actually)[\s,:!.-]{1,3}"
    rf"(?:(?:it['’]?s|it is|it was|is|was|i meant|meant|rather)\s){{0,2}}{_NUMBER}"
    r"(?:\s(?:at|of)\s[0-3]\+)?\W*$"
)
"""A number that a message only puts right: "oops, 60"."""


@dataclass(frozen=True, slots=True)
class Sign:
    """Words that tell how severe an adverse event is at least."""

    words: re.Pattern[str]
    grade: int
    event: str = ""
    """The event that they are signs of; empty: of any."""


SIGNS = (
    Sign(
        re.compile(
            r"(?i)\bsymptomatic\b(?! (?:brain|CNS|bone|liver|visceral|mets?\b|metasta|disease"
            r"|progression|brady|hypo|hyper|an(?:a)?em|QT))|\b(?:dyspn\w+|short(?:ness)? of breath"
            r"|SOB\b|breathless\w*|cough\w*)"
        ),
        2,
        "interstitial lung disease",
    ),
    Sign(
        re.compile(
            r"(?i)\b(?:O2|oxygen|hypox\w+|desat\w*|nasal cannula|SpO2 (?:is |of |at )?[5-8]\d)\b"
        ),
        3,
        "interstitial lung disease",
    ),
    Sign(re.compile(r"(?i)\b(?:hospitali[sz]\w+|admitted|admission|inpatient)\b"), 3),
    Sign(re.compile(r"(?i)\b(?:life[\s-]threatening|intubat\w+|ventilat\w+|ICU|ITU|septic)\b"), 4),
)
"""The lowest grade of CTCAE v5.0 (NCI, 2017-11-27): pneumonitis is grade 2 with symptoms and 3
where oxygen is indicated; of any event hospitalisation is 3 and life-threatening 4."""
WORSE = re.compile(
    r"(?i)\b(?:worse(?:n\w*)?|deteriorat\w+|getting worse|aggravat\w+|more severe|not improving"
    r"|progressing|escalat(?:ed|ing))\b"
    r"(?!\s(?:to|from)\b)"
)
PROGRESSED = re.compile(
    r"(?i)(?:^\W*(?:now |and now |then |unfortunately |just )?"
    r"|[.;]\s|[,;.]\s(?:(?:but|and|now|then|clear|unfortunately)\s){1,2}|\b(?:she|he|they|pt|patient|has|have"
    r"|now|just|disease|cancer|tumou?r|CT|PET|scan|imaging|mets|lesions)\b[^.;?!]{0,30}?)"
    r"\b(?P<worse>progress(?:ed|ing|ion|es)|pd|relapsed|growing|bigger)\b"
    r"(?![\s-]?(?:free|on\b(?! (?:CT|PET|MRI|scan|imaging|restaging))|after\b(?! \d)|to\b|L?1\b))"
)
"""The disease got worse, and no treatment is named beside it."""
ASKED_AFTER = re.compile(
    r"(?i)\b(?=[owntdl])(?:options?|what|which|next|then|therap\w+|treat\w*|drugs?|lines?)\b"
    r"[^.;]{0,30}?"
    r"\b(?:after|at|upon|on|beyond) (?P<worse>progression|pd|relapse)\W{0,3}$"
)
"""What is asked for the time when the disease gets worse."""
FOUND_AT_PROGRESSION = re.compile(
    r"(?i)\b(?:new|acquired|emerg\w{2,4}|found|detected|shows?|showed|biopsy|rebiopsy|plasma|ctDNA"
    r"|NGS)\b[^.;?!]{0,60}?\b(?:at|on|upon) (?:disease )?(?P<worse>progression|PD)\b"
)
"""A finding made when the disease got worse: "on osimertinib, new RET fusion at progression"."""
ONLY_OF_DISEASE = re.compile(
    r"(?i)\b(?:(?<!lung )disease|tumou?r|cancer|mets|metastas\w+|lesions?|imaging|scan|CT)\b"
    r"[^.;?]{0,20}$"
)
NORMAL = re.compile(
    r"(?i)\s?(?:levels?|counts?|values?)?\s?"
    r"(?:is |are |was |were |has |have |came |now |all |back |went |returned |been "
    r"|to )*(?:fine|normal(?:i[sz]ed)?|ok(?:ay)?|nl|wnl"
    r"|within normal|unremarkable|recovered(?! to \d)|resolved|corrected)\b"
)
STEADY = frozenset(("", "weight", "height", "target AUC", "body surface area"))
"""Measures that a number by itself is not of."""
CONDITION = re.compile(
    r"(?i)(?:\b(?:once|until|till|when|as soon as|recovers?|recovery|resolves?|resolution|improves?"
    r"|improvement|returns?|back|unless)\b[^,.;?]{0,25}|[≤<]\s?)$"
)
"""Before a grade that is waited for ("restart once grade 1"): it is not the one there is."""
SUPPOSED = re.compile(
    r"(?i)^\W*(?:and|what|how about|if|or|same|for|in case|would|suppos\w+)\b"
    r"(?![^.?]*\b(?:is now|now|came back|fell|rose|dropped|went|today|has|worse\w*)\b)"
)
"""Begins a message that asks what would hold otherwise: "and for grade 3?"."""
_Measured = Measurement | OrganFunction | Marker
SCORES = {
    "CPS": "CPS {}", "TPS %": "TPS {}%", "IC %": "IC {}%", "TC %": "TC {}%", "%": "{name} {}%",
    "mut/Mb": "TMB {}", "IHC": "HER2 IHC {}",
}  # fmt: skip
"""Unit of a marker's number → how it is written with its marker."""


def updates_of(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue], reader: Reader
) -> Iterator[FoundValue]:
    """New values of what the thread *knows*, at the places of their words; none of a long message.
    ``found`` is what the message says by itself."""
    if len(text.split()) > BRIEF:
        return
    yield from _grades(text, found, known)
    yield from genotypes_of(text, found, known)
    yield from copies_of(text, found, known)
    yield from variants_of(text, found, known)
    yield from exons_of(text, found, known)
    yield from (*genes_meant(text, found, known), *findings_not_real(text, known))
    yield from _number(text, found, known, reader)
    yield from _progressions(text, found, known)
    yield from ended_alike(text, known)


def normal_measures(text: str) -> Iterator[tuple[frozenset[str], int, int]]:
    """Measures of which the text says that they are normal, with the place: what was measured
    before holds no longer."""
    for pattern, names in MEASURES:
        for match in pattern.finditer(text):
            behind = NORMAL.match(text, match.end())
            if behind:
                yield names, match.start(), behind.end()


def _grades(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    here = [each for each in found if isinstance(each.value, Toxicity)]
    before = [value for value in known if isinstance(value, Toxicity)]
    loose = list(_loose_grades(text, here))
    if loose and before:
        for level, start, end in loose:
            value = Toxicity(event=before[-1].event, grade_from=level, grade_to=level)
            yield FoundValue(value, start, end)
        yield from _signs(text, value, before[-1])
        return
    event = here[-1].value if here else before[-1] if before else None
    if isinstance(event, Toxicity):
        same = (each for each in reversed(before) if each.event == event.event)
        yield from _signs(text, event, next(same, event))


def _loose_grades(text: str, here: Sequence[FoundValue]) -> Iterator[tuple[int, int, int]]:
    """Grades of no effect that the message names, with their places; not those waited for."""
    taken = {place for each in here for place in range(each.start, each.end)}
    for match in GRADES.finditer(text):
        waited = CONDITION.search(text, max(0, match.start() - 40), match.start())
        if match["first"] and not waited and match.start() not in taken:
            yield _level_of(match["second"] or match["first"]), *match.span()


def _level_of(written: str) -> int:
    return ROMAN.get(written.upper()) or int(written)


def _signs(text: str, event: Toxicity, earlier: Toxicity) -> Iterator[FoundValue]:
    """At least the grade that the signs tell; an old grade that got worse is no longer sure."""
    lowest, place = 0, (0, 0)
    for sign in SIGNS:
        for match in sign.words.finditer(text):
            told = sign.event in ("", event.event) and sign.grade > lowest
            told = told and not (sign.grade == 2 and is_without_symptoms(text, match.start()))
            if told and polarity_at(text, *match.span()) == "present":
                lowest, place = sign.grade, match.span()
    worse = WORSE.search(text)
    if worse and not lowest and not ONLY_OF_DISEASE.search(text, 0, worse.start()):
        lowest, place = earlier.grade_from or 0, worse.span()
    if lowest and (event.grade_from is None or event.grade_from < lowest or worse):
        low = max(lowest, event.grade_from or 0)
        if (event.grade_from, event.grade_to) != (low, HIGHEST):
            yield FoundValue(replace(event, grade_from=low, grade_to=HIGHEST), *place)


def progression_told(text: str) -> re.Match[str] | None:
    """Where a message tells that the disease got worse, and does not deny it."""
    match = PROGRESSED.search(text) or ASKED_AFTER.search(text) or FOUND_AT_PROGRESSION.search(text)
    return match if match and polarity_at(text, *match.span("worse")) == "present" else None


def _progressions(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """ "She progressed": on what she was treated with until now."""
    told = [each.value for each in found if isinstance(each.value, Therapy)]
    yield from _taken_after_all(text, told, known)
    match = progression_told(text)
    if match is None or any(each.outcome == "progressed" for each in told):
        return
    here = [each.value for each in found if each.end <= match.start()]
    now = [v for v in (*known, *here) if isinstance(v, Therapy) and v.outcome == "current"]
    # "got T-DXd. PD again"
    begun = [v for v in told if v in here and v.outcome == "given" and not v.setting]
    for value in dict.fromkeys(now or begun):
        if not set(value.drugs) & other_drugs():
            yield FoundValue(replace(value, outcome="progressed"), *match.span())


TAKEN = re.compile(
    r"(?i)\b(?:did (?:take|have|get|receive|start)|took|has taken|has had|had|received|started|got)"
    r" (?:it|this|that|them)\b"
)


def _taken_after_all(
    text: str, told: Sequence[Therapy], known: Sequence[ClinicalValue]
) -> Iterator[FoundValue]:
    """ "She did take it, PD at 20 months": what was declined or planned before was had."""
    match = TAKEN.search(text)
    if match is None or told or polarity_at(text, *match.span()) != "present":
        return
    waiting = [
        value
        for value in known
        if isinstance(value, Therapy) and value.outcome in ("not given", "planned") and value.drugs
    ]
    failed = re.search(r"\bPD\b|(?i:\bprogress(?:ed|ion)\b|\bfail(?:ed|ure)\b)", text)
    for value in waiting[-1:]:
        yield FoundValue(replace(value, outcome="progressed" if failed else "given"), *match.span())


def _number(
    text: str, found: Sequence[FoundValue], known: Sequence[ClinicalValue], reader: Reader
) -> Iterator[FoundValue]:
    """A number without its measure is of what was measured last and can have such a value."""
    if any(isinstance(each.value, Measurement | OrganFunction | Marker) for each in found):
        return
    match = ELLIPSIS.search(text) or ELLIPSIS_FIRST.search(text)
    match = CORRECTED.match(text) or (match if UPDATES.search(text) else None)
    if match is None:
        return
    named = measures_named(text)
    for last in measured_values(known):
        if named and measure_of(last) not in named:
            continue
        read = read_as(last, match["number"], (match["unit"] or "").strip(), reader)
        if read:
            yield from (FoundValue(value, match.start(), match.end()) for value in read)
            return


def measured_values(known: Sequence[ClinicalValue]) -> Iterator[_Measured]:
    """What was measured and may change, the last first."""
    for value in reversed(known):
        if isinstance(value, Marker) and value.unit in SCORES:
            yield value
        if isinstance(value, Measurement | OrganFunction) and measure_of(value) not in STEADY:
            yield value
            if measure_of(value) == "creatinine":
                yield OrganFunction(
                    organ="renal", low=0, measure="creatinine clearance", unit="mL/min"
                )


def read_as(last: _Measured, number: str, unit: str, reader: Reader) -> list[ClinicalValue]:
    """A number as the new value of what was measured; empty if it cannot be one."""
    if isinstance(last, Marker):
        written = SCORES[last.unit].format(number, name=last.name)
        return [each.value for each in reader(written) if isinstance(each.value, Marker)]
    read = _values_of(last, f"{number} {unit}", reader)
    if not read and not unit:  # a number that alone tells nothing is in the unit of before
        read = _values_of(last, f"{number} {last.unit}", reader)
    same = any(getattr(value, "unit", "") == last.unit for value in read)
    return read if same else []


def _values_of(last: _Measured, written: str, reader: Reader) -> list[ClinicalValue]:
    values = (each.value for each in reader(f"{measure_of(last)} {written}"))
    return [value for value in values if measure_of(value) == measure_of(last)]


def measure_of(value: ClinicalValue) -> str:
    """What a number is of; empty for a value that is no number."""
    match value:
        case OrganFunction(measure=measure, low=low) if low is not None:
            return measure
        case Measurement(name=name):
            return name
        case _:
            return ""
