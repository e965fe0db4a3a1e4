from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from retrieval.text.words import words


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("HER2-positive", {"her2", "posit", "her2-positive", "her2positive"}),
        ("BRCA1/2", {"brca1", "2", "brca1/2", "brca2"}),
        ("CDK4/6", {"cdk4", "cdk6"}),
        ("c.68_69delAG", {"c", "68", "69delag", "c.68_69delag"}),
        ("p.H1047R", {"h1047r", "p.h1047r"}),
        ("p.His1047Arg", {"h1047r", "p.his1047arg"}),
        ("T790M", {"t790m"}),
        ("0.4 mg", {"0.4", "mg"}),
        ("PD‑L1", {"pd-l1", "pdl1"}),
        ("EML4::ALK", {"eml4", "alk", "eml4::alk"}),
        ("ﬁbrosis", {"fibrosi"}),
    ],
)
def test_clinical_names_are_searchable_whole_and_in_parts(text: str, expected: set[str]) -> None:
    assert expected <= set(words(text))


def test_function_words_are_dropped_but_negations_and_all_are_kept() -> None:
    assert words("the dose of it is not in ALL without") == ["dose", "not", "all", "without"]


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("poor metabolisers", "poor metabolizers"),
        ("randomised", "randomized"),
        ("tumours", "tumors"),
        ("oestrogen", "estrogen"),
        ("anaemia and leukaemia", "anemia and leukemia"),
        ("haematological", "hematological"),
        ("diarrhoea", "diarrhea"),
        ("analysed", "analyzed"),
        ("generalisation", "generalization"),
    ],
)
def test_british_and_american_spellings_are_one_word(british: str, american: str) -> None:
    assert words(british) == words(american)


def test_repeats_are_kept_and_stems_are_shared() -> None:
    assert words("treatments treated treatment") == ["treatment", "treat", "treatment"]


def test_a_very_long_compound_is_searchable_by_its_parts_only() -> None:
    sequence = "-".join(["acgt1"] * 30)
    assert set(words(sequence)) == {"acgt1"}


def test_many_threads_get_the_same_words() -> None:
    texts = [f"metastases responding to inhibitors number{n}" for n in range(400)]
    with ThreadPoolExecutor(8) as pool:
        assert list(pool.map(words, texts)) == [words(text) for text in texts]
