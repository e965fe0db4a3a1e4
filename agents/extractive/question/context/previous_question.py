"""Completes a further question of a message from the question before it."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.context.case_drugs import is_only_beside, without_drugs_had
from agents.extractive.question.context.thread import (
    SUBJECTS,
    drugs_only_taken,
    keeps_kind,
    states_kind,
    take_over,
    with_current_facts,
)
from agents.extractive.question.kinds import EFFECTS, TIMED, answering_kinds, kinds, treats
from agents.extractive.question.requests.aspects import asks_duration, with_aspects
from agents.extractive.question.requests.calculations import CALCULATION, formulas_asked
from agents.extractive.question.splitting.circumstances import (
    SPLIT,
    circumstances_in,
    interacting_drugs,
    kind_of_finding,
)
from agents.extractive.question.splitting.findings import without_grades_of_trials
from agents.extractive.question.splitting.segments import MORE
from agents.extractive.question.splitting.split_by_entity import by_partner, treatments_among
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.facts.untreated import UNTREATED
from agents.facts.values.unnamed_changes import CAP
from agents.matching.sub_question import LIMITS, SubQuestion
from names.clinical.organs.named_alone import organ_or_count
from names.clinical.values import Exposure, Measurement, OrganFunction, Toxicity
from names.recognise import recognise
from names.tables.alleles import METABOLISM

OF_TRIAL = re.compile(r"\b(?:it|they|(?:this|that|the) (?:trial|study)|there)\b", re.IGNORECASE)
"""Words by which a further question refers to the trial of the question before."""

INSTEAD = re.compile(
    r"(?i)\W{0,3}(?:(?:and|or|so|then|ok|if not|else|otherwise),? )?(?:what|which)(?: (?:else|drug"
    r"|other \w+|(?:can|could|should|do) (?:i|we|she|he) (?:give|use|get|have)"
    r"|to (?:give|use)))? (?:(?:then )?instead|alternatives?)"
    r"(?: (?:are there|do (?:we|i) have|would there be|remain|exist))?\W{0,3}$"
    r"|\W{0,3}(?:(?:and|or|so|ok),? )?(?:(?:what|which) are (?:the |her |his |our |other )?"
    r"|(?:are|is) there (?:any |an |other )?|any (?:other )?|other )?alternatives?\W{0,3}$"
    r"|\W{0,3}(?:and|or) (?:is there )?(?:what|something|anything) (?:else|better|newer)\W{0,3}$"
    r"|\W{0,3}(?:and|or) (?:is there )?(?:an? )?(?:better|newer|other)"
    r" (?:one|drug|option|choice|tki)\W{0,3}$"
    r"|\W{0,3}(?:(?:and|but|or),? )?(?:if (?:not|no|none)|otherwise|failing that)\W{1,3}(?:then )?"
    r"(?:what|which)\b"
    r"(?!.{0,80}\b(?:dos\w{1,4}|tests?|monitor\w{0,5}|wait|long|risks?|reason|levels?|toxic\w{0,5})\b)"
    r"(?: [\w-]{1,16}){0,8}\W{0,3}$"
)
"""Words that ask for another option than the drug of the question before."""


def inherit_from_previous(before: SubQuestion, asked: SubQuestion, own_words: str) -> SubQuestion:
    """A further question of a message, completed from the question before it.

    If it names nothing, it is on the drugs, genes or trials of the question before ("and the
    dose?"). If it only names something else, it asks the same kind of question ("same for
    ribociclib")."""
    if asked.trials == frozenset() and OF_TRIAL.search(own_words):
        asked = replace(asked, trials=before.trials)
    if before.drugs and asked.drugs and asked.drugs <= interacting_drugs(asked.about):
        return replace(asked, drugs=before.drugs, lacks_drug=False)
    if INSTEAD.match(own_words) and before.drugs:
        return _instead(asked, before)
    if recognise(own_words).of(*SUBJECTS):
        leads_on = MORE.match(own_words) and keeps_kind(own_words)
        whole = replace(take_over(asked, before, "")[0], topics=asked.topics)
        return _without_markers(whole, asked) if leads_on else asked
    if not (before.drugs or before.classes or before.genes or before.trials):
        return asked
    same = replace(
        asked,
        # "A or B dose, and what if …?" is on both, though the part before is on the last.
        drugs=asked.drugs if asked.drugs > before.drugs else before.drugs,
        classes=before.classes,
        genes=before.genes,
        variants=before.variants,
        trials=before.trials,
        tumours=asked.tumours or before.tumours,
        settings=asked.settings or before.settings,
        lacks_drug=asked.lacks_drug and not (before.drugs or before.classes or before.trials),
        about=asked.about or (before.about if _on_same(asked, before) else ()),
    )
    if asks_duration(own_words) and before.drugs and asked.kind in TIMED:
        return replace(same, kind="dose", answered_by=answering_kinds("dose"))
    if _says_what_it_asks(asked, before, own_words):
        return same
    if same.topics:
        # Only its topic words say what it asks, so an answer must have these words.
        return replace(same, kind="general", answered_by=frozenset(), about=())
    about = circumstances_in(own_words, before.kind) or before.about
    return replace(same, kind=before.kind, answered_by=before.answered_by, about=about)


def asks_instead(text: str, before: SubQuestion) -> bool:
    """Whether a follow-up asks for another option than the treatment of the question before. Behind
    a question on two drugs together either may be the one to replace."""
    treatments = bool(before.drugs) and all(map(treats, before.drugs))
    return treatments and not before.partners and bool(INSTEAD.match(text))


def _instead(asked: SubQuestion, before: SubQuestion) -> SubQuestion:
    return replace(
        asked,
        kind="therapy",
        answered_by=answering_kinds("therapy"),
        drugs=frozenset(),
        instead_of=before.drugs,
        lacks_drug=False,
        tumours=asked.tumours or before.tumours,
        settings=asked.settings or before.settings,
        about=(),
        topics=frozenset(),
    )


_NONE_HAD = re.compile(rf"{UNTREATED.pattern}|\bchemo(?:therapy)?[ -]?na[iï]ve\b")


def _is_of_untreated(part: SubQuestion, whole: SubQuestion) -> bool:
    """Whether a follow-up on treatments says that the patient has had none ("same patient but MSI-H
    and never treated?") and names no drug: the drugs asked about before were for what came after a
    treatment, and others may be first."""
    names_none = not (part.drugs or part.classes) and bool(_NONE_HAD.search(part.text))
    # Whether two treatments may be given together is a question on treatment, too.
    on_treatment = whole.is_choice or (whole.kind == "interaction" and not whole.partners)
    return names_none and on_treatment and bool(whole.drugs) and all(map(treats, whole.drugs))


def _on_any_drug(whole: SubQuestion) -> SubQuestion:
    return replace(
        whole,
        kind="therapy",
        answered_by=answering_kinds("therapy"),
        drugs=frozenset(),
        classes=frozenset(),
        compared=False,
        together=False,
    )


def _says_what_it_asks(asked: SubQuestion, before: SubQuestion, own_words: str) -> bool:
    """Whether the words of a further question say its kind. An event with a grade says it, too
    ("and grade 3 diarrhoea?"), and after a question on indications the name of an effect:
    "Indicated? And hyperglycaemia?"."""
    if states_kind(own_words) or kinds()["adverse"].asked_in_case_by.search(own_words):
        return True
    if asked.kind == "adverse" and any(
        isinstance(value, Toxicity) and value.grade_from is not None for value in asked.about
    ):
        return True
    effect = before.is_choice and asked.kind == "adverse"
    return effect and bool(recognise(own_words).of("effect"))


def _on_same(asked: SubQuestion, before: SubQuestion) -> bool:
    """Whether a question that names nothing is about the same circumstances as the question
    before."""
    return asked.kind == before.kind or {asked.kind, before.kind} <= SPLIT


def _without_markers(whole: SubQuestion, asked: SubQuestion) -> SubQuestion:
    """A question on the genotype for another drug ("and rasburicase?" behind a G6PD deficiency),
    without what only the first drug depends on: the tumour and its own alterations."""
    if whole.kind != "pharmacogenomics" or not asked.drugs or treatments_among(asked.drugs):
        return whole
    genes = frozenset(gene for gene in whole.genes if METABOLISM.match(gene))
    return replace(
        whole,
        genes=genes or whole.genes,
        variants=asked.variants,
        tumours=asked.tumours,
        topics=frozenset(),
    )


_OF_EACH = frozenset(("dose", "adverse"))
"""Kinds of question that are asked of each of several drugs."""


def complete_each(
    text: str,
    parts: Sequence[SubQuestion],
    before: Sequence[SubQuestion],
    most_named: str,
    sheet: FactSheet,
) -> tuple[tuple[SubQuestion, ...], tuple[str, ...]]:
    """:func:`complete_from_thread` for the first part of the question before, or, where the dose or
    an event of several drugs was asked and the follow-up names none, for that of each."""
    dosed = {part.drugs: part for part in before if part.kind in _OF_EACH and part.drugs}
    of_each = all(
        part.kind in _OF_EACH | {"interaction"} and not any(map(treats, part.drugs))
        for part in parts
    )
    meant = [*dosed.values()] if of_each and len(dosed) > 1 else before[:1]
    found = [complete_from_thread(text, parts, each, most_named, sheet) for each in meant]
    names = dict.fromkeys(name for _, taken in found for name in taken)
    return tuple(part for own, _ in found for part in own), tuple(names)


_BEFORE_VALUE = frozenset(("dose", "interaction", LIMITS)) | EFFECTS
"""Kinds of question on a drug that may be asked again of an organ or a count."""


def asked_of_organ_or_count(own: SubQuestion, before: SubQuestion) -> SubQuestion | None:
    """The question before, asked of the organ or the count that a follow-up names; None for any
    other follow-up."""
    value = organ_or_count(own.text)
    if value is None or not before.drugs or before.kind not in _BEFORE_VALUE:
        return None
    kind = "adverse" if isinstance(value, Toxicity) else "dose"
    return replace(
        own,
        kind=kind,
        answered_by=answering_kinds(kind),
        drugs=before.drugs,
        mentioned=own.mentioned | before.drugs,
        lacks_drug=False,
        tumours=own.tumours or before.tumours,
        settings=own.settings or before.settings,
        line=own.line or before.line,
        about=(value,),
        topics=frozenset(),
        aspects=frozenset(),
    )


def complete_from_thread(
    text: str,
    parts: Sequence[SubQuestion],
    before: SubQuestion,
    drug_of_answer: str,
    sheet: FactSheet,
) -> tuple[tuple[SubQuestion, ...], tuple[str, ...]]:
    """The parts of a follow-up with what they take over from the question before, and its names.
    ``text``: the whole follow-up."""
    taken: list[str] = []
    joined: list[SubQuestion] = []
    for part in parts:
        if asks_instead(part.text, before):
            joined.append(_instead(part, before))
            continue
        if (of_value := asked_of_organ_or_count(part, before)) is not None:
            joined.append(of_value)
            taken += sorted(before.drugs)
            continue
        own_part = without_drugs_had(_of_duration(part, before), text, before)
        whole, names = take_over(own_part, before, drug_of_answer)
        capped = CAP.search(whole.text) is not None  # the clearance is named, the dose is asked
        if whole.kind == CALCULATION and (capped or not formulas_asked(whole.text, sheet)):
            whole = replace(whole, text=before.text)
        whole = without_grades_of_trials(with_current_facts(whole, sheet))
        if before.partners and not names:
            # "and gabapentin?" asks about another partner of the same drug.
            whole = replace(whole, mentioned=whole.mentioned | before.drugs)
            names = tuple(sorted(before.drugs))
        pairs = [whole] if drugs_only_taken(part.text, before) else by_partner(whole)
        joined += [each for one in pairs for each in with_aspects(one, before)]
        if _is_of_untreated(part, whole):
            joined.append(with_current_facts(_on_any_drug(whole), sheet))
        taken += names
    own = _without_old_partners(joined, before)
    again = _asked_again(before, sheet)
    tells_beside = keeps_kind(text) and all(part.partners for part in own)
    if before.kind in _WEIGHED and tells_beside and _is_for_patient(again, sheet):
        # What is taken beside may change the dose: the dose asked before is told behind it.
        supposed = _with_supposed(again, sheet)
        own = [replace(part, own_sheet=supposed or part.own_sheet) for part in (*own, again)]
    return tuple(own), tuple(dict.fromkeys(taken))


_GIVEN = frozenset(("dose", "therapy", "general", "definition", "pharmacogenomics"))
"""Kinds of question on a drug behind which "how long?" asks for how long it is given."""
_RULED = frozenset(("adverse", "interaction"))
"""Kinds whose rule for an event or a partner says for how long something is done."""


def _of_duration(own: SubQuestion, before: SubQuestion) -> SubQuestion:
    """A follow-up that names no drug and asks how long ("how long?", "for how long in early breast
    cancer?"), as a question on how long the drug of the question before is given. Behind a rule for
    an event or a partner it asks of that rule."""
    is_bare = own.kind in TIMED and not (own.drugs or own.trials or before.trials)
    if not (is_bare and before.drugs and asks_duration(own.text)):
        return own
    kind = before.kind if before.kind in _RULED and before.about else "dose"
    if kind == "dose" and before.kind not in _GIVEN:
        return own
    return replace(
        own,
        kind=kind,
        answered_by=answering_kinds(kind),
        about=own.about or (before.about if kind == before.kind else ()),
        settings=own.settings or before.settings,
    )


def _without_old_partners(parts: Sequence[SubQuestion], before: SubQuestion) -> list[SubQuestion]:
    """The parts without those on the partner of the question before, if a part names a new
    partner."""
    new = [part for part in parts if part.partners - before.partners]
    return [part for part in parts if not new or part in new or not part.partners]


def _with_supposed(again: SubQuestion, sheet: FactSheet) -> FactSheet | None:
    """The sheet with what the question before only supposes and is still asked about: "dose if CrCl
    25?" is on this value in its follow-up, too. None if nothing is added."""
    told = read_fact_sheet((Message(text=again.text, place="question"),)).facts
    held = {fact.value for fact in sheet.facts}
    kept = {fact.text for fact in told if fact.value in again.about}
    new = [fact for fact in told if kept & {fact.text, *fact.inputs} and fact.value not in held]
    return replace(sheet, facts=(*sheet.facts, *new)) if new else None


_NUMBER = re.compile(r"\d")
_WEIGHED = frozenset(("dose", "pharmacogenomics"))
"""Kinds of question on how a drug is given, which what is taken beside may change."""


def _is_for_patient(again: SubQuestion, sheet: FactSheet) -> bool:
    """Whether the question before is on more of the patient than the drug, such as an organ. The
    plain dose, told again behind what forbids it, reads as the dose beside the partner."""
    values = bool(sheet.of(OrganFunction)) or bool(sheet.of(Measurement))
    return again.kind != "dose" or bool(again.about) or values


def kind_taken_over(text: str, before: SubQuestion) -> str:
    """The kind of a follow-up that states none: that of the question before. If it only tells what
    is taken beside the drug, it asks how both go together; if it tells a value or an event after a
    question on that, what to do about it."""
    beside = before.kind in _WEIGHED and before.drugs and is_only_beside(text)
    if before.kind == "interaction" and before.drugs:
        return kind_of_finding(text) or before.kind
    return "interaction" if beside else before.kind


def _asked_again(before: SubQuestion, sheet: FactSheet) -> SubQuestion:
    """The question before, without the drugs that were taken beside it then. One that only supposed
    a value ("and at 28?") is named by its subject: it is asked with the patient's own value now."""
    about = tuple(value for value in before.about if not isinstance(value, Exposure))
    supposes = _NUMBER.search(before.text) and not recognise(before.text).of(*SUBJECTS)
    text = f"{before.kind} of {', '.join(sorted(before.drugs))}" if supposes else before.text
    return with_current_facts(replace(before, text=text, about=about), sheet)
