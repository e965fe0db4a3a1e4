"""Drugs that a sentence joins, pairs, or says that the patient takes. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.reading.cited_sentence import CitedSentence
from names.recognise import recognise_passage

_TAKES = re.compile(
    r"\b(?:she|he|the patient) (?:takes|is (?:on|taking)|receives|has had|had|was given)"
    r" (?P<drug>[a-z-]{5,30})"
)
_JOINED_DRUGS = re.compile(
    r"(?:nab )?[a-z-]{5,30}(?: plus | with | and | combined with )[a-z-]{5,30}(?= is an?\b"
    r"| is (?:approved|indicated)|$)"
)
_ROLE = re.compile(
    r"\b(?:(?P<progressed>progress\w* (?:on|after|during|despite)|fail\w* (?:of|on)|refractory to)"
    r"|(?P<responded>respon\w+ (?:rate )?to|sensitiv\w+ to|activity of)"
    r"|(?P<resists>resist\w+ to)|(?P<instead>instead of|rather than|in place of|in lieu of)"
    r"|(?P<added>add\w*(?: of)?)(?! to)|(?P<to>added to|in addition to)"
    r"|(?P<stopped>stopping|stopped))\b"
)
REACH = 90
"""Characters behind such a word in which its drugs stand. Chosen by hand."""
_MEASURE = re.compile(
    r"(?P<drug>[a-z]{5,25}) (?P<what>levels?|exposure|auc|concentrations?|clearance)\b"
    r"|\b(?P<what_of>levels?|exposure|auc|concentrations?|clearance) (?:of|to) (?P<of>[a-z]{5,25})"
)
_GENERIC = frozenset(("chemotherapy", "radiotherapy", "placebo"))
_WITH = re.compile(
    r"(?P<left>[a-z]{5,25}(?:(?:, | or |, or )[a-z]{5,25}){0,6}) (?:with"
    r"|plus) (?P<right>(?:nab[ -])?[a-z]{5,25})"
)


def problem_with_taken_drugs(claim: CitedSentence) -> str:
    """The first drug that the patient is said to take, and that the thread does not name."""
    for found in _TAKES.finditer(claim.sentence.words):
        strange = recognise_passage(found["drug"]).names("drug") - claim.asked.drugs
        if strange and claim.asked.drugs:
            return f"The thread does not say that the patient takes {min(strange)}."
    return ""


def problem_with_joined_drugs(claim: CitedSentence) -> str:
    """Whether it joins drugs, or a drug and a trial, that no cited quote has together."""
    for trial in claim.sentence.trials if len(claim.sentence.trials) == 1 else ():
        on_it = [s.quote.names_told | s.about.names_told for s in claim.sources]
        on_it = [names for names in on_it if trial in names]
        own = claim.asked.drugs if is_on_the_patient(claim) else frozenset()
        apart = claim.sentence.drugs - own.union(*on_it) if on_it else frozenset()
        if apart:
            return f"“{min(apart)}” does not stand in what is cited on {trial}."
    for found in _JOINED_DRUGS.finditer(claim.sentence.words):
        drugs = recognise_passage(found.group()).names("drug")
        together = any(drugs <= s.quote.drugs | s.about.drugs for s in claim.sources)
        if len(drugs) > 1 and not together:
            return f"“{found.group()}” does not stand in the cited quotes."
    return ""


def problem_with_partners(claim: CitedSentence) -> str:
    """Whether it pairs a drug with another one than the quote does, which has several pairs."""
    told = frozenset().union(*(_partners(quote.words) for quote in claim.quotes()))
    if len(told) < 2:
        return ""
    paired = frozenset().union(*told)
    for pair in _partners(claim.sentence.words) - told:
        if pair <= paired:
            return f"“{' with '.join(sorted(pair))}” does not stand in the cited quotes."
    return ""


def problem_with_measured_drugs(claim: CitedSentence) -> str:
    """Whether it tells of one drug's level, dose or exposure what a quote tells of another's."""
    told = frozenset().union(*(_measures_of_drugs(quote.words) for quote in claim.quotes()))
    drugs = frozenset().union(*(quote.drugs for quote in claim.quotes()))
    for drug, what in sorted(_measures_of_drugs(claim.sentence.words) - told):
        others = {other for other, same in told if same == what}
        if drug in drugs and others - {drug}:
            return f"“{drug} {what}” does not stand in the cited quotes."
    return ""


def _measures_of_drugs(text: str) -> frozenset[tuple[str, str]]:
    """Each drug with what of it is meant: "phenytoin levels", "the exposure to digoxin"."""
    found = set()
    for match in _MEASURE.finditer(text):
        drug, what = match["drug"] or match["of"], match["what"] or match["what_of"]
        names = recognise_passage(drug).names("drug")
        found |= {(name, what.removesuffix("s")) for name in names}
    return frozenset(found)


def problem_with_drug_roles(claim: CitedSentence) -> str:
    """Whether another drug stands behind "progressed on", "responded to" or "before" than in the
    only quote: "responded to A after progression on B", turned round."""
    if len(claim.sources) != 1:
        return ""
    said, told = _roles(claim.sentence.words), _roles(claim.sources[0].quote.words)
    for role, drugs in said.items():
        known = told.get(role, frozenset())
        if drugs and known and not drugs & known:
            return f"“{role} {min(drugs)}” does not stand in the cited quotes."
    return ""


def _roles(text: str) -> dict[str, frozenset[str]]:
    """The drugs behind each word that gives them a role, up to the next such word."""
    found: dict[str, frozenset[str]] = {}
    marks = list(_ROLE.finditer(text))
    ends = [*(mark.start() for mark in marks[1:]), len(text)]
    for mark, end in zip(marks, ends, strict=False):
        part = re.split(r"[,;.](?= |$)", text[mark.end() : min(end, mark.end() + REACH)])[0]
        role = next(name for name, held in mark.groupdict().items() if held)
        found[role] = found.get(role, frozenset()) | recognise_passage(part).names("drug")
    return found


def _partners(text: str) -> frozenset[frozenset[str]]:
    """The drugs that "with" or "plus" joins, each with each: "olaparib or niraparib with
    abiraterone" has two pairs."""
    found = set()
    for match in _WITH.finditer(text):
        left, right = (
            recognise_passage(match[side]).names("drug") | _GENERIC & frozenset(match[side].split())
            for side in ("left", "right")
        )
        found |= {frozenset((one, other)) for one in left for other in right if one != other}
    return frozenset(found)
