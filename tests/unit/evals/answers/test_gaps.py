"""What is taken away, which questions nothing answers any more, and what a gap is worth."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from evals.gaps.report import gap_metrics, name_mistake, report_lines
from evals.gaps.samples import Sample, make_samples, read_claims
from evals.gaps.scoring import score
from evals.gaps.switches import Away, SwitchInvalid, document_without, read_switch, write_without

USAGE = {"input_tokens": 0, "output_tokens": 0, "cost_usd": 0.0}


def statement(name: str, kind: str, text: str, **others: Any) -> dict[str, Any]:
    return {"id": name, "kind": kind, "text": text, **others}


def corpus(folder: Path) -> Path:
    """Two silos: a label of olaparib with a dose, and indications in two tumours."""
    documents = {
        "drug_information/olaparib.yaml": (
            "Olaparib",
            [
                statement("a", "dose", "Olaparib 300 mg is taken twice daily.", drugs=["olaparib"]),
                statement("b", "warning", "Olaparib can cause anaemia.", drugs=["olaparib"]),
            ],
        ),
        "indications/brca.yaml": (
            "BRCA",
            [
                statement(
                    f"i{number}",
                    "indication",
                    f"Olaparib is indicated for {tumour} with a BRCA2 mutation.",
                    drugs=["olaparib"],
                    applies={"tumours": [tumour], "requires": ["BRCA2 mutation"]},
                )
                for number, tumour in enumerate(("breast cancer", "prostate cancer"))
            ],
        ),
    }
    for name, (title, statements) in documents.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        keys = {"id": path.stem, "title": title, "sections": [{"statements": statements}]}
        path.write_text(yaml.safe_dump(keys))
    return folder


def lost(folder: Path, away: Away) -> dict[str, Sample]:
    whole = corpus(folder / "whole")
    write_without(whole, folder / "left", [away])
    found = make_samples(read_claims(whole), read_claims(folder / "left"), [away], 10)
    return {each.question: each for each in found if each.away}


DOSE = "What is the recommended dose of olaparib?"
PROSTATE = "Which treatment is there for prostate cancer with a BRCA2 mutation?"


@pytest.mark.parametrize(
    ("away", "questions"),
    [
        (Away("field", "dose"), (DOSE,)),
        (Away("tumour", "prostate cancer"), (PROSTATE,)),
        (
            Away("silo", "drug_information"),
            (DOSE, "What are the adverse reactions of olaparib?"),
        ),
    ],
    ids=str,
)
def test_what_nothing_answers_any_more(
    tmp_path: Path, away: Away, questions: tuple[str, ...]
) -> None:
    assert set(lost(tmp_path, away)) == set(questions)


def test_who_entered_a_trial_is_told_by_its_results_too(tmp_path: Path) -> None:
    folder = corpus(tmp_path / "whole")
    keys = {
        "id": "sophia",
        "title": "SOPHIA",
        "identifiers": {"nct": ["NCT02492711"]},
        "sections": [
            {
                "statements": [
                    statement("a", "eligibility", "NCT02492711 asked for two regimens before."),
                    statement("b", "result", "SOPHIA enrolled 536 patients with breast cancer."),
                ]
            }
        ],
    }
    path = folder / "clinical_trials" / "sophia.yaml"
    path.parent.mkdir()
    path.write_text(yaml.safe_dump(keys))
    away = Away("field", "eligibility")
    write_without(folder, tmp_path / "left", [away])
    pair = (read_claims(folder), read_claims(tmp_path / "left"))
    assert not [sample for sample in make_samples(*pair, [away], 10) if sample.away]


def test_what_is_left_can_still_be_asked(tmp_path: Path) -> None:
    whole = corpus(tmp_path / "whole")
    away = [Away("tumour", "prostate cancer")]
    write_without(whole, tmp_path / "left", away)
    found = make_samples(read_claims(whole), read_claims(tmp_path / "left"), away, 10)
    kept = [each.question for each in found if each.away is None]
    assert DOSE in kept
    assert "Which treatment is there for breast cancer with a BRCA2 mutation?" in kept


def test_a_document_goes_when_its_title_names_the_tumour() -> None:
    document = {"title": "Melanoma", "sections": [{"statements": [statement("a", "dose", "x")]}]}
    assert document_without(document, [Away("tumour", "melanoma")]) is None
    assert document_without(document, [Away("tumour", "breast cancer")]) == document


def test_switches_are_named_or_refused(tmp_path: Path) -> None:
    assert read_switch("tumour:breast cancer") == Away("tumour", "breast cancer")
    with pytest.raises(SwitchInvalid, match="none of silo:NAME"):
        read_switch("melanoma")
    with pytest.raises(SwitchInvalid, match="no silo other"):
        write_without(corpus(tmp_path / "a"), tmp_path / "b", [Away("silo", "other")])


def result(name: str = "", missing: str = "silo") -> dict[str, Any]:
    gap = {"missing": missing, "name": name} if name else None
    return {
        "run_id": "r",
        "outcome": "gap" if gap else "answer",
        "gap": gap,
        "sentences": [] if gap else [{"text": "said"}],
        "seconds": 1.0,
        "usage": USAGE,
    }


def sample(away: Away | None, *names: str) -> Sample:
    return Sample(id="s", question=DOSE, names=names, asks_for="dose", away=away)


FIELD, SILO = Away("field", "dose"), Away("silo", "drug_information")


@pytest.mark.parametrize(
    ("away", "name", "problem"),
    [
        (FIELD, "a drug label on the dose of olaparib", ""),
        (FIELD, "a drug label on olaparib", "wrongly named"),
        (FIELD, "a drug label on the dose of talazoparib", "wrongly named"),
        (FIELD, "", "answered"),
        (SILO, "a drug label on the dose of olaparib", ""),
        (SILO, "a guideline on the dose of olaparib", "wrongly named"),
        (Away("tumour", "melanoma"), "a guideline on treatment of olaparib", ""),
        (None, "", ""),
        (None, "a drug label on the dose of olaparib", "false gap"),
    ],
)
def test_what_a_gap_is_worth(away: Away | None, name: str, problem: str) -> None:
    assert name_mistake(score(sample(away, "olaparib"), result(name))) == problem


def test_a_gap_of_a_fact_is_not_the_one_of_a_source() -> None:
    told = score(sample(FIELD, "olaparib"), result("the dose of olaparib", missing="fact"))
    assert name_mistake(told) == "wrongly named"


def test_metrics_and_lines() -> None:
    names = ("a drug label on the dose of olaparib", "a source", "")
    scores = [score(sample(FIELD, "olaparib"), result(name)) for name in names]
    scores.append(score(sample(None, "olaparib"), result()))
    metrics = {m.name: (m.hits, m.total) for m in gap_metrics(scores)}
    assert metrics == {
        "recognised": (2, 3),
        "recognised and rightly named": (1, 3),
        "field: recognised": (2, 3),
        "field: rightly named": (1, 3),
        "false gaps": (0, 1),
    }
    assert sum(line.startswith("- ") for line in report_lines(scores)) == 2
