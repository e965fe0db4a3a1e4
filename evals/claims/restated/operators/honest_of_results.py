"""Honest tellings of what a trial found: each function in one way. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import (
    ARMS,
    OUTCOME,
    MadeSentence,
    Source,
    first_drug,
    sentence,
)
from evals.claims.restated.spelling import small

_PFS_RATIO = re.compile(
    r"hazard ratio for (?:disease )?progression or death with (?P<x>[^,;().]{4,60}?)"
    r"(?P<w> (?:in|against|over|versus) [^,;()\d]{3,60})? was (?P<hr>0\.\d{2})\b"
)
_DEATH_RATIO = re.compile(
    r"hazard ratio for death with (?P<x>[^,;().\d]{4,60}?)"
    r"(?P<w> (?:in|against|over|versus) [^,;()]{3,60})? was (?P<hr>0\.\d{2})\b"
)
_YEARS = re.compile(r"\b(?P<n>12|24|36|48|60) months\b")
_WEEKS = re.compile(r"\bevery (?P<n>[234]) weeks\b")
_OF = re.compile(r"\b(?P<a>\d{1,3}) of (?:the )?(?P<b>\d{1,3}) (?P<who>patients|women|men)\b")
_SHARES = (
    ((66.2, 67.2), "about two thirds"), ((32.8, 33.8), "about a third"),
    ((24.3, 25.7), "about a quarter"), ((49.0, 51.0), "about half"),
    ((74.3, 75.7), "about three quarters"), ((19.5, 20.5), "about one in five"),
    ((9.7, 10.3), "about one in ten"), ((79.3, 80.7), "about four in five"),
)  # fmt: skip
_SHARE = re.compile(r"(?P<n>\d[\d.]*)% of (?P<who>patients|women|men|those)\b")
_MEDIAN = re.compile(r"(?<!\d)(?P<n>\d{1,2})\.(?P<d>[1289]) months\b")
_HR = re.compile(
    r",? \(?(?:with an? )?hazard ratio (?:of )?0\.\d+[^;.()]{0,5}\(?95% CI [\d.]+ to [\d.]+\)?\)?"
)
_FOLLOW = re.compile(r",? (?:after|at) a median follow-up of (?:about )?[\d.]+ (?:months|years)")
_TRIAL_FIRST = re.compile(
    r"^In (?P<t>[A-Z][A-Za-z]{2,}-?[\w-]{0,14}), (?!which|who|with|untreated|at )"
    r"(?P<rest>[^;]{12,300})$"
)
_LIMITS = re.compile(
    r"\b(?:mutat\w+|CPS|PD-L1|women|men|wild|subgroups?|those|elderly|younger|without|cohort|not|no"
    r"|amplification|fusion|carriers|if|similar|differ\w*|[IV]+[ABC]?|metastases|deletion)\b"
)
"""What a short telling may not leave out."""
_GRADE_FORM = re.compile(r"\bof grade 3 or higher\b")


def _arms(source: Source) -> tuple[re.Match[str], str] | None:
    """Two arms whose names do not share words, and the only outcome of the statement."""
    arms = ARMS.search(source.text)
    outcomes = OUTCOME.findall(source.text)
    if not arms or len(outcomes) != 1 or len(ARMS.findall(source.text)) != 1:
        return None
    if _LIMITS.search(source.text):
        return None
    if re.search(r"\b(?:with|without|mutation|after|in|those|patients)\b", arms["y"] + arms["x"]):
        return None
    return arms, small(outcomes[0])


def risk_lower(source: Source) -> MadeSentence | None:
    """A hazard ratio for progression or death as a risk that is so much lower."""
    found = _PFS_RATIO.search(source.text)
    if not found or _LIMITS.search(source.text):
        return None
    lower = 100 - round(float(found["hr"]) * 100)
    return sentence(
        f"{found['x']} lowered the risk of progression or death by {lower}%{found['w'] or ''}"
    )


def death_lower(source: Source) -> MadeSentence | None:
    """A hazard ratio for death as a risk that is so much lower."""
    found = _DEATH_RATIO.search(source.text)
    if not found or _LIMITS.search(source.text):
        return None
    lower = 100 - round(float(found["hr"]) * 100)
    return sentence(f"with {found['x']} the risk of death was {lower}% lower{found['w'] or ''}")


def one_arm(source: Source) -> MadeSentence | None:
    """The value of one arm."""
    if not (found := _arms(source)):
        return None
    arms, outcome = found
    median = "median " if "edian" in source.text else ""
    time = re.search(r"\bat \d+ (?:years|months)\b", source.text)
    if arms["u"] == "%" and not time:
        return None
    at = f" {time.group()}" if time and arms["u"] == "%" else ""
    return sentence(f"with {arms['y']}, {median}{outcome}{at} was {arms['b']}{arms['u']}")


def difference(source: Source) -> MadeSentence | None:
    """Two medians as their difference."""
    if not (found := _arms(source)):
        return None
    arms, outcome = found
    one, other = float(arms["a"]), float(arms["b"].rstrip("."))
    if arms["u"] != " months" or one <= other or "edian" not in source.text:
        return None
    places = 1 if "." in arms["a"] or "." in arms["b"].rstrip(".") else 0
    return sentence(
        f"median {outcome} was {one - other:.{places}f} months longer with {arms['x']}"
        f" than with {arms['y']}"
    )


def about_twice(source: Source) -> MadeSentence | None:
    """A median that is about twice the other."""
    if not (found := _arms(source)):
        return None
    arms, outcome = found
    other = float(arms["b"].rstrip("."))
    if arms["u"] != " months" or "edian" not in source.text or not other:
        return None
    if not 1.92 <= float(arms["a"]) / other <= 2.08:
        return None
    return sentence(
        f"median {outcome} was about twice as long with {arms['x']} as with {arms['y']}"
    )


def versus(source: Source) -> MadeSentence | None:
    """Two arms as "A versus B: a vs b"."""
    if not (found := _arms(source)):
        return None
    arms, outcome = found
    if arms["u"] == "%":
        return None
    median = "median " if "edian" in source.text else ""
    values = f"{arms['a']} vs {arms['b'].rstrip('.')} months"
    return sentence(f"{arms['x']} versus {arms['y']}: {median}{outcome} {values}")


def longer(source: Source) -> MadeSentence | None:
    """Two arms as a comparison with the values in brackets."""
    if not (found := _arms(source)):
        return None
    arms, outcome = found
    if arms["u"] == "%" or float(arms["a"]) <= float(arms["b"].rstrip(".")):
        return None
    if re.search(r"CI 0\.\d+(?: to |-|–)[1-9]", source.text):
        return None
    median = "median " if "edian" in source.text else ""
    return sentence(
        f"{median}{outcome} was longer with {arms['x']} than with {arms['y']}"
        f" ({arms['a']} against {arms['b'].rstrip('.')} months)"
    )


def in_years(source: Source) -> MadeSentence | None:
    """Whole years for months."""
    found = _YEARS.search(source.text)
    if not found:
        return None
    years = int(found["n"]) // 12
    words = "1 year" if years == 1 else f"{years} years"
    return sentence(f"{source.text[: found.start()]}{words}{source.text[found.end() :]}")


def in_days(source: Source) -> MadeSentence | None:
    """Days for weeks of a schedule."""
    found = _WEEKS.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}every {int(found['n']) * 7} days"
                    f"{source.text[found.end() :]}")  # fmt: skip


def share_of_counts(source: Source) -> MadeSentence | None:
    """So many of so many as a share."""
    found = _OF.search(source.text)
    if not found or int(found["b"]) < 4 or int(found["a"]) > int(found["b"]):
        return None
    percent = 100 * int(found["a"]) / int(found["b"])
    if abs(percent - round(percent)) > 0.01:
        return None
    return sentence(f"{source.text[: found.start()]}{percent:.0f}% of {found['b']} {found['who']}"
                    f"{source.text[found.end() :]}")  # fmt: skip


def share_in_words(source: Source) -> MadeSentence | None:
    """A share in words, where it is very nearly that."""
    found = _SHARE.search(source.text)
    if not found:
        return None
    for (low, high), words in _SHARES:
        if low <= float(found["n"]) <= high:
            end = f" of {found['who']}" if "in" not in words.split() else f" {found['who']}"
            return sentence(
                f"{source.text[: found.start()]}{words}{end}{source.text[found.end() :]}"
            )
    return None


def rounded_median(source: Source) -> MadeSentence | None:
    """A median to whole months, said to be rounded."""
    found = _MEDIAN.search(source.text)
    if not found:
        return None
    number = int(found["n"]) + (int(found["d"]) > 5)
    words = "nearly" if int(found["d"]) > 5 else "just over"
    return sentence(f"{source.text[: found.start()]}{words} {number} months"
                    f"{source.text[found.end() :]}")  # fmt: skip


def without_ratio(source: Source) -> MadeSentence | None:
    """Medians without the hazard ratio behind them."""
    if not ARMS.search(source.text) or not _HR.search(source.text):
        return None
    made = _HR.sub("", source.text, count=1)
    return sentence(made) if ARMS.search(made) and "not a significant" not in made else None


def without_follow_up(source: Source) -> MadeSentence | None:
    """A result without the length of follow-up."""
    found = _FOLLOW.search(source.text)
    if not found or found.start() == 0:
        return None
    return sentence(f"{source.text[: found.start()]}{source.text[found.end() :]}")


def trial_last(source: Source) -> MadeSentence | None:
    """The trial at the end, as where it was seen."""
    found = _TRIAL_FIRST.match(source.bare)
    if not found:
        return None
    return sentence(f"as seen in {found['t']}, {small(found['rest'])}")


def trial_as_subject(source: Source) -> MadeSentence | None:
    """The trial as what showed it."""
    found = _TRIAL_FIRST.match(source.bare)
    if not found or not ARMS.search(source.text) or not first_drug(source.text):
        return None
    return sentence(f"{found['t']} reported that {small(found['rest'])}")


def severe_grade(source: Source) -> MadeSentence | None:
    """Grade 3 or higher in short."""
    found = _GRADE_FORM.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}of grade 3+{source.text[found.end() :]}")


OPERATORS = {
    "risk lower by": risk_lower,
    "risk of death lower by": death_lower,
    "one arm": one_arm,
    "difference": difference,
    "about twice": about_twice,
    "versus": versus,
    "longer, values in brackets": longer,
    "months in years": in_years,
    "weeks in days": in_days,
    "share of counts": share_of_counts,
    "share in words": share_in_words,
    "rounded": rounded_median,
    "without ratio": without_ratio,
    "without follow-up": without_follow_up,
    "trial last": trial_last,
    "trial as subject": trial_as_subject,
    "grade in short": severe_grade,
}
