"""The sentences of a letter, a protocol or a finding that tell of others than its patient: what
patients of a kind get, what is done if a value is reached, what a trial or a guideline says."""

from __future__ import annotations

import re
from collections.abc import Iterator

from agents.facts.discussed import SENTENCE_OR_LINE
from names.recognise import recognise_passage

_PERSON = re.compile(
    r"(?i)\b(?:s?he|hers?|his|him|mrs?|ms|we|our (?:patient|pt)|(?:the|this) (?:patient|pt|woman"
    r"|man|lady"
    r"|gentleman)|(?-i:Pat(?:ient(?:in)?)?|Pt)(?!s)|index (?:case|patient))\b(?!\s?[2-9]\b)"
)
"""Words by which a sentence tells of the patient at hand."""
_PEOPLE = (
    r"(?:patients|pts|women|men|individuals|people|persons|adults|carriers|subjects|patienten"
    r"|patientinnen)"
)
_THINGS = (
    r"(?:tumou?rs|cancers|carcinomas|adenocarcinomas|melanomas|gliomas|sarcomas|lymphomas|cases"
    r"|variants|mutations|fusions|amplifications|metastases)"
)
_WORDS = (
    r"(?:(?!the\b|her\b|his\b|two\b|three\b|both\b|multiple\b|several\b|new\b)[\w+/.-]{1,20}\s)"
)
_GENERALLY = (
    r"(?:benefit|respond|tend|may|can|might|should|would|confer|cause|predict|usually|often"
    r"|generally"
    r"|typically|mostly|rarely|are (?:sensitive|resistant|associated|rare|frequent|common|sporadic"
    r"|treated|eligible|candidates|considered))"
)
_OF_KIND = re.compile(
    rf"(?i)\b(?:in|for|of|among|bei|für|most|many|some|all|other|few|half of|these|such|those)\s"
    rf"{_WORDS}{{0,3}}{_PEOPLE}\b"
    rf"|\b(?:{_PEOPLE}|those)\s(?:with|who|whose|that|without|harbou?ring|carrying|having"
    rf"|treated|mit"
    rf"|ohne|in|on|are|have|had|were|get|got|receive\w?|develop|do|need|live|profitieren"
    rf"|erhalten|sollten"
    rf"|können|{_GENERALLY})\b"
    rf"|(?:^|[.,;:]\s?|\b(?:and|but|in|for|of|that)\s){_WORDS}{{1,4}}{_THINGS}\s"
    rf"(?:(?:with|without|after|and|or)\s(?:[\w+/-]{{2,20}}\s){{1,3}})?{_GENERALLY}\b"
)
"""Patients, or tumours of a kind, and what holds for them."""
_RULE = re.compile(
    r"(?i)\b(?:is|are|was|were)\s(?:(?:not|now|also|only|usually|generally"
    r"|fully)\s){0,2}(?:approved"
    r"|indicated|licen[sc]ed|authori[sz]ed|contra-?indicated|reimbursed|standard"
    r"|recommended)\s(?:for"
    r"|in|as|after|by|with|if|when|only)\b"
    r"|\b(?:guidelines?|leitlinie\w*|consensus|ESMO|NCCN|ASCO(?!/)|AGO|NICE|ESGO|EANO)\b"
    r"[^.;\n]{0,60}\b(?:recommend|suggest|advise|allow|prefer|empf)"
    r"|\b(?:hazard ratio|median (?:PFS|OS|DFS|survival)|response rate|ORR|lifetime risk)\b"
    r"|\b(?:has|have|had) an? (?:\d{1,2} ?%|\w+) risk\b|\bet al\b|\bPMID\b|\bdoi\b"
)
"""What is approved or advised, and what somebody found."""
_CONDITION = re.compile(
    r"(?i)\b(?:if|unless|whenever|in case of|in the event of|sofern|sobald)\s"
    r"(?!(?:needed|tolerated|possible|any|necessary)\b)[^.;!?\n]*"
    r"|\b(?:should|must|may|can|could|would|will|restart|resume|hold|stop|reduce|avoid|interrupt"
    r"|withhold|pause)\b[^.;!?\n]{0,60}?\b(?:when|once)\s[^.;!?\n]*"
)
"""What would hold: a clause up to the end of its sentence."""
_HEAD = re.compile(
    r"(?i)^[#*\s\d.]{0,6}(?:references?(?: (?:values?|ranges?))?|literature|literatur|background"
    r"|methods?"
    r"|limitations?|disclaimer|explanations?|general (?:information|remarks?)|legend|abbreviations"
    r"|(?:key )?(?:inclusion|exclusion|eligibility)(?: criteria)?"
    r"|(?:in the )?differential(?: diagnos[ie]s)?|DDx?|hinweise?|referenz\w*)\s?[:,]"
)
"""Begins a line that tells nothing of the patient."""
_OTHER_PATIENT = re.compile(
    r"(?i)\b(?:patient(?:in)?|case|pt|fall)\.?\s?(?:no\.?\s?|nr\.?\s?|#)?[2-9]\s?[:.)]"
)
_HAD_TRIAL = re.compile(
    r"(?i)\b(?:enrol\w+|randomi[sz]ed|included|participat\w+|screened|study patient|as per"
    r"|within|treated"
    r"|received|analogous)\b"
)
LONG_LINE = 50
"""Characters of a line that goes on in the next one where no sentence ends. Chosen by hand."""


def tells_of_several(text: str) -> bool:
    """Whether a text numbers its patients: "Patient 1: … Patient 2: …"."""
    return _OTHER_PATIENT.search(text) is not None


def without_others(text: str) -> str:
    """The text without the sentences that tell of everybody, and without what would hold."""
    kept, general = [], False
    for part in _sentences(text):
        left = _of_patient(part, goes_on=general)
        general = part.rstrip().endswith(";") and not left.strip()
        kept.append(left)
    return "".join(kept)


def _sentences(text: str) -> Iterator[str]:
    """The sentences, each with what parts it from the next; a long line that ends without a full
    stop goes on in the line below."""
    whole = ""
    for match in SENTENCE_OR_LINE.finditer(text):
        part = match.group()
        whole += part
        line = part.rstrip("\n")
        goes_on = part.endswith("\n") and len(line) >= LONG_LINE and "|" not in line
        if not goes_on or text[match.end() : match.end() + 1].isupper():
            if whole:
                yield whole
            whole = ""
    if whole:
        yield whole


def _of_patient(sentence: str, *, goes_on: bool) -> str:
    """What a sentence tells of the patient; ``goes_on``: what it goes on with tells of others."""
    end = "\n" if sentence.endswith("\n") else ""
    words = sentence.strip()
    if _HEAD.match(words):
        return end
    if not _PERSON.search(words) and (goes_on or _is_of_everybody(words)):
        return end
    return _CONDITION.sub("", sentence.rstrip("\n")) + end


def _is_of_everybody(words: str) -> bool:
    if _OF_KIND.search(words) or _RULE.search(words):
        return True
    trials = recognise_passage(words).of("trial", "registration")
    return bool(trials) and not _HAD_TRIAL.search(words)
