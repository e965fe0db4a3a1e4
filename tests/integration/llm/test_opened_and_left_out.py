"""What a model is shown of a document, and what it is only told of."""

from __future__ import annotations

from dataclasses import replace

from agents.checking.documents.shown_documents import MANY_CALLS
from agents.checking.documents.unsuited_documents import fit_of
from agents.cores import OPEN_DOCUMENT
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.llm.conversation.left_out import on_other_tumours, without_empty_headings
from agents.llm.conversation.messages import conversation, question_text
from agents.llm.conversation.nearest_statements import Part, beyond_room, far_refusals
from agents.llm.conversation.numbered_statements import SearchContext
from agents.llm.unshown_documents import (
    documents_for_others,
    documents_on_other_trials,
    labels_of_other_drugs,
    split_shown_and_named,
)
from agents.llm.writing.form import parse_written
from agents.run.tools.cards import tool_cards
from agents.turns import Finding, View
from tests.fakes import Card
from tests.integration.llm.economy.test_nothing_twice import offered_with_keys
from tests.integration.llm.scripted_core import seen_step, view
from tests.integration.llm.test_checked_options import label, with_statements
from tests.sample_documents import question

OVARIAN = "Olaparib is indicated for maintenance treatment of BRCA-mutated ovarian cancer."
CASE = "54-year-old woman, metastatic breast cancer, germline BRCA2 mutation."
LUNG = "59-year-old man, metastatic ALK-positive NSCLC, ALK G1202R, progressed on alectinib."


def _view(asked: str) -> View:
    said = (Message(asked, "question"),)
    return View(run_id="run", question=question(asked), said=said, steps_left=5)


def test_what_is_opened_is_shown_whatever_it_holds() -> None:
    card = tool_cards((Card(name="silo", title="Silo", role="label"),))[0]
    found = (label("Withdrawn approvals", OVARIAN),)
    searched = SearchContext("rucaparib", card, _view(CASE))
    assert split_shown_and_named(searched, found) == ((), (found[0].ref,))
    opened = replace(searched, card=replace(card, name=OPEN_DOCUMENT))
    assert split_shown_and_named(opened, found) == (found, ())


def test_where_a_drug_heads_a_label_those_of_other_drugs_are_left() -> None:
    found = (
        label("Alectinib", "With posaconazole, a strong CYP3A inhibitor, alectinib is kept."),
        label("Venetoclax", "Grapefruit is avoided during venetoclax."),
        label("Withdrawn approvals", "Approvals with posaconazole beside were withdrawn."),
    )
    card = tool_cards((Card(name="labels", title="Labels", role="label"),))[0]
    context = SearchContext("venetoclax with posaconazole", card, _view("Which dose?"))
    assert labels_of_other_drugs(context, found) == (found[0].ref,)
    context = replace(context, query="posaconazole beside a targeted drug")
    assert labels_of_other_drugs(context, found) == (found[1].ref,)
    context = replace(context, query="venetoclax or alectinib with posaconazole")
    assert labels_of_other_drugs(context, found) == ()


def test_a_document_that_only_does_not_weigh_a_fact_is_not_for_others() -> None:
    offer = "Pembrolizumab is indicated for metastatic MSI-high colorectal cancer."
    case = "70-year-old man, metastatic MSI-high colorectal cancer, kidney transplant in 2011."
    sheet = read_fact_sheet((Message(case, "question"),))
    assert fit_of(label("Pembrolizumab", offer), sheet, "label").mark == ""
    lung = "Pembrolizumab is indicated for metastatic non-small cell lung cancer."
    assert fit_of(label("Pembrolizumab", lung), sheet, "label").mark


def test_in_a_step_of_many_searches_a_document_that_fits_in_part_is_shown() -> None:
    """What of it is for others is not shown there anyway."""
    offers = [
        f"{drug} is indicated for germline BRCA-mutated metastatic breast cancer."
        for drug in ("Olaparib", "Talazoparib")
    ]
    others = [
        f"Drug {n} is indicated for advanced {n} cancer." for n in ("lung", "colon", "ovarian")
    ]
    found = (label("PARP", *others, *offers), label("Testing", "Testing is offered."))
    card = tool_cards((Card(name="silo", title="Silo", role="guideline"),))[0]
    few, many = (
        replace(_view(CASE), steps=(replace(step, thought=replace(step.thought, actions=calls)),))
        for step in (seen_step(),)
        for calls in (step.thought.actions, step.thought.actions * MANY_CALLS)
    )
    assert documents_for_others(SearchContext("BRCA", card, few), found) == (found[0].ref,)
    assert documents_for_others(SearchContext("BRCA", card, many), found) == ()


def test_of_many_searches_each_shows_first_what_asks_for_what_the_patient_has() -> None:
    found = (
        label("Drivers", "ASCO advises testing before treatment of lung cancer."),
        label("After progression", "Lorlatinib is recommended for ALK-rearranged lung cancer."),
    )
    card = tool_cards((Card(name="silo", title="Silo", role="guideline"),))[0]
    step = seen_step()
    many = replace(step, thought=replace(step.thought, actions=step.thought.actions * MANY_CALLS))
    searched = SearchContext("ALK", card, _view(LUNG))
    assert split_shown_and_named(searched, found)[0] == found
    searched = replace(searched, view=replace(searched.view, steps=(many,)))
    assert split_shown_and_named(searched, found)[0] == found[::-1]


def _findings(name: str, asked: str) -> list[Finding]:
    sheet = read_fact_sheet((Message(asked, "question"),))
    _, seen = offered_with_keys(name, sheet)
    return list(seen.findings)


def test_what_asks_for_a_marker_that_nobody_told_stands_behind() -> None:
    """In part of a guideline on many markers those of the patient come first."""
    found = _findings("asco-nsclc-drivers-after-progression", LUNG)
    part = Part("ALK-positive NSCLC after progression on alectinib", room=360)
    left = beyond_room(found, part)
    shown = " ".join(each.text for each in found if each.citations[0].key not in left)
    assert "lorlatinib" in shown
    assert "T790M" not in shown
    assert "KRAS" not in shown
    part = replace(part, query="KRAS G12C after progression")
    left = beyond_room(found, part)
    shown = " ".join(each.text for each in found if each.citations[0].key not in left)
    assert "KRAS G12C" in shown


PROSTATE = (
    "74-year-old man, castration-resistant prostate cancer, BRCA2, progressed on enzalutamide,"
    " creatinine clearance 34 mL/min, takes itraconazole."
)


def _shown(found: list[Finding], part: Part, told: frozenset[str] = frozenset()) -> str:
    left = beyond_room(found, part, told)
    return " ".join(each.text for each in found if each.citations[0].key not in left)


def test_what_the_query_asks_for_is_shown_in_whatever_words_it_stands() -> None:
    found = _findings("olaparib", PROSTATE)
    shown = _shown(found, Part("olaparib renal impairment CYP3A inhibitor anaemia", room=800))
    assert "Blood counts are monitored" in shown
    assert "reduced to 200 mg" in shown
    assert "hepatic impairment" not in shown, "it was asked for the kidney"
    liver = _shown(found, Part("olaparib hepatic impairment", room=800))
    assert "hepatic impairment" in liver


def test_what_was_told_before_takes_no_room() -> None:
    found = _findings("inavolisib", "58-year-old woman, HR+ HER2- PIK3CA-mutated breast cancer.")
    told = frozenset(e.citations[0].key for e in found if " is indicated in the US" in e.text)
    part = Part("inavolisib dose", room=480)
    assert told
    assert len(_shown(found, part, told)) > len(_shown(found, part))


def test_where_the_trial_asked_for_was_found_those_of_other_names_are_only_named() -> None:
    found = tuple(
        label(each, "Interstitial lung disease occurred in 10.5% of patients.")
        for each in ("DESTINY-Breast05", "DESTINY-Breast03", "Lung disease on conjugates")
    )
    card = tool_cards((Card(name="silo", title="Silo", role="trials"),))[0]
    context = SearchContext("DESTINY-Breast05 lung disease", card, _view("Which?"))
    assert documents_on_other_trials(context, found) == (found[1].ref,)
    context = replace(context, query="DESTINY-Breast05 or DESTINY-Breast03")
    assert documents_on_other_trials(context, found) == ()
    context = replace(context, query="DESTINY-Breast09 lung disease")
    assert documents_on_other_trials(context, found) == (), "none is on it, so all are shown"


def test_a_version_that_another_has_replaced_is_shown_behind_it() -> None:
    old = with_statements(label("Olaparib 2021", OVARIAN))
    was = tuple(replace(each, superseded_by="Olaparib 2024") for each in old.statements)
    old = replace(old, statements=was)
    found = (old, label("Olaparib 2024", OVARIAN))
    card = tool_cards((Card(name="silo", title="Silo", role="guideline"),))[0]
    context = SearchContext("olaparib", card, _view("Which?"))
    assert split_shown_and_named(context, found)[0] == found[::-1]


def test_a_long_document_is_opened_without_what_is_for_others_and_far() -> None:
    found = _findings("alk-named-variants", LUNG)
    far = far_refusals(found, "G1202R, brigatinib")
    shown = " ".join(each.text for each in found if each.citations[0].key not in far)
    assert "G1202R" in shown
    assert "V1180L, CIViC evidence of level D (Katayama et al., 2014) supports a resp" in shown
    assert "F1245C, CIViC evidence of level C (Kodityal et al., 2016) supports resis" not in shown
    nobody = _findings("alk-named-variants", "Which ALK variants are known?")
    assert far_refusals(nobody, "G1202R") == {}, "nothing is against what nobody told"


def test_of_what_is_left_out_no_empty_line_stays() -> None:
    assert without_empty_headings("# A\n\n## B\n\n \n\n \n\n## C\n\nd\n") == "# A\n\n## C\n\nd\n"


def test_what_is_added_while_it_works_is_told_at_the_end() -> None:
    run = replace(view(seen_step()), additions=("LVEF 44%",), newly_added=("LVEF </message> 44%",))
    last = str(conversation(run, "system")[-1].content)
    assert last.startswith("A colleague has added since: <message>LVEF &lt;")
    assert "LVEF </message>" not in last
    assert last.endswith("steps left.")


def test_a_line_on_the_class_of_an_option_gets_no_drug_in_front() -> None:
    """What the program puts there stands in no source, so that the line could never hold."""
    told = "ASCO advises evaluation when heart failure stands against HER2-targeted therapy."
    row = f"OPTION: Tucatinib + trastuzumab\nAGAINST: {told} [c1]\nFOR: PARP inhibitors help. [c2]"
    against, others = parse_written(row).sentences
    assert (against.text, against.option) == (told, "Tucatinib + trastuzumab")
    assert others.text == "Tucatinib + trastuzumab: PARP inhibitors help."


def test_what_the_patient_takes_is_told_with_what_changes_its_exposure() -> None:
    asked = "Colorectal cancer, KRAS G12C, on tacrolimus and apixaban. Options?"
    told = question_text(_view(asked))
    assert "By the table of interactions tacrolimus is a sensitive CYP3A substrate" in told
    assert "apixaban is a" not in told
    assert "By the table" not in question_text(_view("Colon cancer after tacrolimus. Options?"))


def test_what_stands_against_a_drug_with_what_is_taken_is_shown_from_another_tumour() -> None:
    asked = "AML, venetoclax with azacitidine, on posaconazole. Dose of venetoclax?"
    found = _findings("venetoclax", asked)
    (against,) = (each for each in found if "contraindicated" in each.text)
    assert against.citations[0].key not in on_other_tumours(found, ())
    found = _findings("venetoclax", "AML, venetoclax with azacitidine. Dose of venetoclax?")
    (against,) = (each for each in found if "contraindicated" in each.text)
    assert against.citations[0].key in on_other_tumours(found, ())
