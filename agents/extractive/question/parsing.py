"""A message of a thread as values: the patient, and what each part of it asks."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile

from agents.cores import ToolCard
from agents.extractive.question.case import (
    Case,
    case_of,
    drugs_mentioned,
    kind_in_case,
    remedies_named,
    wished_drugs,
)
from agents.extractive.question.further import going_on_from
from agents.extractive.question.kinds import EFFECTS, answering, kinds
from agents.extractive.question.of_options import parts_on_options, with_options
from agents.extractive.question.requests.aspects import with_aspects
from agents.extractive.question.silos import parts_of_own
from agents.extractive.question.small_talk import is_clinical
from agents.extractive.question.splitting.circumstances import (
    Told,
    circumstances_of,
    follow_up_parts,
    interacting_drugs,
)
from agents.extractive.question.splitting.limits import indication_parts, limit_parts
from agents.extractive.question.splitting.own_facts import sheet_of_own
from agents.extractive.question.splitting.segments import Segment, split_question
from agents.extractive.question.splitting.things import (
    OF_ALL,
    by_partner,
    routes_asked,
    split_asked,
    treatments_among,
    without_forerunners,
    without_surplus,
)
from agents.extractive.question.subjects import (
    ALONE,
    classes_asked,
    drugs_asked,
    genes_of_states,
    names_others,
    numbers_asked,
    trials_asked,
    tumours_asked,
    unaltered,
    variants_asked,
    words_asked,
    words_of_values,
)
from agents.extractive.question.thread import (
    ON_DRUG,
    asks_anew,
    asks_of_other_drug,
    keeps_kind,
    leans,
    most_named_drug,
    only_tells,
    take_over,
    topic_stems,
    with_current_facts,
    with_failed_answer,
    without_old_partners,
)
from agents.facts.assertion import assertion_of
from agents.facts.reading import Message, read_fact_sheet
from agents.facts.sheet import FactSheet
from agents.matching.asked import CHOICES, Asked
from agents.turns import View
from names.clinical.comparison import without_compared_names
from names.clinical.reading import read_patient
from names.clinical.spelling import as_meant, guessed_drugs
from names.clinical.values import (
    ClinicalValue,
    Line,
    Phenotype,
    Setting,
    Toxicity,
    Tumour,
)
from names.entities import Entities
from names.recognise import recognise

OF_A_DRUG = frozenset(("dose", "interaction")) | EFFECTS
"""Kinds of question that are on a drug, named in them or in the case around them."""
FOR_CASE_DRUG = OF_A_DRUG | {"pharmacogenomics", "general"}
"""Kinds that take the drug of the case when they name none."""


LAST_SENTENCE = re.compile(r"(?<=[.?!;])\s")
"""Behind the sentences of a case stands the one that asks, also without a question mark."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ParsedQuestion:
    """What a message asks, in the light of its thread."""

    text: str
    sheet: FactSheet
    parts: tuple[Asked, ...]
    follow_ups: tuple[Asked, ...] = ()
    """Parts on the options that the others bring up: what interacts with them, what an impaired
    organ changes. They name no drug until options were found."""
    relaxed: tuple[tuple[int, Asked], ...] = ()
    """Parts without the markers that a question on a drug names besides, each with the number of
    the part that it stands for when nothing answers that."""
    limits: tuple[tuple[int, Asked], ...] = ()
    """Parts on what a fact of the patient means for a drug of the question, each with the number of
    the part that it stands for when nothing answers that."""
    indications: tuple[tuple[int, Asked], ...] = ()
    """Parts on whether a drug whose dose is asked for is indicated in this patient at all, each
    with the number of the part that it is said before."""
    taken_over: tuple[str, ...] = ()
    """Names taken over from earlier questions of the thread."""
    guessed: tuple[tuple[str, str], ...] = ()
    """Misspelled drugs: the words, and the name they were read as."""
    is_shouted: bool = False
    """Whether the message is all in capitals, so that no capital tells the name of a person."""

    @property
    def all_parts(self) -> tuple[Asked, ...]:
        """The parts in the order of their numbers."""
        instead = (asked for _, asked in (*self.relaxed, *self.limits, *self.indications))
        return (*self.parts, *self.follow_ups, *instead)


def parse_question(view: View, cards: Sequence[ToolCard]) -> ParsedQuestion:
    """The run's question with what the thread and the people in it have added."""
    asked_before = takewhile(lambda turn: turn.run_id != view.question.repeats, view.turns)
    turns = [turn for turn in asked_before if is_clinical(turn.question, cards)]
    before: tuple[Asked, ...] = ()
    answer = ""
    for turn in turns:
        sheet = read_fact_sheet((Message(turn.question, "earlier question"),))
        before = _parts_of(as_meant(turn.question).text, sheet, before, answer)[0]
        answer = turn.answer
    files = tuple(each.text for each in view.question.attachments if each.text)
    again = bool(view.question.repeats)
    added = view.all_additions if again else view.additions
    text = as_meant(view.question.text).text
    parsed = _parsed(text, read_fact_sheet(view.messages), before, answer, again=again)
    earlier = turns[-1].question if turns and leans(text) else ""
    parts = parts_of_own(parsed.parts, f"{text} {earlier}", parsed.sheet, cards)
    parsed = replace(parsed, parts=parts, guessed=guessed_drugs(view.question.text))
    follow_ups = tuple(with_options(parsed.follow_ups, parts, view))
    parsed = replace(parsed, follow_ups=follow_ups, is_shouted=view.question.text.isupper())
    return _with_named_drug(parsed, " ".join((*files, *added)))


def _with_named_drug(parsed: ParsedQuestion, added: str) -> ParsedQuestion:
    """A question on a drug that names none, with the drug of its files or of what was added."""
    drugs = recognise(added).names("drug") if added else frozenset()
    if not drugs or any(part.drugs or part.classes for part in parsed.parts):
        return parsed
    parts = tuple(
        replace(part, drugs=drugs, lacks_drug=False) if part.kind in ON_DRUG else part
        for part in parsed.parts
    )
    return replace(parsed, parts=parts)


def parse_text(text: str, cards: Sequence[ToolCard] = ()) -> ParsedQuestion:
    """A message that stands alone."""
    meant = as_meant(text).text
    parsed = _parsed(meant, read_fact_sheet((Message(text),)), (), "")
    parts = parts_of_own(parsed.parts, meant, parsed.sheet, cards)
    return replace(parsed, parts=parts, guessed=guessed_drugs(text))


@lru_cache(maxsize=500)
def _parsed(
    text: str, sheet: FactSheet, before: tuple[Asked, ...], answer: str, *, again: bool = False
) -> ParsedQuestion:
    sheet = with_failed_answer(text, sheet, before, answer) if before else sheet
    parts, taken = _parts_of(text, sheet, before, answer)
    parts = tuple(with_current_facts(part, sheet) for part in parts) if again else parts
    parts, on_options = parts_on_options(parts)
    return ParsedQuestion(
        text=text,
        sheet=sheet,
        parts=parts,
        follow_ups=(*follow_up_parts(parts, sheet), *on_options),
        relaxed=tuple(
            (place, wider)
            for place, asked in enumerate(parts)
            if (wider := without_surplus(asked)) is not None
        ),
        limits=limit_parts(parts, sheet, case_of(text, sheet).drugs),
        indications=indication_parts(parts, sheet),
        taken_over=taken,
    )


def _parts_of(
    text: str, sheet: FactSheet, before: tuple[Asked, ...], answer: str
) -> tuple[tuple[Asked, ...], tuple[str, ...]]:
    anew = asks_anew(text) and not asks_of_other_drug(text, before)
    if before and (anew or only_tells(text)):
        again = tuple(with_current_facts(part, sheet) for part in before)
        return again, tuple(sorted({drug for part in before for drug in part.drugs}))
    parts: list[Asked] = []
    follows = bool(before) and leans(text)
    segments = split_question(text)
    for place, segment in enumerate(segments, start=1):
        beside = " ".join(each.text for each in segments[place:])
        if follows and keeps_kind(segment.text):
            segment = replace(segment, kind=before[0].kind)
        apart = sheet_of_own(segment, segments, text, sheet)
        held = sheet if apart is None else apart
        asked = replace(ask_of(segment, text, held, beside), own_sheet=apart)
        if parts and segment.kind in kinds() and not segment.is_item:
            asked = going_on_from(parts[-1], asked, segment.text)
        last = parts[-1] if parts and not segment.is_item else None
        parts += [each for one in split_asked(asked, sheet) for each in with_aspects(one, last)]
    parts = list({(each.shown, each.kind, each.drugs): each for each in reversed(parts)}.values())[
        ::-1
    ]
    parts = without_forerunners(parts)
    if not follows:
        return tuple(parts), ()
    drug = most_named_drug(answer)
    taken: list[str] = []
    joined: list[Asked] = []
    for part in parts:
        whole, names = take_over(part, before[0], drug)
        whole = with_current_facts(whole, sheet)
        if before[0].partners and not names:
            # "and gabapentin?" asks of another partner of the same drug.
            whole = replace(whole, mentioned=whole.mentioned | before[0].drugs)
            names = tuple(sorted(before[0].drugs))
        joined += [each for one in by_partner(whole) for each in with_aspects(one, before[0])]
        taken += names
    own = without_old_partners(joined, before[0])
    return tuple(own), tuple(dict.fromkeys(taken))


def _asks_what_to_do(segment: Segment, found: Entities) -> bool:
    """Whether it asks what to do about an effect that the case tells of: "which do I hold?"."""
    if segment.kind != "adverse" or found.of("effect"):
        return False
    return bool(kinds()["adverse"].asked_in_case_by.search(segment.text))


def _without_others(drugs: frozenset[str], segment: Segment, case: Case) -> frozenset[str]:
    """The drugs without those for something else than the tumour that only the case names. Where a
    treatment is to be chosen, or an effect to be managed, they are asked about only where the
    question itself names them; the effect is one of the treatment."""
    choice = segment.kind in CHOICES and bool(case.sheet.of(Tumour))
    if not choice and segment.kind != "adverse":
        return drugs
    asks = LAST_SENTENCE.split(segment.text.strip())[-1]
    beside = drugs - treatments_among(drugs) - recognise(asks).names("drug", "unknown_drug")
    if choice:
        return drugs - beside
    return drugs - beside or treatments_among(case.drugs) or drugs


def ask_of(segment: Segment, message: str, sheet: FactSheet, beside: str = "") -> Asked:
    """What one question of a message asks about. ``beside``: the words of its further questions."""
    text = f"{segment.shared} {segment.text}".strip()
    found = without_compared_names(recognise(text), text)
    case = case_of(message, sheet)
    segment = replace(segment, kind=kind_in_case(segment.kind, text, found, case))
    values = _values(text)
    remedies = remedies_named(found, case) if segment.kind == "adverse" else frozenset()
    drugs = _drugs_meant(drugs_asked(text, found, segment.kind, sheet), text, case, remedies)
    told = Told(sheet, text, beside)
    about = circumstances_of(found, values, segment.kind, told)
    classes = classes_asked(text, found)
    named = drugs or classes or found.of("trial", "registration")
    if segment.kind in FOR_CASE_DRUG and not named:
        drugs = case.drugs
        about = about or circumstances_of(found, _values(message), segment.kind, told)
    if remedies or _asks_what_to_do(segment, found):
        about = about or tuple(sheet.of(Toxicity))
    drugs = drugs - interacting_drugs(about) or drugs
    drugs = _without_others(drugs, segment, case)
    routes, route_words = routes_asked(text, segment.kind, found.of("drug", "unknown_drug"))
    topics = topic_stems(text) if _is_short(message) else topic_stems(segment.text)
    return Asked(
        text=text,
        kind=segment.kind,
        answered_by=answering(segment.kind),
        drugs=drugs,
        lacks_drug=segment.kind in OF_A_DRUG
        and not (
            drugs or classes or names_others(found) or any(isinstance(v, Phenotype) for v in about)
        ),
        mentioned=drugs_mentioned(message, sheet),
        compared=len(drugs) > 1 and segment.kind != "interaction",
        together=len(drugs) > 1 and segment.kind == "interaction",
        alone=bool(len(drugs) == 1 and ALONE.search(text)),
        classes=classes,
        genes=found.names("gene") - genes_of_states(found) - unaltered(values),
        variants=variants_asked(found, values),
        statuses=found.names("status"),
        tumours=tumours_asked(found, text),
        trials=trials_asked(found, segment.kind, message),
        line=next((v for v in values if isinstance(v, Line)), None),
        settings=frozenset(
            v.name for v in values if isinstance(v, Setting) and v.polarity == "present"
        ),
        about=about,
        words=words_asked(found, segment.kind),
        routes=routes,
        topics=topics - topic_stems(f"{route_words} {words_of_values(text, segment.kind)}"),
        numbers=numbers_asked(text, found),
    )


def _drugs_meant(
    asked: frozenset[str], text: str, case: Case, remedies: frozenset[str]
) -> frozenset[str]:
    """The drugs asked about; all of the case where the words point to them ("which of them"), and
    not the remedies of an event, but what caused it."""
    if OF_ALL.search(text) and not treatments_among(recognise(text).names("drug")):
        asked = treatments_among(case.drugs) or asked
    asked = asked or wished_drugs(text, case)
    return (asked - remedies or case.drugs - remedies) if remedies else asked


def _values(text: str) -> tuple[ClinicalValue, ...]:
    read = read_patient(text)
    return tuple(each.value for each in read if assertion_of(text, each) != "of a relative")


def _is_short(message: str) -> bool:
    return len(message.split()) <= 60
