from __future__ import annotations

from dataclasses import dataclass

import pytest

from agents.replies.files import FileSwitch, asks_for_files, files_meant, read_switch


@dataclass(frozen=True)
class Named:
    name: str


FILES = (Named("Lab report.pdf"), Named("NGS.xlsx"))


@pytest.mark.parametrize(
    ("text", "asks"),
    [
        ("files of this thread", True),
        ("Which files do you use?", True),
        ("what files have you read", True),
        ("Which files should I attach for ESMO?", False),
        ("What documents did you find on olaparib?", False),
        ("Attach the files to the letter", False),
    ],
)
def test_only_a_question_on_the_files_asks_for_their_list(text: str, asks: bool) -> None:
    assert asks_for_files(text) is asks


@pytest.mark.parametrize(
    ("text", "switch"),
    [
        ("ignore lab report.pdf", FileSwitch(False, "lab report.pdf")),
        ("please don't use NGS.xlsx any more", FileSwitch(False, "NGS.xlsx")),
        ("switch NGS.xlsx back on", FileSwitch(True, "NGS.xlsx")),
        ("use NGS.xlsx again", FileSwitch(True, "NGS.xlsx")),
        ("ignore the lab report", FileSwitch(False, pointed="lab report")),
        ("use all files again", FileSwitch(True)),
        ("ignore all files", FileSwitch(False)),
        ("ignore all files of this thread", FileSwitch(False)),
        ("Please ignore both files.", FileSwitch(False)),
        ("ignore my attachments", FileSwitch(False)),
        ("use these files", None),
        ("use the report", None),
        ("without ESMO", None),
        ("ignore the liver metastases", None),
        ("ignore NGS.xlsx, what is the dose of olaparib?", None),
    ],
)
def test_a_message_switches_a_file_only_if_all_of_it_does(
    text: str, switch: FileSwitch | None
) -> None:
    assert read_switch(text) == switch


def test_a_file_is_meant_by_its_name_or_as_the_only_one_of_its_kind() -> None:
    assert files_meant(FileSwitch(False, "LAB REPORT.pdf"), FILES) == FILES[:1]
    assert files_meant(FileSwitch(False, "other.pdf"), FILES) == ()
    assert files_meant(FileSwitch(False, pointed="lab report"), FILES) == FILES[:1]
    assert files_meant(FileSwitch(False, pointed="file"), FILES) == ()
    assert files_meant(FileSwitch(False, pointed="file"), FILES[1:]) == FILES[1:]
    assert files_meant(FileSwitch(False), FILES) == FILES
