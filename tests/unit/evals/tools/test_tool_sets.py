"""Samples with the chains they need, tool sets, and what a run is worth by its result."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.gaps.samples import read_claims
from evals.tools.chains import NeededChain
from evals.tools.report import baseline_rows, rows_of
from evals.tools.samples import Sample, make_samples
from evals.tools.scoring import Score, best_selection, score, selection
from evals.tools.toolsets import (
    COMPLETE_FIRST,
    ToolSet,
    differentiated_tools,
    redundant_tools,
    shipped_tools,
)
from retrieval.declaration.cards import read_cards

ROLES = {card.name: card.role for card in read_cards()}
DOCUMENTS: dict[str, list[dict[str, Any]]] = {
    "drug_information/olaparib": [
        {"id": "a", "kind": "dose", "text": "Olaparib 300 mg is taken twice daily.",
         "drugs": ["olaparib"]},
    ],
    "drug_information/talazoparib": [
        {"id": "b", "kind": "dose", "text": "Talazoparib 1 mg is taken daily.",
         "drugs": ["talazoparib"]},
    ],
    "genes/brca2": [
        {"id": "c", "kind": "definition", "text": "BRCA2 repairs DNA.", "genes": ["BRCA2"]},
    ],
    "esmo_guidelines/breast": [
        {"id": "d", "kind": "recommendation", "drugs": ["olaparib"],
         "text": "Olaparib is recommended for breast cancer with a BRCA2 mutation.",
         "applies": {"tumours": ["breast cancer"], "requires": ["BRCA2 mutation"]}},
    ],
    "clinical_trials/olympiad": [
        {"id": "e", "kind": "eligibility", "drugs": ["olaparib"], "trials": ["NCT02000622"],
         "text": "NCT02000622 took in patients with a BRCA2 mutation for olaparib."},
    ],
}  # fmt: skip


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for name, statements in DOCUMENTS.items():
        path = tmp_path / "whole" / f"{name}.yaml"
        path.parent.mkdir(parents=True, exist_ok=True)
        keys = {"id": path.stem, "title": path.stem, "sections": [{"statements": statements}]}
        path.write_text(yaml.safe_dump(keys))
    return tmp_path / "whole"


def test_samples_need_the_roles_of_the_silos_that_tell(corpus: Path) -> None:
    samples = make_samples(read_claims(corpus), ROLES, 20)
    found = {each.question: each for each in samples}
    dose = found["What is the recommended dose of olaparib?"]
    assert dose.needed == NeededChain.in_order("label")
    assert dose.references == ("Olaparib 300 mg is taken twice daily.",)
    two = next(each for each in samples if each.kind == "two" and "NCT02000622" in each.question)
    assert set(two.needed.orders()) == {
        (frozenset({"label"}), frozenset({"trial"})),
        (frozenset({"trial"}), frozenset({"label"})),
    }
    (then,) = [each for each in samples if each.kind == "then"]
    assert "breast cancer with a BRCA2 mutation" in then.question
    assert then.needed == NeededChain.in_order("guideline", "label")
    assert len(make_samples(read_claims(corpus), ROLES, 1)) == 3, "one of each kind"


def test_near_duplicates_stand_beside_their_originals(corpus: Path, tmp_path: Path) -> None:
    tools = redundant_tools(corpus, tmp_path / "set")
    assert set(tools.copies.values()) <= set(ROLES)
    declared = {card.name: card for card in read_cards(tmp_path / "set" / "silos.toml")}
    for copy, original in tools.copies.items():
        assert declared[copy].role == declared[original].role == tools.roles[copy]
        files = {path.name for path in (corpus / original).glob("*.yaml")}
        copied = Path(tools.variables["CURBSIDE_CORPUS"]) / copy
        assert {path.name for path in copied.glob("*.yaml")} == files
    assert "drug_information_mirror" in tools.copies


def test_silos_of_different_quality_stand_in_the_place_of_the_labels(
    corpus: Path, tmp_path: Path
) -> None:
    tools = differentiated_tools(corpus, tmp_path / "set")
    folder = Path(tools.variables["CURBSIDE_CORPUS"])
    held = {name: len(list((folder / name).glob("*.yaml"))) for name in COMPLETE_FIRST}
    assert held == {"labels_complete": 2, "labels_half": 1, "labels_quarter": 1, "labels_tenth": 1}
    assert list((folder / "drug_information").iterdir()) == []
    assert list(tools.ranks.values()) == [1, 2, 3, 4]
    cards = {card.name: card.use_when for card in read_cards(tmp_path / "set" / "silos.toml")}
    assert "about half" in cards["labels_half"]


TOOLS = ToolSet(
    {},
    {"label": "label", "label_copy": "label", "trials": "trial", "guide": "guideline"},
    {"label_copy": "label"},
    {"label": 1, "label_copy": 2},
)
SAMPLE = Sample(
    question="Which, and what dose?",
    kind="then",
    needed=NeededChain.in_order("guideline", "label"),
    references=("The dose is 300 mg.",),
)


def result(
    *steps: dict[str, str], outcome: str = "answer", cited: tuple[str, ...] = ("label",)
) -> dict[str, Any]:
    """A run: of each step the tools with the outcome of their calls."""
    keys = [f"c{number}" for number in range(len(cited))]
    return {
        "run_id": "r",
        "outcome": outcome,
        "steps": [
            {
                "actions": [{"tool": f"search_{n}", "arguments": {"query": "q"}} for n in step],
                "observations": [{"outcome": seen} for seen in step.values()],
            }
            for step in steps
        ],
        "sentences": [{"text": "The dose is 300 mg.", "citations": keys}],
        "citations": [
            {"key": key, "silo": silo, "quote": "300 mg"}
            for key, silo in zip(keys, cited, strict=True)
        ],
        "usage": {"input_tokens": 100, "output_tokens": 20, "cost_usd": 0.5},
        "seconds": 1.0,
    }


def scored(*steps: dict[str, str], **more: Any) -> Score:
    return score(SAMPLE, result(*steps, **more), TOOLS)


def test_a_run_that_plans_and_executes_what_is_needed() -> None:
    found = scored({"guide": "data"}, {"label": "data"})
    assert (found.planned, found.executed) == (("guideline",), ("guideline", "label"))
    assert found.is_complete
    assert found.hits_milestone
    assert found.ends_on_type
    assert found.overlap == (1.0, 1.0, 1.0)
    assert (found.tokens, found.cost_usd) == (120, 0.5)


def test_a_failed_call_is_counted_from_where_it_happened() -> None:
    found = scored({"guide": "data", "trials": "unavailable"}, {"label": "data"})
    assert not found.ran_through
    assert found.progress == 0.5
    assert not found.is_complete
    assert found.hits_type


def test_the_kind_that_is_cited_decides_not_what_was_called() -> None:
    found = scored({"label": "data", "guide": "data"}, cited=("guide",))
    assert not found.hits_type
    assert scored({"label": "empty"}, outcome="gap").ran_through
    assert not scored({"label": "empty"}, outcome="gap").hits_type


def test_a_duplicate_beside_its_original_counts_and_so_does_the_choice() -> None:
    found = scored({"label": "data", "label_copy": "data"}, cited=("label_copy", "label"))
    assert found.doubled == 1
    assert selection(found, TOOLS) == 0.5
    assert best_selection(found, TOOLS) == 1.0
    other = scored({"guide": "data"}, cited=("guide",))
    assert selection(other, TOOLS) is None
    assert best_selection(other, TOOLS) == 0.0
    rows = {row.metric: row.interval.value for row in rows_of("s", [found], TOOLS)}
    assert rows["calls of a duplicate beside its original"] == 0.5
    assert rows["answers with the same quote twice"] == 1.0
    assert rows["choice among four (OTS)"] == 0.5
    assert rows["cost, US dollars"] == 0.5


def test_baselines_look_at_no_question() -> None:
    rows = {(row.system, row.metric): row.interval.value for row in baseline_rows([SAMPLE], TOOLS)}
    assert rows["baseline: every kind", "executed: redundancy (FDR)"] == pytest.approx(1 / 3)
    assert rows["baseline: only “label”", "executed: distance (LD)"] == 1


def test_the_shipped_set_knows_every_role(corpus: Path) -> None:
    assert shipped_tools(corpus).roles == ROLES
