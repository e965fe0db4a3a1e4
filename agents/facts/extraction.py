"""The values that one message states of its patient, ready to become facts."""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence, Set
from dataclasses import dataclass, replace

from agents.facts.assertion import Assertion, assertion_of
from agents.facts.derivation.lone_genes import lone_genes
from agents.facts.needs_of_drugs import without_needs_of_drugs
from agents.facts.new_values import new_value, without_older_readings
from agents.facts.untreated import UNTREATED
from agents.facts.values.classifications import with_newest_class
from agents.facts.values.intervals import recurrences_of
from agents.facts.values.receptors import staining_of
from agents.facts.values.relapse_times import with_relapse_times
from agents.facts.values.unnamed_changes import classes_of, targets_of, without_limits
from agents.facts.values.unsure_variants import with_unsure_variants
from agents.facts.values.updates import SUPPOSED, updates_of
from agents.facts.values.variant_significance import with_significance
from names.clinical.readers import Reader
from names.clinical.treatment.lines import BEFORE_TREATMENT, ITS_TREATMENT
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Exposure,
    FoundValue,
    Line,
    Marker,
    OrganFunction,
    Polarity,
    Population,
    Therapy,
)
from names.recognise import recognise_passage

NEIGHBOURS = 12
"""Values to either side that may have the same words; they are ordered by place. Chosen by hand: a
drug with its class, line and outcome makes four."""
LONGEST_LINE = 40 + BEFORE_TREATMENT
"""Characters of the words for a line of treatment, of which the longest has 40, and of what stands
between it and its treatment."""
LONGEST_READ = 20_000
"""Characters of a message or file that facts are read from, the first ones. As many as a model is
shown of a file; a report of several pages. Chosen by hand."""

_OBJECTION = re.compile(r"^\W*(?:no|nope|not)\b(?=\s*[,;:.!–—-])", re.I)
_COUNTED = re.compile(r"\b(?:lines|prior|previous|one line|[1-9] line)\b", re.I)
"""In "after 3 prior lines", which is how many there were, not the line of a treatment."""
_NEAR = re.compile(rf"(?i){ITS_TREATMENT}[\s(\[,:;-]{{0,4}}(?:(?:intolerant of|PD on|had)\s)?$")
_ISH = re.compile(
    r"^\W*(?:and |the |her |no[,:]? )?(?P<result>[FCSD]?ISH\b[\s:]*(?:was |is |came back |result )?"
    r"(?:ratio\s?[:=]?\s?\d(?:[.,]\d{1,2})?[\s,:;]{1,2})?"
    r"(?:(?P<negative>neg\w*|not amplified|non-?amplified|[-–−](?=\W|$))|pos\w*|amplified|\+))",
    re.I,
)


@dataclass(frozen=True, slots=True)
class ExtractedValue:
    """A value with its place, and the rule by which it was read if it was not said outright."""

    value: ClinicalValue
    start: int
    end: int
    rule: str = ""


def extract(
    text: str,
    reader: Reader,
    known: Sequence[ClinicalValue] = (),
    *,
    wanted: Set[Assertion] = frozenset(("stated",)),
    latest: Sequence[ClinicalValue] = (),
) -> Iterator[ExtractedValue]:
    """What a message states, in order of place; last what it says anew of what is *known*.

    ``wanted``: what counts, such as what it supposes, too; ``latest``: of what is known, the values
    that were told last."""
    text = text[:LONGEST_READ]
    read = without_limits(reader(_without_objection(text)), text)
    found = [each for each in read if assertion_of(text, each) in wanted]
    found = without_needs_of_drugs(found, text, known)
    found = _without_groups(_without_parts(found), text)
    found = with_unsure_variants(found, text, _is_of_relative)
    found = with_newest_class(found, text, known, _is_of_relative)
    found = with_relapse_times(with_significance(found, text, known), text)
    stained = staining_of(text, (*known, *(each.value for each in found)))
    for each in [*_with_lines(found, text), *_hybridisation(text), *stained]:
        for value in single_values(each.value):
            yield ExtractedValue(value, each.start, each.end)
    updates = tuple(classes_of(text, known, reader)) or tuple(updates_of(text, read, known, reader))
    updates = (*updates, *targets_of(text, read, known, reader))
    if known and (told := new_value(text, read, known, latest, reader)):
        updates = without_older_readings(updates, told)
        for each in told.found:
            yield ExtractedValue(each.value, each.start, each.end)
    for each in without_needs_of_drugs(updates, text, known):
        supposed = SUPPOSED.match(text) and "supposed" not in wanted
        if not supposed and assertion_of(text, each) in wanted:
            yield ExtractedValue(each.value, each.start, each.end)
    for each, rule in (*recurrences_of(text, found), *lone_genes(text, found)):
        yield ExtractedValue(each.value, each.start, each.end, rule)


def _is_of_relative(text: str, found: FoundValue) -> bool:
    return assertion_of(text, found) == "of a relative"


def single_values(value: ClinicalValue) -> tuple[ClinicalValue, ...]:
    """A value as the things that can change one by one: an age, a sex, a performance status."""
    if not isinstance(value, Population):
        return (value,)
    parts = (
        Population(age_from=value.age_from, age_to=value.age_to),
        Population(sex=value.sex),
        Population(menopause=value.menopause),
        Population(pregnancy=value.pregnancy),
        Population(ecog_from=value.ecog_from, ecog_to=value.ecog_to),
    )
    return tuple(part for part in parts if part != Population())


def _without_objection(text: str) -> str:
    """The text with the "no," that objects to what was said before as spaces: it negates nothing
    of what follows."""
    match = _OBJECTION.match(text)
    return " " * match.end() + text[match.end() :] if match else text


_GROUP = re.compile(r"(?:wo)?men|(?:fe)?males|ladies|adults|patients|pts", re.I)


def _without_groups(found: Sequence[FoundValue], text: str) -> list[FoundValue]:
    """The values without the sexes of groups: "contraception for women and men?", "did the trial
    enrol men?" tell nothing of the patient."""
    groups = [
        each
        for each in found
        if isinstance(each.value, Population) and _GROUP.fullmatch(text[each.start : each.end])
    ]
    sexes = {each.value.sex for each in groups if isinstance(each.value, Population)}
    about_trial = bool(groups) and bool(recognise_passage(text).of("trial", "registration"))
    places = {each.start for each in groups}
    rest = [each for each in found if each.start not in places]
    others = {each.value.sex for each in rest if isinstance(each.value, Population)} - {""}
    return rest if len(sexes) > 1 or others - sexes or about_trial else list(found)


def _without_parts(found: Sequence[FoundValue]) -> list[FoundValue]:
    return [
        each
        for number, each in enumerate(found)
        if not any(
            _is_part_of(each, other)
            for other in found[max(0, number - NEIGHBOURS) : number + NEIGHBOURS]
        )
    ]


def _is_part_of(found: FoundValue, other: FoundValue) -> bool:
    """Whether the words of a value are part of another's, so that they say nothing by themselves:
    the "Child" of "Child-Pugh", or a drug that is no longer taken as one that changes others."""
    if not (other.start <= found.start and found.end <= other.end):
        return False
    match found.value, other.value:
        case Population(), OrganFunction():
            return True
        case OrganFunction(), Marker():
            return True
        case Exposure(from_drug=True), Therapy(outcome=outcome):
            return outcome not in ("current", "planned")
        case _:
            return False


def _with_lines(found: Sequence[FoundValue], text: str) -> Iterator[FoundValue]:
    """The values with each line of treatment that stands beside a treatment, as in "letrozole
    (1L)", as the line of that treatment. "Progressed on 1L letrozole" says both: the treatment was
    the first line, and the line that is asked about is the second."""
    lines = [
        each
        for each in found
        if isinstance(each.value, Line)
        and not _COUNTED.search(text[each.start : each.end])
        and not UNTREATED.search(text[each.start : each.end])
    ]
    starts = [each.start for each in lines]
    used: set[int] = set()
    whole: list[FoundValue] = []
    for each in found:
        therapy = each.value
        if not isinstance(therapy, Therapy) or therapy.outcome not in HAD:
            whole.append(each)
            continue
        first, last = (
            bisect_left(starts, each.start - LONGEST_LINE),
            bisect_right(starts, each.end + 4),
        )
        near = (line for line in lines[first:last] if _are_beside(each, line, text))
        line = next(near, None)
        if line is None:
            whole.append(each)
            continue
        assert isinstance(line.value, Line)
        number = therapy.line or line.value.first
        if number == line.value.first:
            used.add(id(line))
        whole.append(replace(each, value=replace(therapy, line=number)))
    failed = max((_failed_line(each) for each in whole), default=0)
    return (
        each
        for each in whole
        if id(each) not in used
        if not isinstance(each.value, Line) or each.value.first > failed
    )


def _failed_line(found: FoundValue) -> int:
    """The line that a treatment was, if it failed; 0 for everything else."""
    therapy = found.value
    if isinstance(therapy, Therapy) and therapy.outcome in ("progressed", "intolerant"):
        return therapy.line or 0
    return 0


def _are_beside(therapy: FoundValue, line: FoundValue, text: str) -> bool:
    first, second = sorted((therapy, line), key=lambda each: each.start)
    between = text[first.end : second.start]
    return len(between) <= BEFORE_TREATMENT and bool(_NEAR.match(between))


def _hybridisation(text: str) -> Iterator[FoundValue]:
    """The result of in situ hybridisation that a message gives by itself: that of HER2, which was
    asked for. With a gene before it, the readers know it."""
    match = _ISH.match(text)
    if match:
        polarity: Polarity = "absent" if match["negative"] else "present"
        yield FoundValue(
            Marker(name="HER2", state="amplification", polarity=polarity), *match.span("result")
        )
