"""Labels by which a report says whose results follow: "Patient: …", "Lab no.: …", "Sample A"."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from names.patterns.relatives import KIN
from retrieval.reports.columns import columns_of
from retrieval.reports.lines import TextLine
from retrieval.reports.variant_names import symbol_of

_LINE = re.compile(
    r"(?i)#{0,6} ?(?P<name>(?P<kind>sample|specimen|patient|case|biopsy|lesion|block|tumou?r)"
    r"(?: (?:no\.?|number|id))? ?[:#]? ?(?P<id>[A-Z]|[A-Z]{0,8}[-_/]?\d[\w/-]{0,15})\b"
    r"(?: ?[(,:;–-].{0,50})?)"
)
"""A line that names a sample and tells nothing else: "Sample A (primary)", "Patient 2"."""
_NUMBER = r"[A-Z]{0,8}[-_/]?\d[\w/.-]{0,20}"
_PERSON = r"[A-Z][\w'’-]{1,30}(?:,? [A-Z][\w.'’-]{0,30}){0,3}"
_LABEL = re.compile(
    r"(?:^|[|;\t]|  )[#* ]{0,4}(?P<name>"
    r"(?:(?P<number>(?i:(?:lab(?:oratory)?|order|request|report|case|accession|sample|specimen|block"
    r"|hospital|record) ?(?:no\.?|nr\.?|number|id|#)|accession))"
    rf" ?[:#|] ?(?P<id>{_NUMBER})"
    r"|(?P<patient>(?i:patient(?:'s)?(?: name| id| no\.?| number)?|MRN"
    r"|medical record(?: no\.?| number)?))"
    rf" ?[:#|] ?(?P<person>{_NUMBER}|{_PERSON})"
    rf"|(?P<bare>(?i:(?:full )?name)) ?[:|] ?(?P<named>{_PERSON})))"
)
"""A label at the beginning of a line, of a cell or behind a wide gap; with what it names."""
_OF_PERSON = re.compile(r"(?i)\b(?:born|DOB|date of birth|birth ?date|MRN|sex|age)\b")
"""Beside "Name" these say that it is a patient's, and not that of a test or a physician."""
_CONTROL = re.compile(
    r"(?i)\b(?:controls?|NTC|water|blank|reference (?:standard|material)|cell line|spike-?in)\b"
)
_RELATIVE = re.compile(
    rf"(?i)(?:the |her |his |(?:un)?affected |(?:maternal|paternal) ){{0,2}}{KIN}"
    r"(?: \d| \([^()]{1,30}\))?"
)
_HEADS_PATIENT = re.compile(r"(?i)patient(?:[ _]?(?:id|no\.?|number|name))?|MRN")
NEAR = 2
"""Lines from the name on in which they stand. Chosen by hand: the one below it."""


@dataclass(frozen=True, slots=True)
class Samples:
    """From where on the lines are of which sample; empty where a report tells of one."""

    begins: tuple[int, ...] = ()
    names: tuple[str, ...] = ()
    patients: tuple[str, ...] = ()
    """The patients that the report names, if there are several."""

    def at(self, place: int) -> str:
        """The sample that the line at this place is of; empty where none is told."""
        number = bisect_right(self.begins, place) - 1
        return self.names[number] if number >= 0 else ""


NO_SAMPLES = Samples()


@dataclass(frozen=True, slots=True)
class _Label:
    start: int
    kind: str
    """"patient", or the word of the label."""
    id: str
    name: str


def samples_in(lines: Sequence[TextLine]) -> Samples:
    """The labels of a kind that the report has with several names: of patients, if there are such,
    else of orders and samples."""
    found = [label for number, line in enumerate(lines) for label in _labels(lines, number, line)]
    ids: dict[str, set[str]] = {}
    for each in found:
        ids.setdefault(each.kind, set()).add(each.id)
    several = [each for each in found if len(ids[each.kind]) > 1]
    of_patients = [each for each in several if each.kind == "patient"]
    told = sorted(of_patients or several, key=lambda each: each.start)
    return Samples(
        tuple(each.start for each in told),
        tuple(each.name for each in told),
        tuple(dict.fromkeys(each.name for each in of_patients)) or _patients_of_column(lines),
    )


def _patients_of_column(lines: Sequence[TextLine]) -> tuple[str, ...]:
    """The patients of the rows of a table of variants, if there are several."""
    found: dict[str, None] = {}
    at: int | None = None
    for line in lines:
        words = [cell.words for cell in line.cells] if line.is_row else []
        if columns_of(words):
            at = next((n for n, each in enumerate(words) if _HEADS_PATIENT.fullmatch(each)), None)
        elif not words:
            at = None
        elif at is not None and at < len(words) and words[at]:
            found[words[at]] = None
    return tuple(found) if len(found) > 1 else ()


def _labels(lines: Sequence[TextLine], number: int, line: TextLine) -> Iterator[_Label]:
    """The labels of a line; of several names of one patient the first."""
    if not line.is_row and (match := _LINE.fullmatch(line.words)):
        name = " ".join(match["name"].rstrip(" :").split())
        yield _Label(line.start, match["kind"].lower(), match["id"], name)
        return
    kinds: set[str] = set()
    for match in _LABEL.finditer(line.words):
        told = match["id"] or match["person"] or match["named"]
        is_person = bool(match["person"] or (match["named"] and _is_person(lines, number)))
        kind = "patient" if is_person else (match["number"] or "").lower().strip(" .#")
        if kind and kind not in kinds and not symbol_of(told):
            kinds.add(kind)
            name = " ".join(match["name"].replace("|", ":").split()).replace(" :", ":")
            yield _Label(line.start, kind, told, name)


def _is_person(lines: Sequence[TextLine], number: int) -> bool:
    near = lines[number : number + NEAR]
    return any(_OF_PERSON.search(each.words) for each in near)


def is_control(sample: str) -> bool:
    """Whether the name of a sample says that it is none of a patient."""
    return bool(_CONTROL.search(sample))


def is_relative(words: str) -> bool:
    """Whether a cell names a relative of the patient, and nothing else."""
    return bool(_RELATIVE.fullmatch(words.strip()))
