"""A difference of two arms told as a change, from the one that has the treatment to the one without
it: "surgery raises events from 6.4% to 22.7%" of 6.4% with and 22.7% without. Pure.
"""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence

_VALUE = r"\d{1,4}(?:\.\d{1,3})?"
_UNIT = r" ?(?:%|months?|years?)?"
_WITH_WITHOUT = re.compile(
    rf"(?<![\d.])(?P<one>{_VALUE}){_UNIT}(?: \([^()]{{0,60}}\))?(?: of [a-z ]{{1,40}}?)?"
    rf" (?:with|on|after) [^,;:()]{{2,60}}?,? (?:and|versus|vs|against|but|compared with)"
    rf" (?P<other>{_VALUE}){_UNIT}(?: \([^()]{{0,60}}\))?(?: of [a-z ]{{1,40}}?)? without\b"
)
_WITHOUT_WITH = re.compile(
    rf"(?<![\d.])(?P<other>{_VALUE}){_UNIT}(?: \([^()]{{0,60}}\))? without [^,;:()]{{0,60}}?,?"
    rf" (?:and|versus|vs|against|but|compared with) (?P<one>{_VALUE}){_UNIT}"
    rf"(?: \([^()]{{0,60}}\))? with\b"
)
_CHANGE = re.compile(
    rf"^(?P<subject>[^;:]{{3,120}}?) (?:raised?s?|increase[sd]?|lower(?:s|ed)?|reduce[sd]?|cuts?"
    rf"|decrease[sd]?|improve[sd]?|brings?|brought|took|takes|prolong(?:s|ed)?|lengthen(?:s|ed)?"
    rf"|shorten(?:s|ed)?|doubled?s?|halve[sd]?)(?: [^;:]{{2,80}}?)? from (?:about )?"
    rf"(?P<first>{_VALUE}){_UNIT} to (?:about )?(?P<last>{_VALUE})"
)
_LEFT_OUT = re.compile(
    r"\b(?:without|not?|omit\w*|omission|leav\w+ out|skip\w*|stopp\w+|withdraw\w*|forgo\w*|absence"
    r"|lack\w*|avoid\w*|instead)\b"
)


def problem_with_change_of_arms(claim: CitedSentence) -> str:
    """Whether it says that a treatment changes something from what is seen with it to what is seen
    without."""
    said = _CHANGE.search(claim.sentence.words)
    if said is None or _LEFT_OUT.search(said["subject"]):
        return ""
    for quote in claim.quotes():
        for pattern in (_WITH_WITHOUT, _WITHOUT_WITH):
            for told in pattern.finditer(quote.words):
                if (told["one"], told["other"]) == (said["first"], said["last"]):
                    return f"{said['last']} is what the cited quotes give without it."
    return ""
