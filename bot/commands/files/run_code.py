"""``curbside sandbox``: code on a table, in the sandbox in which code of a model runs."""

from __future__ import annotations

import asyncio
import sys
from pathlib import Path
from typing import Annotated

import typer

from agents.analyses.sandbox.contract import (
    CodeExceeded,
    CodeJob,
    CodeOutcome,
    CodeRan,
    CodeRefused,
    Language,
)
from agents.analyses.sandbox.files import files_of
from agents.analyses.sandbox.offering import CodeRunner, sandbox_problem
from bot.failures.errors import NoSuchLanguage
from retrieval.ingestion.readers.files import MAX_BYTES, content_of
from retrieval.ingestion.reading_apart import FOR_ATTACHMENTS, ReaderProcesses
from retrieval.tables.tables_in_text import tables_of

_ENDINGS: dict[str, Language] = {".py": "python", ".r": "r", ".sh": "bash"}


def run_code(
    script: Annotated[Path, typer.Argument(help="Code: .py, .R or .sh.")],
    file: Annotated[
        Path | None, typer.Argument(help="CSV or XLSX; the code reads it as table.csv.")
    ] = None,
    picture: Annotated[
        Path | None, typer.Option(help="Where picture.png goes, if the code draws it.")
    ] = None,
) -> None:
    """Run code on a table as code of a model is run: shut in, without network, within limits."""
    language = _ENDINGS.get(script.suffix.lower())
    if language is None:
        raise NoSuchLanguage
    code = content_of(script, MAX_BYTES).decode("utf-8", "replace")
    job = CodeJob(language=language, code=code, files=_tables_in(file))
    if problem := sandbox_problem():
        sys.stderr.write(f"{problem}\n")
        raise typer.Exit(1)
    _show(asyncio.run(CodeRunner().run(job)), picture)


def _tables_in(file: Path | None) -> dict[str, bytes]:
    if file is None:
        return {}
    with ReaderProcesses(FOR_ATTACHMENTS) as readers:
        text = readers.read_attachment(file.name, content_of(file, MAX_BYTES))
    return dict(files_of(tables_of(text)))


def _show(outcome: CodeOutcome, picture: Path | None) -> None:
    """Print what came of it; the exit status is 1 unless the code says that all went well."""
    if not isinstance(outcome, CodeRan):
        if isinstance(outcome, CodeExceeded):
            sys.stdout.write(outcome.printed)
            told = outcome.sentence
        else:
            told = (
                f"Not run. {outcome.reason}"
                if isinstance(outcome, CodeRefused)
                else (outcome.reason)
            )
        sys.stderr.write(f"{told}\n")
        raise typer.Exit(1)
    sys.stdout.write(outcome.printed)
    sys.stderr.write(outcome.complaint)
    if picture is not None and outcome.picture:
        picture.write_bytes(outcome.picture)
        sys.stdout.write(f"{picture}\n")
    if outcome.status:
        raise typer.Exit(1)
