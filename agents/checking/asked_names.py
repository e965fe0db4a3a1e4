"""Whether a written answer speaks of what the question names: its drugs, adverse events, genes,
and the facts of the patient that options have to weigh. Pure."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from agents.facts.discussed import sentences
from agents.facts.display.sheet_line import is_worth_showing
from agents.matching.safety.safety_facts import CO_MEDICATION, safety_facts_of
from agents.matching.sequence.class_after_harm import CLASS_HARM
from agents.turns import Answer, View
from names.clinical.exposures.interacting_drugs import effects_of
from names.clinical.values import Exposure, Marker, Therapy
from names.recognise import recognise_passage
from names.tables.drugs import substrate_classes
from names.tables.treatment.drug_classes import drug_classes
from names.tables.treatment.safety import facts_spoken_of

Group = tuple[str, ...]
"""Names of which an answer has to speak of one."""
_ASKED = "{}, which was asked about: nothing said here speaks of it"


def names_asked(view: View) -> tuple[Group, ...]:
    """The names that an answer has to speak of: each drug that is asked about and no treatment of
    the patient, an adverse event that is asked about, and where there is neither, the genes of a
    look-up. A drug that only changes the exposure to another is told of by its class."""
    text = view.question.text
    is_case = is_worth_showing(view.sheet)
    groups = list(_drugs_asked(text, view))
    events = recognise_passage(_asking_words(text) if is_case else text).names("effect")
    if events:
        groups.append(tuple(sorted(events)))
    if not groups and not is_case:
        denied = {each.name for each in view.sheet.of(Marker) if each.polarity == "absent"}
        genes = recognise_passage(text).names("gene") - denied
        groups += [tuple(sorted(genes))] if genes else []
    return tuple(groups)


def not_spoken_of(answer: Answer, asked: Sequence[Group]) -> tuple[str, ...]:
    """What was asked about and is spoken of by nothing that an answer says, in words."""
    if not asked:
        return ()
    said = recognise_passage("\n".join(_words_said(answer)))
    classes = said.names("drug_class")
    spoken = said.names("drug", "effect", "gene")
    spoken |= recognise_passage("\n".join(_sources(answer))).names("effect", "gene")
    spoken |= recognise_passage("\n".join(_sources(answer, without_drugs=True))).names("drug")
    return tuple(
        _ASKED.format(" or ".join(group))
        for group in asked
        if spoken.isdisjoint(group) and not any(drug_classes(name) & classes for name in group)
    )


def facts_to_weigh(view: View) -> tuple[tuple[str, str], ...]:
    """The facts of the patient that an answer with options has to weigh: name and words of each.
    What a class has done to the patient is told where the class is offered."""
    facts = safety_facts_of(view.sheet)
    return tuple((each.name, each.words) for each in facts if each.name != CLASS_HARM)


def not_weighed(answer: Answer, facts: Sequence[tuple[str, str]]) -> tuple[str, ...]:
    """Those of the facts, in words, of which an answer with options says nothing, not even that
    nothing was found. A drug taken beside is spoken of by its name or by what it acts on."""
    if not any(each.option or each.role == "headline" for each in answer.sentences):
        return ()
    reasons = (each.reason for each in answer.excluded)
    said = "\n".join((*_words_said(answer), *_sources(answer), *reasons))
    names, drugs = frozenset(facts_spoken_of(said)), recognise_passage(said).names("drug")
    left: dict[str, str] = {}
    for name, words in facts:
        taken = words.split(", ") if name == CO_MEDICATION else ()
        spoken = drugs.intersection(taken) or any(_acts_on(each, said) for each in taken)
        if not (spoken if taken else name in names):
            left.setdefault(words if taken else name, words)
    return tuple(left.values())


def _acts_on(drug: str, said: str) -> bool:
    """Whether words name an enzyme or a carrier that a drug acts on, or by which it is cleared."""
    known = [each.mechanism for each in effects_of(drug)]
    known += [each.removesuffix(" substrate") for each in substrate_classes().get(drug, ())]
    enzymes = {word for each in known for word in each.split() if word[:1].isupper()}
    return any(each in said for each in enzymes)


def _drugs_asked(text: str, view: View) -> tuple[Group, ...]:
    had = frozenset(
        name for each in view.sheet.of(Therapy) if each.outcome != "planned" for name in each.drugs
    )
    taken = frozenset(name for each in view.sheet.of(Exposure) for name in each.drugs)
    mentions = recognise_passage(text).of("drug")
    named = [each.names for each in mentions if len(each.names) == 1]
    asked = tuple(dict.fromkeys(name for (name,) in named if name not in had | taken))
    apart = tuple((name,) for name in asked if not _only_interacts(name))
    return apart or ((asked,) if asked else ())


def _only_interacts(drug: str) -> bool:
    """Whether nothing is known of a drug but how it changes the exposure to others."""
    effects = {each.mechanism for each in effects_of(drug)}
    return bool(effects) and drug_classes(drug) <= effects


def _asking_words(text: str) -> str:
    """The sentences of a case that ask: those with a question mark, else the last."""
    told = [text[start:end].strip() for start, end in sentences(text)]
    return " ".join([each for each in told if each.endswith("?")] or told[-1:])


def _words_said(answer: Answer) -> Iterable[str]:
    yield from (each.text for each in answer.sentences)
    yield from (each.option for each in answer.sentences)
    yield from (each.option for each in answer.excluded)
    yield from answer.not_found
    for each in answer.missing:
        yield from (each.name, *each.options)


def _sources(answer: Answer, *, without_drugs: bool = False) -> Iterable[str]:
    """Titles and words of what the sentences cite: an event is often told by its measure, and a
    gene stands in the title. ``without_drugs``: of those sentences that name no drug, and so are on
    that of their source."""
    known = {each.key: each for each in answer.citations}
    for sentence in answer.sentences:
        if without_drugs and recognise_passage(sentence.text).of("drug"):
            continue
        for key in sentence.keys:
            if key in known:
                yield f"{known[key].title}\n{known[key].quote}"
