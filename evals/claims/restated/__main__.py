"""How many lies pass and honest sentences are flagged of what rules make of the corpus.

python -m evals.claims.restated [--corpus corpus] [--half open|held] [--at-most 60] [--show KIND]
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

from evals.claims.report import by_kind, claim_metrics
from evals.claims.restated.rows import restated_rows
from evals.claims.samples import CheckedClaim
from evals.questions.report import metric_line


def main(arguments: Sequence[str]) -> None:
    """Print the figures, a line a kind; with ``--show`` the rows of one kind that are wrong."""
    parser = argparse.ArgumentParser(prog="python -m evals.claims.restated")
    parser.add_argument("--corpus", type=Path, default=Path("corpus"))
    parser.add_argument("--half", choices=("open", "held"), default="open")
    parser.add_argument("--at-most", type=int, default=60, help="rows of a kind")
    parser.add_argument("--show", help="a kind; only of the open half, the held one is counted")
    given = parser.parse_args(arguments)
    checked = list(restated_rows(given.corpus, given.half, given.at_most))
    for line in _lines(checked, given.show if given.half == "open" else ""):
        sys.stdout.write(f"{line}\n")


def _lines(checked: Sequence[CheckedClaim], shown: str) -> Iterator[str]:
    for metric in claim_metrics(checked):
        yield metric_line(metric)
    for (side, kind), (wrong, total) in sorted(by_kind(checked).items()):
        yield f"{side}, {kind}: {wrong} wrong of {total}"
    for row in checked:
        if not row.is_right and row.kind == shown:
            yield f"- {row.id}: {row.text}  [{row.problem or 'verified'}]"


if __name__ == "__main__":
    main(sys.argv[1:])
