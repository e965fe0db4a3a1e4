"""The drugs of a message that are wanted, planned or asked for, and not yet given."""

from __future__ import annotations

import re

from agents.facts.sheet import FactSheet
from names.clinical.treatment.cycle_days import read_cycle_days
from names.clinical.values import Therapy
from names.entities import EntityMention
from names.recognise import recognise

REACH = 44
"""Characters before a drug in which the words for a wish are looked for. Chosen by hand: "we would
like to put her on letrozole and"."""
_NOT_AGAIN = r"(?! (?:to )?(?:stop|hold|pause|interrupt|continu|resum|restart|keep|reduc)\w{0,4})"
_WISHED = re.compile(
    r"(?i)\b(?:wants?|wanted|wish(?:es|ed)?|hop(?:es|ed|ing)|would like|(?:is |are )?keen|prefers?"
    r"|asks? (?:about|for)|asking (?:about|for)|requests?|plan(?:s|ned|ning)?|inten(?:ds?|ded|tion)"
    r"|think(?:ing)? (?:of|about)|thought of|consider(?:s|ed|ing)?|propos(?:e|es|ed|al|ing)"
    r"|suggest(?:s|ed|ing)?|about to|going to"
    r"|due to (?:start|get|begin|have|receive)|next (?:is|step|line)|next:|candidate for"
    r"|eligible for|(?<!since )(?<!after )(?<!from )(?<!with )(?<!upon )(?<!on )starting|start"
    r"|(?:to |can we |could we |may we |should we |shall we |we )(?:give|use|offer|have|get|try)"
    r"|begin|commence|initiat(?:e|ing)|add|adding|switch(?:ing)? to|swap(?:ping)? to"
    r"|chang(?:e|ing) to|mov(?:e|ing) to)\b" + _NOT_AGAIN + r"[^.?!;\n]{0,30}$"
)
"""Words before a drug by which it is not given yet."""
_GIVEN = re.compile(
    r"(?i)\b(?:on|under|taking|takes|receiving|continu\w{1,5}|resum\w{1,4}|restart\w{0,3}|hold"
    r"|re-?challeng\w{1,3}|started|after|since|stopp?\w{0,4}|interrupt\w{0,4}|paus\w{1,3})\s$"
)
"""Right before a drug that is, or was, given."""
_PUT_ON = re.compile(
    r"(?i)\b(?:put|place|start|go|get|be|switch)(?: (?:her|him|them|it|this \w{2,9}))? on $"
)
_MAY = re.compile(
    r"(?i)[\s,:;–-]{0,3}(?:[+/&]|and |plus |with )?(?:(?:is|be|it|still|now|also|really) ){0,2}"
    r"(?:ok|okay|fine|safe|possible|allowed|permitted|an option|feasible|suitable|appropriate"
    r"|advisable|reasonable|acceptable|instead|planned|wanted|wished|considered|proposed|suggested"
    r"|intended|(?:to be|not yet|yet to be|about to be) (?:started|given)|next)\b" + _NOT_AGAIN
)
"""Words right behind a drug by which it is asked whether it may be given, or told to be planned."""

_SUPPOSED = re.compile(
    r"(?i)\b(?:manag\w{1,5}|what if|in case of|how (?:do|is|are|to)|develops?|occurs?|while on"
    r"|under treatment|during treatment)\b"
)
"""Words by which a message asks what is done when an event comes under a drug."""


def drugs_to_start(message: str, sheet: FactSheet) -> frozenset[str]:
    """The drugs of a message that the patient is to get and does not have: "wants X", "plan X",
    "thinking of X", "X ok?". None of a message that tells the day of a cycle, or asks what is done
    under the drug: its values are those under it."""
    days = read_cycle_days(message)
    if days.days or days.cycles or _SUPPOSED.search(message):
        return frozenset()
    treatments = [each for each in sheet.of(Therapy) if each.outcome != "not given"]
    had = {drug for t in treatments if t.outcome != "planned" for drug in t.drugs}
    planned = frozenset(d for t in treatments if t.outcome == "planned" for d in t.drugs)
    named = recognise(message).of("drug", "unknown_drug")
    wanted = (name for each in named if _is_to_come(message, each) for name in each.names)
    return frozenset(planned | frozenset(wanted)) - had


def _is_to_come(message: str, drug: EntityMention) -> bool:
    before = message[max(0, drug.start - REACH) : drug.start]
    if _GIVEN.search(before) and not _PUT_ON.search(before):
        return False
    return bool(_WISHED.search(before) or _MAY.match(message, drug.end))
