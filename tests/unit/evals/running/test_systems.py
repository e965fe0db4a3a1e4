"""What a system is worth, and what it spent, beside others."""

from __future__ import annotations

from evals.claims.baseline import baseline_rows
from evals.claims.samples import CheckedClaim
from evals.gaps.baseline import rows_beside_baselines
from evals.gaps.samples import Sample
from evals.gaps.scoring import score
from evals.gaps.switches import Away
from evals.running.systems import measure_spent, table_lines

USAGE = {"input_tokens": 900, "output_tokens": 100, "cost_usd": 0.002}


def test_tokens_and_cost_are_told_of_those_that_asked_a_model() -> None:
    lines = list(table_lines(measure_spent("llm", [(1000, 0.002), (3000, None), (0, None)])))
    assert [line.split("|")[1].strip() for line in lines[2:]] == [
        "tokens a question", "US dollars a question",
    ]  # fmt: skip
    assert "2000.00" in lines[2]
    assert "of 2" in lines[2]
    assert "| 0.00200 (0.00200 to 0.00200) of 1 |" in lines[3], "not as nothing"
    assert measure_spent("extractive", [(0, 0.0)]) == ()


def test_whoever_refuses_everything_stands_beside_the_gaps() -> None:
    away = Away("tumour", "glioma")
    asked = [
        Sample(id="a", question="?", asks_for="dose", names=("glioma",), away=away),
        Sample(id="b", question="?", asks_for="dose", names=("olaparib",), away=None),
    ]
    gap = {"missing": "silo", "name": "a label on glioma"}
    results = [
        {"run_id": "r", "sentences": [], "seconds": 1, "usage": USAGE} | ending
        for ending in ({"outcome": "gap", "gap": gap}, {"outcome": "answer", "gap": None})
    ]
    scores = [score(*pair) for pair in zip(asked, results, strict=True)]
    found = {
        (row.system, row.metric): row.interval.value for row in rows_beside_baselines("llm", scores)
    }
    assert found["llm", "recognised and rightly named"] == 1
    assert found["llm", "tokens a question"] == 1000
    assert found["always a gap", "recognised"] == 1
    assert found["always a gap", "recognised and rightly named"] == 0
    assert found["always a gap", "false gaps"] == 1
    assert found["never a gap", "recognised"] == found["never a gap", "false gaps"] == 0


def test_whoever_compares_words_stands_beside_the_check() -> None:
    quoted = "Olaparib 300 mg is taken twice daily."

    def claim(text: str, problem: str, *, honest: bool) -> CheckedClaim:
        return CheckedClaim(
            id="a", kind="k", text=text, is_quote=False, is_honest=honest, problem=problem,
            quoted=quoted,
        )  # fmt: skip

    checked = [
        claim("Olaparib 400 mg is taken twice daily. [c1]", "400", honest=False),
        claim("Olaparib 300 mg is not taken twice daily. [c1]", "not", honest=False),
        claim("Olaparib 300 mg is taken twice daily. [c1]", "", honest=True),
    ]
    found = {(row.system, row.metric): row.interval.value for row in baseline_rows(checked)}
    assert found["check", "lies passed"] == 0
    assert found["same words", "lies passed"] == 0.5
    assert found["same words", "honest sentences flagged"] == 0
