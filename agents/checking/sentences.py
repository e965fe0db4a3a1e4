"""What is wrong with a sentence of an answer, given the quotes it cites. Pure.

A sentence in the very words of its quote is right. Any other must bring no name that its quotes do
not have, and say what they say (:mod:`agents.checking.support.problem`); what the quotes are about
stands in their titles, too, and the patient's own facts stand in the question.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property

from agents.checking.citations import with_antecedents
from agents.checking.support.judgements_of_run import judgements_under
from agents.checking.support.problem import problem_with_support
from agents.checking.support.reading.abbreviations import stands_for_words
from agents.checking.support.reading.canonical import canonical
from agents.checking.support.reading.stated_absence import is_said_absent
from agents.checking.support.reading.words import is_neutral
from agents.checking.text.held_names import holds_name
from agents.checking.text.members import (
    is_named_as_member,
    is_of_any_change,
    is_of_class_of_drugs,
    is_of_other_strength,
    permits_more,
)
from agents.checking.text.name_index import NameIndex, name_stands, span_of
from agents.checking.text.normalised import plain
from agents.checking.text.quantities import names_with_digits
from agents.checking.text.whole_statements import is_whole_statement, without_signs
from agents.turns import OPEN_STEP, Citation, View
from names.clinical.expansion import expand
from names.clinical.values import HAD, Exposure, Therapy
from names.entities import Entities, EntityKind, EntityMention
from names.recognise import recognise_passage
from names.tables.treatment.drug_classes import drug_classes
from retrieval.text.words import words

_STAGE = re.compile(r"(?<![a-z0-9])[cpy]{0,2}(?P<name>[tnm]\d[a-d]?)(?![a-z0-9])")
"""A stage, which only a patient of the thread can have."""
_STAGES = re.compile(r"(?<![a-z0-9])[cpy]{1,2}(?=[tnm]\d)")
_ON_PATIENT = re.compile(
    r"\b(?:she|he|her|his|patient|patient's|because|since|question|asked|carries|this)\b"
    r"|\b(?:for|in|as) an? (?:[\w-]+ ){0,4}carrier\b"
)
_OF_QUOTES = ("variant", "gene", "drug")
_PLAIN = re.compile(r"[a-z-]+")
_SCHEDULE = re.compile(r"q\d{1,2}[wdh]k?")
_AGED = re.compile(r"(?:over|under)-\d\ds")
_AGE = re.compile(r"\b(\d{1,3})[ -](?:years?|yo)\b")
_IS_A = re.compile(
    r"(?: (?:is|as)|,(?: also| itself)?) an? (?P<what>[a-z0-9-]+(?: [a-z0-9-]+){0,2})",
    re.IGNORECASE,
)
_DECIMALS = re.compile(
    r"\.\d| ?%| (?:vs\b|versus|against|and \d|to \d|months?|weeks?|days?|years?|patients)"
)
_HAS = re.compile(
    r"\b(?:progress\w* (?:on|after|during|under|despite)|(?:since|after|on|beside|besides|with|of"
    r"|from|despite|following|because of|given|as|takes?|took|taking|received|receives|had|has had"
    r"|stays on|her|his|own|earlier|prior|previous)) (?:(?:her|his|the|earlier|prior|first-line"
    r"|adjuvant|previous) )?(?:[\w-]+ (?:and|plus|or) )?$",
    re.IGNORECASE,
)
_HAD = re.compile(
    r"(?i)\b(?:(?P<progressed>(?:progress(?:ed|ion)|recurr(?:ed|ence)|relapsed?|as here|s?he did|as"
    r" (?:in )?(?:her|his) case) (?:on|after|during|under))|pretreated with"
    r"|(?:has|had|having)(?: already| also)? (?:had|received|taken|been given))\b"
)
_FUSION = re.compile(r"[A-Z0-9]{2,10}(?:::|-|\u2013|/)[A-Z0-9]{2,10}")  # by whatever sign
_SETS_APART = re.compile(r"\b(?:whereas|while|but|although|though|unlike)\b", re.IGNORECASE)
_SUBJECT = re.compile(r"(?:for (?:her|him|(?:this|the) patient),? )?(?:the )?", re.IGNORECASE)
_ADVISED = re.compile(
    r"\b(?:indicat|approv|label|recommend|advis|prefer|option|improv|longer|lengthen|prolong|surviv"
    r"|respon)|\d ?%|\d months?\b"
)
"""What a class is said to do or be for is not said of a drug that only the thread names."""
_OTHER_DRUGS = re.compile(r"[\w ,/+-]{0,80}")
"""What may stand between how a drug was had and its name: others that were had with it."""


def problem_with_sentence(
    text: str, citations: Sequence[Citation], view: View, *, may_deny: bool = False
) -> str:
    """A plain sentence that says why it is not verified; empty when it is. ``may_deny``: what it
    denies was found by comparing a statement with the patient, and stands in no quote."""
    if not citations:
        return "" if _repeats_the_program(text, view) else "It cites no source."
    if is_quote(text, citations) or is_whole_statement(text, citations, view):
        return ""
    citations = with_antecedents(citations, view.citations.values())
    evidence = SentenceEvidence(text, citations, view)
    return evidence.problem_with_names() or problem_with_support(
        text,
        [(each.quote, _about(each)) for each in citations],
        "\n".join(dict.fromkeys(_question_texts(view))),
        may_deny=may_deny,
    )


def is_quote(text: str, citations: Sequence[Citation]) -> bool:
    """Whether a sentence is in the very words of one of the quotes."""
    return any(_same_words(text, each.quote) for each in citations)


def holds_quotes(text: str, citations: Sequence[Citation]) -> bool:
    """Whether a sentence is made of its quotes, whole, with at most a few words before them."""
    words = without_signs(text)
    return all(without_signs(citation.quote) in words for citation in citations)


def may_be_of_patient(text: str) -> bool:
    """Whether a gene that only the question names may stand in a sentence: only one that speaks of
    the patient. What was shown or approved for a gene must stand in the sources."""
    return bool(_ON_PATIENT.search(plain(text).text))


class SentenceEvidence:
    """What a sentence may rest on: its quotes, what they are about, and the question."""

    def __init__(self, text: str, citations: Sequence[Citation], view: View) -> None:
        self._text = text
        self._view = view
        self._keys = tuple(each.key for each in citations)
        self._drugs_of_trials = frozenset().union(*map(_drugs_of_trial, citations))
        self._quotes = "\n".join(citation.quote for citation in citations)
        self._about = "\n".join(map(_about, citations))
        self._question_texts = "\n".join(dict.fromkeys(_question_texts(view)))

    def problem_with_names(self) -> str:
        """The first identifier, gene, drug or variant that the evidence does not name."""
        text = self._text
        if strange := next(self._strange_names(), ""):
            return f"“{strange}” does not stand in the cited quotes."
        long_forms = expand(self._quotes).text
        cited = recognise_passage(f"{self._quotes}\n{self._about}\n{long_forms}")
        asked = recognise_passage(self._question_texts)
        kinds: tuple[EntityKind, ...] = ("gene", "drug", "variant", "trial")
        known = {kind: cited.names(kind) for kind in kinds}
        quoted = recognise_passage(f"{self._quotes}\n{long_forms}")
        of_quotes = {kind: quoted.names(kind) for kind in kinds if kind in _OF_QUOTES}
        of_quotes["drug"] = of_quotes["drug"] | self._drugs_of_trials
        on_patient = may_be_of_patient(text) or self._tells_age()
        # A drug must come from the sources; a gene or variant may be the patient's.
        if on_patient:
            known["gene"] |= asked.names("gene")
            known["variant"] |= asked.names("variant")
        for mention in recognise_passage(text).of(*kinds):
            if self._is_no_claim(mention):
                continue
            if mention.kind == "drug" and (
                self._is_asked(mention, asked, cited, on_patient)
                or self._is_treatment_of_patient(mention)
                or self._is_member(mention, asked.names("drug"))
            ):
                continue
            if is_of_class_of_drugs(text, mention.start, mention.end, of_quotes["drug"]):
                continue
            told = known[mention.kind] & set(mention.names)
            others = of_quotes.get(mention.kind)
            # A page on several variants has all in its title.
            of_title = others and not others & set(mention.names)
            of_title = of_title and not self._is_beside_title(mention, asked)
            if on_patient and is_of_any_change(mention, asked, text, self._quotes):
                continue
            if of_title or not (told or self._says(mention.text)):
                return f"“{mention.text}” does not stand in the cited quotes."
        return ""

    def _strange_names(self) -> Iterator[str]:
        """The names with digits that the evidence does not have. Shorthand is checked as what it
        stands for."""
        text = self._text
        written_out = frozenset(names_with_digits(canonical(text)))
        for name in names_with_digits(text):
            if name not in written_out or _SCHEDULE.fullmatch(name) or _AGED.fullmatch(name):
                continue
            absent = is_said_absent(plain(text).text, *span_of(name, plain(text).text))
            if not absent and not self._holds(name) and not self._is_other_name(name):
                yield name

    def _holds(self, name: str) -> bool:
        """Whether the evidence has a name, or the class that it is part of."""
        if holds_name(name, self._index, plain(self._whole).text):
            return True
        start, end = span_of(name, self._text.lower())
        drugs = recognise_passage(self._quotes).names("drug")
        return is_of_class_of_drugs(self._text, start, end, drugs)

    def _tells_age(self) -> bool:
        """Whether it repeats the age of the patient of the thread."""
        ages = set(_AGE.findall(plain(self._text).text))
        quoted = set(_AGE.findall(plain(self._quotes).text))
        return bool(ages & set(_AGE.findall(plain(self._question_texts).text)) - quoted)

    def _is_no_claim(self, mention: EntityMention) -> bool:
        """Whether it names nothing, or what the sentence says that a source does not name."""
        if mention.kind == "gene" and mention.text in ("Her 2", "her 2"):
            return True  # the pronoun
        if mention.kind == "gene" and mention.text.islower() and mention.text.isalpha():
            return True  # "lets", an old alias, is a word
        if mention.kind == "trial" and _DECIMALS.match(self._text, mention.end):
            return True  # "FOLFIRINOX 21.6 months"
        if mention.kind == "trial" and _PLAIN.fullmatch(mention.text):
            return True  # "head-to-head"
        return is_said_absent(self._text, mention.start, mention.end)

    def _is_asked(
        self, mention: EntityMention, asked: Entities, cited: Entities, on_patient: bool
    ) -> bool:
        """Whether a drug is the patient's, or the sentence says of which class it is."""
        is_a = _IS_A.match(self._text, mention.end) or self._is_called(mention.text)
        if is_a and asked.names("drug") & set(mention.names):
            told = frozenset(words(self._quotes))
            if is_of_other_strength(frozenset(mention.names), is_a["what"]):
                return False
            return any(stem in told for stem in words(is_a["what"]) if not is_neutral(stem))
        definite = self._text[: mention.start].lower().endswith("the ")
        return (on_patient or definite) and self._is_taken(mention, asked, cited)

    def _is_member(self, mention: EntityMention, asked: frozenset[str]) -> bool:
        """Whether it stands for a class of the quotes, and is not allowed where they are silent."""
        permits = permits_more(self._text, self._quotes)
        return not permits and is_named_as_member(self._text, mention, self._quotes, asked)

    def _is_called(self, name: str) -> re.Match[str] | None:
        """What the thread calls a drug: "efavirenz, a moderate inducer"."""
        at = self._question_texts.lower().find(name.lower())
        return _IS_A.match(self._question_texts, at + len(name)) if at >= 0 else None

    def _is_taken(self, mention: EntityMention, asked: Entities, cited: Entities) -> bool:
        """Whether the thread names a drug that the sentence says the patient has or had, and the
        quotes speak of its class or of another drug of the sentence."""
        if not asked.names("drug") & set(mention.names):
            return False
        classes = frozenset().union(*map(drug_classes, mention.names))
        before = self._text[: mention.start]
        if classes & cited.names("drug_class"):
            return not (_SUBJECT.fullmatch(before) and _ADVISED.search(self._text))
        others = recognise_passage(self._text).names("drug") - set(mention.names)
        return bool(others & cited.names("drug") and _HAS.search(before))

    def _is_treatment_of_patient(self, mention: EntityMention) -> bool:
        """Whether the patient takes a drug, and a rule on how it acts is cited that was compared
        with it and holds; or whether a sentence tells that they had it, as the facts do."""
        names = frozenset(mention.names)
        facts = [fact.value for fact in self._view.sheet.facts]
        if any(isinstance(each, Exposure) and names & set(each.drugs) for each in facts):
            permits = permits_more(self._text, self._quotes)
            return not permits and self._holds_for_partner()
        before = self._text[: mention.start]
        had = next(reversed(list(_HAD.finditer(before))), None)
        if had is None or not _OTHER_DRUGS.fullmatch(before[had.end() :]):
            return False
        outcomes = {
            each.outcome for each in facts if isinstance(each, Therapy) and names & set(each.drugs)
        }
        return bool(outcomes & ({"progressed"} if had["progressed"] else HAD))

    def _holds_for_partner(self) -> bool:
        return any(
            verdict.dimension == "interaction" and verdict.outcome == "ok"
            for judgement in judgements_under(self._keys, self._view)
            for verdict in judgement.verdicts
        )

    def _is_beside_title(self, mention: EntityMention, asked: Entities) -> bool:
        """Whether the quotes write a name otherwise than their title does, or the sentence names
        what the patient has beside it: "she carries PALB2, whereas the trial was on BRCA1"."""
        name = mention.text
        if not name.isalpha():
            return self._says(name)
        own = asked.names(mention.kind) & set(mention.names)
        apart = bool(own) and may_be_of_patient(self._text) and _SETS_APART.search(self._text)
        return bool(apart) or (name.isupper() and stands_for_words(name, plain(self._quotes).text))

    def _says(self, name: str) -> bool:
        """Whether the sources have a name in another form of its words, or write it out."""
        if not name.isalpha():
            quotes = plain(self._quotes).text
            return name_stands(plain(name).text, quotes) or (
                bool(_FUSION.fullmatch(name)) and NameIndex(quotes).holds(plain(name).text)
            )
        told = plain(f"{self._quotes}\n{self._about}").text
        short = name.removesuffix("s")  # "NSCLCs"
        return words(name)[0] in words(told) or (short.isupper() and stands_for_words(short, told))

    @cached_property
    def _whole(self) -> str:
        on_patient = may_be_of_patient(self._text) or self._tells_age()
        asked = self._question_texts if on_patient else ""
        return f"{self._quotes}\n{self._about}\n{asked}"

    @cached_property
    def _index(self) -> NameIndex:
        text = plain(self._whole).text
        stages = " ".join(_STAGE.findall(plain(self._question_texts).text))
        written_out = plain(expand(self._whole).text).text  # "claudin 18.2" is CLDN18
        return NameIndex(f"{text} {_STAGES.sub(' ', text)} {stages} {written_out}")

    @cached_property
    def _names(self) -> frozenset[str]:
        """The canonical names of all that the evidence names."""
        mentions = recognise_passage(self._whole).mentions
        return frozenset(name for mention in mentions for name in mention.names)

    def _is_other_name(self, name: str) -> bool:
        """Whether it is another name of a gene, drug or variant that the evidence names."""
        mentions = recognise_passage(name.upper()).mentions
        return bool(mentions) and all(self._names & set(mention.names) for mention in mentions)


def _drugs_of_trial(citation: Citation) -> frozenset[str]:
    """The drugs that a title tells of the trial that its quote names: "SOLAR-1: alpelisib …"."""
    title = recognise_passage(citation.title)
    is_of_trial = title.names("trial") & recognise_passage(citation.quote).names("trial")
    return title.names("drug") if is_of_trial else frozenset()


def _about(citation: Citation) -> str:
    """What its document is about, and the dates and ids that a sentence may tell of it."""
    told = (citation.date, citation.as_of, citation.jurisdiction, citation.url, citation.ref.id)
    return f"{citation.title}. {citation.organisation}. {' '.join(told)}"


def _question_texts(view: View) -> Iterable[str]:
    """All that people said in the thread: a fact of an earlier message is the patient's, too."""
    yield view.question.text
    yield from (attachment.text for attachment in view.question.attachments)
    yield from view.all_additions
    yield from (message.text for message in view.messages)
    yield from (turn.question for turn in view.turns)


def _same_words(text: str, quote: str) -> bool:
    return without_signs(text) == without_signs(quote)


def _repeats_the_program(text: str, view: View) -> bool:
    """Whether it repeats, whole, what the program itself said about an earlier step."""
    lines = (
        line
        for step in view.all_steps
        for observation in step.observations
        if observation.tool == OPEN_STEP
        for line in observation.detail.splitlines()
    )
    return any(_same_words(text, line) for line in lines)
