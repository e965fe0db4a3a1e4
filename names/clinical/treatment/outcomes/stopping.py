"""Whether a treatment that was stopped or held was stopped for what it did to the patient."""

from __future__ import annotations

import re

from names.clinical.toxicities import TABLE
from names.tables.phrases import find_phrases

REASON = re.compile(
    r"(?i)[^.;:?!\n()]{0,60}?(?:\b(?P<cause>due to|d/t|because of|owing to|secondary to"
    r"|on account of|as a result of)\s|\b(?:for|after|following)\s|\()"
)
"""From the word that says that it was stopped up to its reason."""
DENIED = re.compile(
    r"(?i)\b(?:not|never|rather than|and not|nor)\s(?:(?:really|just|only|purely|primarily)\s)?"
    r"(?:due to|d/t|because of|owing to|secondary to|on account of|as a result of|for)\s$"
)
"""The reason is denied: "stopped, not because of toxicity"."""
CLAUSE_END = re.compile(r"[.;:?!\n(),](?=\s|$)|\)|\s(?:and|but|then|now|after)\s")
LONGEST_REASON = 70
"""Characters of a reason. Chosen by hand: "suspected grade 3 immune-mediated colitis"."""
HARM = re.compile(
    r"(?i)\b(?:toxicit\w+|tox\b|intoleran\w+|adverse|side[\s-]effects?|ir?AEs?\b|AEs?\b|allerg\w+"
    r"|reactions?\b|cardio(?!vers)\w+|neuropath\w+|diarrh\w+|hyperglyc\w+|neutropeni\w+|seizures?\b"
    r"|perforation|stroke|CVA\b|MI\b|delirium|psychosis|enceph\w*|haemoly\w+|hemoly\w+"
    r"|guillain\w*|GBS\b|myasthen\w*|myel(?:itis|opathy)|aplastic|HLH\b|DKA\b|ketoacid\w+"
    r"|(?:myos|mening|uve|vascul|arthr|nephr|hypophys|thyroid|gastr|cholang)itis"
    r"|(?:gr(?:ade)?|G)[\s.]{0,2}(?:[1-5]|I{1,3}V?|IV)\b)"
)
"""Harm in words that no table of adverse events has, and any grade."""
OTHERWISE = re.compile(
    r"(?i)\b(?:progress\w*|PD\b|response|remission|CR\b|PR\b|NED\b|no\b|not\b|without|wish\w*"
    r"|requests?|choice|preference|costs?|insurance|reimburse\w*|access|shortage|supply|moving"
    r"|moved"
    r"|surgery|operation|pregnan\w*|conceive|completed|completion|ended|end of|trial|study|protocol"
    r"|planned|new|resistan\w*|relaps\w*|recurr\w*|growth|lack|failure)\b"
)
"""Another reason than harm, or a denial; right after "due to" every other reason is harm."""


NEVER_BEGUN = re.compile(
    r"(?i)\s(?:before|prior to)\s(?:(?:the|her|his|its|their|a|any)\s)?(?:(?:very )?first|1st|any)"
    r"\s(?:dose|cycle|infusion|tablet|intake|administration)\b"
)
"""Behind "stopped": it was not taken once."""
_GRADE = r"(?:gr(?:ade)?[ .]?|G)[1-5]"
DID_HARM = (
    rf"(?:which |has |it |and )?(?:caused|gave (?:him|her)) (?:an? )?(?:severe |{_GRADE} )"
    rf"|{_GRADE} [a-z][a-z -]{{2,30}} (?:on|under|from|with|during|after) (?:it|this|that|them)\b"
)
"""Behind a treatment that was had: "nivolumab caused grade 3 hepatitis", "atezo/bev, grade 4
hepatitis on it"."""
PROGRESSION = re.compile(
    r"(?i)(?:(?:disease|tumou?r|clinical|radiographic|radiological|local|CNS|brain|early"
    r"|further|rapid"
    r"|clear|suspected|confirmed)\s){0,2}(?:PD\b|POD\b|progress(?:ion|ive disease|ed|ing)\b"
    r"(?![\s-]free)|relapse\b|recurrence\b|treatment failure|lack of (?:response|efficacy|benefit)"
    r"|no response|resistance\b|growth\b|rising (?:PSA|CA))"
)
"""The disease got worse, as the reason right behind "due to" or "for"."""


def was_stopped_for_progression(text: str, stopped: int) -> bool:
    """Whether it was stopped because the disease got worse; ``stopped`` as below."""
    reason = REASON.match(text, stopped)
    if reason is None or DENIED.search(reason.group()):
        return False
    return PROGRESSION.match(text, reason.end()) is not None


def was_stopped_for_toxicity(text: str, stopped: int) -> bool:
    """Whether a reason that is an adverse event follows; ``stopped``: where the word that says that
    it was stopped ends, with or without the treatment behind it."""
    if _event_follows(text, stopped):
        return True
    reason = REASON.match(text, stopped)
    if reason is None or DENIED.search(reason.group()):
        return False
    words = text[reason.end() : reason.end() + LONGEST_REASON]
    end = CLAUSE_END.search(words)
    words = words[: end.start()] if end else words
    harm = HARM.search(words)
    places = [each.start for each in find_phrases(words, TABLE)]
    places += [harm.start()] if harm else []
    if reason["cause"]:
        places.append(len(words))
    return bool(places) and not OTHERWISE.search(words, 0, min(places))


_GRADED = re.compile(
    r"(?i)[\s:,(–-]{1,3}(?:(?:gr(?:ade)?|G)[\s.]?[1-5]\s(?P<event>[a-z][^.;:?!\n(),]{2,40})"
    r"|(?P<first>[a-z][^.;:?!\n(),]{2,40}?)\s(?:gr(?:ade)?|G)[\s.]?[1-5](?!\w))"
)
"""An event with its grade, right behind "stopped"."""


def _event_follows(text: str, stopped: int) -> bool:
    """Whether a graded event stands right behind, without a word for the reason: "-> stopped rash
    G3"."""
    match = _GRADED.match(text, stopped)
    if match is None:
        return False
    words = match["event"] or match["first"]
    harm = HARM.match(words) or any(each.start == 0 for each in find_phrases(words, TABLE))
    return bool(harm)
