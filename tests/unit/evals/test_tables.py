"""Transport files of SAS are read, and a number that is not told is missed."""

from __future__ import annotations

import struct

from evals.tables.asking import TableQuestion, score_question
from evals.tables.xport import csv_of_xport


def _namestr(name: str, kind: int, length: int, place: int) -> bytes:
    head = struct.pack(">hhhh", kind, 0, length, 1) + name.ljust(8).encode()
    return (head.ljust(84, b" ") + struct.pack(">l", place)).ljust(140, b"\0")


def _transport() -> bytes:
    head = b"HEADER RECORD*******NAMESTR HEADER RECORD!!!!!!!000000000200000000000000000000  "
    names = _namestr("ARM", 2, 4, 0) + _namestr("AGE", 1, 8, 4)
    rows = b"HEADER RECORD*******OBS     HEADER RECORD!!!!!!!000000000000000000000000000000  "
    values = (b"\x42\x64" + b"\0" * 6, b"\xc1\x18" + b"\0" * 6, b"." + b"\0" * 7)
    data = b"".join(f"A{n}".ljust(4).encode() + each for n, each in enumerate(values))
    return head + names.ljust(320, b" ") + rows + data.ljust(80, b" ")


def test_texts_numbers_and_missing_values_are_read() -> None:
    assert csv_of_xport(_transport()).decode().split() == ["ARM,AGE", "A0,100", "A1,-1.5", "A2,"]


def test_an_answer_counts_only_with_its_numbers_in_the_row_of_the_group(tmp_path) -> None:  # type: ignore[no-untyped-def]
    folder = tmp_path / "clinical_tables" / "shared"
    folder.mkdir(parents=True)
    (folder / "a.csv").write_text("arm,age\na,50\na,60\nb,70\nb,72\n")

    def right(answer: object) -> bool:
        question = TableQuestion(
            id="x", file="a.csv", question="?", answer=answer, tolerance=0,
            asked="mean of age by arm",
        )  # fmt: skip
        return score_question(question, tmp_path).right

    assert right({"a": 55, "b": 71})
    assert not right({"a": 71, "b": 55})
