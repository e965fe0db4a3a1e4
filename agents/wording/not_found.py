"""Sentences on what was not found. They stand in the detail of a gap, or beside an answer. Pure.

*When* each is said stands with whoever says it: ``agents/extractive/answer/gaps.py`` for gaps;
``composing.py``, ``unweighed_facts.py`` and ``trials.py`` beside it for answers.
"""

from __future__ import annotations

from collections.abc import Sequence

from names.patterns.enumeration import in_a_row

# Of a question or a part of it


def no_source_answers(question: str) -> str:
    """Of one part of several."""
    return f"No source found answers “{question}”."


def only_on_limits(limits: str) -> str:
    """Of a question of which only limiting facts are answered."""
    asked = "No source found answers this as it was asked;"
    return f"{asked} what is said is on {limits} with the drug."


def said_nothing(fact: str, drug: str) -> str:
    """That nothing at hand says what a fact of the patient means for a drug."""
    return f"No statement found speaks of {fact} with {drug}."


def facts_of_drugs(untold: Sequence[tuple[str, str]]) -> list[tuple[str, str]]:
    """Facts of which nothing at hand says what they mean for drugs, as few pairs of both in words:
    ``("bleeding or Child-Pugh B", "atezolizumab or bevacizumab")``. ``untold``: one fact and one
    drug each."""
    drugs_of: dict[str, list[str]] = {}
    for fact, drug in dict.fromkeys(untold):
        drugs_of.setdefault(fact, []).append(drug)
    facts_of: dict[tuple[str, ...], list[str]] = {}
    for fact, drugs in drugs_of.items():
        facts_of.setdefault(tuple(drugs), []).append(fact)
    return [(in_a_row(facts, "or"), in_a_row(drugs, "or")) for drugs, facts in facts_of.items()]


def before_the_drug(fact: str) -> str:
    """A disease or event that the patient had before the drug, where the sources only say what to
    do when it comes under the drug."""
    return f"{fact} before the drug"


def no_rule_for_all(facts: Sequence[str], drug: str) -> str:
    """Of several facts of the patient that each have a rule of their own for one drug."""
    return (
        f"Each rule for {drug} shown here is for one fact alone; no source shown says what holds"
        f" with {in_a_row(facts)} together."
    )


def no_rule_for_event(event: str, drug: str) -> str:
    """That only what holds for adverse reactions of any kind is at hand for an event."""
    return (
        f"No rule at hand is on {event} with {drug}; what is said on reducing it is for adverse"
        " reactions of any kind."
    )


def no_class_held(classes: Sequence[str], organ: str, drug: str) -> str:
    """Of an organ asked about as such: the classes of its impairment that nothing shown is on."""
    told = in_a_row(classes, "or")
    return f"The sources shown say nothing on {told} {organ} impairment with {drug}."


def nothing_ties(to: str) -> str:
    """Of a condition of the question that the statements shown do not ask for."""
    return f"No source found ties this to {to}; the statements shown do not ask for it."


def silo_answers_nothing(titles: str) -> str:
    """Of silos that the question names."""
    return f"Nothing in {titles}, which the question names, answers it."


def silo_not_shown(titles: str) -> str:
    """Of silos that the question names, of which something answers and is not among what is
    shown."""
    return (
        f"What {titles}, which the question names, says on this is not shown here; ask of that"
        " source alone."
    )


ASK_WITHOUT_NAME = "Ask without that name to search the other sources."
"""Behind it where only the silos that the question names were searched."""


def searched_without(titles: Sequence[str]) -> str:
    """The silos that answered, and hold no statement that does."""
    return f"Searched without a statement that answers it: {'; '.join(titles)}."


def not_available(silos: Sequence[str]) -> str:
    """The silos that did not answer."""
    return f"Not available just now, so not searched: {'; '.join(silos)}."


def driver_only(marker: str) -> str:
    """Of options that are for the driver of the tumour and say nothing of another marker."""
    return f"What was found is for the driver of the tumour; {marker} is missing."


def driver_options_untried(drugs: Sequence[str], variants: str) -> str:
    """Of drugs indicated for the driver of the tumour, beside a resistance variant."""
    verb, works = ("is", "it works") if len(drugs) == 1 else ("are", "they work")
    return (
        f"For the driver of the tumour {in_a_row(drugs, 'and')} {verb} indicated; no source found"
        f" tells whether {works} against {variants}."
    )


def no_longer_holds(reason: str, words: str) -> str:
    """Of a statement that no longer holds, or not as it was."""
    return f"What was found is {reason}: “{words}”"


def not_understood(words: Sequence[str]) -> str:
    """Of words of the question that nothing has read."""
    quoted = ", ".join(f"“{each}”" for each in words)
    return f"Not understood: {quoted}. Say it in other words if it matters."


def read_as(written: str, name: str) -> str:
    """Of a name that was taken for another, which it resembles."""
    return f"I read “{written}” as {name}."


def partly_read(characters: int) -> str:
    """Of a message that is longer than the end in which questions are looked for."""
    return (
        f"Questions were looked for only in the last {characters:,} characters of the message; what"
        " stands before them was read for facts of the patient. Ask the rest by itself."
    )


def missing_here(name: str) -> str:
    """The name of a gap as a sentence, beside an answer that only excludes."""
    return f"{name[:1].upper()}{name[1:]}."


def nothing_shown_on(name: str) -> str:
    """Of a drug that the message names and no statement shown is on."""
    return f"Nothing shown is on {name}, which the message names."


def nothing_on_others_of_class(drugs: Sequence[str]) -> str:
    """Of the drugs of a class asked for of which nothing was found, beside the one that is told."""
    verb = "is" if len(drugs) == 1 else "are"
    return f"Nothing found is on {in_a_row(drugs, 'or')}, which {verb} of the class asked for, too."


def dose_not_shown(drug: str, partner: str) -> str:
    """Of the dose of a drug beside another one, where only the limits of the two are shown."""
    return f"Nothing shown tells the dose of {drug} with {partner}."


def dose_of_one_not_shown(drug: str) -> str:
    """Of one of several drugs whose doses are asked for, where those of the others are shown."""
    return f"Nothing shown tells the dose of {drug}."


def plain_dose_not_shown(drug: str) -> str:
    """Of a drug of which only doses under a circumstance are shown that nobody has told."""
    return f"Nothing shown tells the plain dose of {drug}; what is shown holds only as it says."


def nothing_after_error(drug: str) -> str:
    """Of a drug that was given by mistake, where only the risks of giving it are shown."""
    return f"Nothing shown says what to do now that {drug} has been given."


_HALF = ("Nothing shown here is on ", ", which the question asks about beside what is shown.")


_BY_ITSELF = " by itself"


def half_not_shown(half: str, *, by_itself: bool = False) -> str:
    """The sentence that nothing shown is on one of two things that a question puts beside each
    other, or on what a patient is to be switched to. It is said first. ``by_itself``: it is only
    shown together with the other."""
    return f"{half}{_BY_ITSELF if by_itself else ''}".join(_HALF)


def half_of_sentence(sentence: str) -> str:
    """The half that such a sentence names; empty for another sentence."""
    before, behind = _HALF
    is_such = sentence.startswith(before) and sentence.endswith(behind)
    half = sentence.removeprefix(before).removesuffix(behind) if is_such else ""
    return half.removesuffix(_BY_ITSELF)


def dose_not_weighed(drug: str, amount: str) -> str:
    """The sentence that a cumulative dose of the patient is compared with nothing. It is said
    first."""
    return (
        f"The cumulative dose told here ({amount} of {drug}) is not weighed: nothing that follows"
        " was compared with it."
    )


def no_source_speaks_of(name: str) -> str:
    """Of a name, beside an answer whose sources do not speak of it."""
    return f"None of the sources shown speaks of {name}."


def only_on_gene(gene: str, variant: str) -> str:
    """Of a variant, beside an answer whose sources are on alterations of its gene."""
    return f"The sources shown are on {gene} alterations as such; none names {variant}."


def part_speaks_not_of(question: str, name: str) -> str:
    """Of a name, where only what is told of another question of the message speaks of it."""
    return f"What is shown on “{question}” does not speak of {name}."


def no_source_on_both(gene: str, variants: Sequence[str]) -> str:
    """Of several variants of one gene together."""
    return f"None of the sources shown is on {gene} {' together with '.join(variants)}."


# Of a trial that is asked for by name


NO_OPEN_TRIAL = "No source at hand says that one of these trials is taking patients now."
"""Of trials that are shown to somebody who looks for one."""
NO_REGISTRY = (
    "No registry of trials is searched live, so which trials take patients now is not known here;"
    " ClinicalTrials.gov or the trial office tells."
)
"""Of the trials that somebody looks for, and of a named trial that may take patients."""


def trial_does_not_answer(trial: str) -> str:
    """Of a trial on which something was found, which does not answer."""
    return f"The sources hold {trial}, but no statement there that answers this."


def trial_not_held(trial: str) -> str:
    """Of a trial on which nothing was found."""
    return f"The trial {trial} is not in the sources searched."


def similar_trial_held(trial: str, difference: str) -> str:
    """Of a trial that is easily taken for the one asked for. ``difference``: what tells the two
    apart."""
    return f"The sources hold {trial}, which is another trial ({difference})."


def similar_trials_held(trials: Sequence[str]) -> str:
    """The same of trials of which only the name tells them apart."""
    if len(trials) == 1:
        return f"The sources hold {trials[0]}, which is another trial."
    return f"The sources hold {' and '.join(trials)}, which are other trials."


def trial_says_nothing_of(trials: str, name: str) -> str:
    """Of an outcome, a time or a marker of a cohort on which nothing shown of the trial speaks."""
    return f"No statement found on {trials} speaks of {name}."


def trial_not_shown_on(trial: str, outcome: str) -> str:
    """Of an outcome that only statements speak of which were found and are not shown."""
    return f"What is shown on {trial} does not speak of {outcome}; the sources hold more on it."


def held_for_other_time(words: str) -> str:
    """Of a result at another time than the one asked for."""
    return f"Held for another time: “{words}”"


# Where others speak instead

_BY_OTHERS = "what follows is what others say."
_OTHER_PATIENTS = "On other patients ("
_ON_OTHERS = "what follows is on others or on all."


def publisher_not_found_sentence(name: str) -> str:
    """The sentence that no answer is by the publisher that the question names."""
    return f"Nothing that was found of {name} answers this; {_BY_OTHERS}"


def group_not_found_sentence(group: str) -> str:
    """The sentence that no statement found is on just one group of a trial's patients."""
    return f"No statement found is on {group} by itself; {_ON_OTHERS}"


NONE_OF_THOSE = "This patient is none of those that "


def other_patients_sentence(reasons: Sequence[str], *, of_trial: bool) -> str:
    """The sentence that everything shown is on other patients than this one, and why."""
    which = "the results are on" if of_trial else "what is shown is on"
    return f"{NONE_OF_THOSE}{which}: {'; '.join(reasons)}."


_IS_ON_OTHERS = " is on other patients: "


def found_on_other_patients(what: str, reason: str) -> str:
    """The sentence that what was found of a trial is on patients unlike this one, and why."""
    return f"What was found of {what}{_IS_ON_OTHERS}{reason}."


_OF_OTHER_FORM = "none of them is on the form that was asked for."


def told_of_other_route(drug: str, reason: str) -> str:
    """The sentence that the sources give a drug by another route than the one asked about. Whether
    it has a form for that route, they do not say."""
    name = f"{drug[0].upper()}{drug[1:]}"
    return f"{name}, as the sources at hand tell it, {reason}; {_OF_OTHER_FORM}"


def leaves_word_to_others(sentence: str) -> bool:
    """Whether a sentence says that nothing found is by the publisher, on the group or the form, or
    on a patient like the one, that was asked for."""
    of_others = sentence.startswith(NONE_OF_THOSE) or _IS_ON_OTHERS in sentence
    return of_others or sentence.endswith((_BY_OTHERS, _ON_OTHERS, _OF_OTHER_FORM))


def on_other_patients(how: str) -> str:
    """What stands before a sentence on patients that differ from this one, and how."""
    return f"{_OTHER_PATIENTS}{how}): "


def is_on_other_patients(sentence: str) -> bool:
    """Whether a sentence says of itself that it is on other patients."""
    return sentence.startswith(_OTHER_PATIENTS)


def silent_on_dissent(titles: Sequence[str]) -> str:
    """Which of the searched sources say nothing on where others disagree."""
    return f"On this disagreement these say nothing: {', '.join(titles)}."
