"""Claims keep their limits, list items their lead-in, rows the head of their table."""

from __future__ import annotations

import pytest

from retrieval.derivation.segments import ClaimSegment, segments
from tests.unit.linear_time.growth import problem_at_any_length
from tests.unit.linear_time.shapes import Shape


def cut(text: str) -> list[tuple[str, tuple[str, ...], tuple[str, ...]]]:
    """Claim, limits and context in words."""

    def words(segment: ClaimSegment) -> tuple[str, tuple[str, ...], tuple[str, ...]]:
        claim, limits, context = segment.claim, segment.limits, segment.context
        return (
            text[slice(*claim)],
            tuple(text[slice(*span)] for span in limits),
            tuple(text[slice(*span)] for span in context),
        )

    return [words(segment) for segment in segments(text)]


@pytest.mark.parametrize(
    "limit",
    [
        "However, it is not given to children.",
        "It is not indicated for colorectal cancer.",
        "Except in colorectal cancer.",
        "A later revision gives 50%.",
        "This approval was withdrawn in 2023.",
        "Do not use it with rifampicin.",
        "Superseded by the version of 2025.",
    ],
)
def test_a_limit_belongs_to_the_claim_before_it(limit: str) -> None:
    assert cut(f"Dabrafenib is indicated for V600E. {limit} Trametinib is another drug.") == [
        ("Dabrafenib is indicated for V600E.", (limit,), ()),
        ("Trametinib is another drug.", (), ()),
    ]


def test_a_sentence_that_leans_on_another_brings_it_along() -> None:
    assert cut("Olaparib blocks PARP. It is taken twice daily.")[1] == (
        "It is taken twice daily.",
        (),
        ("Olaparib blocks PARP.",),
    )


def test_a_new_paragraph_leans_on_nothing() -> None:
    assert cut("Olaparib blocks PARP.\n\nHowever, costs matter.")[1] == (
        "However, costs matter.",
        (),
        (),
    )


def test_a_limitation_of_use_belongs_to_all_claims_under_its_heading() -> None:
    text = (
        "# 1 Indications\n\nA is indicated for one.\n\nA is indicated for two.\n\nLimitations of"
        " Use: A is not for three. This is for want of data.\n\n# 2 Dose\n\nTake one."
    )
    limits = ("Limitations of Use: A is not for three.", "This is for want of data.")
    assert cut(text) == [
        ("A is indicated for one.", limits, ()),
        ("A is indicated for two.", limits, ()),
        ("Take one.", (), ()),
    ]


def test_an_item_comes_with_what_leads_the_list_in() -> None:
    assert cut("Withhold the drug for:\n- ILD of grade 1\n- QTc above 500 ms\n\nCall us.") == [
        ("ILD of grade 1", (), ("Withhold the drug for:",)),
        ("QTc above 500 ms", (), ("Withhold the drug for:",)),
        ("Call us.", (), ()),
    ]


def test_a_row_comes_with_the_head_of_its_table() -> None:
    text = (
        "| Grade | Action |\n|---|---|\n| 2 | Hold |\n| 3 | Stop |\n\nText.\n\n| A | B |\n| c | d |"
    )
    found = segments(text)
    assert [segment.cells for segment in found] == [
        (("Grade", "2"), ("Action", "Hold")),
        (("Grade", "3"), ("Action", "Stop")),
        (),
        (("A", "c"), ("B", "d")),
    ]
    assert cut(text)[0] == ("| 2 | Hold |", (), ("| Grade | Action |",))


def test_a_table_of_a_pdf_is_told_by_its_first_column() -> None:
    text = (
        "Diarrhoea.\n\nGrade  Action\n1  Loperamide\n2  Hold. Then resume\nat a lower dose\n"
        "3  Stop for good\n\nCall us."
    )
    assert [words[0] for words in cut(text)] == [
        "Diarrhoea.",
        "1  Loperamide",
        "2  Hold. Then resume\nat a lower dose",
        "3  Stop for good",
        "Call us.",
    ]
    assert segments(text)[1].cells == (("Grade", "1"), ("Action", "Loperamide"))


def test_running_text_is_no_table() -> None:
    text = "Of all patients\n10 to 20 had fever and\nMild rash was seen in some of them."
    assert [words[0] for words in cut(text)] == [text]


def test_headings_are_kept_in_their_order_without_the_title() -> None:
    text = "# Olaparib\n\n## Dose\n\n### Renal\n\nTake 200 mg.\n\n## Other\n\nNone is known."
    found = segments(text, "Olaparib")
    assert [segment.headings for segment in found] == [("Dose", "Renal"), ("Other",)]


@pytest.mark.parametrize(
    "unit",
    [
        "It is not. ",
        "Limitations of use: no. ",
        "- a\n",
        "| a |\n",
        "1 a\n",
        "# a\n\nb.\n\n",
        "a:\n",
    ],
)
def test_the_work_grows_with_the_length(unit: str) -> None:
    assert problem_at_any_length(segments, Shape(unit)) == ""


NESTED = """Doses at our ward:

- Rash:
  - Hold it.

    Ask the ward.
  - Later:
    - Half dose.
- Fever
  - Wait 3 days.
- Call us.

All drugs are kept cool.
"""


def test_an_inner_item_is_told_with_the_items_it_is_in_and_no_others() -> None:
    lead_in = "Doses at our ward:"
    assert cut(NESTED) == [
        ("Hold it.", (), (lead_in, "Rash:")),
        ("Ask the ward.", (), (lead_in, "Rash:", "Hold it.")),
        ("Half dose.", (), (lead_in, "Rash:", "Later:")),
        ("Wait 3 days.", (), (lead_in, "Fever")),
        ("Call us.", (), (lead_in,)),
        ("All drugs are kept cool.", (), ()),
    ]


def test_an_item_with_a_colon_leads_those_beside_it_in_a_flat_list() -> None:
    text = "- Grade 2:\n- Hold it.\n- Grade 3:\n- Stop it.\n"
    assert [context for _, _, context in cut(text)] == [("Grade 2:",), ("Grade 3:",)]


@pytest.mark.parametrize("blanks", [40, 100])
def test_items_far_to_the_right_are_in_what_they_are_in(blanks: int) -> None:
    indent = " " * blanks
    text = f"- Rash.\n{indent}- Hold it.\n{indent}  - Half dose.\n{indent}- Wait.\n"
    assert [context for _, _, context in cut(text)] == [
        (),
        ("Rash.",),
        ("Rash.", "Hold it."),
        ("Rash.",),
    ]
