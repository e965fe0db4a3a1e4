"""What happens to a model's sentences after the program has checked them. Pure.

Those that fail are written again, once; a second model may doubt what the program let pass."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from agents.checking.answers import check_draft
from agents.errors import ModelAnswerInvalid
from agents.facts.display.sheet_line import sheet_line
from agents.llm.conversation.evidence_text import against, evidence_rows, source, source_marks
from agents.llm.writing.form import parse_written
from agents.prompts import Prompt
from agents.prompts.fencing import as_data, in_attribute
from agents.turns import Citation, Draft, DraftSentence, Sentence, View
from retrieval.text.words import words

_LINE = re.compile(r"^\s*(?P<number>\d{1,3})\s*[:.)]\s*(?P<text>\S.*)$")
_TAKEN_BACK = "REMOVE"
NEAREST = 4
"""Statements beside the cited ones that a sentence may be written again from. Chosen by hand: whole
documents made this call the longest of a run when a model was played."""
LONGEST_DOUBT = 200
"""Characters of a model's reason that are shown. Chosen by hand: one or two lines."""


def failed_sentences(draft: Draft, view: View) -> dict[int, Sentence]:
    """The sentences that do not hold, by their place in the draft."""
    checked = check_draft(draft, view).sentences
    return {place: each for place, each in enumerate(checked) if not each.verified}


def repair_request(prompt: Prompt, failed: Mapping[int, Sentence], draft: Draft, view: View) -> str:
    """The prompt that asks for them again, with the reasons and the evidence: the statements that
    each points at, and those of their documents that are nearest to it."""
    shown = frozenset().union(*(_keys_near(each, view) for each in failed.values()))
    return prompt.render(
        question=as_data(view.question.text),
        understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
        failed=[
            {
                "number": place + 1,
                "text": as_data(_with_keys(each.text, each.keys)),
                "reason": each.problem,
            }
            for place, each in failed.items()
        ],
        evidence=evidence_rows(view, shown),
    )


def repair(draft: Draft, failed: Mapping[int, Sentence], written: str, view: View) -> Draft:
    """The draft with what was written again where that holds. What was taken back is told apart;
    what fails again, or was not answered, stays as it was and is marked."""
    kept: list[DraftSentence] = []
    rewritten: list[tuple[Sentence, str]] = []
    taken_back: list[Sentence] = []
    answers = _answers(written)
    for place, sentence in enumerate(draft.sentences):
        again = answers.get(place + 1) if place in failed else None
        new = again and replace(sentence, text=again.text, keys=again.keys)
        if new is not None and new.text.strip(" .").upper() == _TAKEN_BACK:
            taken_back.append(failed[place])
        elif new is not None and _holds(new, draft, view):
            rewritten.append((failed[place], new.text))
            kept.append(new)
        else:
            kept.append(sentence)
    return replace(
        draft,
        sentences=tuple(kept),
        taken_back=tuple(taken_back),
        rewritten=tuple(rewritten),
    )


def second_request(prompt: Prompt, draft: Draft, view: View) -> tuple[str, tuple[int, ...]]:
    """The prompt with all verified sentences and their quotes, and the places of these in the
    draft; no places when there is nothing to check."""
    checked = check_draft(draft, view).sentences
    places = tuple(p for p, each in enumerate(checked) if each.verified and each.keys)
    known = view.citations
    text = prompt.render(
        question=as_data(view.question.text),
        understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
        sentences=[
            {
                "number": place + 1,
                "text": as_data(checked[place].text),
                "quotes": [_quote_row(known[key]) for key in checked[place].keys],
            }
            for place in places
        ],
    )
    return text, places


def _quote_row(citation: Citation) -> dict[str, str]:
    """A quote with what its words leave to their source: whose it is, of when, how strong."""
    return {
        "words": as_data(citation.quote),
        "source": in_attribute(source(citation)),
        "marks": in_attribute(", ".join(source_marks(citation))),
    }


def with_doubts(draft: Draft, report: object, places: Sequence[int]) -> tuple[Draft, int]:
    """The draft with the doubts of a ``report_doubts`` call, and how many there are. Raises
    :class:`agents.errors.ModelAnswerInvalid` for a report without a readable form."""
    if not isinstance(report, Mapping) or not isinstance(report.get("doubts"), list):
        raise ModelAnswerInvalid
    doubts: dict[int, str] = {}
    for row in report["doubts"]:
        number = row.get("number") if isinstance(row, Mapping) else None
        if isinstance(number, int) and number - 1 in places:
            reason = " ".join(str(row.get("reason", "")).split())[:LONGEST_DOUBT]
            doubts[number - 1] = f"A second model doubts it: {reason or 'no reason was given.'}"
    sentences = tuple(
        replace(each, doubt=doubts.get(place, "")) for place, each in enumerate(draft.sentences)
    )
    return replace(draft, sentences=sentences), len(doubts)


def _answers(written: str) -> dict[int, DraftSentence]:
    """What was written for each number; of several sentences on a line the first."""
    found: dict[int, DraftSentence] = {}
    for line in written.splitlines():
        match = _LINE.match(line)
        sentences = parse_written(match["text"]).sentences if match else ()
        if match and sentences:
            found.setdefault(int(match["number"]), sentences[0])
    return found


def _holds(sentence: DraftSentence, draft: Draft, view: View) -> bool:
    alone = replace(draft, sentences=(sentence,))
    return not failed_sentences(alone, view)


def _keys_near(sentence: Sentence, view: View) -> frozenset[str]:
    """The keys that a sentence points at, and those of the same documents (of all, when it points
    at none) whose quotes share most words with it: not what is none for this patient, from which
    nothing could be written."""
    known = view.citations
    cited = frozenset(key for key in sentence.keys if key in known)
    documents = {known[key].ref for key in cited}
    said = frozenset(words(sentence.text))
    unfit = _keys_against(view)
    others = [
        (len(said.intersection(words(each.quote))), key)
        for key, each in known.items()
        if key not in cited and key not in unfit and (not documents or each.ref in documents)
    ]
    nearest = sorted(others, key=lambda each: -each[0])[:NEAREST]
    return cited | {key for shared, key in nearest if shared}


def _keys_against(view: View) -> frozenset[str]:
    """The keys of quotes that are known to be none for this patient."""
    return frozenset(
        each.key
        for step in view.all_steps
        for seen in step.observations
        for finding in seen.findings
        if against(finding)
        for each in finding.citations
    )


def _with_keys(text: str, keys: Sequence[str]) -> str:
    return f"{text} {''.join(f'[{key}]' for key in keys)}".strip()
