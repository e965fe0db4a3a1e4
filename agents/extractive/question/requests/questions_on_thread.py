"""Messages that ask what was said in the thread: all of it, by somebody, for or against."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

AskedOf = Literal["all", "proposals", "agreement", "objections"]
_PLEASE = r"\W{0,5}(?:(?:so|and|hi|hey|ok|okay|please|can you|could you|would you)\b\W{0,3}){0,3}"
_THREAD = (
    r"(?:(?:this|the|our) )?(?:whole |entire )?"
    r"(?:thread|discussion|conversation|chat|messages|debate|exchange)"
)
_END = r"(?: (?:here|so far|until now|above|please|for (?:me|us)|in this thread)){0,3}\W{0,9}"
_SUMMARY = re.compile(
    _PLEASE
    + r"(?:(?:summari[sz]e|recap|sum up|read)(?: (?:it|this|that|"
    + _THREAD
    + r"))?|(?:give (?:me |us )?)?(?:a )?(?:quick |short |brief )?(?:summary|recap)(?: of "
    + _THREAD
    + r")?|tl;?dr|(?:catch|bring) (?:me|us) up"
    r"|what (?:has been|was|is being|have we|did we|did they|have they)"
    r" (?:said|discuss(?:ed)?|talk(?:ed)? about|agreed|decided?))" + _END,
    re.I,
)
_SOMEBODY = r"(?P<who>@?[^\W\d_][\w.'’-]{1,30}(?: @?[^\W\d_][\w.'’-]{1,30}){0,2}?)"
_ABOUT = r"(?:about|on|regarding|concerning|as to|of)"
_ON = rf"(?: {_ABOUT} (?P<on>[^?.,]{{1,60}}?))?"
_OBJECT = rf"(?: anything| something)?(?: (?:{_ABOUT} )?(?P<on>[^?.,]{{1,60}}?))?"
_PERSON = re.compile(
    _PLEASE
    + r"what(?:['’]s| is| was| did| does| do| has| have| had) "
    + _SOMEBODY
    + r"(?:['’]s?)? "
    r"(?P<what>suggest\w*|propos\w+|recommend\w*|advis\w+|advice|prefer\w*|want\w*|favou?r\w*"
    r"|say|said|sa(?:ys|ying)|think\w*|thought|mean\w*|writ\w+|wrote|opinion|view|answer\w*"
    r"|repl\w+|comment\w*|argu\w+|point)(?: to do| to (?:her|him|us|me|that|this))?" + _ON + _END,
    re.I,
)
_WHETHER = re.compile(
    _PLEASE
    + r"(?:did|does|has|had) "
    + _SOMEBODY
    + r" (?:already |ever |also )?(?P<what>suggest\w*|propos\w+|recommend\w*|sa(?:y|id)|mention\w*"
    r"|comment\w*|wr(?:ite|ote|itten))" + _OBJECT + _END,
    re.I,
)
_POINTERS = re.compile(r"(?i)\b(?:that|this|it|with|to|about|here|the|her|him|his|our|case)\b")
"""Words that name nothing of which a sentence could be."""
_WHO = re.compile(
    _PLEASE + r"(?:who|(?:does|did|is|has|was) (?:any(?:one|body)|some(?:one|body)))(?: else)?"
    r"(?: (?:is|was|has|had|would|does|did|here))?"
    r" (?P<what>disagree\w*|object\w*|oppos\w+|against|agree\w*|support\w*|in favou?r|for"
    r"|suggest\w*|propos\w+|recommend\w*|mention\w*|said|sa(?:y|ys)|want\w*)\b(?P<on>[^?]{0,80})\W{0,9}",
    re.I,
)
_AND_WHY = re.compile(r"(?i),? and (?:why|how so|for what reasons?)\W{0,3}$")
_EVERYBODY = frozenset(
    ("they", "we", "people", "colleagues", "everyone", "everybody", "all", "others", "the others")
)


@dataclass(frozen=True, slots=True)
class AskedOfThread:
    """What a message wants to know of a discussion."""

    what: AskedOf
    who: str = ""
    """Whose words; empty for everybody's."""
    on: str = ""
    """Words of what they are to be about; empty for all."""


def asked_of_thread(text: str, names: Sequence[str]) -> AskedOfThread | None:
    """What a message asks of the discussion in which the people of these *names* wrote; None if it
    asks for something else, such as what a guideline says."""
    # The reasons stand in the sentences that are quoted.
    text = _AND_WHY.sub("", " ".join(text.split()))
    if _SUMMARY.fullmatch(text):
        return AskedOfThread("all")
    of_person = _PERSON.fullmatch(text) or _WHETHER.fullmatch(text)
    if of_person and (who := _person(of_person["who"], names)) is not None:
        return AskedOfThread(_of_words(of_person["what"]), who, _subject(of_person["on"] or ""))
    if found := _WHO.fullmatch(text):
        return AskedOfThread(_of_words(found["what"]), on=_subject(found["on"]))
    return None


def asks_of_person(text: str) -> bool:
    """Whether a message asks what somebody said, whoever that is."""
    return _PERSON.fullmatch(_AND_WHY.sub("", " ".join(text.split()))) is not None


def _subject(words: str) -> str:
    """What the sentences are to be about; empty for words that only point at it."""
    return " ".join(_POINTERS.sub(" ", words).split()).strip(" ?.!")


def _of_words(what: str) -> AskedOf:
    word = what.lower()
    if word.startswith(("disagree", "object", "oppos", "against")):
        return "objections"
    if word.startswith(("agree", "support", "in fav", "for")):
        return "agreement"
    if word.startswith(
        ("suggest", "propos", "recommend", "advis", "advice", "prefer", "want", "fav")
    ):
        return "proposals"
    return "all"


def _person(asked: str, names: Sequence[str]) -> str | None:
    """The name of a person who wrote, as it stands with the messages; empty for everybody; None for
    a name that nobody has who wrote."""
    wanted = re.sub(r"(?i)^(?:dr|prof|mr|mrs|ms)\.? |['’]s?$", "", asked.lstrip("@")).lower()
    if wanted in _EVERYBODY:
        return ""
    for name in names:
        if wanted in (name.lower(), *name.lower().split()):
            return name
    return None
