"""Sentences that say how the patients of a source differ from this one, compared once more."""

from __future__ import annotations

import re

from agents.checking.support.judgements_of_run import all_judgements, judgements_under
from agents.matching.judging import reasons_of_others
from agents.turns import DraftSentence, View
from agents.wording.not_found import other_patients_sentence

_ON_OTHERS = re.compile(r"On other patients \((?P<reason>.{1,400}?)\): ")


def is_on_others_again(text: str, view: View) -> bool:
    """Whether a sentence says of everything shown that it is on other patients, by reasons that the
    comparison of statements found with the facts gives again. A look-up may be silent on a reason
    that the facts alone give, such as the phase of the trial asked for: that is not said."""
    told = {
        each.other_patients
        for each in all_judgements(view)
        if each.reasons_of_others <= reasons_of_others(each.statement, view.sheet)
    }
    named = [each for each in told if each and each in text]
    rest = text
    for each in sorted(named, key=len, reverse=True):
        rest = rest.replace(each, "")
    rest = re.sub(r"(?:; )+", "", rest)
    return bool(named) and rest in {
        other_patients_sentence([""], of_trial=of_trial) for of_trial in (True, False)
    }


def without_other_patients(sentence: DraftSentence, view: View) -> str:
    """The sentence without "On other patients (…):" before it, where a statement under its keys is
    on other patients for just that reason: it stands in no quote, and needs not."""
    found = _ON_OTHERS.match(sentence.text)
    if found is None:
        return sentence.text
    told = {each.other_patients for each in judgements_under(sentence.keys, view)}
    return sentence.text[found.end() :] if found["reason"] in told else sentence.text
