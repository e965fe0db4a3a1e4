"""What rules make of the statements of the corpus and of judged claims, checked: ``curbside eval
claims --mutations``."""

from __future__ import annotations

import argparse
import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import agents.checking
import names
from evals.claims.report import by_kind, claim_metrics
from evals.claims.restated.rows import checked_claim, chosen_rows, problem_with_row
from evals.claims.restated.rules import RestatedSentence
from evals.claims.restated.statements import Half, RecordQuote, read_quotes, read_statements
from evals.claims.samples import CheckedClaim
from evals.questions.report import metric_line
from evals.running.counts import count
from evals.running.terminal import Terminal

AT_MOST = 60
"""Rows of a kind. Chosen by hand: a share of 8 % then has an interval of seven points either way,
and both halves are checked within ten minutes."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """What the measurement is told beside the files."""
    parser.add_argument(
        "--mutations",
        action="store_true",
        help="check what rules make of the corpus, and of the quotes of the files, instead",
    )
    parser.add_argument("--corpus", type=Path, default=Path("corpus"), help="folder of statements")
    parser.add_argument("--half", choices=("open", "held"), default="open")
    parser.add_argument("--at-most", type=count, default=AT_MOST, help="rows of a kind")
    parser.add_argument("--seed", type=int, default=0, help="chooses other rows of each kind")
    parser.add_argument("--kind", help="only this kind")
    parser.add_argument(
        "--show",
        action="store_true",
        help="print the rows; those of the held half are only counted",
    )
    parser.add_argument("--log", type=Path, help="verdicts are kept here, and gone on from")


def checked_mutations(options: argparse.Namespace, terminal: Terminal) -> list[CheckedClaim]:
    """The rows that the options ask for, each with what the check says to it."""
    chosen = chosen_rows(_statements(options), options.at_most, options.seed)
    rows = [row for row in chosen if options.kind in (None, row.kind)]
    log = Log(options.log) if options.log else None
    count = terminal.counter(len(rows), "sentences")
    checked: list[CheckedClaim] = []
    for number, row in enumerate(rows, 1):
        checked.append(checked_claim(row, log.problem(row) if log else problem_with_row(row)))
        count(number)
    return checked


def mutation_lines(checked: Sequence[CheckedClaim], *, show: bool) -> Iterator[str]:
    """The figures, a line a kind, the worst first; with ``show`` every row."""
    for metric in claim_metrics(checked):
        yield metric_line(metric)
    kinds = sorted(by_kind(checked).items(), key=lambda row: (row[0][0], -row[1][0] / row[1][1]))
    for (side, kind), (wrong, total) in kinds:
        yield f"{side}, {kind}: {wrong} wrong of {total}"
    for row in checked if show else ():
        sign = " " if row.is_right else "!"
        yield f"{sign} {row.kind} ({row.id}): {row.text}  [{row.problem or 'verified'}]"


def _statements(options: argparse.Namespace) -> tuple[RecordQuote, ...]:
    half: Half = options.half
    quotes = [told for path in options.files for told in read_quotes(path, half)]
    return (*read_statements(options.corpus, half), *quotes)


@dataclass(frozen=True, slots=True)
class Verdict:
    """What a version of the check said to a row."""

    code: str
    row: str
    problem: str


class Log:
    """Verdicts in a file, a JSON object a line. A verdict of another version of the check, or of
    its tables of names, does not count."""

    def __init__(self, path: Path) -> None:
        self._path = path
        self._code = _code()
        self._known = {
            verdict.row: verdict.problem
            for verdict in _verdicts(path)
            if verdict.code == self._code
        }

    def problem(self, row: RestatedSentence) -> str:
        """What the check says to a row: as it was said before, else asked now and kept."""
        name = _digest(repr((row.question, row.sentence, row.quotes)).encode())
        if name not in self._known:
            self._known[name] = problem_with_row(row)
            line = json.dumps({"code": self._code, "row": name, "problem": self._known[name]})
            with self._path.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")
        return self._known[name]


def _verdicts(path: Path) -> Iterator[Verdict]:
    """Those of the file; a line that a stopped run did not finish is none."""
    text = path.read_text(encoding="utf-8") if path.exists() else ""
    for line in text.splitlines():
        try:
            yield Verdict(**json.loads(line))
        except (ValueError, TypeError):
            continue


def _code() -> str:
    """The version of the check: of the text of its modules and tables."""
    found = hashlib.sha256()
    for package in (agents.checking, names):
        for folder in package.__path__:
            for path in sorted(Path(folder).rglob("*")):
                if path.suffix in (".py", ".tsv", ".toml"):
                    found.update(path.read_bytes())
    return found.hexdigest()[:16]


def _digest(content: bytes) -> str:
    return hashlib.sha256(content).hexdigest()[:16]
