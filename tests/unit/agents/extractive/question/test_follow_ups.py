"""A follow-up takes over from its thread what it leaves out; a long case is searched by what it
names."""

from __future__ import annotations

import pytest

from agents.extractive.core import gap_before_searching
from agents.extractive.evidence.planning import LONGEST_QUERY, query_of
from agents.extractive.question.context.thread import tells_nothing
from agents.extractive.question.parsing import ParsedQuestion, parse_question, parse_text
from agents.extractive.question.permission import drugs_to_permit
from agents.facts.read_sheet import Message
from agents.matching.sub_question import SubQuestion
from agents.turns import Attachment, Question, ThreadKey, Turn, View
from names.clinical.values import Exposure, Line, OrganFunction, Phenotype, Therapy, Toxicity

FIRST = "What is the dose of abemaciclib in severe hepatic impairment?"
CHOICE = "First-line therapy of HER2-positive metastatic breast cancer?"
PIK3CA = "alpelisib for PIK3CA H1047R breast cancer?"
FOLLOW_UPS: list[tuple[str, str, str, bool]] = [
    (FIRST, "what about olaparib?", "olaparib", True),
    (FIRST, "what about olaparib?", "abemaciclib", False),
    (FIRST, "what about olaparib?", "hepatic", True),
    (FIRST, "and in renal impairment?", "abemaciclib", True),
    (FIRST, "and in renal impairment?", "renal", True),
    (FIRST, "and in renal impairment?", "hepatic", False),
    (FIRST, "does it cause diarrhea?", "abemaciclib", True),
    (FIRST, "does it cause diarrhea?", "hepatic", False),
    (CHOICE, "and in the adjuvant setting?", "HER2-positive", True),
    (CHOICE, "and in the adjuvant setting?", "breast cancer", True),
    (CHOICE, "and in the adjuvant setting?", "metastatic", False),
    (CHOICE, "what if it is HER2-low?", "HER2-positive", False),
    (CHOICE, "what about gastric cancer?", "breast cancer", False),
    ("BRAF V600E melanoma treatment", "and V600K?", "BRAF", True),
    ("BRAF V600E melanoma treatment", "and V600K?", "V600E", False),
    (FIRST, "What is the capital of France?", "abemaciclib", False),
    (FIRST, "can it be given with itraconazole?", "abemaciclib", True),
    (FIRST, "can it be given with itraconazole?", "itraconazole", True),
    (PIK3CA, "and its dose?", "alpelisib", True),
    (PIK3CA, "and its dose?", "H1047R", False),
    (FIRST, "What does the BRCA2 gene do?", "abemaciclib", False),
]


def follow_up(before: str, after: str, answer: str = "") -> ParsedQuestion:
    view = View(
        run_id="r2",
        question=Question(thread=ThreadKey("T", "C", "1"), asker="U", text=after),
        turns=(Turn(run_id="r1", question=before, answer=answer, outcome="answer"),),
        earlier=(Message(before, "earlier question"),),
        said=(Message(after),),
        steps_left=3,
    )
    return parse_question(view, ())


def names_of(asked: SubQuestion) -> set[str]:
    named = {*asked.drugs, *asked.genes, *asked.variants, *asked.statuses}
    named |= {*asked.tumours, *asked.settings, *asked.trials}
    for value in asked.about:
        if isinstance(value, Exposure):
            named |= set(value.drugs)
        elif isinstance(value, OrganFunction):
            named.add(value.organ)
    return named


@pytest.mark.parametrize(("before", "after", "name", "kept"), FOLLOW_UPS)
def test_a_follow_up_takes_over_what_it_leaves_out(
    before: str, after: str, name: str, kept: bool
) -> None:
    (asked,) = follow_up(before, after).parts
    assert (name in names_of(asked)) is kept


def test_a_follow_up_without_a_kind_keeps_the_kind() -> None:
    assert follow_up(FIRST, "what about olaparib?").parts[0].kind == "dose"


def test_a_follow_up_with_its_own_kind_changes_it() -> None:
    assert follow_up(FIRST, "what are its side effects?").parts[0].kind == "adverse"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ("capecitabine in DPYD *2A het?", "and eGFR 42?", "dose"),
        ("osimertinib for EGFR L858R lung cancer?", "Child-Pugh C", "dose"),
        ("HER2+ mBC on T-DXd, ground glass opacities: stop?", "grade 3", "adverse"),
        (CHOICE, "still smoking", "therapy"),
        (CHOICE, "eGFR 42", "therapy"),
    ],
)
def test_what_is_only_told_is_told_to_the_question_before(
    before: str, after: str, kind: str
) -> None:
    assert {asked.kind for asked in follow_up(before, after).parts} == {kind}


OF_LIVER = "hepatocellular carcinoma, Child-Pugh A. atezo/bev vs durva/treme vs lenvatinib?"
OF_LUNG = "ALK+ NSCLC metastatic. alectinib or lorlatinib?"


@pytest.mark.parametrize(
    "after",
    [
        "and if he had a liver transplant 4 yrs ago on tacrolimus?",
        "what if she has lupus on hydroxychloroquine?",
        "and with AF on apixaban?",
        "and with a QTc of 490?",
        "what if he has epilepsy, on levetiracetam?",
        "and with EF 40%?",
        "what if she were pregnant?",
    ],
)
@pytest.mark.parametrize("before", [OF_LIVER, OF_LUNG])
def test_a_fact_beside_what_is_taken_keeps_the_drugs_of_the_choice(before: str, after: str) -> None:
    own = parse_text(before).parts[0]
    parts = follow_up(before, after).parts
    assert parts[0].kind == "therapy"
    assert parts[0].drugs == own.drugs


@pytest.mark.parametrize(
    ("after", "drugs"),
    [
        ("and with tacrolimus, dose?", "tacrolimus"),
        ("what about brigatinib, he has a QTc of 490?", "brigatinib"),
        ("side effects of apixaban in AF?", "apixaban"),
    ],
)
def test_a_drug_that_is_asked_about_is_the_subject(after: str, drugs: str) -> None:
    parts = follow_up(OF_LUNG, after).parts
    assert any(drugs in part.drugs | part.partners for part in parts)


@pytest.mark.parametrize(
    ("after", "asked"),
    [
        ("and with EF 40%?", True),
        ("what if he has Crohn's disease?", True),
        ("what if she were pregnant?", True),
        ("and in the second line?", False),
        ("and with brain metastases?", False),
        ("what about brigatinib?", True),
    ],
)
def test_a_fact_that_is_supposed_is_weighed_with_the_drugs_before(after: str, asked: bool) -> None:
    parsed = follow_up(OF_LUNG, after)
    assert bool(drugs_to_permit(parsed.parts[0], parsed.sheet)) is asked


@pytest.mark.parametrize("supposed", ["and at 28?", "what if it falls to 25?"])
def test_a_supposed_value_names_no_question_on_the_value_that_holds(supposed: str) -> None:
    asked, told = ("Capecitabine dose with CrCl 38?", supposed), "he takes phenytoin"
    view = View(
        run_id="r3",
        question=Question(thread=ThreadKey("T", "C", "1"), asker="U", text=told),
        turns=tuple(Turn(run_id=q, question=q, answer="", outcome="answer") for q in asked),
        earlier=tuple(Message(q, "earlier question") for q in asked),
        said=(Message(told),),
        steps_left=3,
    )
    again = [each for each in parse_question(view, ()).parts if each.kind == "dose"]
    assert [each.text for each in again] == ["dose of capecitabine"]


@pytest.mark.parametrize(
    ("asked", "told", "kinds"),
    [
        ("58M ALK+ NSCLC, lorlatinib dose?", "started on carbamazepine", ["interaction"]),
        ("Tucatinib dose?", "she is on clarithromycin", ["interaction"]),
        ("Olaparib dose, CrCl 42 mL/min?", "now on fluconazole", ["interaction", "dose"]),
    ],
)
def test_the_plain_dose_is_not_told_again_beside_a_partner(
    asked: str, told: str, kinds: list[str]
) -> None:
    assert [each.kind for each in follow_up(asked, told).parts] == kinds


def test_a_corrected_genotype_is_the_one_that_counts() -> None:
    parsed = follow_up("DPYD *2A het, capecitabine dose?", "sorry, lab corrected: *2A/*13. so?")
    (asked,) = parsed.parts
    (phenotype,) = [each for each in asked.about if isinstance(each, Phenotype)]
    assert phenotype.phenotype == "poor"
    assert parsed.sheet.of(Phenotype) == (phenotype,)


@pytest.mark.parametrize("after", ["and azithromycin instead?", "and azithro? any adjustment"])
def test_another_partner_takes_the_place_of_the_one_before(after: str) -> None:
    parts = follow_up("palbociclib with clarithromycin?", after).parts
    assert {partner for asked in parts for partner in asked.partners} == {"azithromycin"}
    taken = [v for asked in parts for v in asked.about if isinstance(v, Exposure)]
    assert {drug for value in taken for drug in value.drugs} == {"azithromycin"}
    assert not [value for value in taken if value.mechanism.startswith("CYP")]


def test_a_partner_that_is_told_is_of_the_drug_before() -> None:
    parts = follow_up("osimertinib dose?", "he is on phenytoin, cannot switch. dose then?").parts
    assert {drug for asked in parts for drug in asked.drugs} >= {"osimertinib"}


@pytest.mark.parametrize(
    ("text", "nothing"),
    [
        ("now symptomatic, needs O2", True),
        ("still smoking", False),
        ("CrCl 40", False),
        ("olaparib", False),
        ("symptomatic?", False),
    ],
)
def test_an_addition_of_which_nothing_is_read_is_known(text: str, *, nothing: bool) -> None:
    assert tells_nothing(text) is nothing


def test_what_is_taken_over_is_told() -> None:
    assert "abemaciclib" in follow_up(FIRST, "and in renal impairment?").taken_over


def test_a_drug_of_the_answer_before_is_taken_over() -> None:
    answer = "In EXAMPLE-9, survival was longer with abemaciclib."
    (asked,) = follow_up("What did EXAMPLE-9 show?", "What is its dose?", answer).parts
    assert asked.drugs == {"abemaciclib"}


def test_a_long_case_is_searched_by_its_question_and_what_it_names() -> None:
    case = (
        "We saw a 58-year-old teacher who noticed a lump last summer. " * 5
        + "Biopsy showed HR-positive, HER2-negative breast cancer with PIK3CA H1047R. "
        + "She took letrozole and palbociclib for two years and then progressed in the liver. "
        + "Her eGFR is 45. Which therapy would you give next?"
    )
    parsed = parse_text(case)
    (asked,) = parsed.parts
    query = query_of(asked, parsed)
    assert len(query) <= LONGEST_QUERY
    assert "teacher" not in query
    assert {"PIK3CA", "H1047R", "breast"} <= set(query.split())
    organs = [each.organ for each in parsed.sheet.of(OrganFunction)]
    assert "renal" in organs


def test_a_short_question_is_searched_as_it_is() -> None:
    parsed = parse_text(FIRST)
    assert query_of(parsed.parts[0], parsed) == FIRST


CARBAMAZEPINE = "osimertinib with carbamazepine?"
AZOLE = "everolimus with voriconazole?"
ABEMACICLIB = {"abemaciclib"}
DIARRHOEA = "pt on abemaciclib, diarrhoea g3. What to do?"
EARLY = "stage II HER2+ breast cancer, neoadjuvant options?"


@pytest.mark.parametrize(
    ("before", "after", "kind", "holds", "lacks"),
    [
        (
            "olaparib in CrCl 45?",
            "niraparib instead?",
            "dose",
            {"niraparib", "renal"},
            {"olaparib"},
        ),
        ("olaparib dose?", "niraparib?", "dose", {"niraparib"}, {"olaparib"}),
        (CARBAMAZEPINE, "same for lorlatinib?", "interaction", {"lorlatinib", "carbamazepine"}, ()),
        (CARBAMAZEPINE, "and levetiracetam?", "interaction", {"osimertinib"}, {"carbamazepine"}),
        (
            DIARRHOEA,
            "switched to ribociclib. QTc 485. now?",
            "adverse",
            {"ribociclib"},
            {"abemaciclib"},
        ),
        (
            "everolimus with voriconazole?",
            "and without any azole?",
            "interaction",
            (),
            {"voriconazole"},
        ),
        (EARLY, "staging CT: liver mets. what now?", "therapy", (), {"early", "neoadjuvant"}),
    ],
)
def test_what_of_the_old_question_binds_the_new_one(
    before: str, after: str, kind: str, holds: set[str], lacks: set[str]
) -> None:
    part = follow_up(before, after).parts[0]
    assert part.kind == kind
    assert set(holds) <= names_of(part)
    assert not set(lacks) & names_of(part)


def test_a_grade_that_changed_is_asked_about_as_it_is_now() -> None:
    parsed = follow_up("neratinib diarrhoea grade 3, what to do?", "now grade 1")
    assert [v.grade_to for v in parsed.parts[0].about if isinstance(v, Toxicity)] == [1]


def test_what_was_planned_is_what_failed() -> None:
    before = "ESR1 D538G breast cancer, planned for elacestrant. ok?"
    parsed = follow_up(before, "and if she progressed on it?", "Imlunestrant is indicated.")
    failed = [each for each in parsed.sheet.of(Therapy) if each.outcome == "progressed"]
    assert ("elacestrant",) in [each.drugs for each in failed]


def test_a_drug_that_was_had_is_not_asked_about_once_the_tumour_is_told() -> None:
    asked = "Which targeted therapy is indicated after progression on anastrozole?"
    parsed = follow_up(asked, "ER+ HER2-negative breast cancer, PIK3CA E545K")
    assert [part.drugs for part in parsed.parts] == [frozenset()]


@pytest.mark.parametrize(("report", "weighed"), [("HER2 0, PIK3CA E545K", True), ("Page 1", False)])
def test_a_report_handed_in_is_weighed_where_it_tells_anything(report: str, weighed: bool) -> None:
    file = Attachment(name="report.txt", text=report)
    asked = Question(
        thread=ThreadKey("T", "C", "1"), asker="U", text="here is the report", attachments=(file,)
    )
    view = View(
        run_id="r2",
        question=asked,
        turns=(Turn(run_id="r1", question=FIRST, answer="", outcome="answer"),),
        said=(Message(report, "attachment"), Message(asked.text)),
    )
    assert (gap_before_searching(view, ()) is None) == weighed


@pytest.mark.parametrize(
    "after",
    [
        "we go for capivasertib then. starting dose + schedule? and first dose reduction step",
        "thx. capivasertib then. dose?",
        "capivasertib it is then! Which dose? What reductions?",
        "board chose capivasertib. start dose? with food?",
    ],
)
def test_a_drug_just_chosen_is_the_one_that_is_asked_about(after: str) -> None:
    before = "MBC, PIK3CA H1047R, had 14 mo on letrozole + palbociclib, ongoing. next line?"
    parts = follow_up(before, after).parts
    assert {drug for asked in parts for drug in asked.drugs} == {"capivasertib"}


@pytest.mark.parametrize(
    ("before", "after", "score"),
    [
        ("DPYD *2A het, capecitabine dose?", "what if homozygous", 0),
        ("DPYD *2A het, capecitabine dose?", "and if both alleles?", 0),
        ("HapB3 carrier (c.1129-5923C>G, one copy), capox. dose?", "what if both copies", 1),
        ("DPYD *13/*13, capecitabine?", "what if only one copy", 1),
        ("DPYD *2A het, capecitabine dose?", "what if both copies of TP53 are lost", 1),
    ],
)
def test_how_often_an_allele_is_there_may_be_told_alone(
    before: str, after: str, score: int
) -> None:
    (phenotype,) = follow_up(before, after).sheet.of(Phenotype)
    assert phenotype.score_from == score


def test_of_an_unnamed_allele_twice_no_more_is_known_than_the_tables_tell() -> None:
    told = {
        gene: follow_up(f"{gene} het, dose?", "what if hom").sheet.of(Phenotype)[0].phenotype
        for gene in ("DPYD", "TPMT")
    }
    assert told == {"DPYD": "deficient", "TPMT": "poor"}


def test_a_gene_named_of_a_trial_keeps_the_trial() -> None:
    trial = "CheckMate 067, OS of nivolumab with ipilimumab?"
    assert follow_up(trial, "and in the BRAF mutated ones?").parts[0].trials == {"checkmate067"}
    assert not follow_up(trial, "what does the BRAF gene do?").parts[0].trials


def test_a_dose_asked_for_another_weight_stays_in_its_line() -> None:
    first = "niraparib 1L maint ovarian, pt 68 kg, plts 210. start dose"
    (asked,) = follow_up(first, "and if she was 90 kg w the same platelets").parts
    assert asked.line == Line(first=1, last=1)
    assert asked.settings == {"maintenance"}


@pytest.mark.parametrize(
    ("after", "kept"),
    [("and grade 3 ae", True), ("g3 tox?", True), ("osi, g3 tox, hold?", False)],
)
def test_harm_asked_after_the_results_of_a_trial_is_that_of_the_trial(
    after: str, kept: bool
) -> None:
    asked = follow_up("mariposa os hr vs osi", after).parts[0]
    assert bool(asked.trials) is kept
    assert not (kept and asked.about)


@pytest.mark.parametrize("after", ["what about with rifampicin", "and on phenytoin?"])
@pytest.mark.parametrize(
    ("before", "drug", "had"),
    [
        ("68M NSCLC EGFR L858R had carbo/pem. osi dose?", "osimertinib", "pemetrexed"),
        ("NSCLC EGFR L858R, PD on osimertinib. Dose of amivantamab?", "amivantamab", "osimertinib"),
        ("GIST, had imatinib. sunitinib dose?", "sunitinib", "imatinib"),
        ("mCRC had capecitabine. regorafenib dose?", "regorafenib", "capecitabine"),
        ("HR+ mBC, prior letrozole. abema dose?", "abemaciclib", "letrozole"),
    ],
)
def test_a_partner_is_asked_of_the_drug_in_question_not_of_one_that_was_had(
    before: str, drug: str, had: str, after: str
) -> None:
    asked = [part.drugs for part in follow_up(before, after).parts]
    assert all(drug in drugs and had not in drugs for drugs in asked)


def test_a_partner_is_asked_of_the_drug_that_the_answer_named() -> None:
    before = "HR+ mBC, prior letrozole. What next?"
    parts = follow_up(before, "and with ketoconazole?", "Abemaciclib plus fulvestrant.").parts
    assert [part.drugs for part in parts] == [frozenset({"abemaciclib"})]


def test_what_comes_after_a_failure_is_not_asked_of_the_drugs_compared_before() -> None:
    before = "HGSOC, BRCA wt: niraparib or olaparib + bevacizumab for maintenance?"
    (part,) = follow_up(before, "relapsed 4 months after last platinum, FRalpha 90%. option?").parts
    assert part.is_choice
    assert not part.drugs
    (kept,) = follow_up(before, "and with platelets 90?").parts
    assert kept.drugs


OF_COLON = (
    "mCRC BRAF V600E, MSS, progressed on FOLFOX. Can we give cetuximab with encorafenib?",
    "NSCLC KRAS G12C progressed on carboplatin and pemetrexed. Can we give sotorasib?",
)


@pytest.mark.parametrize("before", OF_COLON)
@pytest.mark.parametrize(
    "after",
    [
        "same patient but MSI-H and never treated?",
        "same patient but PD-L1 80% and treatment naive?",
        "and the same but dMMR and chemo-naive?",
    ],
)
def test_an_untreated_patient_is_asked_about_without_the_drugs_of_the_thread(
    before: str, after: str
) -> None:
    parts = follow_up(before, after).parts
    assert parts[0].drugs | parts[0].partners
    assert [part.drugs for part in parts if part.kind == "therapy"][-1] == frozenset()
