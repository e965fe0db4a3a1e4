"""What is asked of a report in a thread, and which of its rows are looked up."""

from __future__ import annotations

from dataclasses import replace

import pytest

from agents.extractive.answer.sequencing_report import reading_of_report, reply_on_report
from agents.extractive.question.context.opinion_requests import meant_question
from agents.extractive.question.splitting.segments import MOST_PARTS
from agents.facts.read_sheet import Message
from agents.reports.asking import asked_of_report
from agents.reports.attached import (
    MOST_LOOKED_UP,
    asked_of_reports,
    left_out,
    looked_up,
    questions_on_rows,
    row_lines,
)
from agents.reports.rows import question_on_row, reason_not_looked_up, row_at
from agents.turns import Attachment, Question, ThreadKey, View
from bot.db.outbox import SlackAddress
from bot.rendering.answer.report import report_blocks, why_not_row
from bot.rendering.answer.row_menu import read_row_value
from bot.rendering.links import PassageLinks
from retrieval.reports.contract import ReportedMarker, ReportedVariant

REPORT = """| Gene | Variant | VAF | Class | Origin |
| ATM | P1054R | 48.9% | VUS | germline |
| NF1 | R1362* | 18% | Tier II | somatic |
| EGFR | L858R | 34% | Tier I | somatic |
| BRCA1 | p.Glu23ValfsTer17 | 51% | Pathogenic | germline |
| EML4-ALK | fusion | | Tier I | somatic |
| PTEN | R130* | 9% | Tier II | somatic |
| TP53 | R175H | 41% | Tier III | somatic |
| MSI status | MSI-High | | | |
| TMB | 5 mut/Mb | | | |"""


def view(text: str, report: str = REPORT, earlier: str = "") -> View:
    files = (Attachment(name="panel.xlsx", text=report),) if report else ()
    question = Question(thread=ThreadKey("T", "C", "1"), asker="U", text=text, attachments=files)
    return View(
        run_id="run",
        question=question,
        earlier=(Message(earlier, "attachment"),) if earlier else (),
        said=(Message(text), *(Message(each.text, "attachment") for each in files)),
    )


@pytest.mark.parametrize(
    ("text", "asked"),
    [
        ("What is actionable?", "actionable"),
        ("anything targetable here?", "actionable"),
        ("Which of these mutations are druggable?", "actionable"),
        ("Metastatic lung cancer. What's actionable?", "actionable"),
        ("What does this report mean?", "actionable"),
        ("List the variants", "variants"),
        ("Which variants are in the report?", "variants"),
        ("What did the panel find?", "variants"),
        ("What is the dose of olaparib?", None),
        ("List trials for the mutations found", None),
        ("Show me the results of SOLO-1", None),
        ("Is osimertinib an option?", None),
    ],
)
def test_what_a_message_asks_of_a_report(text: str, asked: str | None) -> None:
    assert asked_of_report(text) == asked


def test_rows_are_looked_up_by_the_rank_that_the_report_gives_them() -> None:
    assert meant_question(view("What is actionable?")) == (
        "Which drugs are indicated for EGFR L858R? "
        "Which drugs are indicated for EML4::ALK fusion? "
        "Which drugs are indicated for MSI-high? "
        "Which drugs are indicated for NF1 R1362*? "
        "Which drugs are indicated for pathogenic germline BRCA1 E23Vfs*17?"
    )
    assert MOST_LOOKED_UP == MOST_PARTS


def test_what_the_report_calls_uncertain_is_shown_and_named_as_not_looked_up() -> None:
    asked = view("What is actionable?")
    assert [each.name for each in left_out(asked)] == ["ATM P1054R", "PTEN R130*", "TP53 R175H"]
    assert len(looked_up(asked)) == MOST_LOOKED_UP
    _, *rows, left = report_blocks(asked)
    lines = [row["text"]["text"] for row in rows]
    assert "• ATM P1054R · VAF 48.9% · VUS · germline · _panel.xlsx, row 1_" in lines
    assert "• MSI: MSI-High · _panel.xlsx_" in lines
    told = left["text"]["text"]
    assert told.startswith("*Not looked up:* ATM P1054R (VUS); PTEN R130* (Tier II); ")
    assert "I read 7 variants in panel.xlsx." in reading_of_report(asked)


def test_a_list_of_the_rows_is_a_reply_without_a_search() -> None:
    reply = reply_on_report(view("List the variants"))
    assert reply is not None
    assert reply.text.startswith("I read 7 variants in panel.xlsx.")
    assert reply_on_report(view("What is actionable?")) is None


def test_a_report_of_an_earlier_message_is_used_and_a_forgotten_one_is_gone() -> None:
    later = view("What is actionable?", report="", earlier=REPORT)
    assert asked_of_reports(later) == "actionable"
    assert next(row_lines(later))[1] == "the file above, row 1"
    forgotten = replace(later, earlier=())
    assert asked_of_reports(forgotten) is None
    assert report_blocks(forgotten) == []
    assert meant_question(forgotten) == "What is actionable?"


def test_a_file_that_is_no_report_changes_nothing() -> None:
    other = view("What is actionable?", report="EGFR L858R predicts response to osimertinib.")
    assert asked_of_reports(other) is None


def test_where_nothing_is_looked_up_the_reply_says_so() -> None:
    reply = reply_on_report(
        view("What is actionable?", "| Gene | Variant | Class |\n| ATM | P1054R | VUS |")
    )
    assert reply is not None
    assert "I looked none of it up" in reply.text


def test_each_row_has_a_menu_whose_choices_say_ids_and_name_that_row() -> None:
    asked = view("What is actionable?")
    menus = [row["accessory"] for row in report_blocks(asked) if "accessory" in row]
    assert [option["text"]["text"] for option in menus[0]["options"]] == [
        "Indications", "Level of evidence", "Trials", "Why not?",
    ]  # fmt: skip
    values = [option["value"] for menu in menus for option in menu["options"]]
    read = [read_row_value(value) for value in values]
    assert all(each is not None and each[0] == asked.run_id for each in read)
    assert read_row_value("run:1:everything") is None
    first = row_at(asked, 0)
    assert first is not None
    assert question_on_row(asked, first, "level") == "What is the evidence for germline ATM P1054R?"
    assert row_at(asked, 99) is None


@pytest.mark.parametrize(
    ("number", "reason"),
    [
        (0, "germline ATM P1054R was not looked up: the report itself calls it “VUS”."),
        (1, "Nothing that was found for NF1 R1362* was ruled out for this patient."),
    ],
)
def test_why_a_row_led_to_nothing_is_told(number: int, reason: str) -> None:
    address = SlackAddress(team="T", channel="C", thread_ts="1")
    said = why_not_row(view("What is actionable?"), number, address, PassageLinks("", b"k"))
    assert said.body["blocks"][0]["text"]["text"] == reason


@pytest.mark.parametrize(
    ("marker", "is_asked"),
    [
        ("| TMB | 14 mut/Mb (high) |", True),
        ("| TMB | 4 mut/Mb (high: >= 10) |", False),
        ("| TMB | 4 mut/Mb (high if above 10) |", False),
        ("| TMB | 4 mut/Mb, not high |", False),
        ("| TMB | low, cut-off for high 10 |", False),
        ("| HRD score | 51 (positive, cut-off 42) |", True),
    ],
)
def test_a_marker_is_looked_up_only_where_the_report_calls_it_raised(
    marker: str, is_asked: bool
) -> None:
    read = view(
        "what is actionable?", f"| Gene | Variant | VAF |\n| APC | R876* | 9% |\n\n{marker}"
    )
    assert any(name in {"TMB", "HRD"} for name in _markers(read)) is is_asked


@pytest.mark.parametrize(
    ("head", "classed", "is_asked"),
    [
        ("ACMG class", "1", False),
        ("Classification", "2", False),
        ("ACMG class", "5", True),
        ("AMP tier", "I", True),
        ("Tier", "3", False),
        ("Tier", "1", True),
    ],
)
def test_a_class_that_is_a_number_is_read_with_its_head(
    head: str, classed: str, is_asked: bool
) -> None:
    table = f"| Gene | Variant | VAF | {head} |\n| BRCA2 | V2466A | 50% | {classed} |"
    assert bool(looked_up(view("what is actionable?", table))) is is_asked


def _markers(read: View) -> set[str]:
    return {row.marker for row in looked_up(read) if isinstance(row, ReportedMarker)}


def test_a_genotype_of_drug_metabolism_is_not_looked_up_for_indications() -> None:
    report = "| Gene | Variant | VAF |\n| DPYD | c.2846A>T | 50% |\n| KRAS | G12C | 12% |"
    asked = view("What is actionable?", report)
    assert [row.name for row in left_out(asked)] == ["DPYD c.2846A>T"]
    assert (first := row_at(asked, 0)) is not None
    assert "how a drug is borne" in reason_not_looked_up(asked, first)


def test_a_change_that_leaves_the_protein_is_not_looked_up() -> None:
    report = "| Gene | Variant | VAF |\n| PDGFRA | V824V | 50% |\n| KRAS | G12C | 12% |"
    asked = view("What is actionable?", report)
    assert [each.name for each in looked_up(asked) if isinstance(each, ReportedVariant)] == [
        "KRAS G12C"
    ]
    first = row_at(asked, 0)
    assert first is not None
    assert "leaves the protein as it is" in reason_not_looked_up(asked, first)
    sites = "| MSI | 2.1 % unstable sites (MSS) |\n| Gene | Variant |\n| KRAS | G12C |"
    assert len(looked_up(view("What is actionable?", sites))) == 1


BRCA = "| Gene | Variant | Class | Origin |\n| BRCA2 | c.7617+1G>A | {} | germline |"


@pytest.mark.parametrize(
    ("classed", "named"),
    [
        ("Pathogenic", "pathogenic germline BRCA2 c.7617+1G>A"),
        ("likely pathogenic", "likely pathogenic germline BRCA2 c.7617+1G>A"),
        ("class 5", "pathogenic germline BRCA2 c.7617+1G>A"),
        ("Tier I", "germline BRCA2 c.7617+1G>A"),
        ("conflicting: pathogenic, VUS", ""),
    ],
)
def test_a_row_is_looked_up_with_the_class_that_its_report_tells(classed: str, named: str) -> None:
    asked = questions_on_rows(view("What is actionable?", BRCA.format(classed)))
    assert asked == (f"Which drugs are indicated for {named}?" if named else "")


def test_a_raised_marker_is_looked_up_before_pathogenic_rows() -> None:
    rows = "".join(
        f"\n| {gene} | {change} | Pathogenic |"
        for gene, change in (
            ("ARID1A", "Q1334*"), ("KRAS", "G12D"), ("POLE", "P286R"), ("CTNNB1", "G34R"),
            ("FBXW7", "R465H"),
        )
    )  # fmt: skip
    report = f"| Gene | Variant | Class |{rows}\n| TMB | High, 112 mut/Mb | |"
    found = looked_up(view("What is actionable?", report))
    assert isinstance(found[0], ReportedMarker)
    assert len(found) == MOST_LOOKED_UP


def test_who_asks_what_is_actionable_says_that_the_file_is_a_report() -> None:
    text = "RNA FUSION PANEL\n\nPOSITIVE for a MET exon 14 skipping transcript."
    assert [words for words, _ in row_lines(view("What is actionable?", text))] == [
        "MET exon 14 skipping"
    ]
    assert not list(row_lines(view("Which therapy is first line?", text)))


def test_a_report_of_which_no_variant_was_taken_is_not_called_harmless() -> None:
    text = "Befund: siehe BRCA1 c.5266dup im Anhang.\n\nHRD: 58"
    reply = reply_on_report(view("What is actionable?", text))
    assert reply is not None
    assert "I took no variant in it as a finding" in reply.text
    assert "benign" not in reply.text


def test_a_file_of_several_patients_says_so_and_whose_each_row_is() -> None:
    report = (
        "| Patient ID | Gene | Variant | VAF | TMB | MSI |\n"
        "| P-01 | KRAS | G12C | 31% | 3 | MSS |\n"
        "| P-02 | BRAF | V600E | 22% | 41 | MSI-H |"
    )
    asked = view("What is actionable?", report)
    assert "Several patients:* P-01, P-02" in str(report_blocks(asked)[0]).replace(";", ",")
    where = dict(row_lines(asked))
    assert "P-02" in where["BRAF V600E · VAF 22%"]
    assert [place.split(", ")[1] for words, place in row_lines(asked) if "MSI" in words] == [
        "P-01", "P-02",
    ]  # fmt: skip
