"""Reads the fact sheet of a thread's patient out of its messages. Pure. The newest value of each
thing counts; treatments add up. What a question only asks about, what it supposes, and what is said
of relatives is no fact of the patient."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache

from agents.facts.assertion import Assertion, assertion_of, is_stated_at
from agents.facts.attached.files import told_of_patient
from agents.facts.corrections.over_events import event_over
from agents.facts.derivation.contradictions import (
    contradiction,
    contradiction_by_edit,
    is_edited_since,
    is_shown_by_blood,
    is_supposed,
    is_undecided,
    tells_two_tumours,
    why_neither,
)
from agents.facts.derivation.peaks import (
    peak_of,
    peak_told,
    with_peaks,
    without_repeated_events,
)
from agents.facts.derivation.relations_by_words import relation_by_words, value_now
from agents.facts.derivation.rules import derive
from agents.facts.derivation.stages import (
    treated_before_surgery,
    without_first_stage,
    without_spread_denied_before,
    without_spread_to,
    without_the_past,
)
from agents.facts.derivation.uses_of_drugs import with_diseases_treated
from agents.facts.extraction import extract
from agents.facts.new_values import latest_told, unassigned_value
from agents.facts.patients import (
    is_correction,
    leads_on,
    names_several_patients,
    outdated_by,
    starts_new_patient,
)
from agents.facts.relations import Relation, relation_at_once
from agents.facts.sheet import Contradiction, Fact, FactPlace, FactSheet
from agents.facts.untreated import against_untreated, said_most_fully, taken_back
from agents.facts.value_words import describe
from agents.facts.values.taken_back import stopped_later, taken_back_by
from agents.facts.values.unnamed_changes import changed_by, target_unread
from agents.facts.values.updates import measure_of, normal_measures
from names.clinical.disease import has_come_back
from names.clinical.disease.denied_spread import sites_denied
from names.clinical.phenotypes.phases import genotype_of_two
from names.clinical.readers import Reader, read_patient
from names.clinical.spelling import normalise_message
from names.clinical.values import (
    ClinicalValue,
    Condition,
    FoundValue,
    Line,
    Toxicity,
)
from names.recognise import recognise

NEW_PATIENT = "This is a new patient: what was said of the one before no longer counts."
SHEETS_KEPT = 500
"""Sheets that the process remembers, for a run narrated after each row. Chosen by hand."""


@dataclass(frozen=True, slots=True)
class Message:
    """One thing that somebody wrote in the thread, or a file that came with it."""

    text: str
    place: FactPlace = "question"
    said_by: str = ""
    said_at: str = ""
    """ISO time; empty when unknown. A question and its files share author and time."""
    file_id: str = ""
    """Slack's id of the file whose words these are; empty for the words of a message."""
    file_name: str = ""
    edited_at: str = ""
    """ISO time of its last edit; empty for none."""


def read_fact_sheet(messages: Sequence[Message], reader: Reader = read_patient) -> FactSheet:
    """The facts of a thread's patient, oldest message first: said ones in the order in which they
    were last said, then derived ones. Another patient starts the sheet anew."""
    return _read(tuple(messages), reader)


@lru_cache(maxsize=SHEETS_KEPT)
def _read(messages: tuple[Message, ...], reader: Reader) -> FactSheet:
    builder = _SheetBuilder(reader, messages[-1].text if messages else "")
    for number, message in enumerate(messages):
        builder.add(number, message, is_newest=_belongs_to(message, messages[-1]))
    said, untreated = against_untreated(
        treated_before_surgery(with_diseases_treated(builder.facts))
    )
    derived, contradictions = derive(said, of_several=builder.several)
    facts = without_spread_denied_before(without_the_past([*said, *derived]))
    return FactSheet(
        facts=tuple(facts),
        contradictions=(*builder.open_contradictions, *untreated, *contradictions),
        changed=tuple(dict.fromkeys(builder.changed)),
        unassigned=builder.unassigned,
    )


def _belongs_to(message: Message, last: Message) -> bool:
    same = (message.said_by, message.said_at) == (last.said_by, last.said_at)
    return message is last or (bool(message.said_at) and same)


SHORT = 6
"""Words of a message that goes on with the question before it. Chosen by hand."""


def _assertions_that_count(
    message: Message, newest: str, *, is_newest: bool
) -> frozenset[Assertion]:
    """How a message must say what counts of it: what is supposed counts for its own question, what
    is of a rule also for one that leans on it ("and if it is grade 3?"), and what is asked for its
    frequency only for that one."""
    if message.place == "attachment":
        return frozenset(("stated",))  # a file asks nothing that it could suppose something for
    if is_newest or message.place == "question" or is_correction(newest):
        # "No sorry, it is everolimus" puts a word right in the question before it.
        return frozenset(("stated", "supposed", "of a rule"))
    short = len(newest.split()) <= SHORT and not recognise(newest).of("tumour")
    leans = leads_on(newest) or short
    return frozenset(("stated", "of a rule", "of frequency") if leans else ("stated",))


@dataclass(slots=True)
class _SheetBuilder:
    """The facts that count so far, while the messages are read one after the other."""

    reader: Reader
    newest: str
    """The words of the newest message."""
    numbered: list[tuple[int, Fact]] = field(default_factory=list)
    """Each fact with the number of the message it was read from."""
    contradictions: list[Contradiction] = field(default_factory=list)
    changed: list[str] = field(default_factory=list)
    undecided: list[Contradiction] = field(default_factory=list)
    """Findings of two tumours of which neither is taken."""
    unassigned: str = ""
    several: bool = False
    of_two_tumours: bool = False
    """Whether the message that is read speaks of two tumours of its patient."""
    said: str = ""
    """The words of the messages read before."""
    edited: dict[int, str] = field(default_factory=dict)
    """When messages were last edited, by their numbers."""

    @property
    def facts(self) -> list[Fact]:
        return [fact for _, fact in self.numbered]

    @property
    def open_contradictions(self) -> list[Contradiction]:
        """Those of which the later fact still counts: nobody has put it right since."""
        values = [fact.value for fact in self.facts]
        known = {each.sentence: each for each in self.contradictions if each.newer.value in values}
        return [*known.values(), *(each for each in self.undecided if is_undecided(each, values))]

    def add(self, number: int, message: Message, *, is_newest: bool) -> None:
        """Read the facts of one message, in their order. A new patient empties the sheet first."""
        if message.place == "attachment":
            message = replace(message, text=told_of_patient(message.text))
        self.edited[number] = message.edited_at
        known = [fact.value for fact in self.facts]
        wanted = _assertions_that_count(message, self.newest, is_newest=is_newest)
        latest = latest_told(self.numbered)
        if number and is_newest and message.place != "attachment":
            self._note_change(message.text, known, latest)
        new = list(_facts_of(message, self.reader, known, wanted, latest))
        if starts_new_patient(message.text, new, self.facts):
            self.numbered, self.contradictions, self.several = [], [], False
            self.undecided, self.unassigned = [], ""
            self.changed = [NEW_PATIENT] if is_newest else []
            new = list(_facts_of(message, self.reader, (), wanted))
        self.several = self.several or names_several_patients(message.text)
        self._forget(number, message, is_newest=is_newest)
        new = self._take_back(message.text, new, is_newest=is_newest)
        outdated = outdated_by(message.text, new, self.facts)
        if not (is_correction(message.text) or leads_on(message.text)):
            self.contradictions += taken_back(new, self.facts)
        self.numbered = [each for each in self.numbered if not outdated(each[1].value)]
        if denied := sites_denied(message.text):
            self.numbered = without_spread_to(denied, self.numbered)
        self.of_two_tumours = tells_two_tumours(message.text, [fact.value for fact in new])
        for fact in new:
            if not self._is_eased(number, fact, message.text, is_newest=is_newest):
                self._put(number, fact, message.text, is_newest=is_newest)
        if has_come_back(message.text):
            self.numbered = [(place, without_first_stage(fact)) for place, fact in self.numbered]
        self.said = f"{self.said}\n{message.text}"

    def _note_change(
        self, text: str, known: Sequence[ClinicalValue], latest: Sequence[ClinicalValue]
    ) -> None:
        """Note an event that the newest message ends, or a value of which it is unclear what it is
        of."""
        self.changed += (over := event_over(text, known))
        if not over:
            self.unassigned = target_unread(
                text, self.reader(text), known, self.reader
            ) or unassigned_value(text, known, latest, self.reader)

    def _forget(self, number: int, message: Message, *, is_newest: bool) -> None:
        """Take away the old numbers of what the message says is normal, or changed by so much."""
        changed = changed_by(message.text, [fact.value for fact in self.facts])
        for names, start, end in (*normal_measures(message.text), *changed):
            said = FoundValue(Condition(name="normal"), start, end)
            how = assertion_of(message.text, said)
            if how == "stated" or (is_newest and how == "supposed"):
                self.numbered = [
                    (place, left)
                    for place, fact in self.numbered
                    if (left := self._left_of(fact, place == number, names, message.text))
                ]
                self.numbered = without_repeated_events(self.numbered)

    def _left_of(self, fact: Fact, is_new: bool, normal: frozenset[str], text: str) -> Fact | None:
        """What is left of a fact where the measures are *normal* now: the event that it was."""
        if is_new or measure_of(fact.value) not in normal:
            return fact
        peak = peak_of(fact.value, None, text, self.said)
        return replace(fact, value=peak) if peak else None

    def _take_back(self, text: str, new: Sequence[Fact], *, is_newest: bool) -> list[Fact]:
        """Put right what the message takes back of the treatments told before it; its own facts,
        but the lines of treatment that it tells of those."""
        plain = normalise_message(text)
        back = taken_back_by(plain.text, [fact.value for fact in self.facts], is_stated_at)
        kept: list[tuple[int, Fact]] = []
        for place, fact in self.numbered:
            value = back.applied_to(fact.value)
            if value is None or any(value == each.value != fact.value for _, each in kept):
                continue
            kept.append((place, replace(fact, value=value)))
            if is_newest and value != fact.value:
                self.changed.append(f"{describe(value)}, no longer {describe(fact.value)}")
        self.numbered = kept
        told = [plain.original_span(each.start, each.end) for each in back.meant]
        return [
            fact
            for fact in new
            if not isinstance(fact.value, Line)
            or not any(start <= fact.start < end for start, end in told)
        ]

    def _put(self, number: int, fact: Fact, text: str, *, is_newest: bool) -> None:
        kept: list[tuple[int, Fact]] = []
        for place, older in self.numbered:
            at_once = place == number
            how = relation_by_words(older.value, fact.value, text, at_once=at_once)
            if at_once:
                how = relation_at_once(how, older, fact, text, of_several=self.several)
            if how == "apart":
                kept.append((place, older))
                continue
            both = how == "contrary" and at_once
            of = why_neither(text, older, fact, of_two_tumours=self.of_two_tumours) if both else ""
            if of:
                self.undecided.append(contradiction(older, fact, text, at_once=True, of=of))
                self.numbered = [each for each in self.numbered if each[1] is not older]
                return
            how = self._with_blood_first(how, older, fact, text, at_once=at_once)
            value = value_now(how, older.value, fact.value, text, at_once=at_once)
            if value == older.value:
                number, fact = place, said_most_fully(older, fact)
                continue
            if at_once and genotype_of_two(older.value, fact.value, text):
                fact = replace(fact, start=older.start, text=text[older.start : fact.end])
            fact = replace(fact, value=value)
            if is_newest and not at_once and how != "same":
                self.changed.append(f"{describe(value)}, no longer {describe(older.value)}")
            edited = how != "same" and is_edited_since(self.edited.get(place, ""), fact)
            self.contradictions += (
                [contradiction_by_edit(older, fact)]
                if edited
                else _contradictions(how, older, fact, text, at_once=at_once)
            )
        self.numbered = [*kept, (number, fact)]

    def _with_blood_first(
        self, how: Relation, older: Fact, fact: Fact, text: str, *, at_once: bool
    ) -> Relation:
        """How a fact stands to an older one that plasma shows and that tissue does not: the older
        one counts, and it is told that both were said."""
        if how != "contrary" or not at_once or not is_shown_by_blood(text, older, fact):
            return how
        both = contradiction(older, fact, text, at_once=True)
        self.contradictions.append(replace(both, newer=older))
        return "older"

    def _is_eased(self, number: int, fact: Fact, text: str, *, is_newest: bool) -> bool:
        """Keep the events that a value tells to be better now; whether it is one of them itself."""
        self.numbered, peaks = with_peaks(self.numbered, number, fact, text, self.said)
        self.changed += [peak_told(each, fact.value) for each in peaks if is_newest]
        return bool(peaks) and isinstance(fact.value, Toxicity)


def _contradictions(
    how: Relation, older: Fact, fact: Fact, text: str, *, at_once: bool
) -> list[Contradiction]:
    """That both were said, where it has to be told."""
    supposed = at_once and how == "newer" and is_supposed(text, fact)
    differ = how == "contrary" and (at_once or older.said_by != fact.said_by)
    return [contradiction(older, fact, text, at_once=at_once)] if supposed or differ else []


def _facts_of(
    message: Message,
    reader: Reader,
    known: Sequence[ClinicalValue],
    wanted: frozenset[Assertion],
    latest: Sequence[ClinicalValue] = (),
) -> Iterator[Fact]:
    meant = normalise_message(message.text)
    for each in extract(meant.text, reader, known, wanted=wanted, latest=latest):
        start, end = meant.original_span(each.start, each.end)
        words = message.text[start:end]
        yield Fact(
            value=stopped_later(meant.text, each.value, each.end, is_stated_at),
            text=words,
            start=start,
            end=end,
            place=message.place,
            said_by=message.said_by,
            said_at=message.said_at,
            rule=each.rule,
            inputs=(words,) if each.rule else (),
        )
