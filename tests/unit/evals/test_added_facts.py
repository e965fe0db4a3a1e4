"""What becomes of an option when a fact of the patient is added."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from evals.added_facts.report import added_fact_lines, added_fact_metrics, are_right
from evals.added_facts.samples import (
    FILES,
    AddedFactsInvalid,
    Kind,
    Sample,
    make_samples,
    read_facts,
)
from evals.added_facts.scoring import Score, score_all

ROW = "Olaparib alone is indicated for ovarian cancer with a BRCA mutation."
OTHER = "ASCO advises olaparib as maintenance."


def sample(kind: Kind, *, held: bool = False) -> Sample:
    return Sample(
        id=kind, question="?", asked="q", drug="olaparib", kind=kind, fact="QTc 470",
        weighed_by="QTc?", is_held_out=held,
    )  # fmt: skip


def result(*texts: str, outcome: str = "answer", **more: Any) -> dict[str, Any]:
    sentences = [{"text": each, "role": "point", "basis": "quote"} for each in texts]
    told = {"run_id": "r", "outcome": outcome, "sentences": sentences}
    return {**told, "excluded": [], "unweighed": [], "unread": [], **more}


def verdict(kind: Kind, after: dict[str, Any]) -> Score:
    before = (sample("plain"), result(ROW, OTHER))
    (found,) = score_all([before, (sample(kind), after)])
    return found


@pytest.mark.parametrize(
    ("kind", "after", "expected"),
    [
        ("neutral", result("No source speaks of it.", ROW), "kept"),
        ("neutral", result(OTHER), "kept"),
        ("neutral", result("Another drug is indicated."), "lost"),
        ("neutral", result(outcome="gap"), "gap for answer"),
        ("limiting", result(ROW, unweighed=["QTc 470 ms"]), "weighed"),
        ("limiting", result(excluded=[{"reason": "QTc 470 ms"}]), "weighed"),
        ("limiting", result(ROW), "told without a word"),
        ("limiting", result("Another."), "lost"),
        ("contradicting", result(ROW), "still told"),
        ("contradicting", result(outcome="gap"), "refused"),
    ],
)
def test_the_verdict(kind: Kind, after: dict[str, Any], expected: str) -> None:
    assert verdict(kind, after).verdict == expected


def test_a_question_without_a_row_on_its_drug_is_not_scored() -> None:
    before = (sample("plain"), result("Another drug is indicated."))
    assert score_all([before, (sample("neutral"), result(ROW))]) == []


def test_what_is_lost_is_counted_and_printed() -> None:
    found = [verdict("neutral", result("Another."))]
    assert added_fact_metrics(found)[0].value == 0
    assert not are_right(found)
    assert any(ROW in line for line in added_fact_lines(found))


def test_each_question_is_asked_plain_with_all_against_its_drug_and_with_some_others() -> None:
    samples = make_samples(3, 1)
    own = [each for each in samples if each.asked == "lung-egfr" and not each.is_first]
    assert [each.kind for each in own].count("contradicting") == 2
    assert len(own) == 1 + 2 + 3
    assert samples == make_samples(3, 1)
    assert len({each.id for each in samples}) == len(samples)


def test_a_fact_of_no_kind_is_refused_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "facts.tsv"
    file.write_text("kind\tfact\tweighed by\nodd\tQTc 470\tQT\n", encoding="utf-8")
    with pytest.raises(AddedFactsInvalid, match="line 2"):
        read_facts(file)
    assert read_facts(FILES[1])
