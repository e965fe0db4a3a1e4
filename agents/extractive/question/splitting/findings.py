"""A finding beside a question on a dose: "T-DXd dose? LVEF 38". The finding is no question. The
dose is asked for a patient with this finding."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.requests.aspects import aspects, aspects_asked
from agents.extractive.question.splitting.comparisons import CHOICE
from agents.extractive.question.unread.words import unread_phrases
from agents.facts.sheet import FactSheet
from agents.matching.sub_question import SubQuestion
from agents.matching.subject.aspects import LEVELS
from names.clinical.conditions import is_lasting
from names.clinical.grades import is_mild, is_unremarkable
from names.clinical.readers import read_clinical
from names.clinical.values import (
    ClinicalValue,
    Exposure,
    Marker,
    Measurement,
    OrganFunction,
    Toxicity,
)
from names.recognise import recognise
from names.tables.treatment.event_groups import ANY_EVENT

_WORD = re.compile(r"[A-Za-z]{2,}")
_BETWEEN = frozenset(
    (
        *("and", "with", "but", "has", "have", "had", "is", "was", "his", "her", "the", "an", "of"),
        *("at", "on", "in", "to", "for", "pt", "patient", "now", "currently", "he", "she", "they"),
        *("since", "because", "due", "after", "new", "known", "current", "grade", "also", "level"),
    )
)
"""Words beside a finding that ask nothing."""


def has_class_or_number(value: ClinicalValue) -> bool:
    """Whether a value is a finding with a grade, a class or a number."""
    match value:
        case Toxicity(grade_from=grade):
            return grade is not None
        case OrganFunction(grade=grade, low=low, high=high):
            return bool(grade) or low is not None or high is not None
        case _:
            return isinstance(value, Measurement)


def has_finding(sheet: FactSheet) -> bool:
    """Whether the patient has an event or a value about which something may have to be done."""
    told = (f for f in sheet.facts if isinstance(f.value, Toxicity | Measurement | OrganFunction))
    return any(not is_unremarkable(f.value) and not (f.rule and f.value == MILD) for f in told)


MILD = OrganFunction(organ="renal", grade="mild")
"""What follows from a clearance about which nothing has to be done."""


_GO_ON = re.compile(
    r"(?i)\b(?:keep (?:giving|going|on|taking)|carry(?:ing)? on|go(?:ing)? on with|continue"
    r"|hold(?: or continue)?|give it|give (?:the )?next)\b[^.;!?]{0,40}\W*$"
)
"""The end of a question on whether a treatment that is given goes on."""


_HAPPENED = re.compile(
    r"(?i)\b(?:new|newly|now|since|after|develop\w{0,3}|today|worse\w{0,3}|feels?|feeling|has|having"
    r"|got|days? of|cycle \d{1,2})\b"
)


def asks_to_go_on_untold(text: str, drugs: frozenset[str]) -> bool:
    """Whether a question asks if the treatment (``drugs``) goes on after something that nobody has
    read ("new lassitude, keep giving it?"): that it is indicated is no answer."""
    asks = bool(drugs) and _GO_ON.search(text) is not None
    return asks and _HAPPENED.search(text) is not None and bool(unread_phrases(text))


def is_minor(value: ClinicalValue) -> bool:
    """Whether a value is mild, an event of grade 1, or one that goes by the name of a lasting
    disease and has no grade ("hypertension"), or a drug taken beside that changes others little."""
    match value:
        case Toxicity(event=event, grade_from=grade, grade_to=worst):
            lasts = grade is None and is_lasting(event)
            return is_mild(value) or (grade or 0) == (worst or 0) == 1 or lasts
        case Exposure(strength=strength, mechanism=mechanism):
            return value.from_drug and (strength == "weak" or mechanism == ACID)
        case _:
            return is_mild(value)


ACID = "Proton pump inhibition"
"""Of a drug whose label says nothing of it, the dose is told beside the notice of that."""


def only_tells_finding(text: str) -> bool:
    """Whether a text tells a finding with a grade, a class or a number, and asks nothing."""
    if text.rstrip().endswith("?"):
        return False
    found = read_clinical(text)
    if not any(has_class_or_number(each.value) for each in found):
        return False
    spans = [(each.start, each.end) for each in found]
    spans += [(each.start, each.end) for each in recognise(text).mentions]
    left = (m for m in _WORD.finditer(text) if not any(s <= m.start() < e for s, e in spans))
    return all(match.group().lower() in _BETWEEN for match in left)


_DENIES_ONLY = re.compile(
    r"(?i)\W{0,3}(?:(?:there (?:is|was) )?(?:no|never|without|denies|not on|no known)"
    r"\s[\w+-]{2,20}(?:[\s,/]{1,2}[\w+-]{2,20}){0,4}|[\w/+]{2,20}(?:[\s-][\w/+]{2,20}){0,3}"
    r"\s?[:=–-]\s?(?:no|none|never|nil|negative|neg|not done))\W{0,3}"
)


def only_denies(text: str) -> bool:
    """Whether a text without a question mark only denies something: "DVT: no", "no stroke"."""
    return "?" not in text and _DENIES_ONLY.fullmatch(text) is not None


_SELF_ANSWERED = re.compile(
    r"(?i)(?:^|(?<=[.,;:!(] ))(?P<asked>[\w+/-]{2,20}(?: [\w+/-]{2,20}){0,3})\s?\?"
    r"(?=\s(?:no|nope|yes|yep|none|never)\s?(?:[-–—.,;:]|$))"
)
"""A word with a question mark which the next word answers: "progressed? no - responding on osi"."""


def with_answers_told(text: str) -> str:
    """The text with what it asks and answers at once as told: "progressed: no - responding". A drug
    that is asked about stays asked."""
    return _SELF_ANSWERED.sub(_as_told, text)


def _as_told(match: re.Match[str]) -> str:
    return match[0] if recognise(match["asked"]).of("drug") else f"{match['asked']}:"


_DOWN = re.compile(
    r"(?i)\b(?:needs?|has|have|must|should|wants?|requires?|going) (?:to )?(?:be |go )?(?:an? )?"
    r"(?:dose[ -])?(?:reduc(?:ed?|ing|tions?)|de-?escalat\w{1,4}|lower(?:ed|ing)?|down)\b"
)
_STARTS = re.compile(r"(?i)\b(?:start\w{0,3}|initial|standard|usual|recommended|full)\b")
NEXT_LOWER = "next lower dose"
"""Words that ask for the steps of a reduction."""


def with_step_down_told(asked: SubQuestion, message: str) -> SubQuestion:
    """A bare question on a dose, with the step down that a sentence before it tells: "On olaparib
    300 mg, needs to go down. Which dose?" asks for the next lower dose, not for the one taken. If
    an organ or an event is told, its rule is asked for."""
    plain = asked.kind == "dose" and not asked.about and not aspects_asked(asked.text)
    if not plain or _STARTS.search(asked.text) or _only_tells_dose(asked):
        return asked
    before = message[: max(message.find(asked.text), 0)] or message
    wished = aspects()[LEVELS].asked_by.search(before) or _DOWN.search(before)
    return replace(asked, text=f"{asked.text.rstrip(' ?.!')}, {NEXT_LOWER}?") if wished else asked


_ONLY_DOSE = re.compile(
    r"(?i)\W{0,5}(?:(?:(?:is|was|has been|he is|she is|pt|patient)\s)?"
    r"(?:(?:already|currently|now|still)\s)?(?:on|at|taking|takes|gets|(?:reduced|down) to)\s)?"
    r"(?:(?:already|currently|now|still|only)\s)?"
    r"\d[\d.,]{0,6}\s?(?:mg|mcg|µg|g)(?:/(?:kg|m2|m²))?"
    r"(?:\s(?:bd|bid|od|qd|daily|once|twice|a day|per day|po|q\d{0,2}w"
    r"|already|currently|now|at present|so far)){0,4}\W{0,5}"
)


def without_doses_told(parts: Sequence[SubQuestion]) -> list[SubQuestion]:
    """The parts without those that only tell the dose which a patient takes, beside a part on a
    graded event or the next dose level of the same drug: "neratinib 240 mg, grade 3 diarrhoea
    again, next dose?". The plain dose would stand before what to do."""
    graded = {
        drug
        for part in parts
        if LEVELS in part.aspects
        or any(isinstance(v, Toxicity) and has_class_or_number(v) for v in part.about)
        for drug in part.drugs
    }
    told = {value for part in parts if not _only_tells_dose(part) for value in part.about}
    kept = [
        part
        for part in parts
        if not (part.drugs & graded and told.issuperset(part.about) and _only_tells_dose(part))
    ]
    return kept or list(parts)


def _only_tells_dose(part: SubQuestion) -> bool:
    text = part.text
    for mention in reversed(recognise(text).of("drug")):
        text = f"{text[: mention.start]}{text[mention.end :]}"
    return part.kind == "dose" and _ONLY_DOSE.fullmatch(text.strip()) is not None


def without_repeats(parts: Sequence[SubQuestion]) -> list[SubQuestion]:
    """The parts without those that ask again what a later one asks, also whether the same drugs go
    together, and without a choice that was added to a choice between the same drugs."""
    told = [each.drugs for each in parts if each.is_choice and each.focus != CHOICE]
    parts = [each for each in parts if each.focus != CHOICE or each.drugs not in told]
    parts = _with_significance(parts)
    last = {_asked_of(each): each for each in reversed(parts)}
    return list(last.values())[::-1]


def _asked_of(part: SubQuestion) -> tuple[object, ...]:
    """What two parts share of which one asks the other again."""
    if part.kind == "interaction" and part.partners and not part.aspects:
        return part.kind, part.drugs, part.partners, part.classes, frozenset(part.about)
    return part.shown, part.kind, part.drugs


_SIGNIFICANT = re.compile(
    r"(?i)\W{0,3}(?:(?:and|but|so) )?(?:is|was|were|are)"
    r" (?:it|this|that|they|the (?:difference|result|benefit|effect|gain))"
    r" (?:even |also |really )?(?:statistically )?significant\W{0,3}"
)
"""A question whether the result just asked about was significant."""


def _with_significance(parts: Sequence[SubQuestion]) -> list[SubQuestion]:
    """The parts, one that only asks whether the result of a trial was significant joined with the
    one on the result: its statement tells that, and no other trial's does."""
    found: list[SubQuestion] = []
    for each in parts:
        if found and found[-1].trials and _SIGNIFICANT.fullmatch(each.text):
            found[-1] = replace(found[-1], text=f"{found[-1].text} {each.text}")
        else:
            found.append(each)
    return found


def without_grades_of_trials(asked: SubQuestion) -> SubQuestion:
    """The question without the grade of events that nobody names, if it is on a trial. The grade
    then asks for what the trial found: "g3 tox in FLAURA2"."""
    of_any = [v for v in asked.about if isinstance(v, Toxicity) and v.event == ANY_EVENT]
    if not (asked.trials and of_any):
        return asked
    return replace(asked, about=tuple(value for value in asked.about if value not in of_any))


def with_genes_of_variants(asked: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """A part with the genes that the patient's variants are of, where the question names those
    without them: in "TP53 mutated, and the deletion is an exon 20 insertion?", told of EGFR, the
    insertion is not of TP53."""
    markers = [each for each in sheet.of(Marker) if each.polarity == "present"]
    own = {each.name for each in markers if each.state in asked.variants}
    if not asked.variants or not own or own & asked.genes:
        return asked
    return replace(asked, genes=frozenset(own))
