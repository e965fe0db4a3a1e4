"""A follow-up that says that the treatment of the answer before failed: "pd on that. Next line?".

What failed is an option no more, and the line that was told before is over."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace

from agents.extractive.question.context.added_facts import asks_what_follows
from agents.facts.read_sheet import NEW_PATIENT, Message, read_fact_sheet
from agents.facts.sheet import Fact, FactSheet
from agents.matching.sub_question import SubQuestion
from agents.wording.answer_labels import without_refusals
from names.clinical.treatment.no_progression import NO_PROGRESSION
from names.clinical.values import UNKNOWN_REGIMEN, Line, Therapy
from names.recognise import recognise

AFTER_THAT = re.compile(
    r"(?i)\b(?:after(?! all\b)|progress\w*|beyond|resistan\w*|PD(?!-?L?-?\d)|relaps\w*"
    r"|(?<!heart )(?<!cardiac )(?<!renal )(?<!kidney )(?<!liver )(?<!hepatic )(?<!respiratory )"
    r"(?<!organ )(?<!marrow )(?<!ovarian )fail\w*)\b"
    r"[^.?!,;:]{0,40}"
    r"\b(?<!does )(?<!would )(?<!will )(?:that|it|this|them)\b(?<!change it)"
)
"""Words that say that "that" was had."""
_NOT_SO = re.compile(
    r"(?i)(?:\b(?:no|not|never|without|hasn't|hadn't|isn't|didn't|non)(?: (?!and\b|but\b)\w+){0,2}"
    r"|\b(?:risks?|chances?|likel\w+|probabilit\w+|how (?:often|long|soon|many)|mechanisms?"
    r"|causes?)\b[^.?!;,]{0,30}|\bdoes(?: \w+)?)[ -]$"
)
"""Before such words: that it has not failed, or a question whether, when or why it will."""
LONGEST_BEFORE = 80
"""Characters before such words that may deny them. Chosen by hand."""
NEXT_LINE = re.compile(r"(?i)\b(?:next|subsequent) line\b")
"""Words that ask for the line after the one that was told."""
_SENTENCE_END = re.compile(r"(?<=[.?!])(?: \[\d+\])*\s")
_OR = re.compile(r"(?i)\bor\b")
OF_ANSWER = "earlier"
"""What "that" stands for if the answer named several options."""


def with_failed_answer(
    text: str, sheet: FactSheet, before: Sequence[SubQuestion], answer: str
) -> FactSheet:
    """The sheet for a follow-up such as "and after progression on that?": with the failed
    treatment, and in the line behind the one told before.

    The drug is the planned one, or the one asked about, or else what the answer offered, if that is
    one regimen. If there is none such, which treatment it was is not known, and no option of the
    answer before fits until it is said."""
    sheet = _with_told_before(sheet, before)
    failed = _says_failed(text) or (
        asks_what_follows(text, before) and not _knows_what_failed(text, sheet)
    )
    if not failed and not NEXT_LINE.search(text):
        return sheet
    sheet = _in_the_line_behind(sheet)
    if not failed:
        return sheet
    planned = {d for each in sheet.of(Therapy) if each.outcome == "planned" for d in each.drugs}
    meant = planned or {drug for part in before for drug in part.drugs}
    drugs = tuple(meant) if len(meant) == 1 else _only_regimen(answer)
    if not drugs and not answer:
        return sheet
    fact = Fact(
        value=Therapy(
            drugs=drugs,
            classes=() if drugs else (OF_ANSWER + UNKNOWN_REGIMEN,),
            outcome="progressed",
        ),
        text=f"progressed on {' with '.join(drugs) or f'the {OF_ANSWER} regimen'}",
        rule="“that” is what was planned, asked about or offered before",
    )
    told = fact.value in [each.value for each in sheet.facts]
    return sheet if told else replace(sheet, facts=(*sheet.facts, fact))


def with_failures_told(
    parts: Sequence[SubQuestion], asked: Sequence[str], before: Sequence[SubQuestion], answer: str
) -> tuple[SubQuestion, ...]:
    """The parts of the last of these questions with what it told to have failed without its name,
    and what those before it told: the next question is of the same patient. Which treatment failed
    has to be known."""
    if not before:
        return tuple(parts)
    earlier = (Message(text, "earlier question") for text in asked[:-1])
    sheet = read_fact_sheet((*earlier, Message(asked[-1])))
    told = tuple(
        fact
        for fact in with_failed_answer(asked[-1], sheet, before, answer).facts
        if fact not in sheet.facts and isinstance(fact.value, Therapy) and fact.value.drugs
    )
    return tuple(replace(part, failed_before=told) for part in parts)


def _with_told_before(sheet: FactSheet, before: Sequence[SubQuestion]) -> FactSheet:
    """The sheet with the treatments that earlier questions told to have failed; none of another
    patient, or that the sheet tells itself."""
    if NEW_PATIENT in sheet.changed:
        return sheet
    known = {drug for each in sheet.of(Therapy) for drug in each.drugs}
    facts = dict.fromkeys(fact for part in before for fact in part.failed_before)
    new = [
        replace(fact, place="earlier question")
        for fact in facts
        if isinstance(fact.value, Therapy) and not known & {*fact.value.drugs}
    ]
    return replace(sheet, facts=(*sheet.facts, *new)) if new else sheet


def _says_failed(text: str) -> bool:
    """Whether a follow-up says that "that" was had and failed, or asks what comes after it."""
    for found in AFTER_THAT.finditer(text):
        before = text[max(0, found.start() - LONGEST_BEFORE) : found.start()]
        if found.group().lower().startswith("after") or not _NOT_SO.search(before):
            return True
    return False


def _knows_what_failed(text: str, sheet: FactSheet) -> bool:
    """Whether a treatment failed, by what the question itself tells or ends; it may be one of
    before that is asked again."""
    failed = (
        fact
        for fact in sheet.facts
        if isinstance(fact.value, Therapy) and fact.value.outcome == "progressed"
    )
    return any(fact.place == "question" or fact.text in text for fact in failed)


def failed_unknown(sheet: FactSheet) -> bool:
    """Whether a treatment of the answer before failed, and it is not known which."""
    return any(OF_ANSWER + UNKNOWN_REGIMEN in each.classes for each in sheet.of(Therapy))


def _only_regimen(answer: str) -> tuple[str, ...]:
    """The drugs of an earlier answer, if its first sentence names them all and as one regimen;
    empty if it offered several."""
    said = without_refusals(answer)
    lead = _SENTENCE_END.split(said.strip(), 1)[0]
    drugs = recognise(lead).names("drug")
    if _OR.search(lead) and len(drugs) > 1:
        return ()
    return tuple(sorted(drugs)) if recognise(said).names("drug") == drugs else ()


def _in_the_line_behind(sheet: FactSheet) -> FactSheet:
    """The sheet with the lines told in earlier messages moved on by one, and without "has not
    progressed"."""
    facts = []
    for fact in sheet.facts:
        is_earlier = fact.place != "question"
        if is_earlier and fact.value == NO_PROGRESSION:
            continue
        if is_earlier and isinstance(fact.value, Line) and not fact.rule:
            line = Line(first=fact.value.first + 1, last=None)
            told = f"after line {fact.value.first}"
            rule = "the line told before is over when its treatment failed"
            fact = replace(fact, value=line, text=told, rule=rule, inputs=(fact.text,))
        facts.append(fact)
    return replace(sheet, facts=tuple(facts))
