"""What a report says is not there, which sample a row is of, and what was read into no row."""

from __future__ import annotations

import pytest

from retrieval.reports.contract import SequencingReport
from retrieval.reports.read_report import read_report
from retrieval.reports.statements.presence import told_plainly

HEAD = "Molecular pathology report\nSample: tumour, block A1\n\n"


def _rows(read: SequencingReport) -> list[str]:
    return [each.name for each in read.variants]


def _absent(read: SequencingReport) -> list[str]:
    return [each.name for each in read.absent]


def _said_not_read(read: SequencingReport) -> str:
    return " | ".join([each.words for each in read.not_read] + [e.name for e in read.not_taken])


@pytest.mark.parametrize(
    ("text", "rows"),
    [
        ("# NGS report\n\n| Gene | Variant |\n|---|---|\n| **KRAS** | **p.G12C** |\n"
         "| _BRAF_ | *p.V600E* |\n| `APC` | p.R876\\* |", ["KRAS G12C", "BRAF V600E", "APC R876*"]),
        ("Gene | Variant | VAF\n--- | --- | ---\nNRAS | p.Q61K | 36%", ["NRAS Q61K"]),
        ("NGS report\n\nGene | Variant | VAF\nKIT | p.D816V | 15%", ["KIT D816V"]),
        ("| Gene | Variant | VAF |\n| FLT3 | ITD | 22% |", ["FLT3 ITD"]),
    ],
)  # fmt: skip
def test_rows_with_marks_and_without_outer_bars_are_read(text: str, rows: list[str]) -> None:
    assert _rows(read_report(text)) == rows


@pytest.mark.parametrize(
    ("sentence", "rows", "absent"),
    [
        ("EGFR L858R detected, T790M not detected.", ["EGFR L858R"], ["EGFR T790M"]),
        ("EGFR exon 19 deletion was found; T790M and C797S were not found.",
         ["EGFR exon 19 deletion"], ["EGFR T790M", "EGFR C797S"]),
        ("No mutation was detected in KRAS, NRAS or BRAF.", [],
         ["KRAS mutation", "NRAS mutation", "BRAF mutation"]),
        ("No RET or NTRK1 fusion detected.", [], ["RET fusion", "NTRK1 fusion"]),
        ("The tumour is wild type for TP53.", [], ["TP53"]),
        ("Neither EGFR L858R nor T790M was identified.", [], ["EGFR L858R", "EGFR T790M"]),
        ("KRAS: wild type\nNRAS: wild type", [], ["KRAS", "NRAS"]),
    ],
)  # fmt: skip
def test_a_sentence_on_what_is_there_and_what_is_not_gives_rows_of_both_kinds(
    sentence: str, rows: list[str], absent: list[str]
) -> None:
    read = read_report(HEAD + sentence)
    assert (_rows(read), _absent(read)) == (rows, absent)


@pytest.mark.parametrize(
    "sentence",
    [
        # Of which name of a list the words speak is not told.
        "EGFR L858R, T790M not detected.",
        "EGFR L858R (20%) and T790M not detected.",
        "EGFR L858R or T790M detected.",
        "KRAS wild type, V600E not detected.",
        "EGFR L858R was not detected in the first sample but was detected in the second.",
        "If EGFR T790M is not detected, repeat the test.",
        "No other mutation was detected in KRAS.",
    ],
)
def test_a_sentence_of_which_a_word_is_not_understood_denies_nothing(sentence: str) -> None:
    assert not told_plainly(sentence)
    assert not read_report(HEAD + sentence).absent


@pytest.mark.parametrize(
    ("row", "absent"),
    [
        ("KRAS,p.G12C,not detected,", ["KRAS p.G12C"]),
        ("ALK,,no fusion detected,", ["ALK fusion"]),
        ("ESR1,p.D538G,,0%", ["ESR1 D538G"]),
        # Not tested, or seen in some reads, is not denied.
        ("KRAS,p.G12C,not tested,", []),
        ("KRAS,p.G12C,negative,4%", []),
    ],
)
def test_a_row_that_says_so_is_one_of_what_is_not_there(row: str, absent: list[str]) -> None:
    cells = " | ".join(row.split(","))
    read = read_report(f"| Gene | Variant | Result | VAF |\n| {cells} |")
    assert _absent(read) == absent


@pytest.mark.parametrize(
    ("sentence", "absent"),
    [
        (
            "No alterations detected in: ALK, ROS1, RET",
            ["ALK alterations", "ROS1 alterations", "RET alterations"],
        ),
        (
            "No variants were identified in the following genes: KRAS, NRAS",
            ["KRAS variants", "NRAS variants"],
        ),
        ("Genes without alteration: KRAS, NRAS", ["KRAS", "NRAS"]),
        ("ALK and ROS1: no rearrangement", ["ALK rearrangement", "ROS1 rearrangement"]),
        ("No RET or NTRK1 fusion was detected.", ["RET fusion", "NTRK1 fusion"]),
        # Of KRAS no fusion is meant.
        (
            "Pertinent negatives: KRAS, BRAF V600E, ALK fusion",
            ["KRAS", "BRAF V600E", "ALK fusion"],
        ),
        ("Not detected: KRAS, ALK fusion", ["KRAS", "ALK fusion"]),
    ],
)
def test_lists_of_what_is_not_there_are_read_as_they_stand(
    sentence: str, absent: list[str]
) -> None:
    read = read_report(f"{HEAD}{sentence}\n")
    assert _absent(read) == absent
    assert _rows(read) == []
    assert not read.not_read


def test_a_denial_of_genes_that_is_not_understood_is_said() -> None:
    read = read_report(f"{HEAD}No evidence of any alteration could be found for KRAS and NRAS\n")
    assert _absent(read) == []
    assert "KRAS and NRAS" in _said_not_read(read)


def test_what_the_germline_lacks_is_not_denied_of_the_tumour() -> None:
    read = read_report("| Gene | Variant | VAF | Blood |\n| KRAS | p.G12C | 20% | not detected |")
    assert not read.absent
    assert "G12C" in _said_not_read(read)


def test_rows_of_two_samples_are_told_apart() -> None:
    column = "| Sample | Gene | Variant |\n| S1 | KRAS | p.G12C |\n| S2 | KRAS | p.G12C |"
    shares = "| Gene | Variant | VAF primary | VAF metastasis |\n| ESR1 | p.D538G | 0% | 18% |"
    headed = "Patient 1\nEGFR p.L858R VAF 20%\n\nPatient 2\nEGFR p.L858R VAF 20%\n"
    assert [each.sample for each in read_report(column).variants] == ["S1", "S2"]
    read = read_report(shares)
    assert [(each.sample, each.vaf) for each in read.variants] == [("metastasis", "18%")]
    assert [(each.sample, each.name) for each in read.absent] == [("primary", "ESR1 D538G")]
    assert [e.sample for e in read_report(headed).variants] == ["Patient 1", "Patient 2"]


def test_a_control_beside_the_patient_gives_no_row() -> None:
    text = (
        "| Sample | Gene | Variant | VAF |\n| Positive control | EGFR | p.L858R | 50% |\n"
        "| Patient | EGFR | p.G719S | 23% |"
    )
    read = read_report(text)
    assert _rows(read) == ["EGFR G719S"]
    assert "L858R" in _said_not_read(read)


@pytest.mark.parametrize(
    ("line", "words"),
    [
        ("KRAS | p.G12D | 4% | low quality", "G12D"),
        ("KRAS | p.G12D | 4% | possible FFPE artefact", "G12D"),
        ("NRAS | p.Q61R | 6% | FAIL", "Q61R"),
        ("TP53 | R1?5H | 20% |", "R1?5H"),
        ("QXZ9 | p.A12T | 14% |", "QXZ9"),
        ("~~MET~~ | ~~p.D1228N~~ | 3% |", "D1228N"),
    ],
)
def test_a_row_that_is_not_read_is_said_with_its_line(line: str, words: str) -> None:
    read = read_report(f"| Gene | Variant | VAF | Comment |\n| {line} |\n| APC | p.R876* | 9% | |")
    assert _rows(read) == ["APC R876*"]
    (told,) = read.not_read
    assert words in told.words
    assert told.where == "line 2"


@pytest.mark.parametrize(
    "sentence",
    [
        "RET M918T cannot be excluded.",
        "Below the reporting threshold: NRAS p.G12D (VAF 1%).",
        "Previous report (2023): EGFR p.T790M detected.",
        "EGFR L858R, T790M not detected.",
    ],
)
def test_a_sentence_that_is_not_read_is_said(sentence: str) -> None:
    read = read_report(HEAD + sentence)
    assert not read.variants
    assert not read.absent
    assert _said_not_read(read)


def test_pages_count_their_lines_anew() -> None:
    text = f"{HEAD}Results\n\n\f\nRET M918T cannot be excluded.\n"
    assert [each.where for each in read_report(text).not_read] == ["p. 2, line 1"]


def test_who_gives_a_file_without_a_title_declares_it_a_report() -> None:
    sentence = "EGFR L858R detected, T790M not detected."
    assert not read_report(sentence)
    assert _rows(read_report(sentence, is_declared=True)) == ["EGFR L858R"]
    letter = f"Dear colleague, kind regards.\n\n{sentence}"
    assert not read_report(letter, is_declared=True).variants
