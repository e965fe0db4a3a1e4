"""What a sentence is about: endpoint, population, organ class, publisher, condition. Pure."""

from __future__ import annotations

import re

from agents.checking.support.population.of_patient import is_on_the_patient
from agents.checking.support.population.stages import is_stage_of_range
from agents.checking.support.reading.abbreviations import stands_for_words
from agents.checking.support.reading.canonical import canonical
from agents.checking.support.reading.cited_sentence import CanonicalText, CitedSentence, singular
from agents.checking.support.reading.concepts import PlacedConcept, level
from agents.checking.support.reading.negations import DENIAL
from agents.checking.support.reading.stated_absence import is_said_absent
from agents.checking.support.reading.words import words_without_support
from names.entities import EntityKind, EntityMention
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes

OWN_FAMILIES = frozenset(
    ("menopause", "extent", "intent", "line", "histology", "organ", "class", "phenotype",
     "receptor", "instability", "origin", "sex", "age", "exposure", "stage", "test",
     "alteration")
)  # fmt: skip
"""What may be the patient's, so that the question may say it."""
_PLURAL = re.compile(r"(?:inhibitors|agonists|antagonists|antibodies|drugs)$", re.IGNORECASE)
_EXCEPT = re.compile(
    r"\b(?:other than|except(?: for)?|excluding|apart from)\b(?P<what>[^.;]{3,80})",
    re.IGNORECASE,
)
_OPEN = re.compile(
    r"\b(?:regardless|irrespective|whatever|whichever|whether|or not|independent\w*|with (?:or"
    r"|and) without)\b"
)
_SETS_APART = re.compile(
    r"\b(?:but|while|whereas|although|though|other|another|only|differ\w*|instead|rather|outside"
    r"|unlike|if|whether|regardless|irrespective|whatever|despite|not because)\b"
)
"""How a sentence sets the patient's tumour apart from the one of its source."""
_LUNG = {"lung cancer": "non-small cell lung cancer"}
"""What guidelines mean by the one where they do not say small-cell."""
_AFTER = re.compile(r"\b(?:after|following|since|once)\b")
_STATES: tuple[EntityKind, ...] = ("condition", "effect", "drug_class")
_NAMES = re.compile(
    r"\b(?:names?|mentions?|lists?|requires?|demands?|states?|asks? for|sets?|says?|has) $"
)
_AFTER_WORD = re.compile(r"\bafter\b", re.IGNORECASE)
_NONE = re.compile(r"\b(?:none|no|neither|nobody|never|not)\b[^,;:.]{0,60}$")
_NOT_COMPARED = re.compile(
    r"\b(?:no|not|without|never|lack\w*|nobody)\b[^,;.]{0,40}\b(?:compar\w+|head to head|control)\b"
)
_METASTASIS = re.compile(r" (?:lesions?|nodules?|metasta\w+|deposits?|mets)\b")
METASTASIS = 12
"""Characters behind an organ that say that its tumours are metastases. Chosen by hand."""
_THOSE = re.compile(r"\b(?:both|these|those|either|neither|the two|its) $", re.IGNORECASE)
_OWN_STATES = frozenset(("menopause", "phenotype", "class", "sex", "origin"))
_SAID_OF_PATIENT = re.compile(
    r"\b(?:as an?|(?:she|he|patient) (?:is|was|has)(?: an?)?|her|his|makes her an?|makes him an?"
    r"|being)(?: \w+){0,2} $"
)
_OF_ANOTHER = re.compile(
    r"\b(?:after|following|than|versus|vs\.?|against|over|pretreated with)"
    r" (?:(?:at least|one|an?|the|prior|earlier|previous|or more|with) ){0,3}$",
    re.IGNORECASE,
)
_ADULTS = "adults"
_ONLY_AGAINST = frozenset(("sex", "class", "fatality", "safety", "test", "exposure"))
"""What may be told in words of its own where no source speaks of that kind at all."""
_NUMBERED = "grade"
"""What is checked as a number."""
_OF_THE_QUOTE = frozenset(
    ("publisher", "organ", "class", "frequency", "endpoint", "origin", "line", "receptor",
     "menopause", "intent", "phenotype", "instability", "level", "approval")
)  # fmt: skip
_CAPITALS = re.compile(r"\b[A-Z]{3,8}\b")
BEFORE_ENDPOINT = 30
"""Characters before an endpoint that may belong to its name. Chosen by hand: two long words."""


def problem_with_concepts(claim: CitedSentence) -> str:
    """The first endpoint, population, organ class or publisher that the sources do not name."""
    own = claim.asked.names if is_on_the_patient(claim) else frozenset()
    for spoken in claim.sentence.concepts:
        concept = spoken.concept
        if concept.family == _NUMBERED or concept.supported_by & _known_concepts(
            claim, concept.family
        ):
            continue
        if concept.family == "alteration" and _leaves_open(claim):
            continue
        if _is_after_the_same(claim, spoken) or is_stage_of_range(claim, concept.name):
            continue
        if concept.family in OWN_FAMILIES and concept.supported_by & own:
            continue
        loose = concept.family in _ONLY_AGAINST or concept.name == _ADULTS
        if loose and not _of_any(claim, concept.family):
            continue  # "women" of patients with breast cancer
        if _is_told_otherwise(claim, spoken):
            continue
        return _does_not_stand(claim, spoken)
    return ""


def _is_told_otherwise(claim: CitedSentence, spoken: PlacedConcept) -> bool:
    """Whether it is said to be absent, is written out of a short form, or was never had."""
    text = claim.sentence.words
    if is_said_absent(text, spoken.start, spoken.end):
        return True
    if text.startswith("no ", spoken.start) and _NAMES.search(text[: spoken.start]):
        return True  # "the label names no earlier treatment"
    if spoken.concept.name == "direct comparison" and _NONE.search(text[: spoken.start]):
        return any(_NOT_COMPARED.search(quote.words) for quote in claim.quotes())
    if spoken.concept.family == "endpoint":
        return _is_abbreviated(claim, spoken)
    return spoken.concept.family == "line" and _none_had(claim, spoken.start)


def _is_abbreviated(claim: CitedSentence, spoken: PlacedConcept) -> bool:
    """Whether a quote has an abbreviation of an endpoint and the words before it: "LRRFS"."""
    start = max(0, spoken.start - BEFORE_ENDPOINT)
    said = claim.sentence.words[start : spoken.end]
    shorts = (m.lower() for q in claim.quotes() for m in _CAPITALS.findall(q.text))
    return any(stands_for_words(short, said) for short in shorts)


def _none_had(claim: CitedSentence, place: int) -> bool:
    """Whether it denies what was had before, as a quote does."""
    before = claim.sentence.words[:place]
    return bool(_NONE.search(before)) and any(DENIAL.search(q.words) for q in claim.quotes())


def _is_after_the_same(claim: CitedSentence, spoken: PlacedConcept) -> bool:
    """Whether it says "after" something, as the quotes do of it in their own words."""
    said = claim.sentence.words[spoken.start : spoken.end]
    told = any(_AFTER.search(quote.words) for quote in claim.quotes())
    return spoken.concept.family == "line" and bool(_AFTER.match(said)) and told


def _leaves_open(claim: CitedSentence) -> bool:
    """Whether sentence and quotes say that it is so with and without a change."""
    return bool(_OPEN.search(claim.sentence.words)) and any(
        _OPEN.search(quote.words) for quote in claim.quotes()
    )


def _of_any(claim: CitedSentence, family: str) -> bool:
    return any(of_family(text, family) for s in claim.sources for text in (s.quote, s.about))


def problem_with_patient(claim: CitedSentence) -> str:
    """Whether it says of the patient what the thread says otherwise."""
    if not is_on_the_patient(claim):
        return ""
    for spoken in claim.sentence.concepts:
        concept, asked = spoken.concept, of_family(claim.asked, spoken.concept.family)
        told = _SAID_OF_PATIENT.search(claim.sentence.words[: spoken.start])
        if told and concept.family in _OWN_STATES and asked and concept.name not in asked:
            return f"The thread does not say “{concept.name}” of the patient."
    return ""


def problem_with_conditions(claim: CitedSentence) -> str:
    """The first condition, effect, tumour or drug class that the sources do not name."""
    known = frozenset().union(*(s.quote.states | s.about.states for s in claim.sources))
    text = " ".join(f"{s.quote.words} {s.about.words}" for s in claim.sources)
    own = _states(claim.asked.text) if is_on_the_patient(claim) else frozenset()
    if problem := _problem_with_tumour(claim, text):
        return problem
    drugs = frozenset().union(*(q.drugs for q in claim.quotes()))
    effects = frozenset().union(*(_effects(quote.text) for quote in claim.quotes()))
    said_effects = _effects(claim.sentence.text)
    for mention in recognise_passage(_apart(claim.sentence.text)).of(*_STATES):
        names = frozenset(mention.names)
        if _needs_no_source(claim, mention, drugs, own):
            continue
        if mention.kind == "effect" and effects and not effects & said_effects:
            return f"“{mention.text}” does not stand in the cited quotes."
        whole_class = mention.kind == "drug_class" and _PLURAL.search(mention.text)
        if whole_class and not names & (known | own) and claim.sources:
            return f"“{mention.text}” does not stand in the cited quotes."
        said = mention.text if mention.text.islower() else canonical(mention.text)
        sources = f"{text} {claim.asked.words}" if is_on_the_patient(claim) else text
        if not names & (known | own) and words_without_support(said, sources):
            return f"“{mention.text}” does not stand in the cited quotes."
    return ""


def _states(text: str) -> frozenset[str]:
    return recognise_passage(_apart(text)).names(*_STATES)


def _apart(text: str) -> str:
    """The text without "after", as long: "after chemotherapy" is read as a line of treatment, and
    chemotherapy is what was had."""
    return _AFTER_WORD.sub(lambda found: " " * len(found.group()), text)


def _effects(text: str) -> frozenset[str]:
    return recognise_passage(text).names("effect")


def _problem_with_tumour(claim: CitedSentence, text: str) -> str:
    """The first tumour that no source names, in whatever word, where they name another one."""
    told = frozenset().union(*(s.quote.tumours | s.about.tumours for s in claim.sources))
    if not told:
        return ""
    told -= _left_out(claim)
    told |= frozenset(_LUNG[name] for name in told & frozenset(_LUNG))
    sets_apart = DENIAL.search(claim.sentence.words) or _SETS_APART.search(claim.sentence.words)
    own = claim.asked.tumours if is_on_the_patient(claim) and sets_apart else frozenset()
    for mention in recognise_passage(singular(claim.sentence.text)).of("tumour"):
        names = frozenset(mention.names)
        if is_said_absent(claim.sentence.text, mention.start, mention.end):
            continue
        in_quotes = frozenset().union(*(s.quote.tumours for s in claim.sources))
        in_quotes |= frozenset(_LUNG[name] for name in in_quotes & frozenset(_LUNG))
        by_title = in_quotes and not claim.sentence.tumours & (in_quotes | own)
        behind = claim.sentence.text[mention.end : mention.end + METASTASIS]
        if _METASTASIS.match(behind) and mention.text.lower() in claim.asked.words:
            continue  # where the patient's metastases are
        if names & (told | own) and not by_title:
            continue
        known = " ".join(quote.words for quote in claim.quotes()) if by_title else text
        if names <= _left_out(claim) or words_without_support(
            level(canonical(mention.text)), known
        ):
            return f"“{mention.text}” does not stand in the cited quotes."
    return ""


def _left_out(claim: CitedSentence) -> frozenset[str]:
    """The tumours that the quotes name only to leave them out, and the sentence does not."""
    if _EXCEPT.search(claim.sentence.words):
        return frozenset()
    out: frozenset[str] = frozenset()
    kept: frozenset[str] = frozenset()
    for quote in claim.quotes():
        found = _EXCEPT.search(quote.text)
        out |= recognise_passage(found["what"]).names("tumour") if found else frozenset()
        rest = quote.text.replace(found["what"], " ") if found else quote.text
        kept |= recognise_passage(rest).names("tumour")
    return out - kept


def _needs_no_source(
    claim: CitedSentence, mention: EntityMention, drugs: frozenset[str], own: frozenset[str]
) -> bool:
    """Whether it is the patient's effect, the class of a drug, or said to be absent."""
    if is_said_absent(claim.sentence.text, mention.start, mention.end):
        return True
    if mention.kind == "effect":
        return bool(frozenset(mention.names) & own)
    if mention.kind == "drug_class":
        return _is_class_of_its_drugs(claim, mention) or _stands_for_drugs(claim, mention, drugs)
    return False


def _is_class_of_its_drugs(claim: CitedSentence, mention: EntityMention) -> bool:
    """Whether it says what a drug of the sentence is, not what was had before or stands against
    it: "with gefitinib" is not "with chemotherapy"."""
    if _OF_ANOTHER.search(claim.sentence.text[: mention.start]):
        return False
    classes = frozenset().union(*map(drug_classes, claim.sentence.drugs))
    return bool(classes & frozenset(mention.names))


def _stands_for_drugs(claim: CitedSentence, mention: EntityMention, drugs: frozenset[str]) -> bool:
    """Whether a class stands for drugs that the quotes name: one drug is not the whole class."""
    named = sum(bool(frozenset(mention.names) & frozenset(drug_classes(drug))) for drug in drugs)
    return named > 1 or (named == 1 and not _is_whole(claim, mention))


def _is_whole(claim: CitedSentence, mention: EntityMention) -> bool:
    """Whether it means all drugs of a class, not "both RET inhibitors" of a quote."""
    before = claim.sentence.text[: mention.start]
    return bool(_PLURAL.search(mention.text)) and not _THOSE.search(before)


_CLASS = "class"
_ORGAN_BEHIND = re.compile(
    r" ?(?:renal|kidney|hepatic|liver)(?: (?:impairment|dysfunction|failure))?"
)


def _does_not_stand(claim: CitedSentence, spoken: PlacedConcept) -> str:
    """That a concept stands in no quote. A class of an organ's impairment is told in the words of
    the sentence, with what the quotes say instead: "severe" is of the kidneys as of the liver."""
    if spoken.concept.family != _CLASS:
        return f"“{spoken.concept.name}” does not stand in the cited quotes."
    others = [
        _class_in_words(quote, each)
        for quote in claim.quotes()
        for each in quote.concepts
        if each.concept.family == _CLASS
    ]
    own = f"“{_class_in_words(claim.sentence, spoken)}” does not stand in the cited quotes"
    return f"{own}, which say “{others[0]}”." if others else f"{own}."


def _class_in_words(text: CanonicalText, spoken: PlacedConcept) -> str:
    behind = _ORGAN_BEHIND.match(text.words, spoken.end)
    return text.words[spoken.start : behind.end() if behind else spoken.end]


def of_family(clause: CanonicalText, family: str) -> frozenset[str]:
    return frozenset(s.concept.name for s in clause.concepts if s.concept.family == family)


def _known_concepts(claim: CitedSentence, family: str) -> frozenset[str]:
    """The concepts that the sources name. Of a publisher or an organ the title tells only where
    the quote is silent: a page on a drug has every organ in its title."""
    told = frozenset().union(*(s.quote.names for s in claim.sources))
    silent = not any(of_family(s.quote, family) for s in claim.sources)
    if family in _OF_THE_QUOTE and not silent:
        return told
    return told | frozenset().union(*(s.about.names for s in claim.sources))
