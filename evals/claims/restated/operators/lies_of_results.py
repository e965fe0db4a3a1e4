"""Lies about what a trial found: each function changes one thing. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import (
    ARMS,
    OUTCOME,
    RATIO,
    RESULT,
    MadeSentence,
    Source,
    first_drug,
    sentence,
    with_exchanged,
)

_COMPARED = re.compile(
    r"compared (?P<x>[^,.;()]{4,70}?) with (?P<y>[^,.;()]{4,70}?)(?= in |,|;|\.| as | after | \(|$)"
)
_TRIAL = re.compile(r"\b(?P<t>[A-Z]{3,}[\w-]{1,16}|NCT\d{8})\b")
_SHARE = re.compile(r"\b(?P<n>\d[\d.]*)% (?:of|with|on) ")
_GRADE = re.compile(r" of grade (?P<g>\d)(?: or (?P<o>\d|higher))?")
_YEARS = re.compile(r"\b(?:at (?P<n>[2-8]) years|(?P<w>two|three|four|five|seven)-year)\b")
_YEAR_WORDS = {"two": "five", "three": "five", "four": "two", "five": "three", "seven": "three"}
_CROSSES = re.compile(r"95% CI (?P<lo>0\.\d+)(?: to |-|–)(?P<hi>1\.\d+)")
_BOTH = re.compile(
    r"progression-free survival (?:was|of) (?P<a>\d[\d.]*) months (?P<m>[^.;]{0,40}?)"
    r"overall survival (?:was |of )?(?P<b>\d[\d.]*) months"
)
_IN_SOME = re.compile(
    r"^(?:In|For) (?P<who>(?:patients|women|men|those) (?:with|without) [^,;.]{4,60}), "
    r"(?!HER2|AKT1|or |and |HR-|with )"
)
_OCCURRED = re.compile(r"\b(?:occurred|was seen|were seen) in (?P<n>\d[\d.]*)%")


def question_as_result(source: Source) -> MadeSentence | None:
    """What a trial compared, told as what it found."""
    found, trial = _COMPARED.search(source.text), _TRIAL.search(source.text)
    if not found or not trial or RESULT.search(source.text.lower()):
        return None
    return sentence(f"{trial['t']} showed that {found['x']} is better than {found['y']}")


def question_as_gain(source: Source) -> MadeSentence | None:
    """What a trial compared, told as a gain in survival."""
    found, trial = _COMPARED.search(source.text), _TRIAL.search(source.text)
    if not found or not trial or RESULT.search(source.text.lower()):
        return None
    return sentence(f"In {trial['t']} {found['x']} prolonged survival over {found['y']}")


def better_than_nothing_compared(source: Source) -> MadeSentence | None:
    """A share of one group, told as more than another treatment gives."""
    found = _SHARE.search(source.text)
    compares = re.search(r"versus|against|compar|placebo|than| and \d|chemotherapy", source.whole)
    if not found or compares or not first_drug(source.text) or "respon" not in source.whole:
        return None
    return sentence(f"{source.bare}, which is superior to chemotherapy")


def ratio_turned_round(source: Source) -> MadeSentence | None:
    """A hazard ratio of 0.42 as a risk that is 42 % lower."""
    found = RATIO.search(source.text)
    if not found or found["hr"] in ("0.49", "0.50", "0.51") or float(found["hr"]) > 0.95:
        return None
    percent = round(float(found["hr"]) * 100)
    return sentence(f"{source.text[: found.start()]}risk reduction of {percent}%"
                    f"{source.text[found.end() :]}")  # fmt: skip


def ratio_of_death(source: Source) -> MadeSentence | None:
    """A hazard ratio for progression, told as a lower risk of death."""
    found = RATIO.search(source.text)
    drug = first_drug(source.text)
    told = source.whole
    if not found or not drug or "progression" not in told or "overall" in told:
        return None
    if re.search(r"(?<!or )\bdeath(?! or)", told):
        return None
    lower = 100 - round(float(found["hr"]) * 100)
    return sentence(f"With {drug} the risk of death was {lower}% lower")


def absolute_for_relative(source: Source) -> MadeSentence | None:
    """A hazard ratio as a difference in percentage points."""
    found, drug = RATIO.search(source.text), first_drug(source.text)
    arms = ARMS.search(source.text)
    if not found or not drug or (arms and arms["u"] == "%"):
        return None
    lower = 100 - round(float(found["hr"]) * 100)
    if lower < 10 or f"{lower}%" in source.text:
        return None
    return sentence(f"With {drug} {lower} percentage points fewer patients progressed or died")


def value_of_other_arm(source: Source) -> MadeSentence | None:
    """The value of one arm, alone, with the other arm."""
    arms, outcome = ARMS.search(source.text), OUTCOME.search(source.text)
    if not arms or not outcome or arms["a"] == arms["b"]:
        return None
    if arms["x"].strip() in arms["y"] or arms["y"].strip() in arms["x"]:
        return None
    return sentence(f"With {arms['y']}, {outcome['name'].lower()} was {arms['a']}{arms['u']}")


def arms_versus(source: Source) -> MadeSentence | None:
    """Two values in their order with the arms turned round."""
    arms, outcome = ARMS.search(source.text), OUTCOME.search(source.text)
    if not arms or not outcome or arms["a"] == arms["b"]:
        return None
    values = f"{arms['a']} vs {arms['b']}{arms['u']}"
    return sentence(f"{outcome['name']} was {values} for {arms['y']} vs {arms['x']}")


def winner_turned(source: Source) -> MadeSentence | None:
    """The arm with the lower value as the better one."""
    arms, outcome = ARMS.search(source.text), OUTCOME.search(source.text)
    if not arms or not outcome or float(arms["a"].rstrip(".")) <= float(arms["b"].rstrip(".")):
        return None
    return sentence(f"{outcome['name']} was longer with {arms['y']} than with {arms['x']}")


def endpoints_exchanged(source: Source) -> MadeSentence | None:
    """Two endpoints with each other's values."""
    return with_exchanged(source, _BOTH)


def chance_called_significant(source: Source) -> MadeSentence | None:
    """A difference whose interval holds 1, told as significant."""
    arms, outcome = ARMS.search(source.text), OUTCOME.search(source.text)
    if not arms or not outcome or not _CROSSES.search(source.text):
        return None
    return sentence(f"{outcome['name']} was significantly longer with {arms['x']}"
                    f" than with {arms['y']}")  # fmt: skip


def grade_left_out(source: Source) -> MadeSentence | None:
    """Events of a grade, told as events."""
    found = _GRADE.search(source.text)
    if not found or not re.search(r"\d%", source.text) or not _OCCURRED.search(source.text):
        return None
    return sentence(f"{source.text[: found.start()]}{source.text[found.end() :]}")


def year_of_rate(source: Source) -> MadeSentence | None:
    """A rate at another time."""
    found = _YEARS.search(source.text)
    if not found:
        return None
    word = found["w"]
    other = f"{_YEAR_WORDS[word]}-year" if word else f"at {int(found['n']) + 2} years"
    if other in source.text:
        return None
    return sentence(f"{source.text[: found.start()]}{other}{source.text[found.end() :]}")


def group_widened(source: Source) -> MadeSentence | None:
    """What was found in a group, told of all patients."""
    found = _IN_SOME.match(source.text)
    if not found:
        return None
    return sentence(f"In all patients, {source.text[found.end() :]}")


def all_for_some(source: Source) -> MadeSentence | None:
    """What befell a share, told of every patient."""
    found = _OCCURRED.search(source.text)
    if not found or found["n"] == "100":
        return None
    return sentence(f"{source.text[: found.start('n')]}all patients")


def never_for_some(source: Source) -> MadeSentence | None:
    """What befell a share, told as what never happened."""
    found = _OCCURRED.search(source.text)
    if not found or found["n"] == "0":
        return None
    return sentence(f"{source.text[: found.start()]}never occurred")


def approval_invented(source: Source) -> MadeSentence | None:
    """A result, told as the ground of an approval."""
    drug = first_drug(source.text)
    if (
        not drug
        or not OUTCOME.search(source.text)
        or "approv" in source.whole
        or "indicat" in source.whole
    ):
        return None
    return sentence(f"{source.bare}, and {drug} was approved for this")


def advice_invented(source: Source) -> MadeSentence | None:
    """A result, told as a recommendation."""
    drug = first_drug(source.text)
    advises = re.search(r"recommend|advis|should|indicat|standard|prefer|option|asco", source.whole)
    if not drug or not OUTCOME.search(source.text) or advises:
        return None
    return sentence(f"{source.bare}, so {drug} is recommended")


def cause_invented(source: Source) -> MadeSentence | None:
    """A result, with a reason that nobody gave."""
    if not OUTCOME.search(source.text) or "cross" in source.whole or not ARMS.search(source.text):
        return None
    return sentence(f"{source.bare}, because many patients of the control group crossed over")


OPERATORS = {
    "question as result": question_as_result,
    "question as gain": question_as_gain,
    "superior without comparison": better_than_nothing_compared,
    "ratio turned round": ratio_turned_round,
    "ratio of death": ratio_of_death,
    "absolute for relative": absolute_for_relative,
    "value of other arm": value_of_other_arm,
    "arms in versus": arms_versus,
    "winner turned": winner_turned,
    "endpoints exchanged": endpoints_exchanged,
    "chance as significant": chance_called_significant,
    "grade left out": grade_left_out,
    "time of rate": year_of_rate,
    "group widened": group_widened,
    "all for some": all_for_some,
    "never for some": never_for_some,
    "approval invented": approval_invented,
    "advice invented": advice_invented,
    "cause invented": cause_invented,
}
