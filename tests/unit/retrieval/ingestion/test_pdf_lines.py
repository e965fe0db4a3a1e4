"""Lines of PDF pages: paragraphs, and what stands on every page."""

from __future__ import annotations

from retrieval.ingestion.readers.pdf.paragraphs import PlacedLine, paragraphs
from retrieval.ingestion.readers.pdf.running_lines import running_lines


def _line(words: str, down: float, *, left: float = 50, size: float = 10) -> PlacedLine:
    return PlacedLine(words, left, down, size)


def test_paragraphs_end_where_the_page_shows_it_and_no_sentence_is_cut() -> None:
    told = paragraphs(
        [
            _line("Doses", 100, size=14),
            _line("The dose is halved when", 118),
            _line("Clearance falls, and", 130),
            _line("never raised again.", 142),
            _line("It is given with", 160),
            _line("food, always", 178),
            _line("Next column begins", 100, left=300),
        ]
    )
    assert told.split("\n\n") == [
        "Doses",
        "The dose is halved when\nClearance falls, and\nnever raised again.",
        "It is given with\nfood, always\nNext column begins",
    ]


def test_a_line_is_running_only_at_one_place_and_when_it_is_no_sentence() -> None:
    pages = [
        [
            _line("Hospital of Nowhere", 20),
            _line(f"Dose level {number}", 40),
            _line("Repeat after 21 days.", 60),
            *(_line(f"Line {number} {at}", 100 + 12 * at) for at in range(6)),
            _line(f"Page {number} of 9", 800),
            _line(str(number + 4), 812),
        ]
        for number in (1, 2)
    ]
    found = running_lines(pages)
    assert {line.words for line in found[0]} == {"Hospital of Nowhere", "Page 1 of 9", "5"}
    assert not any(found[0].values())
    assert {line.words: last for line, last in found[1].items()} == {
        "Hospital of Nowhere": True,
        "Page 2 of 9": True,
        "6": True,
    }
    alone = [*pages, *([_line(f"Other {at}", 20)] for at in range(3))]
    assert running_lines(alone) == [{}] * 5
    moved = [pages[0], [_line("Hospital of Nowhere", 300)]]
    assert running_lines(moved) == [{}, {}]


def test_what_stands_below_the_title_of_a_page_stays_there() -> None:
    pages = [
        [
            _line("Hospital of Nowhere", 20),
            _line(f"Regimen {name}", 40),
            _line("Cycle length 21 days, G-CSF prophylaxis", 52),
            _line(f"Dose of {name}", 100),
        ]
        for name in ("A", "B")
    ]
    assert [[line.words for line in page] for page in running_lines(pages)] == [
        ["Hospital of Nowhere"],
        ["Hospital of Nowhere"],
    ]


def test_a_line_that_tells_the_number_of_its_own_page_is_running_on_a_single_page() -> None:
    text = [_line("Doses of two drugs", 60), _line("They are halved at night.", 90)]
    footer = _line("ORAL-3 Doses of two drugs Page 1 of 1", 800)
    assert running_lines([[footer, *text]]) == [{footer: True}]
    other = _line("Doses of two drugs, see page 3", 800)
    assert running_lines([[*text, other]]) == [{}]
