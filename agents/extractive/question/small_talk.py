"""Messages that are not clinical questions: greetings, thanks, questions about Curbside and about
its earlier steps."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Literal

from agents.cores import ToolCard
from agents.extractive.question.silos import named_silos, publishers
from agents.turns import Reply
from names.recognise import recognise

EXAMPLE = "What is the dose of capecitabine in renal impairment?"
"""A question that shows how to ask."""
SmallTalk = Literal["social", "thanks", "help"]
SOCIAL = re.compile(
    r"^\W*(?:(?:many |great,? |perfect,? |ok,? |okay,? |super,? )?"
    r"(?:thanks?|thank you|thx|cheers|ta)\b|hi\b|hello\b|hey\b"
    r"|good (?:morning|afternoon|evening|night)\b|bye\b|goodbye\b|well done\b"
    r"|nice\b|great\b|cool\b|awesome\b|perfect\b|ok\b|okay\b|how are you)",
    re.IGNORECASE,
)
HELP = re.compile(
    r"\b(?:what can you (?:do|help)|what do you do|who are you|what are you"
    r"|how do(?:es)? (?:you|this|it) work|can you help(?: me)?\W*$|^\W*help\W*$"
    r"|what (?:sources|silos|data) do you|how should i ask"
    r"|are you (?:an? |really |even )*(?:bot|ai|human|person|robot|real|machine)\b)",
    re.IGNORECASE,
)
THANKS = re.compile(
    r"\b(?:thanks?|thank you|thx|cheers|ta|well done|nice|great|cool|awesome|perfect)\b", re.I
)
STEP = re.compile(
    r"\bsteps?\s+(?:number\s+|no\.?\s*)?(?P<digit>\d{1,2}|one|two|three|four|five|six)\b"
    r"|\b(?P<order>first|second|third|fourth|last|previous)\s+step\b",
    re.IGNORECASE,
)
OF_QUESTION = re.compile(
    r"\b(?P<order>first|second|third|fourth|1st|2nd|3rd|4th) (?:question|answer|case)\b"
    r"|\bquestion\s+(?:number\s+|no\.?\s*|#)?(?P<digit>\d{1,2})\b",
    re.IGNORECASE,
)
"""Which question of the thread the step is of."""
SEARCHED = (
    r"\bwhat (?:exactly )?(?:did|have|has) (?:you|the [\w ]{2,30}? search(?:es)?%s)"
    r" (?:search(?:es)? )?(?:exactly )?"
    r"(?:search|look|ask|return|find|found|searched|asked|query|queried)"
    r"|\bwhich (?:silos|sources|documents) did you|\bwhere did you (?:look|search)"
    r"|\bwhat did (?:the )?.{2,40} (?:search|step) return"
    r"|\bwhat did you (?:do|use)\b|\bhow did you (?:get|find|come|arrive)"
    r"|\bshow (?:me )?(?:your|the) (?:steps|searches|search|sources)"
)
"""Questions on what a run searched. ``%s`` is replaced by the publishers of the silos ("what did
NCCN return")."""
NUMBERS = {
    "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
    "first": 1, "second": 2, "third": 3, "fourth": 4, "1st": 1, "2nd": 2, "3rd": 3, "4th": 4,
}  # fmt: skip
FEW_WORDS = 8
"""Most words of a greeting or thanks. Chosen by hand: "thanks a lot, that was very helpful indeed"
has eight, and longer messages mostly ask something."""


@dataclass(frozen=True, slots=True)
class StepAsked:
    """Which earlier step somebody wants to see. The number is 0 if the message names none."""

    number: int
    tool: str
    """The tool whose result is wanted; empty for the whole step."""
    question: int = 0
    """Which question of the thread it is of, counted from 1; 0 for the one before."""


@cache
def _pattern_of_names(names: tuple[str, ...]) -> re.Pattern[str]:
    return re.compile(SEARCHED % "".join(f"|{re.escape(name)}" for name in names), re.IGNORECASE)


def asks_about_steps(text: str, cards: Sequence[ToolCard] = ()) -> bool:
    """Whether a message asks what an earlier step searched or found."""
    names_step = STEP.search(text) and not recognise(text).of("drug", "gene", "variant")
    return bool(names_step or _pattern_of_names(publishers(cards)).search(text))


def small_talk(text: str, cards: Sequence[ToolCard] = ()) -> SmallTalk | None:
    """Which kind of small talk a message is; None when it may be a question."""
    text = text.strip()
    if asks_about_steps(text, cards):
        return None
    if HELP.search(text) and not recognise(text):
        return "help"
    if SOCIAL.match(text) and len(text.split()) <= FEW_WORDS and not recognise(text):
        if "?" in text and "how are you" not in text.lower():
            return None
        return "thanks" if THANKS.search(text) else "social"
    return None


def is_clinical(text: str, cards: Sequence[ToolCard] = ()) -> bool:
    """Whether a message may be a clinical question."""
    return not asks_about_steps(text, cards) and small_talk(text, cards) is None


def reply_to(kind: SmallTalk) -> Reply:
    """The friendly reply to a greeting, to thanks or to a question about Curbside itself."""
    return Reply(text=_REPLIES[kind])


_REPLIES: dict[SmallTalk, str] = {
    "thanks": f"You're welcome. Ask a clinical question whenever you like, such as “{EXAMPLE}”",
    "social": f"Hello. Ask me a clinical question, such as “{EXAMPLE}”",
    "help": (
        "I look clinical questions up in siloed sources and answer in the sources' own"
        " sentences, each with a checked citation: doses, interactions, adverse effects,"
        " biomarkers and therapies, trials, pharmacogenomics, genes. Follow-ups use the thread;"
        f" “show me step 1” opens what I did. Try “{EXAMPLE}”"
    ),
}


def step_asked(text: str, cards: Sequence[ToolCard]) -> StepAsked:
    """The step and the tool that a message asks about."""
    return StepAsked(
        _number_of(STEP.search(text)), tool_named(text, cards), _number_of(OF_QUESTION.search(text))
    )


def _number_of(match: re.Match[str] | None) -> int:
    """The number that a word or digits tell; 0 without any."""
    if match is None:
        return 0
    word = (match["digit"] or match["order"]).lower()
    return int(word) if word.isdigit() else NUMBERS.get(word, 0)


def tool_named(text: str, cards: Sequence[ToolCard]) -> str:
    """The search tool whose silo a message names, by title or name; empty for none or several."""
    lower = text.lower()
    by_publisher = named_silos(text, cards)
    named = [
        card.name
        for card in cards
        if card.silo
        and (card.silo in by_publisher or any(name in lower for name in short_names(card)))
    ]
    return named[0] if len(named) == 1 else ""


SPOKEN = {"trial": ("the trials search", "the trial search"), "landmark_trial": ("landmark",)}
"""Other words by which people name the silos of a role, beside title, name and publisher."""


def short_names(card: ToolCard) -> tuple[str, ...]:
    """The words by which people name a silo: its title, its name, and words for what it holds."""
    return (card.title.lower(), card.silo.replace("_", " "), *SPOKEN.get(card.role, ()))
