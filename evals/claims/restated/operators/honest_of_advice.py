"""Honest tellings of rules, doses and advice: each function in one way. Pure."""

from __future__ import annotations

import re

from evals.claims.restated.operators.made import MadeSentence, Source, first_drug, sentence, within
from evals.claims.restated.spelling import capital, small
from names.recognise import recognise_passage
from names.tables.drugs import drugs

_WITH = re.compile(
    r"^With (?P<c>[^,;.\d]{6,80}), (?P<rest>[^;.]{10,160}(?:\.\d[^;.]{0,80}){0,3})\.$"
)
_FOR = re.compile(
    r"^For (?P<c>[^,;.]{6,110}), (?P<o>ASCO|ESMO|NCCN)"
    r" (?P<v>recommends|allows|advises(?! against)|prefers) (?P<x>[^;.]{6,160})\.$"
)
_OF_ORG = re.compile(
    r"^(?P<o>ASCO|ESMO|NCCN) (?P<v>recommends|allows|prefers) (?P<x>[^,;.]{6,120}?)"
    r" (?P<f>for|in|after) (?P<c>[^;.]{6,160})\.$"
)
_AVOIDED = re.compile(
    r"^(?P<x>[A-Z][^,;.]{3,60}?) (?:is|are|should be) avoided"
    r" (?P<w>with|during) (?P<y>[^,;.]{3,60})\.$"
)
_PERMANENT = re.compile(r"\b(?:is|are) (?:permanently discontinued|discontinued permanently)\b")
_HELD = re.compile(r"\b(?:is|are) withheld\b")
_TWICE = re.compile(
    r"^(?P<x>[A-Z][a-z]{5,20})(?: is given| is taken)? (?:at |as )?"
    r"(?P<n>\d{2,4}) mg (?:twice daily|twice a day)"
)
_CONTRA = re.compile(r"\bis contraindicated in (?=patients|people|women|severe|moderate|pregnan)")
_INDICATED = re.compile(
    r"^(?P<a>[^;.]{4,90}?) is indicated in the US \(FDA label of [\d-]{10},"
    r" (?:regular|accelerated) approval\) for (?P<b>[^;]+)\.$"
)
_EVIDENCE = re.compile(
    r"^In (?P<t>[^,;]{4,60}) with (?P<v>[^,;]{3,40}), CIViC evidence of level (?P<l>[A-E])"
    r" \((?P<s>[^)]{4,40})\) supports (?P<w>a response|resistance) to (?P<d>[^;.]{4,90})\.$"
)
_IMPAIRED = re.compile(r"\b(?P<g>mild|moderate|severe) (?P<o>renal|hepatic) impairment\b")
_ORGANS = {"renal": "kidney", "hepatic": "liver"}
_SEMICOLON = re.compile(r"^(?P<a>[^;]{15,200}); (?P<b>[^;]{15,200})\.$")
_APPROVED = re.compile(r"\bThe FDA approved (?P<x>[^;,.]{5,60}?) on (?P<d>\d{4})-\d\d-\d\d\b")
_MONITORED = re.compile(r"\b(?:is|are) monitored\b")
_EFFECTIVE = re.compile(r"\buse effective contraception\b")


def if_given(source: Source) -> MadeSentence | None:
    """ "With X" as "if X is present"."""
    found = _WITH.match(source.text)
    if not found or re.search(r"\b(?:mutation|fusion|deletion)", found["c"]):
        return None
    return sentence(f"in the presence of {found['c'].strip()}, {found['rest']}")


def passive_advice(source: Source) -> MadeSentence | None:
    """What an organisation advises, in the passive."""
    found = _FOR.match(source.text)
    if not found:
        return None
    verbs = {
        "recommends": "recommended",
        "allows": "allowed",
        "advises": "advised",
        "prefers": "preferred",
    }
    return sentence(f"{found['x']} is {verbs[found['v']]} by {found['o']} for {found['c']}")


def advice_as_noun(source: Source) -> MadeSentence | None:
    """ "ASCO recommends" as "ASCO's recommendation"."""
    found = _FOR.match(source.text) or _OF_ORG.match(source.text)
    if not found or found["v"] != "recommends":
        return None
    where = f"for {found['c']}" if found.re is _FOR else f"{found['f']} {found['c']}"
    return sentence(f"{found['o']}'s recommendation {where} is {found['x']}")


def condition_first(source: Source) -> MadeSentence | None:
    """The condition before the advice."""
    found = _OF_ORG.match(source.text)
    if not found or "," in found["c"]:
        return None
    return sentence(f"{found['f']} {found['c']}, {found['o']} {found['v']} {found['x']}")


def for_the_patient(source: Source) -> MadeSentence | None:
    """The advice for a patient who is what it is for."""
    found = _FOR.match(source.text)
    if not found or re.search(r"\b(?:or|and|most|some|many|patients|if)\b", found["c"]):
        return None
    return sentence(f"for this patient with {found['c']}, {found['o']} {found['v']} {found['x']}",
                    question=f"Patient with {found['c']}. What next?")  # fmt: skip


def stay_off(source: Source) -> MadeSentence | None:
    """What is avoided, as what should not be taken."""
    found = _AVOIDED.match(source.text)
    if not found:
        return None
    return sentence(f"{found['x']} should not be taken {found['w']} {found['y']}")


def avoid_imperative(source: Source) -> MadeSentence | None:
    """What is avoided, as an order."""
    found = _AVOIDED.match(source.text)
    if not found:
        return None
    return sentence(f"avoid {small(found['x'])} {found['w']} {found['y']}")


def answer_to_question(source: Source) -> MadeSentence | None:
    """What is avoided, as the answer to whether it may be taken."""
    found = _AVOIDED.match(source.text)
    if not found:
        return None
    drug = small(found["x"])
    return sentence(f"no, {drug} should be avoided {found['w']} {found['y']}",
                    question=f"May she take {drug} {found['w']} {found['y']}?")  # fmt: skip


def for_good(source: Source) -> MadeSentence | None:
    """Permanently discontinued as not to be given again."""
    found = _PERMANENT.search(source.text)
    if not found:
        return None
    return sentence(
        f"{source.text[: found.start()]}is stopped permanently{source.text[found.end() :]}"
    )


def put_on_hold(source: Source) -> MadeSentence | None:
    """Withheld as put on hold."""
    found = _HELD.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}is put on hold{source.text[found.end() :]}")


def daily_total(source: Source) -> MadeSentence | None:
    """A dose twice daily with the amount of a day."""
    found = _TWICE.match(source.text)
    if not found:
        return None
    total = 2 * int(found["n"])
    return sentence(
        f"{found['x']} is given at {found['n']} mg twice daily, {total} mg a day in all"
    )


def must_not(source: Source) -> MadeSentence | None:
    """Contraindicated as must not be given."""
    found = _CONTRA.search(source.text)
    if not found:
        return None
    rest = source.text[found.end() :]
    to = "to" if rest.startswith(("patients", "people", "women")) else "in"
    return sentence(f"{source.text[: found.start()]}must not be given {to} {rest}")


def label_first(source: Source) -> MadeSentence | None:
    """The label as who says it."""
    found = _INDICATED.match(source.text)
    if not found:
        return None
    return sentence(f"the US label covers {small(found['a'])} for {found['b']}")


def indication_of(source: Source) -> MadeSentence | None:
    """What a drug is indicated for, as its indication."""
    found = _INDICATED.match(source.text)
    if not found or "followed" in found["b"]:
        return None
    return sentence(f"{found['b']} is an FDA-approved indication of {small(found['a'])}")


def evidence_last(source: Source) -> MadeSentence | None:
    """A response, with the level of evidence at the end."""
    found = _EVIDENCE.match(source.text)
    if not found:
        return None
    word = "sensitive" if found["w"] == "a response" else "resistant"
    return sentence(f"{found['t']} with {found['v']} is {word} to {found['d']}"
                    f" (CIViC level {found['l']}, {found['s']})")  # fmt: skip


def organ_in_words(source: Source) -> MadeSentence | None:
    """Impaired function of an organ in plain words."""
    found = _IMPAIRED.search(source.text)
    if not found:
        return None
    adverb = {"mild": "mildly", "moderate": "moderately", "severe": "severely"}[found["g"]]
    organ = f"{adverb} impaired {_ORGANS[found['o']]} function"
    return sentence(f"{source.text[: found.start()]}{organ}{source.text[found.end() :]}")


def organ_of_patient(source: Source) -> MadeSentence | None:
    """The rule for an organ class that the patient has."""
    found = re.match(
        r"^In (?P<c>(?:mild|moderate|severe) (?:renal|hepatic) impairment),?"
        r" (?P<r>(?!\()[^;.]{10,160})\.$",
        source.text,
    )
    # Names are looked for last: that takes a hundred times as long.
    drug = first_drug(source.text) if found else ""
    if not found or not drug:
        return None
    return sentence(f"since she has {found['c']}, {found['r']}",
                    question=f"Woman with {found['c']}. {drug}: dose?")  # fmt: skip


def first_part(source: Source) -> MadeSentence | None:
    """The first of two clauses that do not need each other."""
    found = _SEMICOLON.match(source.text)
    if not found or re.search(
        r"\b(?:but|however|not|except|only|unless|they|it|if|when|above|below|beyond|with|after)\b",
        found["b"],
    ):
        return None
    return sentence(found["a"])


def second_part(source: Source) -> MadeSentence | None:
    """Both clauses in the other order."""
    found = _SEMICOLON.match(source.text)
    if not found or re.search(
        r"^(?:it|they|this|these|the|of|in|both|at|those|and|with|its|below|above|if|almost|after|\d)",
        found["b"],
    ):
        return None
    return sentence(f"{found['b']}; {small(found['a'])}")


def brand_name(source: Source) -> MadeSentence | None:
    """A drug by its brand, from the tables."""
    for mention in recognise_passage(source.text).of("drug")[:1]:
        brands = [b for b in drugs().get(mention.name, ()) if b.istitle() and b.isalpha()]
        if brands and brands[0] not in source.text and mention.text.lower() == mention.name:
            return sentence(
                f"{source.text[: mention.start]}{brands[0]}{source.text[mention.end :]}"
            )
    return None


def by_organisation(source: Source) -> MadeSentence | None:
    """The statement under who says it."""
    organisation = source.told.quote.organisation
    if not _is_one(organisation) or organisation.lower() in source.text.lower():
        return None
    return sentence(f"according to {organisation}, {within(source.text)}")


def of_its_year(source: Source) -> MadeSentence | None:
    """The statement with the year of its record."""
    quote = source.told.quote
    if not re.match(r"20\d\d", quote.date) or not _is_one(quote.organisation):
        return None
    return sentence(f"{source.bare} ({quote.organisation}, {quote.date[:4]})")


def approved_in(source: Source) -> MadeSentence | None:
    """An approval with its year only."""
    found = _APPROVED.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}{capital(found['x'])} was approved by the FDA"
                    f" in {found['d']}{source.text[found.end() :]}")  # fmt: skip


def with_checks(source: Source) -> MadeSentence | None:
    """Monitored as checked."""
    found = _MONITORED.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}should be checked{source.text[found.end() :]}")


def needs_contraception(source: Source) -> MadeSentence | None:
    """Contraception as needed."""
    found = _EFFECTIVE.search(source.text)
    if not found:
        return None
    return sentence(f"{source.text[: found.start()]}need reliable contraception"
                    f"{source.text[found.end() :]}")  # fmt: skip


def _is_one(organisation: str) -> bool:
    """Whether it is one organisation: of two, each statement is of one."""
    return 0 < len(organisation) < 30 and not re.search(r"[,()]| and ", organisation)


OPERATORS = {
    "in the presence of": if_given,
    "advice in the passive": passive_advice,
    "advice as a noun": advice_as_noun,
    "condition first": condition_first,
    "for the patient": for_the_patient,
    "should not be taken": stay_off,
    "order to avoid": avoid_imperative,
    "answer to a question": answer_to_question,
    "stopped permanently": for_good,
    "put on hold": put_on_hold,
    "amount of a day": daily_total,
    "must not be given": must_not,
    "label first": label_first,
    "indication of": indication_of,
    "evidence last": evidence_last,
    "organ in words": organ_in_words,
    "organ of patient": organ_of_patient,
    "first of two clauses": first_part,
    "clauses exchanged": second_part,
    "brand": brand_name,
    "by organisation": by_organisation,
    "with its year": of_its_year,
    "approved in": approved_in,
    "checked": with_checks,
    "needs contraception": needs_contraception,
}
