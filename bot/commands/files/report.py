"""``curbside report``: the variants that a sequencing report names."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import Annotated, Any

import orjson
import typer
from rich.console import Console
from rich.table import Table

from retrieval.ingestion.readers.files import MAX_BYTES, content_of
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.reports.contract import ReportedAbsence, ReportedVariant, SequencingReport
from retrieval.reports.read_report import read_report

NOTHING = (
    "{} names no variant that is read, and no MSI, TMB or HRD. A row needs gene and variant;"
    " sentences are read in reports of molecular tests alone."
)
NOT_TAKEN = "named, and not taken as a finding of the sample: {}: {}"
NOT_READ = "not read: {}: {}"
ABSENT = "not there, as the report says: {}"
SEVERAL = "The file tells of several patients, whose rows name them: {}"
COMPARE = "Compare with the report: what is not read may be a finding."


def report(
    file: Annotated[
        Path, typer.Argument(help="PDF, DOCX, XLSX, CSV, HTML, Markdown, text or annotated VCF.")
    ],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the variants that a sequencing report names, each with its page and row.

    Says what the report says is not there, and each line that names a variant and was not read.
    """
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        text = readers.read_attachment(file.name, content_of(file, MAX_BYTES))
    read = read_report(text, is_declared=True)
    if as_json:
        sys.stdout.write(orjson.dumps(_as_object(file.name, read)).decode() + "\n")
        return
    if not (read or read.not_read):
        sys.stdout.write(NOTHING.format(file.name) + "\n")
        return
    _print(file.name, read)


def _print(name: str, read: SequencingReport) -> None:
    if read.patients:
        sys.stdout.write(SEVERAL.format("; ".join(read.patients)) + "\n")
    if read.variants:
        Console().print(_table(read))
    else:
        sys.stdout.write(f"No variant was taken as a finding in {name}.\n")
    for each in read.markers:
        told = ", ".join(filter(None, (each.sample, each.place.words)))
        where = f"  ({told})" if told else ""
        sys.stdout.write(f"{each.marker}: {each.value}{where}\n")
    for absent in read.absent:
        sys.stdout.write(ABSENT.format(_absent(absent)) + "\n")
    for named in read.not_taken:
        sys.stdout.write(NOT_TAKEN.format(named.where, named.name) + "\n")
    for line in read.not_read:
        sys.stdout.write(NOT_READ.format(line.where, line.words) + "\n")
    if read.not_taken or read.not_read:
        sys.stdout.write(COMPARE + "\n")
    if read.left_out:
        sys.stdout.write(
            f"{read.left_out} calls are left out: they did not pass the filter of the file, change"
            " no protein, or have no annotation.\n"
        )


def _absent(each: ReportedAbsence) -> str:
    where = ", ".join(filter(None, (each.sample, each.place.words)))
    return f"{each.name} ({where})" if where else each.name


def _table(read: SequencingReport) -> Table:
    has_samples = any(each.sample for each in read.variants)
    samples = ["Sample"] if has_samples else []
    table = Table(*samples, "Gene", "Variant", "As written", "VAF", "Class", "Origin", "Where")
    for each in read.variants:
        table.add_row(
            *([each.sample or "not said"] if has_samples else []),
            each.gene,
            each.change,
            each.variant,
            each.share or "–",
            each.classed or "–",
            each.origin or "not said",
            each.place.words,
        )
    return table


def _as_object(name: str, read: SequencingReport) -> dict[str, Any]:
    return {
        "file": name,
        "patients": list(read.patients),
        "variants": [_row(each) for each in read.variants],
        "markers": [
            {"marker": m.marker, "value": m.value, "sample": m.sample, "place": m.place.words,
             "span": [m.place.start, m.place.end]}
            for m in read.markers
        ],
        "not_taken": [
            {"name": each.name, "place": each.place.words, "line": each.line,
             "span": [each.place.start, each.place.end]}
            for each in read.not_taken
        ],
        "absent": [
            {"gene": each.gene, "what": each.what, "sample": each.sample,
             "place": each.place.words, "span": [each.place.start, each.place.end]}
            for each in read.absent
        ],
        "not_read": [
            {"line": each.line, "page": each.place.page, "words": each.words,
             "span": [each.place.start, each.place.end]}
            for each in read.not_read
        ],
        "left_out": read.left_out,
    }  # fmt: skip


def _row(each: ReportedVariant) -> dict[str, Any]:
    return {
        "sample": each.sample,
        "gene": each.gene,
        "variant": each.variant,
        "normal_forms": [form.text for form in each.normal],
        "vaf": each.vaf,
        "vaf_percent": each.percent,
        "class": each.classed,
        "origin": each.origin,
        "place": each.place.words,
        "span": [each.place.start, each.place.end],
        "cells": {name: list(span) for name, span in each.cells},
    }
