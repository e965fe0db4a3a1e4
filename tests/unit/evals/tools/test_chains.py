"""The formulas of RadABench, with their check values."""

from __future__ import annotations

import math

import pytest

from evals.tools.chains import (
    NeededChain,
    chain_distance,
    distance,
    each_once,
    in_needed_order,
    matched_in_place,
    matched_run,
    redundancy,
    redundancy_by_longer,
    tool_score,
)
from evals.tools.overlap import bleu_1, rouge_l, token_f1, words_of

NEEDED = NeededChain.in_order(*"ABCD")
USED = tuple("AXBC")


def test_the_check_values() -> None:
    assert distance(USED, NEEDED) == 2
    assert redundancy(USED, NEEDED) == redundancy_by_longer(USED, NEEDED) == 0.25
    assert matched_in_place(USED, NEEDED) == 0.25
    assert matched_run(USED, NEEDED) == 0.5
    assert tool_score(2, 4) == 0.75


@pytest.mark.parametrize(
    ("used", "expected"),
    [("ABCD", 0), ("", 4), ("ABXCD", 1), ("BACD", 2), ("DCBA", 4), ("ABCDABCD", 4)],
)
def test_distance(used: str, expected: int) -> None:
    assert distance(used, NEEDED) == expected
    assert chain_distance("ABCD", used) == expected


def test_an_open_order_costs_nothing_and_any_category_of_a_step_serves_it() -> None:
    open_order = NeededChain(((frozenset("A"), frozenset("BC")), (frozenset("D"),)))
    assert {distance(used, open_order) for used in ("ABD", "BAD", "CAD", "ACD")} == {0}
    assert distance("DAB", open_order) == 2
    assert matched_in_place("CAD", open_order) == 1
    assert matched_run("CADX", open_order) == 1
    assert redundancy("BCAX", open_order) == 0.25
    assert (open_order.milestone, open_order.last) == (frozenset("ABC"), frozenset("D"))
    assert len(open_order) == 3


def test_redundancy_by_the_longer_chain_differs_when_calls_are_few() -> None:
    assert redundancy("X", NEEDED) == 1
    assert redundancy_by_longer("X", NEEDED) == 0.25
    assert redundancy("", NEEDED) == 0


def test_parallel_calls_take_the_order_of_what_is_needed() -> None:
    assert in_needed_order([("X", "B", "A"), ("C",)], NEEDED) == tuple("ABXC")
    assert each_once("ABAXB") == tuple("ABX")


@pytest.mark.parametrize("rank", [0, 5])
def test_a_rank_that_no_tool_has(rank: int) -> None:
    with pytest.raises(ValueError, match="of 4"):
        tool_score(rank, 4)


def test_overlap_with_a_reference() -> None:
    reference = words_of("The dose is 300 mg twice daily.")
    said = words_of("The dose is 200 mg daily")
    assert bleu_1(said, reference) == pytest.approx(math.exp(1 - 7 / 6) * 5 / 6)
    assert bleu_1([*said, "for", "now"], reference) == pytest.approx(5 / 8)
    assert bleu_1(["no"], ["yes"]) == pytest.approx(0.1)
    assert bleu_1([], reference) == 0
    assert rouge_l(said, reference) == pytest.approx(2 * 5 / 13)
    assert rouge_l(words_of("daily dose"), reference) == pytest.approx(2 * 1 / 9)
    assert token_f1(words_of("dose dose dose"), reference) == pytest.approx(2 / 8)
    assert token_f1([], reference) == rouge_l([], reference) == 0
