"""What of a file is told of the patient: of a sequencing report its rows, not its comments on other
patients, drugs and genes; of a table of several patients nothing."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache

from agents.facts.attached.of_everybody import tells_of_several, without_others
from names.entities import EntityKind
from names.recognise import recognise_passage
from retrieval.reports.contract import ReportedMarker, ReportedVariant
from retrieval.reports.lines import lines_of
from retrieval.reports.read_report import read_report
from retrieval.reports.vcf import is_vcf
from retrieval.tables.card import holds_several_patients
from retrieval.tables.tables_in_text import tables_of
from retrieval.text.cell_bars import cells_between_bars

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
_HEADS = {
    "name": re.compile(
        r"(?i)(?:lab(?:oratory)? )?(?:tests?|parameters?|analytes?|items?|markers?|names?|labs?"
        r"|investigations?|components?|measurements?|examinations?|variables?|characteristics?)"
        r"(?: name)?"
    ),
    "value": re.compile(r"(?i)(?:test )?(?:values?|results?|measured|findings?|measurement)"),
    "unit": re.compile(r"(?i)units?"),
}
"""How the heads of a table say what each row measures, and what came out."""
_ENDS = (".", ":", "!", "?", "|")
_STAINED = re.compile(
    r"(?i)\b(?:ER|PR|PgR|AR|HER2(?:/neu)?|Ki-?67|MIB-?1|PD-?L1)\b[\s:=(|]{0,3}"
    r"(?:(?:CPS|TPS|IC|IHC|score|positive|negative|pos|neg)\b[\s:.,=()]{0,3}){0,2}"
    r"[<>≥≤~]?\s?\d{1,3}\s?(?:%|\+|/\s?\d)?\)?"
)
"""A marker of the tissue with what was measured: of this sample, where nothing else is named."""
_UNCERTAIN = re.compile(r"(?i)\bVUS\b|\bvariant of\b|uncertain|unknown|tier ?(?:III|3)\b|class 3\b")
_BENIGN = re.compile(r"(?i)\bbenign\b|tier ?(?:IV|4)\b|class [12]\b")
_FRAMESHIFT = re.compile(r"(?<=\d)[A-Z]fs\S*|fs\*\d+")
_MSI_HIGH = re.compile(r"msi-?h|high|unstable(?! (?:sites|loci|markers))")
_UNDETERMINED = re.compile(r"(?i)not (?:determined|evaluable)|undetermined|cannot")


@lru_cache(maxsize=100)
def told_of_patient(text: str) -> str:
    """The words of a file from which the patient's facts are read: all of most files. Of a report
    its rows, and the lines that name neither gene nor variant: a comment names those of others."""
    if not read_report(text).variants:
        several = holds_several_patients(tables_of(text)) or tells_of_several(text)
        return "" if several else without_others(_with_rows_as_words(text))
    # Whose rows are read as those of a report is one: so are its lines and sentences.
    report = read_report(text, is_declared=True)
    if report.patients:
        return ""
    rows = [_row_words(each) for each in report.variants if not _BENIGN.search(each.classed)]
    markers = [words for each in report.markers for words in _marker_words(each)]
    places = [v.place for v in report.variants] + [m.place for m in report.markers]
    others = _other_lines(text, [(place.start, place.end) for place in places])
    return "\n".join(f"{line.rstrip('.')}." for line in (*others, *rows, *markers))


def _with_rows_as_words(text: str) -> str:
    """The text with each row of a table that gives one thing a value as words ("LVEF: 55 %."): what
    stands in two cells is read as one."""
    lines: list[str] = []
    head: tuple[str, ...] = ()
    for line in text.split("\n"):
        cells = _cells_of(line)
        is_first = bool(cells) and not head
        head = (head or cells) if cells else ()
        tells = is_first and any(_HEADS["value"].fullmatch(cell) for cell in cells)
        is_rule = not any(map(str.isalnum, "".join(cells)))
        words = "" if tells or is_rule else _row_as_words(cells, _places_of(head))
        lines.append(words or line)
    return "\n".join(lines)


def _cells_of(line: str) -> tuple[str, ...]:
    """The cells of a row; none for another line."""
    if not (line.startswith("|") and line.rstrip().endswith("|")):
        return ()
    return tuple(cell.strip() for cell in cells_between_bars(line.strip().strip("|")))


def _places_of(head: Sequence[str]) -> tuple[int, int, int] | None:
    """Which columns hold name, value and unit (the value again if there is none), by the line of
    heads; None where they do not tell."""
    found = {
        what: next((at for at, cell in enumerate(head) if pattern.fullmatch(cell)), None)
        for what, pattern in _HEADS.items()
    }
    name, value, unit = found["name"], found["value"], found["unit"]
    if name is not None and value is not None:
        return name, value, value if unit is None else unit
    return (0, 1, 1) if len(head) == 2 else None


def _row_as_words(cells: Sequence[str], places: tuple[int, int, int] | None) -> str:
    if places is None or len(cells) <= max(places):
        return ""
    name, value, unit = (cells[at] for at in places)
    if not name or not value:
        return ""
    measured = f"{value} {unit}" if places[1] != places[2] and unit not in value else value
    return f"{name.rstrip(':')}: {measured.rstrip('.')}."


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
        elif goes_on or _names_genes(line.words):
            goes_on = not line.words.endswith(_ENDS)
        else:
            yield line.words.strip("| *-#")


def _names_genes(words: str) -> bool:
    """Whether a line names a gene, a variant or a state of one, beside markers with their measured
    values. With a drug it tells of others, whatever it measures."""
    rest, found = _STAINED.subn(" ", words)
    kinds: tuple[EntityKind, ...] = ("gene", "variant", "status")
    return bool(recognise_passage(rest).of(*kinds, *(("drug", "drug_class") if found else ())))


def _row_words(row: ReportedVariant) -> str:
    name = _FRAMESHIFT.sub("fs", row.name)
    origin = f"{row.origin} " if row.origin == "germline" else ""
    share = f", VAF {row.percent:g}%" if row.percent is not None else ""
    meaning: str = row.pathogenicity
    if _UNCERTAIN.search(row.classed):
        meaning = "variant of uncertain significance"
    return ", ".join(filter(None, (f"{origin}{name}{share}", meaning)))


def _marker_words(found: ReportedMarker) -> Iterator[str]:
    """The marker in words that say its state; nothing where the report says none."""
    value = found.value.lower()
    if _UNDETERMINED.search(value):
        return
    match found.marker:
        case "MSI":
            yield "MSI-high" if _MSI_HIGH.search(value) else "MSS"
        case "TMB":
            yield f"TMB {found.value}"
        case "HRD":
            if re.search(r"positive|deficient|negative|proficient", value):
                is_positive = bool(re.search(r"positive|deficient", value))
                yield "HRD positive" if is_positive else "HRD negative"
