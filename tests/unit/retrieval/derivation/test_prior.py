"""Which treatments a claim asks to have been had: negations, alternatives, classes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from names.clinical.values import Therapy
from retrieval.derivation.derive import derive_statements
from retrieval.documents import Document
from retrieval.statements.model import Applicability, Statement, StatementKind


def document(text: str, title: str = "A guideline", **fields: object) -> Document:
    return Document(text=text, title=title, silo="s", id="a", version="1", **fields)  # type: ignore[arg-type]


def applies(text: str, role: str = "guideline") -> Applicability:
    (statement,) = derive_statements(document(text), role)
    return statement.applies


def names(rules: tuple[Therapy, ...]) -> list[str]:
    return ["+".join((*rule.drugs, *rule.classes)) for rule in rules]


@pytest.mark.parametrize(
    "words",
    [
        "without a prior androgen receptor pathway inhibitor",
        "in those who have not had an androgen receptor pathway inhibitor",
        "before any androgen receptor pathway inhibitor",
        "with no prior ARPI",
    ],
)
def test_what_was_not_had_is_never_asked_for(words: str) -> None:
    found = applies(f"Talazoparib with enzalutamide is recommended for prostate cancer {words}.")
    assert names(found.prior_required) + names(found.prior_any_of) == []
    assert names(found.prior_excluded) == ["Antiandrogen"]


@pytest.mark.parametrize(
    ("text", "required", "any_of", "excluded"),
    [
        (
            "Ribociclib plus fulvestrant is indicated for breast cancer, as initial endocrine-based"
            " therapy or after progression on endocrine therapy.",
            [], [], [],
        ),
        (
            "Alpelisib is advised after endocrine therapy, with or without a CDK4/6 inhibitor.",
            ["Endocrine therapy"], [], [],
        ),
        (
            "Treatment is allowed for lung cancer that has progressed on an EGFR inhibitor, or that"
            " has progressed on osimertinib.",
            [], ["EGFR inhibition", "osimertinib"], [],
        ),
        (
            "Gemcitabine is indicated after failure of anthracyclines, unless anthracyclines were "
            "contraindicated.",
            ["Anthracycline chemotherapy"], [], [],
        ),
        (
            "Overall survival was 22 months with and 9 months without exposure to platinum.",
            [], [], [],
        ),
    ],
)  # fmt: skip
def test_alternatives_and_exceptions(
    text: str, required: list[str], any_of: list[str], excluded: list[str]
) -> None:
    found = applies(text)
    assert names(found.prior_required) == required
    assert names(found.prior_any_of) == any_of
    assert names(found.prior_excluded) == excluded


def completed(
    text: str, kind: StatementKind, drugs: tuple[str, ...], *required: Therapy
) -> Applicability:
    fields = ("spans", "kind", "drugs", *(("applies.prior_required",) if required else ()))
    stated = Statement(
        id="mine",
        kind=kind,
        spans=((0, len(text)),),
        drugs=drugs,
        applies=Applicability(prior_required=required),
        stated=fields,
    )
    (found,) = derive_statements(replace(document(text), statements=(stated,)))
    return found.applies


def test_a_stated_class_has_the_name_of_the_tables() -> None:
    told = Therapy(classes=("androgen receptor pathway inhibitor",))
    text = "After an androgen receptor pathway inhibitor olaparib lengthens survival."
    found = completed(text, "recommendation", ("olaparib",), told)
    assert found.prior_required == (Therapy(classes=("Antiandrogen",)),)


def test_a_broad_class_keeps_the_drugs_that_the_words_name() -> None:
    text = "Panitumumab is indicated after oxaliplatin- and irinotecan-containing chemotherapy."
    chemotherapy = Therapy(classes=("chemotherapy",), outcome="progressed")
    found = completed(text, "indication", ("panitumumab",), chemotherapy)
    assert names(found.prior_required) == ["Chemotherapy", "oxaliplatin", "irinotecan"]


def test_what_is_stated_as_required_is_not_asked_for_again_as_one_of_two() -> None:
    text = (
        "Trastuzumab deruxtecan is indicated after chemotherapy for metastatic disease, or with"
        " recurrence during or within 6 months of completing adjuvant chemotherapy."
    )
    drugs = ("trastuzumab deruxtecan",)
    assert len(completed(text, "indication", drugs).prior_any_of) == 2
    found = completed(text, "indication", drugs, Therapy(classes=("chemotherapy",)))
    assert (names(found.prior_required), found.prior_any_of) == (["Chemotherapy"], ())


def test_the_drug_that_a_result_is_on_need_not_have_been_had() -> None:
    text = "Of 24 patients 18 (75%) responded to olaparib."
    assert completed(text, "result", ("olaparib",)).prior_required == ()
    warned = "After a severe hypersensitivity reaction to paclitaxel it is not given again."
    assert names(completed(warned, "warning", ("paclitaxel",)).prior_required) == ["paclitaxel"]


@pytest.mark.parametrize(
    ("text", "groups"),
    [
        ("A response was seen across mutations including ERBB2 L755S, V842I, S310F and L869R.", 1),
        ("Osimertinib is recommended for EGFR G719X, L861Q and S768I.", 1),
        ("Amivantamab is indicated for EGFR exon 19 deletions or exon 21 L858R substitutions.", 1),
        ("Encorafenib is indicated for BRAF V600E- or V600K-mutated melanoma.", 1),
        ("An EGFR exon 19 deletion and T790M, C797S showed resistance to osimertinib.", 2),
        ("Fulvestrant is indicated for HR-positive, HER2-low breast cancer with ESR1 D538G.", 3),
    ],
)
def test_a_list_of_variants_means_any_of_them(text: str, groups: int) -> None:
    assert len(applies(text).requires) == groups


SAFETY = "For grade 4 colitis pembrolizumab is discontinued permanently."


def test_the_title_of_a_drugs_page_limits_no_rule_on_harm() -> None:
    page = document(SAFETY, title="Pembrolizumab: indications, evidence in lung cancer, safety")
    (of_drug,) = derive_statements(page, "label")
    (of_protocol,) = derive_statements(page, "")
    assert of_drug.kind == "adjustment"
    assert of_drug.applies.tumours == ()
    assert of_protocol.applies.tumours == ("lung cancer",)


@pytest.mark.parametrize(
    "text",
    [
        "A history of lung disease may increase the risk of interstitial lung disease.",
        "Severe chronic obstructive lung disease is a reason for caution with olaparib.",
        "Gastric ulcers and gastric bypass lower the exposure to olaparib.",
        "A lung transplant is a reason for caution with olaparib.",
    ],
)
def test_a_disease_of_an_organ_is_no_tumour(text: str) -> None:
    assert applies(text, "label").tumours == ()


@pytest.mark.parametrize(
    ("text", "tumour"),
    [
        ("Olaparib is given in metastatic breast disease.", "breast cancer"),
        ("Osimertinib is given in EGFR-mutated lung disease.", "lung cancer"),
    ],
)
def test_a_metastatic_disease_of_an_organ_is_one(text: str, tumour: str) -> None:
    assert applies(text, "label").tumours == (tumour,)
