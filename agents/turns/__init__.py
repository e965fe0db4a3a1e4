"""The values that pass between the parts of a run. All are frozen; none knows Slack or SQL.

A run is one execution of the loop for one question. A step is one thought with its actions and
their observations. A turn is one question of a thread with how it ended.
"""

from __future__ import annotations

from agents.turns.asking import (
    OPEN_STEP,
    Action,
    Arguments,
    Attachment,
    Gap,
    Insight,
    Missing,
    Pointer,
    Question,
    QuoteMatch,
    Reading,
    Reply,
    Thought,
    ThreadKey,
    ToolOutcome,
    Usage,
)
from agents.turns.endings import (
    Abstention,
    Answer,
    Calculated,
    Draft,
    DraftSentence,
    Ending,
    Excluded,
    Failed,
    MissingFact,
    QuestionPart,
    Sentence,
    SentenceBasis,
    SentenceRole,
    Stopped,
)
from agents.turns.evidence import BADGES, Citation, Finding, Observation
from agents.turns.view import Step, Turn, View

__all__ = [
    "BADGES",
    "OPEN_STEP",
    "Abstention",
    "Action",
    "Answer",
    "Arguments",
    "Attachment",
    "Calculated",
    "Citation",
    "Draft",
    "DraftSentence",
    "Ending",
    "Excluded",
    "Failed",
    "Finding",
    "Gap",
    "Insight",
    "Missing",
    "MissingFact",
    "Observation",
    "Pointer",
    "Question",
    "QuestionPart",
    "QuoteMatch",
    "Reading",
    "Reply",
    "Sentence",
    "SentenceBasis",
    "SentenceRole",
    "Step",
    "Stopped",
    "Thought",
    "ThreadKey",
    "ToolOutcome",
    "Turn",
    "Usage",
    "View",
]
