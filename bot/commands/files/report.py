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
from retrieval.reports.contract import NotTaken, ReportedVariant, SequencingReport
from retrieval.reports.reading import read_report

NOTHING = (
    "{} names no variant that is read, and no MSI, TMB or HRD. A row needs gene and variant;"
    " sentences are read in reports of molecular tests alone."
)
NOT_TAKEN = "Named, and not taken as a finding of the sample: {}. Compare with the report."


def report(
    file: Annotated[Path, typer.Argument(help="PDF, DOCX, XLSX, CSV or annotated VCF.")],
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Show the variants that a sequencing report names, each with its page and row."""
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        text = readers.read_attachment(file.name, content_of(file, MAX_BYTES))
    read = read_report(text)
    if as_json:
        sys.stdout.write(orjson.dumps(_as_object(file.name, read)).decode() + "\n")
        return
    if not read:
        sys.stdout.write(NOTHING.format(file.name) + "\n")
        return
    if read.variants:
        Console().print(_table(read))
    else:
        sys.stdout.write(f"No variant was taken as a finding in {file.name}.\n")
    for each in read.markers:
        where = f"  ({each.place.words})" if each.place.words else ""
        sys.stdout.write(f"{each.marker}: {each.value}{where}\n")
    if read.not_taken:
        sys.stdout.write(NOT_TAKEN.format("; ".join(map(_where_named, read.not_taken))) + "\n")
    if read.left_out:
        sys.stdout.write(
            f"{read.left_out} calls are left out: they did not pass the filter of the file, change"
            " no protein, or have no annotation.\n"
        )


def _where_named(each: NotTaken) -> str:
    return f"{each.name} ({each.place.words})" if each.place.words else each.name


def _table(read: SequencingReport) -> Table:
    table = Table("Gene", "Variant", "As written", "VAF", "Class", "Origin", "Where")
    for each in read.variants:
        table.add_row(
            each.gene,
            each.change,
            each.variant,
            each.vaf or "–",
            each.classed or "–",
            each.origin or "not said",
            each.place.words,
        )
    return table


def _as_object(name: str, read: SequencingReport) -> dict[str, Any]:
    return {
        "file": name,
        "variants": [_row(each) for each in read.variants],
        "markers": [
            {"marker": m.marker, "value": m.value, "place": m.place.words,
             "span": [m.place.start, m.place.end]}
            for m in read.markers
        ],
        "not_taken": [
            {"name": each.name, "place": each.place.words,
             "span": [each.place.start, each.place.end]}
            for each in read.not_taken
        ],
        "left_out": read.left_out,
    }  # fmt: skip


def _row(each: ReportedVariant) -> dict[str, Any]:
    return {
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
