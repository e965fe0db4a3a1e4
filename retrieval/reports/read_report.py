"""Reads a sequencing report: from the text that a reader of files made of it, line by line.

A row counts only where the document itself names gene and variant in it: below heads of columns, in
a block of names and values, or in a line that begins with the gene and holds nothing but values.
Sentences are read in reports of molecular tests alone (``statements``). Nothing is concluded from
lists of the genes that were tested, or from what was looked for and is not there.
"""

from __future__ import annotations

from dataclasses import replace
from functools import lru_cache
from itertools import chain, islice

from retrieval.reports.contract import NotTaken, ReportedAbsence, SequencingReport
from retrieval.reports.layout.bars import with_rows
from retrieval.reports.layout.footnotes import doubted_by_notes
from retrieval.reports.layout.gene_grids import variants_of_grids
from retrieval.reports.layout.line_by_line import LineReading
from retrieval.reports.layout.marks import without_marks
from retrieval.reports.layout.stacked_names import variants_of_stacks
from retrieval.reports.layout.state_headings import NO_ROLES, roles_of
from retrieval.reports.lines import lines_of
from retrieval.reports.merging import with_marker, with_one_unit
from retrieval.reports.persons.labels import samples_in
from retrieval.reports.persons.markers import markers_of_samples
from retrieval.reports.statements.documents import is_molecular_report, is_titled_report
from retrieval.reports.statements.origins import with_told_origins
from retrieval.reports.statements.presence_rows import denied_changes, plainly_told
from retrieval.reports.statements.sentences import told_in_sentences
from retrieval.reports.statements.unread import line_at, not_read_of, not_taken_of
from retrieval.reports.vcf import is_vcf, read_vcf
from retrieval.reports.wording.genotypes import of_several_genotypes
from retrieval.reports.wording.legends import with_meanings

MOST_NOT_TAKEN = 50
"""Variants told as not taken. Chosen by hand: a long report names some dozens in its remarks."""


@lru_cache(maxsize=50)
def read_report(text: str, *, is_declared: bool = False) -> SequencingReport:
    """What a sequencing report names; an empty one for a text that is none. Who asks for the rows
    of a file declares that it is a report."""
    if is_vcf(text):
        return read_vcf(text)
    marked, text = text, without_marks(text)
    is_report = is_molecular_report(text) or is_titled_report(text, is_declared=is_declared)
    lines = with_meanings(list(with_rows(list(lines_of(text)))))
    roles = roles_of(lines) if is_report else NO_ROLES
    reading = LineReading(text, is_report=is_report, samples=samples_in(lines), roles=roles)
    for line in lines:
        reading.take(line)
    reading.end()
    if is_report:
        beside = variants_of_grids(text, lines, reading.sections)
        for found in chain(beside, variants_of_stacks(text, lines, reading.sections)):
            reading.add(found)
    not_taken = _take_sentences(reading) if is_report else tuple(reading.doubted)
    variants = tuple(with_told_origins(text, reading.variants)) if is_report else ()
    variants = tuple(with_one_unit(variants or reading.variants))
    for marker in markers_of_samples(text, lines):
        reading.markers = with_marker(reading.markers, marker)
    noted = dict(doubted_by_notes(marked, variants))
    for each in of_several_genotypes(variants):
        at = line_at(text, each.place.start)
        noted[each] = NotTaken(f"{each.name} (one of several genotypes)", each.place, at)
    not_taken += tuple(noted.values())
    read = SequencingReport(
        variants=tuple(each for each in variants if each not in noted),
        markers=tuple(reading.markers),
        not_taken=not_taken,
        absent=tuple(reading.absent),
        patients=reading.samples.patients,
    )
    among = lines if is_report or is_declared else [e for e in lines if e.start in reading.rows]
    left = not_read_of(text, among, reading.rows, reading.sections, read, reading.repeated)
    return replace(read, not_read=left)


def _take_sentences(reading: LineReading) -> tuple[NotTaken, ...]:
    """Read the sentences; what they name and do not tell as found."""
    text, sections = reading.text, reading.sections
    places = [each.place for each in reading.variants] + [each.place for each in reading.absent]
    places += [each.place for each in reading.doubted]
    told = told_in_sentences(text, sections, places)
    for each in told.variants:
        reading.add(each)
    for plain in chain(plainly_told(text, sections), denied_changes(text, sections)):
        if isinstance(plain, ReportedAbsence):
            reading.add_absent(plain)
        else:
            reading.add(plain)
    known = {name for each in reading.variants for name in each.normal}
    named = not_taken_of(text, told.not_taken, known)
    return tuple(islice(chain(reading.doubted, named), MOST_NOT_TAKEN))
