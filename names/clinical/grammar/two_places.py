"""A second value of one marker, told without its name and of another place than the first: "60% on
one block and 80% on the other". Neither is later, so both count and contradict each other."""

from __future__ import annotations

import re

_PLACE = (
    r"(?:primary|primaries|mets?|metasta\w{2,4}|biops\w{1,3}|bx|re-?biops\w{1,3}|re-?bx|blocks?"
    r"|samples?"
    r"|specimens?|resections?|resected|nodes?|LN|nodal|liver|lung|bone|brain|CNS|skin"
    r"|peritone\w{2,3}"
    r"|bronch\w{0,8}|EBUS|FNA|cytology|washings?|gastroscopy|endoscopy|colonoscopy|plasma|ctDNA"
    r"|blood"
    r"|oment\w{2,3}|ascites|pleura\w?|effusion|relapse|recurrence|core|surgery|surgical|tumou?r"
    r"|tissue"
    r"|lesions?|site|ovary|breast|stomach|slides?|cores|other|second|archival|fresh|central"
    r"|local|lab"
    r"|review|left|right)"
)
"""Where a value may be from."""
_OF_PLACE = (
    rf"(?:\s?\(?(?:(?:in|on|at|from|of|by)\s)?(?:(?:the|an?|her|his|one|each|its|first|second"
    rf"|left|right|new"
    rf"|old|other|distant|original|initial|diagnostic|archival|fresh|\w{{3,12}})\s){{0,3}}{_PLACE}"
    rf"(?:\s{_PLACE}){{0,2}}\)?)"
)
_YEAR = r"(?:\s?\(?(?:in\s)?(?:19|20)\d\d\)?)"
_COUNTED = (
    r"(?:\s(?:lymph\s)?(?:nodes|LN|LNs|mets|metastases|lesions|sites|biopsies|samples|tumou?rs)\b)"
)
"""What a number behind a comma counts: "HER2 1+, 3+ nodes"."""
_JOINS = r"(?:\s?[,;]?\s?(?:and|but|then|vs\.?|versus|while|whereas)|\s?[,;/]|\s?(?:->|→))\s{0,2}"
_AGAIN = r"(?:(?:only|just|then|now|later)\s)?"
_STAIN = r"(?:\s?\(?(?:PS)?[0-3]\+(?:\s?/\s?(?:PS)?[0-3]\+)?\)?)?"


def second_place(text: str, end: int, value: re.Pattern[str]) -> tuple[int, int] | None:
    """Where the second value of what was named stands, the first of which ends at ``end``; None if
    there is none, or other words stand between."""
    led = _LED.match(text, end)
    second = value.match(text, led.end()) if led else None
    if (
        led
        and second
        and _NODAL.search(text, led.start(), led.end())
        and _SIGN.fullmatch(second[0])
    ):
        return None  # "ER+ HER2-, node negative": the nodes are free
    if second and (_ENDS.match(text, second.end()) or _WHEN.match(text, second.end())):
        return second.span()
    between = _BETWEEN.match(text, end)
    if between is None:
        return None
    second = value.match(text, between.end())
    if second is None:
        return None
    behind = _BEHIND.match(text, second.end())
    alone = _ENDS.match(text, second.end()) and (between["place"] is None or between["apart"])
    return second.span() if behind or (alone and not between["comma"]) else None


_NODAL = re.compile(r"(?i)\b(?:nodes?|LNs?|nodal)\s$")
_SIGN = re.compile(r"(?i)\s?(?:neg(?:ative)?|pos(?:itive)?|[+−-])")
"""What is said of nodes themselves, and not of a marker in them."""
_BETWEEN = re.compile(
    rf"(?i){_STAIN}(?P<place>{_OF_PLACE}{_YEAR}?)?(?:(?P<comma>\s?,\s{{0,2}})"
    rf"|(?P<apart>{_JOINS})){_AGAIN}"
)
_LED = re.compile(
    rf"(?i){_STAIN}(?:{_OF_PLACE}?{_YEAR}?{_OF_PLACE}?)(?:\s?[,;]|\s?[,;]?\s(?:but|and|then|now))\s"
    rf"(?:(?:(?:on|in|at)\s)?(?:(?:the|her|his|now|repeat|re-?test|new|recent"
    rf"|latest)\s){{0,2}}{_PLACE}"
    rf"(?:\s{_PLACE}){{0,2}}|(?:our\s)?(?:repeat|re-?test|re-?check|in-house)(?:\s(?:here|test"
    rf"|IHC))?)(?:\s?[:=]|\s(?:is|was|shows?|showed|now|came back))?\s"
)
"""Between two values of which the second is led by its place: "1% in 2022, resection 70%"."""
_WHEN = re.compile(
    r"(?i)\s\(?(?:now|today|last (?:week|month|year)|this (?:week|month|year)|(?:in\s)?(?:19"
    r"|20)\d\d)\b"
)
_BEHIND = re.compile(rf"(?i)(?!{_COUNTED}){_STAIN}{_OF_PLACE}(?!\w)")
_ENDS = re.compile(r"\s?(?:[,.;)!?\n]|$)")
