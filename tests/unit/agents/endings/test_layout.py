"""What of an answer is said at once, and what more there is."""

from __future__ import annotations

from dataclasses import replace

from agents.endings.layout import (
    ALL_REMOVED,
    MOST_POINTS,
    MOST_WORDS,
    NOTHING_FURTHER,
    calculated_line,
    excluded_line,
    excluded_names,
    gap_layout,
    missing_line,
    removed_line,
    rest_layout,
    short_layout,
    whole_layout,
)
from agents.endings.plaintext import plain_ending
from agents.turns import (
    Abstention,
    Answer,
    CalculatedValue,
    ExcludedOption,
    Gap,
    MissingFact,
    QuestionPart,
    Sentence,
)

GAP = Gap(purpose="dosing", missing="silo", name="a source on metformin")
CLEARANCE = CalculatedValue(
    name="creatinine clearance",
    value=44.0,
    unit="mL/min",
    formula="Cockcroft–Gault",
    inputs=(("age", "70 years"), ("weight", "60 kg")),
)


def point(text: str, part: int = 0) -> Sentence:
    return Sentence(text=text, keys=("c1",), verified=True, part=part)


def headline(text: str, part: int = 0) -> Sentence:
    return Sentence(text=text, keys=("c1",), verified=True, role="headline", part=part)


def none_of(number: int) -> tuple[ExcludedOption, ...]:
    return tuple(ExcludedOption(option=f"drug{n}", reason="needs a marker") for n in range(number))


def words_of(answer: Answer) -> int:
    return sum(len(each.text.split()) for each in short_layout(answer).sentences)


def test_a_short_answer_is_said_as_a_whole() -> None:
    answer = Answer(sentences=(headline("Yes."), point("A."), point("B.")), citations=())
    assert short_layout(answer) == whole_layout(answer)
    assert not rest_layout(answer)
    (part,) = whole_layout(answer).parts
    assert [each.text for each in part.headline] == ["Yes."]
    assert [each.text for each in part.points] == ["A.", "B."]


def test_an_empty_answer_has_an_empty_layout() -> None:
    answer = Answer(sentences=(), citations=())
    assert not whole_layout(answer)
    assert not rest_layout(answer)
    assert short_layout(answer).keys == frozenset()


def test_at_most_four_points_within_a_hundred_and_twenty_words() -> None:
    many = Answer(sentences=tuple(point(f"Point {n}.") for n in range(9)), citations=())
    assert len(short_layout(many).sentences) == MOST_POINTS
    assert [each.text for each in rest_layout(many).sentences] == [
        f"Point {n}." for n in range(4, 9)
    ]
    long = Answer(sentences=tuple(point("word " * 50) for _ in range(4)), citations=())
    assert words_of(long) <= MOST_WORDS
    assert len(short_layout(long).sentences) == 2


def test_a_point_is_never_cut_and_one_is_always_said() -> None:
    answer = Answer(sentences=(point("word " * 300), point("Short.")), citations=())
    assert words_of(answer) == 300
    assert len(rest_layout(answer).sentences) == 1


def test_what_is_short_and_what_is_the_rest_make_the_whole() -> None:
    answer = Answer(
        sentences=tuple(point("word " * 40, part) for part in (0, 0, 0, 1, 1)),
        citations=(),
        excluded=none_of(7),
        parts=(QuestionPart(question="A?"), QuestionPart(question="B?")),
    )
    short, rest, whole = short_layout(answer), rest_layout(answer), whole_layout(answer)
    assert len(short.sentences) + len(rest.sentences) == len(whole.sentences) == 5
    assert (*short.excluded, *rest.excluded) == whole.excluded
    assert short.excluded_by_name == rest.excluded


def test_the_reasons_against_options_go_before_further_points() -> None:
    reason = "word " * 30
    answer = Answer(
        sentences=(point("word " * 40), point("word " * 40)),
        citations=(),
        excluded=tuple(ExcludedOption(option=name, reason=reason) for name in "abc"),
    )
    assert len(short_layout(answer).sentences) == 1
    assert len(short_layout(answer).excluded) == 3


def test_each_question_has_its_part_and_a_gap_stands_in_its_place() -> None:
    answer = Answer(
        sentences=(point("Of B.", 1), point("Also.", 2)),
        citations=(),
        parts=(QuestionPart(question="A?", gap=GAP), QuestionPart(question="B?")),
        not_found=("No source found answers “A?”.", "No source found speaks of zongertinib."),
    )
    first, second, other = whole_layout(answer).parts
    assert (first.number, first.question, first.gap, first.points) == (1, "A?", GAP, ())
    assert (second.number, second.gap, [s.text for s in second.points]) == (2, None, ["Of B."])
    assert (other.question, [s.text for s in other.points]) == ("", ["Also."])
    assert whole_layout(answer).not_found == ("No source found speaks of zongertinib.",)


def test_only_two_sentences_are_the_bottom_line() -> None:
    (part,) = whole_layout(
        Answer(sentences=tuple(headline(text) for text in "ABC"), citations=())
    ).parts
    assert [each.text for each in part.headline] == ["A", "B"]
    assert [each.text for each in part.points] == ["C"]


def test_a_reason_that_the_bottom_line_gives_is_not_given_again() -> None:
    said = Sentence(
        text="Olaparib is not an option here: needs a BRCA variant.",
        keys=("c1",),
        verified=True,
        role="headline",
        basis="matching",
    )
    told = ExcludedOption(option="olaparib", reason="needs a BRCA variant", keys=("c1",))
    other = ExcludedOption(option="olaparib", reason="had before", keys=("c2",))
    answer = Answer(sentences=(said,), citations=(), excluded=(told, other))
    assert whole_layout(answer).excluded == (other,)


def test_a_gap_tells_what_is_none_and_what_is_missing() -> None:
    missing = (MissingFact(name="HER2-low or HER2 0", options=("trastuzumab deruxtecan",)),)
    gap = Abstention(gap=GAP, excluded=none_of(5), missing=missing)
    assert (len(gap_layout(gap).excluded), len(gap_layout(gap).excluded_by_name)) == (3, 2)
    assert rest_layout(gap).excluded == none_of(5)[3:]
    assert not rest_layout(Abstention(gap=GAP))
    assert plain_ending(gap).endswith(
        "Not for this patient: drug4 (needs a marker)."
        " What would change it: HER2-low or HER2 0 (trastuzumab deruxtecan)."
    )


def test_the_lines_say_reason_options_formula_and_inputs() -> None:
    assert excluded_line(ExcludedOption(option="olaparib", reason="had before")) == (
        "olaparib (had before)"
    )
    assert excluded_line(ExcludedOption(option="olaparib", reason="")) == "olaparib"
    assert excluded_names(none_of(2)) == "drug0, drug1"
    assert excluded_names(none_of(7)) == "drug0, drug1, drug2, drug3, drug4 and 2 more"
    assert missing_line(MissingFact(name="LVEF")) == "LVEF"
    assert calculated_line(CLEARANCE) == (
        "creatinine clearance 44 mL/min (Cockcroft–Gault: age 70 years, weight 60 kg)"
    )


def test_plain_words_keep_the_order() -> None:
    answer = Answer(
        sentences=(point("A."), headline("Yes.")),
        citations=(),
        not_found=("B.",),
        excluded=none_of(1),
        missing=(MissingFact(name="LVEF"),),
        calculated=(CLEARANCE,),
    )
    assert plain_ending(answer) == (
        "Yes. A. Not for this patient: drug0 (needs a marker). What would change it: LVEF."
        " Calculated: creatinine clearance 44 mL/min (Cockcroft–Gault: age 70 years, weight"
        " 60 kg). Not found: B."
    )


def test_a_question_of_which_all_was_removed_says_so() -> None:
    asked = (QuestionPart(question="A?"), QuestionPart(question="B?"))
    lie = Sentence(text="It cures.", keys=(), verified=False, problem="It cites nothing.", part=1)
    answer = Answer(sentences=(point("A."),), citations=(), parts=asked, removed=(lie,))
    first, second = whole_layout(answer).parts
    assert (first.silence, second.silence) == ("", ALL_REMOVED)
    assert whole_layout(replace(answer, removed=())).parts[1].silence == NOTHING_FURTHER
    assert not rest_layout(answer).removed, "it is said once"


def test_what_was_removed_is_counted_with_each_reason_once() -> None:
    gone = [
        Sentence(text=text, keys=(), verified=False, problem=why)
        for text, why in (("A.", "It cites nothing."), ("B.", "It cites nothing."), ("C.", ""))
    ]
    assert removed_line(gone) == (
        "3 sentences that do not hold against the sources"
        " (It cites nothing; its sources do not show this)"
    )
    assert removed_line(()) == ""


def test_an_option_of_which_every_cell_was_removed_has_no_row() -> None:
    kept = Sentence(text="a", keys=(), verified=True, role="row", option="x", cell="for")
    gone = replace(kept, text="b", verified=False, cell="evidence")
    lost = replace(gone, option="y")
    (row,) = (
        whole_layout(Answer(sentences=(kept,), citations=(), removed=(gone, lost))).parts[0].rows
    )
    assert (row.option, row.is_emptied("evidence"), row.is_emptied("for")) == ("x", True, False)
    assert not row.is_emptied("against"), "nothing was written there"


def test_an_option_that_a_sentence_refuses_is_not_refused_twice() -> None:
    pair = ExcludedOption(option="alpha with beta", reason="progressed on beta", keys=("c1",))
    other = ExcludedOption(option="alpha or gamma", reason="progressed on beta", keys=("c1",))
    said = Sentence(
        text="Alpha plus beta is none, since she had beta.", keys=("c1",), verified=True,
        role="not for",
    )  # fmt: skip
    answer = Answer(sentences=(said,), citations=(), excluded=(pair, other))
    assert whole_layout(answer).excluded == (other,)
    marked = replace(answer, sentences=(replace(said, verified=False),))
    assert whole_layout(marked).excluded == (pair, other)
