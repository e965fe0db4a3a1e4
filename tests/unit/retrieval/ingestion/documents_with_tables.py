"""Made documents whose tables are drawn in the ways that protocols use, with the rows that each
shows. All words and numbers are invented."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from tests.unit.retrieval.ingestion.drawn_tables import LEFT, Drawing, drawn


@dataclass(frozen=True)
class Made:
    """A file, the rows that it shows, and the running text around them."""

    content: bytes
    rows: Sequence[str]
    prose: Sequence[str] = ()


DOSES = (
    ("Drug", "CrCl 60 mL/min or\nmore", "CrCl 30-59\nmL/min", "CrCl below 30 mL/min"),
    ("Velomicin (40 mg/m2\nor more)", "100 %", "70 %, consultant\nto agree", "Do not give"),
    ("Tarquidine", "100 %", "85 %", "45 %"),
    ("Oberplatin", "100 %", "Do not give; discuss\nwith pharmacy", "Do not give"),
)
DOSE_ROWS = (
    "| Drug | CrCl 60 mL/min or more | CrCl 30-59 mL/min | CrCl below 30 mL/min |",
    "| Velomicin (40 mg/m2 or more) | 100 % | 70 %, consultant to agree | Do not give |",
    "| Tarquidine | 100 % | 85 % | 45 % |",
    "| Oberplatin | 100 % | Do not give; discuss with pharmacy | Do not give |",
)
COUNTS = (
    ("Procedure", "Platelets at least", "INR at most"),
    ("Lumbar puncture", "45", "1.3"),
    ("Port insertion with\nan introducer", "55", "1.6"),
    ("Ascitic drain", "25", "2.1"),
)
COUNT_ROWS = (
    "| Procedure | Platelets at least | INR at most |",
    "| Lumbar puncture | 45 | 1.3 |",
    "| Port insertion with an introducer | 55 | 1.6 |",
    "| Ascitic drain | 25 | 2.1 |",
)
ABOVE = ("Doses in kidney disease", "The clearance is estimated before each cycle and told here.")
BELOW = ("Nobody doses by an older clearance than that of the last seven days.",)


def _alone(rules: str) -> Made:
    page = Drawing()
    end = page.table(page.prose(780, *ABOVE), (130, 120, 120, 120), DOSES, rules=rules)
    page.prose(end, *BELOW)
    return Made(drawn(page), DOSE_ROWS, (*ABOVE, *BELOW))


def _merged_head() -> Made:
    page = Drawing()
    rows = (
        ("Allergy", "Dose by kidney function", None),
        (None, "eGFR 20 or above", "eGFR below 20"),
        ("None", "4 g", "2 g"),
        ("Rash, years ago", "3 g", None),
    )
    spans = ((0, 0, 2, 1), (0, 1, 1, 2), (3, 1, 1, 2))
    page.prose(page.table(780, (120, 120, 120), rows, spans=spans), *BELOW)
    shown = (
        "| Allergy | Dose by kidney function | Dose by kidney function |",
        "| Allergy | eGFR 20 or above | eGFR below 20 |",
        "| None | 4 g | 2 g |",
        "| Rash, years ago | 3 g | 3 g |",
    )
    return Made(drawn(page), shown, BELOW)


def _merged_rows() -> Made:
    page = Drawing()
    rows = (
        ("Infusion reaction of Velomicin", None, None),
        ("Grade", "Sign", "Rate"),
        ("2", "Flush", "50 %"),
        (None, "Itch", "60 %"),
        ("3", "Wheeze", "Stop"),
    )
    page.table(780, (80, 120, 120), rows, spans=((0, 0, 1, 3), (2, 0, 2, 1)))
    shown = (
        "| Infusion reaction of Velomicin |",
        "| Grade | Sign | Rate |",
        "| 2 | Flush | 50 % |",
        "| 2 | Itch | 60 % |",
        "| 3 | Wheeze | Stop |",
    )
    return Made(drawn(page), shown)


def _page(number: int) -> Drawing:
    page = Drawing()
    page.prose(820, "Hospital of Nowhere, pharmacy")
    page.prose(30, f"PH-7, page {number} of 2")
    return page


def _two_pages(*, again: bool) -> Made:
    first, second = _page(1), _page(2)
    first.table(first.prose(790, *ABOVE), (130, 120, 120, 120), DOSES[:2])
    rest = (DOSES[0], *DOSES[2:]) if again else DOSES[2:]
    end = second.table(790, (130, 120, 120, 120), rest, bold=again)
    second.prose(end, *BELOW)
    shown = (*DOSE_ROWS[:2], DOSE_ROWS[0], *DOSE_ROWS[2:])
    return Made(drawn(first, second), shown, (*ABOVE, *BELOW))


def _another_on_the_next_page() -> Made:
    first, second = _page(1), _page(2)
    first.table(790, (150, 120, 120), COUNTS)
    rows = (("Agent", "Last dose", "Restart"), ("Orbixaban", "48 hours", "24 hours"))
    second.table(790, (150, 120, 120), rows)
    shown = (*COUNT_ROWS, "| Agent | Last dose | Restart |", "| Orbixaban | 48 hours | 24 hours |")
    return Made(drawn(first, second), shown)


def _two_on_a_page(rules: str) -> Made:
    page = Drawing()
    end = page.table(page.prose(780, ABOVE[0]), (130, 120, 120, 120), DOSES, rules=rules)
    end = page.prose(end, *BELOW, "Counts before procedures")
    page.table(end, (190, 150, 150), COUNTS, rules=rules)
    prose = (ABOVE[0], *BELOW, "Counts before procedures")
    return Made(drawn(page), (*DOSE_ROWS, *COUNT_ROWS), prose)


def _columns_of_prose() -> Made:
    page = Drawing()
    left = ("Patients are seen weekly while they are treated,", "and the ward is called at night.")
    right = ("Nobody is sent home before the counts are known", "and the pharmacist has agreed.")
    for y in (800, 760, 60):
        page.rule(LEFT, y, 545, y)
    page.prose(740, *left)
    page.prose(740, *right, x=310)
    page.rule(LEFT, 700, 545, 700)
    return Made(drawn(page), (), (*left, *right))


def made_documents() -> dict[str, Made]:
    """By what is drawn."""
    return {
        "all cells drawn": _alone("grid"),
        "three rules": _alone("three"),
        "shaded rows": _alone("shades"),
        "no rules": _alone("none"),
        "merged head cells": _merged_head(),
        "merged rows and a name over all": _merged_rows(),
        "over two pages": _two_pages(again=False),
        "over two pages, its head again": _two_pages(again=True),
        "another table on the next page": _another_on_the_next_page(),
        "two tables on a page": _two_on_a_page("grid"),
        "two tables with three rules each": _two_on_a_page("three"),
        "two columns of prose": _columns_of_prose(),
    }
