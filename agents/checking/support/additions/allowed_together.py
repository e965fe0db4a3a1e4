"""A sentence that allows two things together of which every quote warns. This is the most dangerous
mistake. Pure.

What is allowed with a limit ("if unavoidable, at 100 mg") is told with it; a sentence that warns of
anything itself is not looked at here.
"""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence
from agents.checking.support.reading.negations import DENIAL, telling_stems
from agents.checking.text.members import members_named

_VERB = (
    r"(?:taken|given|used|combined|continued|kept|added|started|drunk|eaten|co-?administered"
    r"|prescribed|administered)"
)
_STATE = (
    r"(?:no (?:problem|concern|issue|objection|obstacle|danger|risk)|harmless|fine|safe|welcome"
    r"|unproblematic|allowed|permitted|acceptable|compatible|possible|unrestricted|unobjectionable"
    r"|all right|ok)"
)
_PERMITS = re.compile(
    r"\b(?:(?:may|can|could|might) (?:(?:safely|still|also|well|both) )?be (?:(?:safely|still) )?"
    rf"{_VERB}|(?:may|can|could) (?:(?:safely|still|also) )?(?:continue|go on|stay|remain|take"
    r"|have|drink|eat|keep)"
    rf"|(?:is|are|remains?|stays?|poses?|presents?) (?:(?:quite|still|also|entirely) )?{_STATE}"
    r"|goes on|go on|continues? unchanged|stays? (?:on|unchanged)|unchanged"
    r"|no (?:relevant |known |clinically relevant |clinical )?(?:interactions?|restrictions?"
    r"|precautions?)"
    r"|nothing (?:to fear|against|speaks against)|without (?:any )?(?:concern|restriction|problem"
    r"|risk|precaution)s?"
    r"|needs? no (?:precaution|change|adjustment)|need not be (?:avoided|stopped|changed))\b"
)
_LIMITED = re.compile(
    r"\b(?:if|unless|when|only|but|though|although|however|except|against|until|avoid\w*"
    r"|caution\w*|monitor\w*|reduc\w*|lower\w*|rais\w*|increas\w*|adjust\w*|risk of|not"
    r"|never|cannot|contraindicat\w*|instead|at least|hours?|interrupt\w*|careful\w*"
    r"|close(?:ly)?|halv\w*|doubl\w*|unavoidable)\b|\d ?mg\b|\d ?%"
)
_WARNS = re.compile(
    r"\b(?:avoid\w*|contraindicat\w*|(?:not|never) (?:be )?(?:given|taken|used|combined|drunk|eaten"
    r"|recommended|advised)|against"
    r"|(?:rais|increas|lower|decreas|reduc)\w* (?:the )?(?:[a-z-]+ ){0,3}"
    r"(?:exposure|auc|level|levels|concentrations?|effect|efficacy|toxicity)|exposure[^.;]{0,40}"
    r"(?:rais|increas|lower|decreas|reduc|higher|fold)\w*|caution\w*|warn\w*|interrupt\w*"
    r"|discontinu\w*|withh\w*|harm\w*|toxic\w*|risk)\b"
)
_ALLOWS = re.compile(
    rf"\b(?:(?:may|can|could|might) (?:also |still )?be {_VERB}|(?:is|are) {_STATE}"
    r"|no (?:relevant |clinically relevant |significant |clinically significant |meaningful"
    r" |dose )?(?:effect|effects|interactions?|changes?|influence|adjust\w*|differences?)"
    r"|not (?:affect|change|alter|influence|need)\w*|unaffected|unchanged|with or without"
    r"|regardless|whatever|irrespective|allows?|permits?|options?|combin\w+ with|together with"
    r"|(?:is|are|was|were) (?:given|taken) (?:with|in combination)|without (?:dose )?adjust\w*)\b"
)
LEAST_SHARED = 2
"""Telling words that a sentence shares with a warning, so that it is of the same thing: what is
given, and what with. Chosen by hand."""


def problem_with_allowed_together(claim: CitedSentence) -> str:
    """Whether it allows together what all its quotes warn of, and none of them allows."""
    text = claim.sentence.words
    found = _PERMITS.search(text)
    if found is None or DENIAL.search(text[: found.start()]):
        return ""
    rest = f"{text[: found.start()]} {text[found.end() :]}"
    if _LIMITED.search(rest):
        return ""
    quotes = list(claim.quotes())
    on_it = [quote for quote in quotes if _is_on(claim, quote)]
    if not on_it or not all(_WARNS.search(quote.words) for quote in on_it):
        return ""
    if any(_ALLOWS.search(quote.words) for quote in quotes):
        return ""
    return "The cited quotes warn of what it allows."


def _is_on(claim: CitedSentence, quote: CanonicalText) -> bool:
    """Whether a quote is on the things that the sentence allows together: by their names, or by the
    class of one of them."""
    shared = telling_stems(claim.sentence.stems) & quote.stems
    members = members_named(claim.sentence.text, quote.text) - quote.drugs
    return len(shared) + bool(members) >= LEAST_SHARED
