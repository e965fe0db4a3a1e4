"""The WHO grade of a glioma decides which tumour it is."""

from __future__ import annotations

import pytest

from names.clinical.toxicities import read_toxicities
from names.recognise import recognise

LOW, HIGH, OPEN = "low-grade glioma", "high-grade glioma", "glioma"


@pytest.mark.parametrize(
    ("text", "tumour"),
    [
        ("oligodendroglioma gr 3 IDH1 R132H", HIGH),
        ("WHO grade 3 astrocytoma", HIGH),
        ("Grade 4 astrocytoma, IDH-mutant", HIGH),
        ("astrocytoma IDH-mutant WHO III", HIGH),
        ("oligo g3 codeleted", HIGH),
        ("oligodendroglioma, IDH1 R132H, 1p/19q-codeleted, CNS WHO grade 3", HIGH),
        ("anaplastic astrocytoma", HIGH),
        ("oligo grade 2 in 2015, IDH1, now grade 3", HIGH),
        ("LGG grade 3", HIGH),
        ("G2 oligo, IDH1", LOW),
        ("astro IDH mut, resected, gr II", LOW),
        ("pilocytic astrocytoma", LOW),
        ("oligodendroglioma IDH1 R132H", OPEN),
        ("grade 2 or 3 glioma", OPEN),
        ("astrocytoma on vorasidenib, grade 3 ALT elevation", OPEN),
        ("grade 3 neutropenia, astrocytoma", OPEN),
    ],
)
def test_the_grade_of_a_glioma(text: str, tumour: str) -> None:
    assert recognise(text).names("tumour") == {tumour}


def test_a_source_on_two_gliomas_of_one_grade() -> None:
    found = recognise("grade 2 astrocytoma or oligodendroglioma with an IDH1 mutation")
    assert found.names("tumour") == {LOW}


@pytest.mark.parametrize("text", ["oligo mets, IDH1 mutated", "oligo-progression, WHO 1"])
def test_few_metastases_are_no_glioma(text: str) -> None:
    assert not recognise(text).of("tumour")


def test_the_grade_of_a_glioma_is_none_of_an_event() -> None:
    (event,) = read_toxicities("oligodendroglioma gr 3, rash")
    assert getattr(event.value, "grade_from", 0) is None
