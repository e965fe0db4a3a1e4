"""``curbside check``: sentences and quotes checked as those of an answer are."""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Annotated, Any

import typer

from bot.commands.json_lines import lines_of

NEEDED = (
    "needs either document and quote, or sentence and quotes: an object of keys, each with an"
    " object of text and, if they are known, title, organisation and date"
)


def check(
    batch: Annotated[
        Path,
        typer.Option(
            help="File with a JSON object a line: id, question, quotes and sentence, or id,"
            " document and quote."
        ),
    ],
) -> None:
    """Check sentences against the quotes they cite, and quotes against their documents."""
    unsound = 0
    for number, row in lines_of(batch):
        problem = row if isinstance(row, str) else _problem_with_row(row)
        if isinstance(row, str) or problem == NEEDED:
            unsound += 1
            problem = f"Line {number} {problem}."
        name = "" if isinstance(row, str) else row.get("id", "")
        told = {"id": name, "verified": not problem, "problem": problem}
        sys.stdout.write(json.dumps(told, ensure_ascii=False) + "\n")
    if unsound:
        sys.stderr.write(f"Not checked: {unsound} lines of {batch}. Their problems say why.\n")
        raise typer.Exit(1)


def _problem_with_row(row: dict[str, Any]) -> str:
    from agents.checking.claims import (
        QuotedText,
        problem_with_claim,
        problem_with_document_quote,
    )

    texts = {name: row.get(name, "") for name in ("document", "quote", "sentence", "question")}
    if not all(isinstance(each, str) for each in texts.values()):
        return NEEDED
    if "document" in row:
        if not texts["quote"]:
            return NEEDED
        return problem_with_document_quote(texts["document"], texts["quote"])
    quotes = row.get("quotes")
    if "sentence" not in row or not isinstance(quotes, dict):
        return NEEDED
    if not all(map(_is_quote, quotes.values())):
        return NEEDED
    quoted = {
        key: QuotedText(**{name: str(value) for name, value in each.items() if value is not None})
        for key, each in quotes.items()
    }
    return problem_with_claim(texts["question"], texts["sentence"], quoted)


def _is_quote(value: object) -> bool:
    return (
        isinstance(value, dict)
        and "text" in value
        and value.keys() <= {"text", "title", "organisation", "date"}
        and isinstance(value["text"], str)
        and all(each is None or isinstance(each, str | int | float) for each in value.values())
    )
