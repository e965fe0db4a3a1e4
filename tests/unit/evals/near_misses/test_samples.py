"""Which statements are asked of, and of whom."""

from __future__ import annotations

import shutil
from pathlib import Path
from random import Random

import pytest

from evals.near_misses.patients import who_is, words_of_rule
from evals.near_misses.samples import HOLDS, make_samples
from names.clinical.values import Marker, MarkerRule


def test_no_score_is_higher_than_there_is() -> None:
    rule = MarkerRule(any_of=(Marker(name="HER2", state=""),), at_least=3, unit="IHC")
    assert words_of_rule(rule, Random(1)) == "HER2 IHC 3"


@pytest.mark.parametrize("tumour", ["prostate cancer", "castration-resistant prostate cancer"])
def test_the_sex_follows_from_the_wider_tumour_too(tumour: str) -> None:
    assert who_is(None, tumour, Random(2)).endswith(("M", "man"))


FILES = (
    "drug_information/tucatinib.yaml",
    "asco_guidelines/asco-nsclc-drivers-after-progression.yaml",
)


def test_what_only_the_words_of_a_statement_ask_for_is_told_of_the_patient(tmp_path: Path) -> None:
    for name in FILES:
        (tmp_path / name).parent.mkdir()
        shutil.copy(Path(__file__).parents[4] / "corpus" / name, tmp_path / name)
    asked = [each for each in make_samples(tmp_path, 200, 1) if each.change == HOLDS]
    of_tucatinib = [each.question for each in asked if "tukysa-1~" in each.id]
    assert of_tucatinib
    assert all("HER2" in each and "irinotecan" in each for each in of_tucatinib)
    superseded = "#ros1-rearranged-stage-iv-lung-cancer~"
    assert not any(superseded in each.id for each in asked)


def test_a_document_more_leaves_the_order_of_the_others(tmp_path: Path) -> None:
    corpus = Path(__file__).parents[4] / "corpus" / "drug_information"
    few, more = tmp_path / "few" / corpus.name, tmp_path / "more" / corpus.name
    names = sorted(path.name for path in corpus.glob("*.yaml"))[:12]
    for folder, taken in ((few, names[1:]), (more, names)):
        folder.mkdir(parents=True)
        for name in taken:
            shutil.copy(corpus / name, folder / name)
    before = [each.id for each in make_samples(few.parent, 200, 1)]
    added = {each.id for each in make_samples(more.parent, 200, 1)} - set(before)
    assert added
    after = [each.id for each in make_samples(more.parent, 200, 1)]
    assert [each for each in after if each not in added] == before
