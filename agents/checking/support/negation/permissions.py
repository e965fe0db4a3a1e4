"""What may be done, against what must not: the worst turn that a sentence can give a rule. Pure."""

from __future__ import annotations

import re

from agents.checking.support.reading.cited_sentence import CitedSentence
from agents.checking.support.reading.negations import clauses, telling_stems, without_bounds
from agents.checking.support.reading.words import stems_of

_VERB = (
    r"(?:given|taken|used|combined|continued|started|resumed|restarted|administered|prescribed"
    r"|added|co-?administered|coadministered|tried|offered|kept|repeated|rechallenged|dosed)"
)
_PERMITS = re.compile(
    rf"\b(?:(?:may|can|could|should|must) (?:(?:safely|still|also|even) )?be (?:(?:safely|still) )?"
    rf"{_VERB}|(?:is|are) (?:(?:safely|still) )?{_VERB}"
    r"|(?:is|are) (?:(?:still|quite|also) )?(?:safe|allowed|permitted|acceptable|fine|suitable"
    r"|possible|appropriate|recommended|advised|an option|compatible)"
    r"|(?:allows?|permits?|recommends?|advises?|suggests?) (?!against)|no objection"
    r"|no reason to avoid|(?:may|can|could) (?:(?:still|safely) )?(?:have|receive|get"
    r"|take)(?= [a-z]{6,}))"
)
_FORBIDS = re.compile(
    rf"\b(?:(?:warn|caution)\w* against|avoid(?:s|ed|ing|ance)?|contraindicat\w*|prohibit\w*"
    rf"|forbid\w*|forbidden"
    rf"|(?:not|never) (?:be )?(?:{_VERB}|give|take|use|receive|have|get|combine|start|restart"
    rf"|resume|recommended"
    r"|advised|administer|safe|allowed|indicated|appropriate|suitable)"
    r"|(?:recommend|advis)\w* against|discontinued? permanently|permanently discontinu\w+)\b"
)
_DENIES = re.compile(r"\b(?:not?|never|cannot|without|nor|neither|against|only|unless|except)\b")
_AS_AN_EXCEPTION = re.compile(r"\b(?:unless|except|if|unavoidable|cannot be avoided|until|only)\b")
_LIMITED = re.compile(
    r"\b(?:unless|except|if|when|unavoidable|cannot be|until|only|hours?|apart"
    r"|separat\w*|otherwise|alternative\w*)\b"
)
_WHILE = re.compile(r"(?<!,) while [^,;.]{3,80}")
"""When, not in contrast to what: "must not be given while it is started"."""
LEAST_SHARED = 2
"""Telling words that a permission shares with a prohibition, so that it is of the same thing.
Chosen by hand: the drug and what it is given with."""


def problem_with_permission(claim: CitedSentence) -> str:
    """Whether it allows just what its quotes forbid: each clause that permits is held against the
    clause of the quotes that has most of its words."""
    told = [
        (clause, telling_stems(stems_of(clause)))
        for quote in claim.quotes()
        for clause in clauses(without_bounds(quote.words))
    ]
    for clause in clauses(without_bounds(_WHILE.sub(" ", claim.sentence.words))):
        if not _PERMITS.search(clause) or _DENIES.search(clause) or _FORBIDS.search(clause):
            continue
        own = telling_stems(stems_of(clause))
        shared = [len(own & words) for _, words in told]
        most = max(shared, default=0)
        nearest = [text for (text, _), count in zip(told, shared, strict=True) if count == most]
        if _names_forbidden(own, claim):
            return "The cited quotes advise against what it allows."
        if most < LEAST_SHARED or _makes_a_told_exception(claim):
            continue
        if nearest and all(_FORBIDS.search(each) for each in nearest):
            return "The cited quotes advise against what it allows."
    return ""


def _makes_a_told_exception(claim: CitedSentence) -> bool:
    """Whether it allows in a case only, as a quote supposes or limits one."""
    return bool(_AS_AN_EXCEPTION.search(claim.sentence.words)) and any(
        _LIMITED.search(quote.words) for quote in claim.quotes()
    )


def _names_forbidden(own: frozenset[str], claim: CitedSentence) -> bool:
    """Whether a drug of the clause stands in the quotes only where they forbid."""
    for drug in claim.sentence.drugs:
        stems = stems_of(drug)
        naming = [
            clause
            for quote in claim.quotes()
            for clause in clauses(without_bounds(quote.words))
            if stems & stems_of(clause)
        ]
        near = all(len(own & stems_of(clause)) >= LEAST_SHARED for clause in naming)
        if stems & own and naming and near and all(map(_FORBIDS.search, naming)):
            return not _AS_AN_EXCEPTION.search(claim.sentence.words)
    return False
