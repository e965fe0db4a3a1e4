"""The tables of a file as files that code reads."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping, Sequence

from retrieval.tables.contract import DataTable


def files_of(tables: Sequence[DataTable]) -> Mapping[str, bytes]:
    """Name → CSV: ``table.csv``, and of several ``table1.csv``, ``table2.csv``, in their order."""
    numbers = [""] if len(tables) == 1 else [str(n) for n in range(1, len(tables) + 1)]
    return {
        f"table{number}.csv": _csv_of(table) for number, table in zip(numbers, tables, strict=True)
    }


def _csv_of(table: DataTable) -> bytes:
    target = io.StringIO()
    writer = csv.writer(target, lineterminator="\n")
    writer.writerow([each.name for each in table.columns])
    writer.writerows(zip(*(each.values for each in table.columns), strict=True))
    return target.getvalue().encode()
