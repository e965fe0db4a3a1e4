"""Lies about what may, should or must be done: each function changes one thing. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import (
    MadeSentence,
    Source,
    drugs_of,
    first_drug,
    sentence,
    within,
)

_WARNS = re.compile(
    r"^(?P<x>[A-Z][^,;.]{3,60}?) (?:is|are|should be) (?:to be )?"
    r"(?:avoided|not given|not taken|contraindicated)"
    r" (?:with|during|on|together with) (?P<y>[^,;.]{3,60}?)"
    r"(?=[,;.:]| because| since| unless| if|$)"
)
_INTERACTS = re.compile(
    r"\b(?:raise[sd]?|lower(?:s|ed)?|increase[sd]?|decrease[sd]?|reduce[sd]?) (?:the )?exposure"
)
_UNLESS = re.compile(r",? (?:unless|except|other than|apart from) [^.;,]{4,120}(?=[.;,])")
_CONTRA = re.compile(r"\b(?:contraindicated|avoided|not recommended|withheld|interrupted"
                     r"|discontinued|reduced)\b")  # fmt: skip
_CAUSES = (
    ("interstitial lung disease", re.compile("lung|pneumon|pulmon|respirat")),
    ("long-standing diabetes", re.compile("diabet|glucose|glyc|insulin")),
    ("atrial fibrillation", re.compile("fibrill|card|heart|qt|arrhyth")),
)
_ALLOWS = re.compile(r"\b(?:ASCO|ESMO|NCCN|CPIC) (?P<v>allows|accepts|offers|considers|lists)\b")
_INDICATED = re.compile(r"^(?P<x>[A-Z][^,;.]{3,60}?) is indicated\b")
_VERB = re.compile(r"\b(?:is|are|was|were)\b(?! (?:not|no|only|neither|never)\b)")
_NOT = re.compile(r"\b(?P<v>is|are|was|were|does|did|do|should|must|can|may|be) not\b")
_MAY = re.compile(r"\b(?:may|can|could) (?=be |cause|harm|raise|lower|increase|reduce|occur)")
_SHOULD = re.compile(r"\bshould (?=be )|\bis recommended\b|\bare recommended\b")
_ASKS = re.compile(r"\b(?:recommends?|advises?(?! against)|prefers?)\b")
_DENIED = re.compile(r"\b(?:not|no|against|without|never|neither|nor)\b")


def _pair(source: Source) -> tuple[str, str] | None:
    found = _WARNS.match(source.text)
    if not found or _DENIED.search(found.group()) or "food" in found.group():
        return None
    return found["x"], found["y"]


def permission(source: Source) -> MadeSentence | None:
    """What is to be avoided, told as what can be taken."""
    pair = _pair(source)
    if not pair:
        return None
    return sentence(f"{pair[0]} can be taken with {pair[1]}", question=f"{pair[0]} with {pair[1]}?")


def goes_on(source: Source) -> MadeSentence | None:
    """What is to be avoided, told as what goes on as it is."""
    pair = _pair(source)
    if not pair:
        return None
    return sentence(f"{pair[0]} may go on unchanged during {pair[1]}",
                    question=f"{pair[0]} with {pair[1]}?")  # fmt: skip


def harmless(source: Source) -> MadeSentence | None:
    """What is to be avoided, told as harmless."""
    pair = _pair(source)
    if not pair:
        return None
    return sentence(f"{pair[0]} together with {pair[1]} is no problem")


def permitted_against_exposure(source: Source) -> MadeSentence | None:
    """Two drugs of which one changes the exposure to the other, told as free to be combined."""
    drugs = sorted(drugs_of(source.text))
    if len(drugs) != 2 or not _INTERACTS.search(source.text) or _DENIED.search(source.text.lower()):
        return None
    if re.search(r"\bmay be|can be|food|combin", source.whole):
        return None
    one, other = drugs
    return sentence(f"{one} and {other} may be combined", question=f"{one} and {other}?")


def exception_dropped(source: Source) -> MadeSentence | None:
    """A rule without its exception."""
    found = _UNLESS.search(source.text)
    if not found or re.search(r"reported|known|seen", source.text):
        return None
    return sentence(f"{source.text[: found.start()]}{source.text[found.end() :]}")


def exception_turned(source: Source) -> MadeSentence | None:
    """A rule that holds even where it is excepted."""
    found = _UNLESS.search(source.text)
    if not found:
        return None
    what = re.sub(r"^,? unless ", "even if ", found.group())
    what = re.sub(r"^,? (?:except|other than|apart from) ", "including ", what)
    return sentence(f"{source.text[: found.start()]}, {what}{source.text[found.end() :]}")


def wrong_cause(source: Source) -> MadeSentence | None:
    """A rule, told as one for a condition of the patient that it does not name."""
    drug = first_drug(source.text)
    found = _CONTRA.search(source.text)
    if not drug or not found or _DENIED.search(source.text[: found.start()].lower()):
        return None
    for cause, near in _CAUSES:
        if not near.search(source.whole):
            return sentence(f"Because she has {cause}, {drug} is {found.group()}",
                            question=f"Woman with {cause}. {drug}?")  # fmt: skip
    return None


def preference(source: Source) -> MadeSentence | None:
    """What is allowed, told as what is preferred."""
    found = _ALLOWS.search(source.text)
    if not found or re.search("prefer|recommend|best", source.whole):
        return None
    text = source.text
    rest = text[found.end("v") :].replace(" as an option", "")
    return sentence(f"{text[: found.start('v')]}prefers{rest}")


def only_this(source: Source) -> MadeSentence | None:
    """One thing that is indicated, told as the only one."""
    found = _INDICATED.match(source.text)
    if not found or "only" in source.whole:
        return None
    return sentence(f"only {within(source.text)}")


def standard_of_care(source: Source) -> MadeSentence | None:
    """What is indicated, told as the standard of care."""
    found = _INDICATED.match(source.text)
    if not found or re.search("standard|prefer|recommend", source.whole):
        return None
    return sentence(f"{source.text[: found.end('x')]} is the standard of care"
                    f"{source.text[found.end() :]}")  # fmt: skip


def denial_put_in(source: Source) -> MadeSentence | None:
    """The main verb with a "not"."""
    found = _VERB.search(source.text)
    before = source.text[: found.start()].lower() if found else ""
    if (
        not found
        or _DENIED.search(before)
        or re.search(r"\b(?:no|not|if|when|unless|that|which|who|where)\b", before)
    ):
        return None
    if re.match(r" (?:an? |no )", source.text[found.end() :]):
        return None
    return sentence(f"{source.text[: found.end()]} not{source.text[found.end() :]}")


def denial_dropped(source: Source) -> MadeSentence | None:
    """A denial without its "not"."""
    found = _NOT.search(source.text)
    if not found or len(re.findall(r"\bnot\b", source.text)) > 1 or "not reached" in source.text:
        return None
    text = source.text
    return sentence(f"{text[: found.end('v')]}{text[found.end() :]}")


def certain(source: Source) -> MadeSentence | None:
    """What may happen, told as what always does."""
    found = _MAY.search(source.text)
    if not found:
        return None
    text = source.text
    verb = "must always " if text[found.end() :].startswith("be ") else "will always "
    return sentence(f"{text[: found.start()]}{verb}{text[found.end() :]}")


def weaker_advice(source: Source) -> MadeSentence | None:
    """What is advised, told as one option among others."""
    found = _ASKS.search(source.text)
    if not found or _DENIED.search(source.text.lower()) or "option" in source.whole:
        return None
    if "may" in source.whole.split() or "allow" in source.whole:
        return None
    text = source.text
    return sentence(f"{text[: found.start()]}merely allows{text[found.end() :]}")


def stronger_advice(source: Source) -> MadeSentence | None:
    """What should be done, told as what is forbidden to leave."""
    found = _SHOULD.search(source.text)
    if not found or "must" in source.whole or _DENIED.search(source.text.lower()):
        return None
    text = source.text
    verb = "must " if "should" in found.group() else "is mandatory"
    return sentence(f"{text[: found.start()]}{verb}{text[found.end() :]}")


OPERATORS = {
    "permitted": permission,
    "goes on": goes_on,
    "harmless": harmless,
    "permitted against exposure": permitted_against_exposure,
    "exception dropped": exception_dropped,
    "exception turned": exception_turned,
    "wrong cause": wrong_cause,
    "preferred": preference,
    "only this": only_this,
    "standard of care": standard_of_care,
    "denied": denial_put_in,
    "denial dropped": denial_dropped,
    "certain": certain,
    "weakened": weaker_advice,
    "made an order": stronger_advice,
}
