"""What of a file is told of the patient: of a sequencing report its rows, not its comments on other
patients, drugs and genes; of a table of several patients nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from names.recognise import recognise_passage
from retrieval.reports.contract import ReportedMarker, ReportedVariant
from retrieval.reports.lines import lines_of
from retrieval.reports.reading import read_report
from retrieval.reports.vcf import is_vcf
from retrieval.tables.card import holds_several_patients
from retrieval.tables.reading import tables_of

_OF_PATIENT = re.compile(
    r"(?i)[|\s*-]{0,6}(?:(?:clinical |primary |tumou?r )?diagnosis|tumou?r type|cancer type|disease"
    r"|histology|indication|primary(?: site| tumou?r)?|specimen|sample(?: type)?|tissue|stage|sex"
    r"|gender|age)\b."
)
"""How a line begins that tells of the patient, whatever it names."""
_OF_OTHERS = re.compile(
    r"(?i)[#\s\d.]{0,6}(?:interpretation|references?|literature|methods?|limitations?|disclaimer"
    r"|genes? (?:tested|covered|analy[sz]ed))\b.{0,40}"
)
"""A heading behind which a report tells of drugs, genes and patients in general."""
_ENDS = (".", ":", "!", "?", "|")
_UNCERTAIN = re.compile(r"(?i)\bVUS\b|\bvariant of\b|uncertain|unknown|tier ?(?:III|3)\b|class 3\b")
_BENIGN = re.compile(r"(?i)\bbenign\b|tier ?(?:IV|4)\b|class [12]\b")
_FRAMESHIFT = re.compile(r"(?<=\d)[A-Z]fs\S*|fs\*\d+")
_UNDETERMINED = re.compile(r"(?i)not (?:determined|evaluable)|undetermined|cannot")


@lru_cache(maxsize=100)
def told_of_patient(text: str) -> str:
    """The words of a file from which the patient's facts are read: all of most files. Of a report
    its rows, and the lines that name neither gene nor variant: a comment names those of others."""
    report = read_report(text)
    if not report.variants:
        return "" if holds_several_patients(tables_of(text)) else text
    rows = [_row_words(each) for each in report.variants if not _BENIGN.search(each.classed)]
    markers = [words for each in report.markers for words in _marker_words(each)]
    places = [v.place for v in report.variants] + [m.place for m in report.markers]
    others = _other_lines(text, [(place.start, place.end) for place in places])
    return "\n".join(f"{line.rstrip('.')}." for line in (*others, *rows, *markers))


def _other_lines(text: str, read: Sequence[tuple[int, int]]) -> Iterator[str]:
    """The lines beside the rows that may tell of the patient. What goes on with a line that was
    left out is left out, too."""
    if is_vcf(text):
        return
    goes_on = False
    for line in lines_of(text):
        if _OF_OTHERS.fullmatch(line.words):
            return
        taken = any(start < line.end and line.start < end for start, end in read)
        if taken or not line.words:
            goes_on = False
        elif _OF_PATIENT.match(line.words):
            goes_on = False
            yield line.words.strip("| *-")
        elif goes_on or recognise_passage(line.words).of("gene", "variant", "status"):
            goes_on = not line.words.endswith(_ENDS)
        else:
            yield line.words.strip("| *-#")


def _row_words(row: ReportedVariant) -> str:
    name = _FRAMESHIFT.sub("fs", row.name)
    origin = f"{row.origin} " if row.origin == "germline" else ""
    share = f", VAF {row.percent:g}%" if row.percent is not None else ""
    meaning = ", variant of uncertain significance" if _UNCERTAIN.search(row.classed) else ""
    return f"{origin}{name}{share}{meaning}"


def _marker_words(found: ReportedMarker) -> Iterator[str]:
    """The marker in words that say its state; nothing where the report says none."""
    value = found.value.lower()
    if _UNDETERMINED.search(value):
        return
    match found.marker:
        case "MSI":
            yield "MSI-high" if re.search(r"msi-?h|high|unstable", value) else "MSS"
        case "TMB":
            yield f"TMB {found.value}"
        case "HRD":
            if re.search(r"positive|deficient|negative|proficient", value):
                is_positive = bool(re.search(r"positive|deficient", value))
                yield "HRD positive" if is_positive else "HRD negative"
