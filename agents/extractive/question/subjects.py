"""What one question names as its subject: drugs, classes, trials, circumstances, numbers."""

from __future__ import annotations

import re

from agents.extractive.question.kinds import EFFECTS, OF_ONE_DRUG, QuestionKind
from agents.extractive.question.splitting.circumstances import ORGANS
from agents.extractive.question.topics import drugs_before
from agents.facts.sheet import FactSheet
from agents.matching.patient.single_gene import AROUND_SURGERY
from agents.matching.safety.values_told import AT_BASELINE
from agents.matching.sub_question import CHOICES
from names.clinical.events.allergies import ALLERGY_TO
from names.clinical.grammar.numerals import NUMBER, number_of
from names.clinical.readers import read_clinical
from names.clinical.treatment.agents import find_agents
from names.clinical.treatment.fitness import unfit_spans
from names.clinical.treatment.outcomes.clauses_told import treatments_of_clauses
from names.clinical.treatment.outcomes.past_events import treatments_of_past_events
from names.clinical.values import (
    HAD,
    ClinicalValue,
    Condition,
    Exposure,
    Line,
    Marker,
    Measurement,
    OrganFunction,
    Setting,
    Therapy,
    Tumour,
)
from names.entities import Entities, EntityMention
from names.patterns.filtered import filtered_pattern
from names.recognise import recognise
from names.tables.other_drugs import other_drugs, remedies

ALONE = re.compile(r"\b(?:alone|monotherapy|single[- ]agent|by itself)\b", re.IGNORECASE)
"""Words that ask about a drug without partners."""
FITNESS = re.compile(
    r"(?i)[\s-](?:(?:in)?eligib\w{1,5}\b(?!(?<=\seligible)(?<!platin eligible)\s?\?)"
    r"|(?:(?:un)?fit\b(?! for)|(?:un)?suitable\b(?! for)|candidate\b)(?!\s?\?))"
)
"""Words behind a drug that describe the patient and do not ask for the drug ("cisplatin-eligible",
"cisplatin fit"). Right before a question mark "fit" and "eligible" ask for it."""
ASKED_THERE = re.compile(r"\s?\?")
ASKS_BEFORE = re.compile(
    r"(?i)\b(?:is|are|if|whether|who|when) (?:\w{1,12} ){0,3}(?:a )?\w{3,9} for $"
)
LONGEST_FIT = 36
"""Characters before a drug in which such words stand: the longest have 35."""
FIT_FOR = re.compile(
    r"(?i)\b(?:fit|eligible|suitable|(?:good |fair )?candidate) (?:for|to (?:have|get|receive)) $"
)
"""The same before a drug: "fit for cisplatin"."""
REMARKED = re.compile(
    r"(?i),?\s(?:(?:is|was|were|are|has been|had been|being|also|just|only|too|under|in)\s){0,3}"
    r"(?:thought (?:of|about)|consider(?:ed|ation)|discuss(?:ed|ion)|mentioned|suggested|debated"
    r"|talked about)\b"
)
"""Words behind a drug that is only remarked on, beside the drug that is asked about."""
IMMUNE = filtered_pattern(
    r"(?i)\b(?:(?:immune(?:[\s-](?:related|mediated))?|checkpoint(?:[\s-]inhibitor)?|ICI|IO)[\s-]"
    r"(?:\w{1,20} ){0,2}?(?:\w{3,12}itis|diarrh\w{2,4}|toxicit\w{1,3}|adverse|AEs?|events?)\b"
    r"|irAEs?\b|ir[\s-]?\w{3,12}itis\b)"
)
"""An event whose name tells its cause, a checkpoint inhibitor."""
MOST_OF_MESSAGE = {"trial_result": 1, "eligibility": 2}
"""Most trials named elsewhere in the message that a question of a kind may be on."""
OTHER_TRIALS = re.compile(
    r"(?i)\b(?:trials|studies|(?:any|what|which|other|another|open|ongoing|recruiting|an?)"
    r" (?:[\w-]{1,20} ){0,3}(?:trial|study))\b"
)
"""Words that ask for some trial, not for one that is named."""


_CONTINUE = re.compile(
    r"(?i)\b(?:continue|carry on|keep going|go on)(?: (?:it|them|with it|or stop))?\s?\?"
)
"""Asks whether what the patient takes is right for them."""


def drugs_asked(text: str, found: Entities, kind: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs that the words ask about. In a choice, drugs that the patient has had only describe
    the situation. Otherwise, if no drug is named, the question is on the drug that the patient
    takes. A new drug with it ("on olaparib, wants itraconazole") is asked about together with
    it."""
    named_drugs = found.of("drug", "unknown_drug")
    unfit = unfit_spans(text)
    mentions = [
        each
        for each in named_drugs
        if not _describes_fitness(text, each)
        and not any(_inside(each, start, end) for start, end in unfit)
    ]
    past = (HAD - {"current"} if kind == "interaction" else HAD) | {"not given"}
    read = read_clinical(text)
    told = treatments_of_clauses(text, read) if kind in CHOICES else ()
    told = tuple(
        e for e in told if isinstance(e.value, Therapy) and e.value.setting in AROUND_SURGERY
    )
    spans = [
        (each.start, each.end, each.value)
        for each in (*read, *treatments_of_past_events(text, read), *told)
        if isinstance(each.value, Therapy) and each.value.outcome in past
    ]
    if kind in CHOICES:
        spans += [(each.start, each.end, _not_tolerated(each.value)) for each in read]
    if kind in OF_ONE_DRUG and any(not REMARKED.match(text, each.end) for each in mentions):
        mentions = [each for each in mentions if not REMARKED.match(text, each.end)]
    new = frozenset(
        name
        for mention in mentions
        for name in mention.names
        if not any(_inside(mention, start, end) and name in v.drugs for start, end, v in spans)
    )
    never = [(start, end) for start, end, v in spans if v.outcome == "not given"]
    named = frozenset(
        name
        for mention in mentions
        for name in mention.names
        if not any(_inside(mention, start, end) for start, end in never)
    )
    described = any(isinstance(fact.value, Marker | Tumour) for fact in sheet.facts)
    if kind in CHOICES:
        new -= drugs_before(text, sheet)
        new = new - _failed_now(text, sheet) or new
    if not new and kind in CHOICES and _CONTINUE.search(text):
        return frozenset(d for _, _, v in spans if v.outcome == "current" for d in v.drugs)
    if new or (kind in CHOICES and described):
        return new
    if named:
        return named
    taking = [t for t in sheet.of(Therapy) if t.outcome == "current" and _is_treatment(t)]
    of_taken = kind == "dose" or kind in EFFECTS
    return frozenset(taking[-1].drugs) if taking and of_taken else frozenset()


def _failed_now(text: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs of which the message tells that they failed: "PD enzalutamide; olaparib?"."""
    now = [fact.value for fact in sheet.facts if not fact.rule and fact.text in text]
    failed = [v for v in now if isinstance(v, Therapy) and v.outcome == "progressed"]
    return frozenset(drug for each in failed for drug in each.drugs)


def drugs_to_come(text: str) -> frozenset[str]:
    """The drugs that a text names, those of regimens included, without what was had."""
    read = (each.value for each in read_clinical(text))
    had = {d for v in read if isinstance(v, Therapy) and v.outcome in HAD for d in v.drugs}
    return frozenset(drug for agent in find_agents(text) for drug in agent.drugs) - had


def _not_tolerated(value: ClinicalValue) -> Therapy:
    """The drug of an allergy as one that was not tolerated; no drug for another value."""
    name = value.name if isinstance(value, Condition) else ""
    drug = name.removeprefix(ALLERGY_TO) if name.startswith(ALLERGY_TO) else ""
    return Therapy(drugs=(drug,) if drug else (), outcome="intolerant")


def _describes_fitness(text: str, mention: EntityMention) -> bool:
    """Whether a drug stands in words that tell for what the patient is fit."""
    if FITNESS.match(text, mention.end):
        return True
    before = FIT_FOR.search(text, max(0, mention.start - LONGEST_FIT), mention.start)
    asked = ASKED_THERE.match(text, mention.end) or ASKS_BEFORE.search(
        text, max(0, mention.start - 2 * LONGEST_FIT), mention.start
    )
    return before is not None and asked is None


def _is_treatment(therapy: Therapy) -> bool:
    """Whether a therapy is more than supportive drugs and drugs for other diseases."""
    return not therapy.drugs or not set(therapy.drugs) <= other_drugs() | remedies()


def _inside(mention: EntityMention, start: int, end: int) -> bool:
    return start <= mention.start and mention.end <= end


def classes_asked(text: str, found: Entities) -> frozenset[str]:
    """The drug classes that a question asks about, without classes that the patient has had. A
    class that was had and is named again ("again after") is asked about. Empty if the text names an
    interacting class."""
    read = read_clinical(text)
    if any(isinstance(each.value, Exposure) for each in read):
        return frozenset()
    had = [
        (each.start, each.end, each.value)
        for each in read
        if isinstance(each.value, Therapy) and (each.value.classes or each.value.drugs)
    ]
    unfit = unfit_spans(text)
    return frozenset(
        name
        for mention in found.of("drug_class")
        if not any(_inside(mention, start, end) for start, end in unfit)
        for name in mention.names
        # The name of a regimen that was had, FOLFIRINOX, is of a class, too.
        if not any(
            _inside(mention, start, end) and (name in own.classes or not own.classes)
            for start, end, own in had
        )
    )


def classes_blamed(message: str) -> frozenset[str]:
    """The drug classes that a message implies by naming an adverse event: "immune hepatitis"."""
    classes = ("PD-1/PD-L1 inhibition", "CTLA-4 inhibition")
    return frozenset(classes if IMMUNE.search(message) else ())


PHASE = re.compile(r"(?i)\bph(?:ase)?[ -]?(?:[1-4]|I{1,3}|IV)[ab]?\b")
"""The phase of a trial: a statement need not repeat it, nor its number."""


def numbers_asked(text: str, found: Entities) -> frozenset[str]:
    """The numbers of a text that belong to no name and to no value of the patient."""
    taken = [(m.start, m.end) for m in found.mentions]
    taken += [(each.start, each.end) for each in read_clinical(text)]
    taken += [match.span() for match in PHASE.finditer(text)]
    taken += [match.span() for match in AT_BASELINE.finditer(text)]
    return frozenset(
        number_of(match)
        for match in NUMBER.finditer(text)
        if not any(start <= match.start() < end for start, end in taken)
    )


def words_of_values(text: str, kind: str) -> str:
    """The words of a question on a drug that were read as a setting, a line or a number of the
    patient. The verdicts weigh these values, so an answer need not repeat the words. For a trial's
    result: the words of the setting, such as "post neoadj"."""
    if kind == "trial_result" and recognise(text).of("trial", "registration"):
        told = [each for each in read_clinical(text) if isinstance(each.value, Setting)]
        return " ".join(text[each.start : each.end] for each in told)
    if kind != "dose" and kind != "interaction" and kind not in EFFECTS:
        return ""
    alone = (match.group() for match in ALONE.finditer(text))
    values = (Setting, Line, Measurement, OrganFunction)
    read = [each for each in read_clinical(text) if isinstance(each.value, values)]
    return " ".join((*alone, *(text[each.start : each.end] for each in read)))


def trials_asked(found: Entities, kind: str, text: str, message: str) -> frozenset[str]:
    """The trials that a question names. A question on results or criteria that names none is on the
    only trial that the message names, unless it asks for other trials. Its criteria may be asked of
    two."""
    own = found.names("trial", "registration", "pmid")
    most = MOST_OF_MESSAGE.get(kind, 0)
    if own or not most or (kind == "eligibility" and OTHER_TRIALS.search(text)):
        return own
    named = recognise(message).names("trial")
    return named if len(named) <= most else frozenset()


def names_others(found: Entities, *, effects: bool = True) -> bool:
    """Whether the question names something other than a drug that it may be on."""
    named = found.of("gene", "phenotype", "trial", "registration", "pmid")
    return bool(named or (effects and found.of("effect")))


def words_asked(found: Entities, kind: QuestionKind) -> frozenset[str]:
    """The outcomes and effects that a question names. If no treatment is chosen, also conditions
    ("with brain metastases"). Impaired organs are left out, because they are circumstances."""
    words = found.names("outcome", "effect")
    return words if kind in CHOICES else words | (found.names("condition") - ORGANS.keys())
