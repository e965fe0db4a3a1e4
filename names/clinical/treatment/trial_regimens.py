"""A trial that stands for the treatment it gave: "progressed after FLAURA2 (osi + carbo/pem)"."""

from __future__ import annotations

import re
from collections.abc import Iterable

from names.clinical.expansion import ExpandedText, rewrite
from names.clinical.treatment.agents import Agent, find_agents
from names.clinical.values import UNKNOWN_REGIMEN
from names.entities import EntityMention
from names.recognise import recognise
from names.recognition.trials import find_trials, is_treatment_had
from names.tables.treatment.regimens import drugs_of_trials
from names.tables.trials import acronyms_by_key, trial_words

_NAMED = re.compile(
    r"(?i)(?:[\s-](?:regimens?|protocol|treatment|therapy|combination|combo|schedule))?\s?(?=[(\[])"
)
"""Between a trial and the bracket that names what it gave."""
_IN_A_TRIAL = re.compile(
    r"(?i)[\s-](?:trial|study|\(?(?:control|placebo|standard|comparator|chemo\w*)\b)"
)
"""Behind a trial in which the patient took part, in whichever arm, or in its control arm."""
_CLOSED = re.compile(r"[)\]]")


def without_trials(text: str) -> ExpandedText:
    """The text without the trials whose drugs stand in brackets behind them, so that how the
    treatment ended stands beside its drugs."""
    return rewrite(text, [(start, end, "") for start, end, _ in _trials_had(text) if end])


def regimens_of_trials(text: str) -> list[Agent]:
    """What was had and is named by a trial alone: what its tested arm was given, by the table. A
    trial that no row is for, or in which the patient may have had the other arm, has no drugs."""
    found = []
    for _, end, each in _trials_had(text):
        if not end:
            unknown = ((), (trial_words(each.names[0]) + UNKNOWN_REGIMEN,))
            as_tested = not _IN_A_TRIAL.match(text, each.end)
            given = drugs_of_trials().get(each.names[0], unknown) if as_tested else unknown
            found.append(Agent(each.start, each.end, *given))
    return found


def _trials_had(text: str) -> list[tuple[int, int, EntityMention]]:
    """Where each trial starts, where the bracket behind it that names its drugs starts (0: there is
    none), and the trial."""
    named = [each for each in find_trials(text) if _is_known(each) and is_treatment_had(each, text)]
    agents = find_agents(text) if named else []
    taken = [*_places(agents), *_places(recognise(text).of("gene", "variant") if named else ())]
    found = {}
    for each in sorted(named, key=lambda each: each.end):
        if any(start < each.end and each.start < end for start, end in taken):
            continue  # Capitals that only look like a trial: "FOLFOX", "BRCA2".
        bracket = _NAMED.match(text, each.end)
        end = bracket.end() if bracket else 0
        told = bracket and any(end < a.start < _closing_bracket(text, end) for a in agents)
        found[each.start] = (each.start, end if told else 0, each)
    return [found[start] for start in sorted(found)]


def _places(found: Iterable[Agent] | Iterable[EntityMention]) -> list[tuple[int, int]]:
    return [(each.start, each.end) for each in found]


def _is_known(mention: EntityMention) -> bool:
    key = mention.names[0] if mention.kind == "trial" else ""
    return key in acronyms_by_key() or any(letter.isdigit() for letter in key)


def _closing_bracket(text: str, opened: int) -> int:
    closed = _CLOSED.search(text, opened)
    return closed.start() if closed else len(text)
