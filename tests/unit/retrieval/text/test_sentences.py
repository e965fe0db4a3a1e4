from __future__ import annotations

import random

import pytest

from retrieval.text.passages import sentences


def cut(text: str) -> list[str]:
    return [text[start:end] for start, end in sentences(text)]


@pytest.mark.parametrize(
    "sentence",
    [
        "Give 0.4 mg vs. 5 mg, e.g. with food, i.e. at noon.",
        "See Fig. 2 and Table no. 5 of vol. 3, pp. 12 of it.",
        "Dr. Smith et al. (2019) agree.",
        "The variant c.68_69delAG (p.Glu23fs) in BRCA1 vs. wild type.",
        "In the U.S. Food and Drug label it says so.",
        "As J. Smith wrote in approx. 5 lines.",
        "It rose by 3.5% (95% CI 1.2-4.8; p=0.03).",
        "Is version 2.2024 out?",
        "Take it b.i.d. or q.d. as told.",
        "Median survival was 28.8 vs. 6.8 months.",
        "Soft line\nbreaks are blanks.",
        'He said "wait." [12]',
        "The dose is max. 10 mg daily, min. 5 mg, with vit. D and inj. Velomicin.",
        "Susp. 5 ml is given above a temp. 38.5 with Vit. B12.",
    ],
)
def test_one_sentence_stays_one(sentence: str) -> None:
    assert cut(sentence) == [sentence]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("One. Two! Three? Four…", ["One.", "Two!", "Three?", "Four…"]),
        ("It was hepatitis B. Patients recovered.", ["It was hepatitis B.", "Patients recovered."]),
        ("The answer is no. The end.", ["The answer is no.", "The end."]),
        ("It works.[1,2] This too.", ["It works.[1,2]", "This too."]),
        ("Take it b.i.d. The rest is rest.", ["Take it b.i.d.", "The rest is rest."]),
        ("It binds EGFR. mTOR is next.", ["It binds EGFR.", "mTOR is next."]),
        ("Over 30 min. 2 hours later look again.", ["Over 30 min.", "2 hours later look again."]),
        ("This is the min. The max. is next.", ["This is the min.", "The max. is next."]),
        ("Dose: 5 mg. 10 mg is too much.", ["Dose: 5 mg.", "10 mg is too much."]),
        ("“Stop.” Then “go.” (Now.) End.", ["“Stop.”", "Then “go.”", "(Now.)", "End."]),
    ],
)
def test_sentences_are_parted(text: str, parts: list[str]) -> None:
    assert cut(text) == parts


@pytest.mark.parametrize(
    "parts",
    [
        ("olaparib is given at 2.5 mg. daily with food.", "stop it. e.g. if a rash appears."),
        (
            "trial no. 3, keynote-189 vs. placebo, e.g. in europe.",
            "response was 48%.",
            "see below.",
        ),
        ("62 f, EGFR l858r.", "osimertinib for 14 mo. then chemotherapy q. 3 wk.", "what next?"),
        ("it was approved (label, 2024).", "a dose of 250 mg b.i.d. in stage 4.", "the end."),
        ("dr. smith et al. wrote ca. 5 lines (ph. iii)...  and then", "- 1. olaparib 2. none."),
        ("the phase 3 trial enrolled 12 pts. with a tps of 1 or more.", "os was longer."),
    ],
)
def test_text_without_capitals_is_parted_as_well(parts: tuple[str, ...]) -> None:
    text = "\n".join(parts) if parts[-1].startswith("- ") else " ".join(parts)
    assert cut(text) == [part.removeprefix("- ") for part in parts]


def test_a_line_without_capitals_in_other_text_stays_as_it_is() -> None:
    text = "Dose. As told.\n- with food, in the fasted state. or else\nMore. Of it."
    assert "with food, in the fasted state. or else\nMore." in cut(text)


def test_markdown_blocks_are_their_own() -> None:
    text = (
        "# Olaparib\nIntro line\nwraps. Second.\n\n## Dose\n- First item\n  goes on. More.\n"
        "- Second item\n1. Numbered\n2) Also\n\n| Drug | Dose |\n|---|---|\n| A. B. | 5 mg. Yes |\n"
        "> Quoted.\n\n---\n```\ncode. here\n```\nEnd"
    )
    assert cut(text) == [
        "Olaparib",
        "Intro line\nwraps.",
        "Second.",
        "Dose",
        "First item\n  goes on.",
        "More.",
        "Second item",
        "Numbered",
        "Also",
        "| Drug | Dose |",
        "| A. B. | 5 mg. Yes |",
        "Quoted.",
        "code. here",
        "End",
    ]


@pytest.mark.parametrize("text", ["", "\n\n", "---\n***", "| - | - |", "..."])
def test_text_without_words_has_no_sentences(text: str) -> None:
    assert cut(text) == []


@pytest.mark.parametrize("seed", range(20))
def test_spans_are_ordered_and_leave_out_no_word(seed: int) -> None:
    chance = random.Random(seed)
    pieces = [
        "Ab. ",
        "e.g. ",
        "\n",
        "# ",
        "- ",
        "| ",
        "5.4 ",
        "X",
        "?",
        "🧬",
        "\r\n",
        "word ",
        "[1]",
    ]
    text = "".join(chance.choices(pieces, k=200))
    end = 0
    for start, stop in sentences(text):
        assert end <= start < stop
        assert text[start:stop] == text[start:stop].strip()
        assert not any(character.isalpha() for character in text[end:start])
        end = stop
    assert not any(character.isalpha() for character in text[end:])


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        (
            "I. Give it daily.\nII. Halve it on dialysis.\n  They need less.\nIII. Stop it.",
            ["Give it daily.", "Halve it on dialysis.", "They need less.", "Stop it."],
        ),
        ("I) Low risk\n\nII) High risk\n\nIII) Unknown", ["Low risk", "High risk", "Unknown"]),
        ("i. Give it.\nii. Stop it.", ["Give it.", "Stop it."]),
        (
            "A. Give it.\n1. Daily.\n2. Weekly.\nB. Stop.",
            ["Give it.", "Daily.", "Weekly.", "Stop."],
        ),
        ("- I) Give it.\n- II) Stop it.", ["Give it.", "Stop it."]),
        # A stage that is listed says what its item is of.
        ("By stage:\nI. Watch.\nII. Operate.", ["By stage:", "I. Watch.", "II. Operate."]),
        ("I. Grade 1: watch.\nII. Grade 2: wait.", ["Grade 1: watch.", "Grade 2: wait."]),
        # Names, and a way to give a drug.
        ("A. baumannii grew.\nB. fragilis grew.", ["A. baumannii grew.", "B. fragilis grew."]),
        (
            "I. Rest.\nII. Wait.\nIII. Give all that was ordered,\nby mouth or by\nIV. Rest again.",
            ["Rest.", "Wait.", "Give all that was ordered,\nby mouth or by\nIV.", "Rest again."],
        ),
    ],
)
def test_marks_that_count_on_are_no_part_of_their_items(text: str, parts: list[str]) -> None:
    assert cut(text) == parts
