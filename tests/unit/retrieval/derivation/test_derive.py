"""Statements of documents: spans that stand in the text, and stated values that win."""

from __future__ import annotations

from dataclasses import replace

import pytest

from names.clinical.values import Line, OrganFunction
from retrieval.derivation.derive import derive_statements, with_statements
from retrieval.documents import Document
from retrieval.statements.model import Applicability, EvidenceLevel, Statement, StatementKind
from tests.unit.linear_time.growth import problem_at_any_length
from tests.unit.linear_time.shapes import Shape


def document(text: str, **fields: object) -> Document:
    values = {"title": "Olaparib", "silo": "drug_information", "id": "a", "version": "1", **fields}
    return Document(text=text, **values)  # type: ignore[arg-type]


def only(text: str, role: str = "", **fields: object) -> Statement:
    (statement,) = derive_statements(document(text, **fields), role)
    return statement


def test_every_span_stands_in_the_text_and_nothing_is_stated() -> None:
    text = (
        "# Olaparib\n\nOlaparib blocks PARP. It is not a PD-1 antibody.\n\n- One dose\n- No other"
    )
    for statement in derive_statements(document(text)):
        assert statement.stated == ()
        assert all(text[start:end].strip() == text[start:end] for start, end in statement.spans)


def test_what_is_stated_wins_and_the_rest_is_derived() -> None:
    text = "Olaparib is indicated in Switzerland as of 2024-05. More is known of olaparib."
    stated = Statement(
        id="mine",
        kind="warning",
        spans=((0, 51),),
        applies=Applicability(organ=(OrganFunction(organ="renal", grade="severe"),)),
        stated=("spans", "kind", "applies.organ"),
    )
    mine, other = derive_statements(replace(document(text), statements=(stated,)))
    assert (mine.id, mine.kind, mine.stated) == ("mine", "warning", stated.stated)
    assert mine.applies.organ == stated.applies.organ
    assert (mine.jurisdiction, mine.as_of, mine.drugs) == ("CH", "2024-05", ("olaparib",))
    assert (other.id, other.stated) == ("at-52", ())


def on_record(record: str, **fields: object) -> Statement:
    """A dose of a digest of an FDA label, which rests on a record of its own."""
    stated = Statement(
        id="mine", kind="dose", spans=((0, 15),), record=record, stated=("spans", "kind", "record")
    )
    label = {"url": LABEL, "organisation": "FDA label", "date": "2023-11-06", "kind": "digest"}
    text = "Take two a day."
    mine, *_ = derive_statements(
        replace(document(text, **{**label, **fields}), statements=(stated,))
    )
    return mine


LABEL = "https://www.accessdata.fda.gov/a.pdf"


def test_publisher_jurisdiction_and_date_are_those_of_the_statements_record() -> None:
    own = on_record(LABEL)
    assert (own.publisher, own.jurisdiction, own.as_of) == ("FDA label", "US", "2023-11-06")
    other = on_record("https://www.ema.europa.eu/en/medicines/human/EPAR/a")
    assert (other.publisher, other.jurisdiction) == ("European Medicines Agency", "EU")
    assert other.as_of == ""
    paper = on_record("https://pubmed.ncbi.nlm.nih.gov/1/")
    assert (paper.publisher, paper.jurisdiction, paper.as_of) == ("PubMed abstract", "", "")


@pytest.mark.parametrize("record", ["https://pubmed.ncbi.nlm.nih.gov/7/", "abstracts:7", "x:EID7"])
def test_a_document_whose_address_ends_like_the_record_is_on_that_record(record: str) -> None:
    own = on_record(record, url="https://pubmed.ncbi.nlm.nih.gov/7", organisation="The Lancet")
    assert (own.publisher, own.as_of) == ("The Lancet", "2023-11-06")
    assert on_record("gene:17", url="https://pubmed.ncbi.nlm.nih.gov/7").publisher == "gene"


@pytest.mark.parametrize(
    ("claim", "line"),
    [
        ("ESMO recommends niraparib as maintenance of ovarian cancer.", Line(first=2, last=None)),
        ("ESMO recommends niraparib in the first line of ovarian cancer.", Line(first=1, last=1)),
        ("Niraparib is given with or without food.", None),
    ],
)
def test_advice_holds_for_the_line_of_its_title(claim: str, line: Line | None) -> None:
    title = "PARP inhibitors in relapsed ovarian cancer"
    assert only(claim, "guideline", title=title).applies.line == line


def test_a_fixed_hyphen_changes_no_statement() -> None:
    text = (
        "Alectinib alone is indicated (FDA label of 2024-04-18) for ALK-positive metastatic "
        "non-small cell lung cancer. Not in HER2-low disease that is wild-type."
    )
    plain = derive_statements(document(text))
    assert derive_statements(document(text.replace("-", "\u2011"))) == plain
    assert plain[0].as_of == "2024-04-18"


def test_deriving_again_changes_nothing() -> None:
    once = with_statements(document("Olaparib blocks PARP. It is not an antibody. Take 300 mg."))
    assert with_statements(once) == once


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("Olaparib is indicated for the maintenance of ovarian cancer.", "indication"),
        ("Olaparib is contraindicated in pregnancy.", "contraindication"),
        ("The recommended dose of olaparib is 300 mg twice daily.", "dose"),
        ("For nausea the dose of olaparib is reduced to 250 mg.", "adjustment"),
        ("Monitor blood counts monthly during olaparib.", "monitoring"),
        ("The hazard ratio of olaparib was 0.58.", "result"),
        ("Guidelines recommend olaparib after surgery.", "recommendation"),
        ("OlympiA randomised 1836 patients to olaparib or placebo.", "design"),
        ("EGFR C797S confers resistance to osimertinib.", "resistance"),
        ("The variant is classified as pathogenic.", "classification"),
        ("The approval of mobocertinib was withdrawn in 2023.", "status"),
        ("Patients with an ECOG status above 2 were not eligible.", "eligibility"),
    ],
)
def test_the_kind_follows_from_the_words(text: str, kind: StatementKind) -> None:
    assert only(text).kind == kind


def test_a_heading_tells_the_kind_where_the_words_do_not() -> None:
    text = "## Interactions\n\nGrapefruit raises the exposure to olaparib; avoid it."
    assert only(text, "label").kind == "interaction"


@pytest.mark.parametrize(
    ("text", "drugs", "regimens"),
    [
        ("Alpelisib with fulvestrant is indicated.", ("alpelisib", "fulvestrant"), ()),
        ("With bevacizumab, olaparib is indicated.", ("bevacizumab", "olaparib"), ()),
        (
            "Olaparib or talazoparib is recommended.",
            ("olaparib", "talazoparib"),
            (("olaparib",), ("talazoparib",)),
        ),
        (
            "Erlotinib and gefitinib are recommended.",
            ("erlotinib", "gefitinib"),
            (("erlotinib",), ("gefitinib",)),
        ),
        ("Alectinib gave a longer survival than crizotinib.", ("alectinib",), ()),
        ("Olaparib lengthened it against enzalutamide or abiraterone.", ("olaparib",), ()),
        ("Olaparib was better than capecitabine plus lapatinib.", ("olaparib",), ()),
        (
            "There is no comparison of capivasertib with alpelisib.",
            ("capivasertib", "alpelisib"),
            (("capivasertib",), ("alpelisib",)),
        ),
        (
            "Ivosidenib (alone or with azacitidine) is indicated.",
            ("ivosidenib", "azacitidine"),
            (("ivosidenib",), ("ivosidenib", "azacitidine")),
        ),
        (
            "Nilotinib is indicated after prior therapy that included imatinib.",
            ("nilotinib",),
            (),
        ),
    ],
)
def test_a_regimen_is_one_and_options_are_several(
    text: str, drugs: tuple[str, ...], regimens: tuple[tuple[str, ...], ...]
) -> None:
    statement = only(text)
    assert (statement.drugs, statement.regimens) == (drugs, regimens)


def test_the_title_names_the_drug_of_a_silent_sentence() -> None:
    assert only("The dose is 300 mg twice daily.").drugs == ("olaparib",)


@pytest.mark.parametrize(
    ("text", "as_of"),
    [
        ("NCCN 3.2018 recommends erlotinib.", "2018"),
        ("Olaparib was approved on 2018-01-12.", "2018-01-12"),
        ("Olaparib was approved in January 2018.", "2018-01"),
        ("Olaparib was approved on March 11, 2022.", "2022-03-11"),
        ("In 1999 patients olaparib was given.", "2024-06"),
    ],
)
def test_a_date_of_the_sentence_wins_over_the_document(text: str, as_of: str) -> None:
    assert only(text, date="2024-06").as_of == as_of


@pytest.mark.parametrize(
    ("limit", "currency"),
    [
        ("However, this approval was withdrawn in 2023.", "withdrawn"),
        ("A later revision gives another dose.", "superseded"),
        ("However, the indication was restricted to BRCA variants.", "narrowed"),
        ("However, patients were withdrawn from the study.", "current"),
    ],
)
def test_a_limit_tells_that_a_claim_holds_no_more(limit: str, currency: str) -> None:
    assert only(f"Olaparib is indicated for ovarian cancer. {limit}").currency == currency


@pytest.mark.parametrize(
    ("text", "as_of", "currency"),
    [
        ("Mobocertinib is indicated for NSCLC with EGFR exon 20 insertion after platinum.", "2021",
         "withdrawn"),
        ("Mobocertinib is indicated for NSCLC with EGFR exon 20 insertion after platinum.", "2024",
         "current"),
        ("Olaparib is indicated for the maintenance of ovarian cancer.", "2020", "current"),
        ("Pembrolizumab is indicated for metastatic melanoma.", "2020", "current"),
    ],
)  # fmt: skip
def test_an_approval_that_was_withdrawn_later_holds_no_more(
    text: str, as_of: str, currency: str
) -> None:
    assert only(text, date=as_of).currency == currency


def test_jurisdiction_and_evidence_come_from_words_then_from_the_publisher() -> None:
    label = {"url": "https://www.accessdata.fda.gov/a.pdf", "organisation": "FDA"}
    statement = only("Olaparib is indicated for ovarian cancer.", "label", **label)
    assert statement.jurisdiction == "US"
    assert statement.evidence == EvidenceLevel(scale="FDA approval", value="approved")
    assert only("By the Swiss label olaparib is indicated.", "label", **label).jurisdiction == "CH"
    assert only("The hazard ratio was 0.5.", **label).jurisdiction == ""
    nccn = only("NCCN lists olaparib as category 2A.")
    assert nccn.evidence == EvidenceLevel(scale="NCCN category", value="2A")


def test_the_record_of_an_original_is_itself_and_of_a_digest_its_only_one() -> None:
    url = "https://example.org/a"
    assert only("Olaparib blocks PARP.", url=url).record == url
    digest = {"url": url, "kind": "digest"}
    assert only("Olaparib blocks PARP.", **digest, facts_from=("a:1",)).record == "a:1"
    assert only("Olaparib blocks PARP.", **digest, facts_from=("a:1", "a:2")).record == ""


@pytest.mark.parametrize("unit", ["It is not. ", "Olaparib or ", "| a |\n", "after ", "withdrawn "])
def test_the_work_grows_with_the_length(unit: str) -> None:
    def derive(text: str) -> object:
        return derive_statements(document(text))

    assert problem_at_any_length(derive, Shape(unit, begin="Olaparib. ")) == ""


@pytest.mark.parametrize(
    ("text", "gene", "excluded"),
    [
        ("In lung cancer without a driver alteration pembrolizumab is advised.", "MET", True),
        ("In lung cancer without driver alterations pembrolizumab is advised.", "EGFR", True),
        ("In lung cancer without a driver alteration pembrolizumab is advised.", "KRAS", False),
        ("With ROS1 fusion the treatment without driver alterations is allowed.", "EGFR", False),
        ("In lung cancer pembrolizumab is advised.", "EGFR", False),
    ],
)
def test_what_is_said_without_drivers_excludes_each_driver(
    text: str, gene: str, excluded: bool
) -> None:
    rules = only(text).applies.excludes
    assert (gene in {marker.name for rule in rules for marker in rule.any_of}) == excluded


def test_whom_a_rule_spares_is_not_asked_for() -> None:
    rule = "Goserelin is contraindicated in pregnancy unless used for advanced breast cancer."
    holds_for = only(rule, "label", title="Goserelin").applies
    assert (holds_for.tumours, holds_for.settings) == ((), ())
    assert holds_for.population.pregnancy == "pregnant"


@pytest.mark.parametrize(
    ("text", "settings"),
    [
        ("Olaparib is given after progression in metastatic disease, or recurrence during or"
         " within 12 months of adjuvant therapy.", ("metastatic",)),
        ("Olaparib is given for a recurrence during adjuvant therapy.", ()),
        ("Olaparib lowers the risk of recurrence of breast cancer as adjuvant treatment.",
         ("adjuvant",)),
        ("Olaparib is indicated for adjuvant treatment.", ("adjuvant",)),
    ],
)  # fmt: skip
def test_a_recurrence_during_adjuvant_treatment_is_not_adjuvant(
    text: str, settings: tuple[str, ...]
) -> None:
    assert only(text).applies.settings == settings


@pytest.mark.parametrize(
    ("text", "lines"),
    [
        ("Olaparib is given as first or as second line of treatment.", (1, 2)),
        ("Half of the patients on olaparib went on to second-line treatment.", None),
        ("Olaparib is given as second-line treatment.", (2, 2)),
    ],
)
def test_the_line_of_a_claim(text: str, lines: tuple[int, int] | None) -> None:
    line = only(text).applies.line
    assert (line and (line.first, line.last)) == lines


def test_a_menopause_beside_men_is_that_of_the_women() -> None:
    person = only("Olaparib is given to postmenopausal patients and men.").applies.population
    assert person is not None
    assert (person.sex, person.menopause) == ("", "postmenopausal")


@pytest.mark.parametrize(
    ("text", "drugs"),
    [
        ("Of tumours with a BRCA1 mutation 81% were platinum sensitive.", ()),
        ("A CDK4/6 inhibitor overcame resistance in mice.", ("palbociclib",)),
        ("CDK4/6 inhibitors are taken by mouth.", ("palbociclib",)),
        ("Response was the same.", ("palbociclib", "fulvestrant")),
        ("It was longer than with taxanes.", ("palbociclib", "fulvestrant")),
        ("Patients had progressed on a PI3K inhibitor.", ("palbociclib", "fulvestrant")),
        ("It brings chemotherapy to the tumour.", ("palbociclib", "fulvestrant")),
    ],
)
def test_a_claim_on_a_class_is_on_those_drugs_of_the_title_alone_that_are_of_it(
    text: str, drugs: tuple[str, ...]
) -> None:
    assert only(text, title="Palbociclib plus fulvestrant").drugs == drugs


def test_the_one_drug_of_a_title_stays_whatever_class_is_named() -> None:
    assert only("Taxanes were given before it.", title="Olaparib").drugs == ("olaparib",)


@pytest.mark.parametrize(
    ("text", "measures"),
    [
        ("It is not repeated until neutrophils are at least 2,000 and platelets at least 100,000.",
         set()),
        ("It is held until ANC is at least 1.0, platelets are at least 75 and creatinine below 2.",
         set()),
        ("It is held until platelets are at least 75, and at platelets below 25 it is reduced.",
         {"platelets"}),
        ("With platelets below 50 it is held until at least 75 and resumed.", {"platelets"}),
        ("Hold until grade 1, then give 75% with bilirubin above 2 x ULN.", {"bilirubin"}),
    ],
)  # fmt: skip
def test_the_values_that_end_a_hold_are_no_condition(text: str, measures: set[str]) -> None:
    statement = only(f"Olaparib: {text}", role="label")
    assert {each.measure for each in statement.applies.organ} == measures
