"""What a model is told to write an answer. Pure."""

from __future__ import annotations

from agents.analyses.card_words import words_of_file
from agents.facts.display.sheet_line import is_worth_showing, sheet_line
from agents.facts.read_sheet import Message, read_fact_sheet
from agents.llm.conversation.evidence_text import (
    evidence_rows,
    known_rows,
    silent_rows,
    whole_documents,
)
from agents.llm.conversation.messages import LONGEST_FILE, asked_before
from agents.llm.writing.reasoning import Reasoning
from agents.prompts import Prompt, load_prompt
from agents.prompts.fencing import FencedText, as_data
from agents.turns import View


def is_case(view: View) -> bool:
    """Whether this question tells of a patient, not only of a disease or a drug: then it is thought
    about, and answered, as a case. A look-up in the thread of a case stays one."""
    asked = Message(view.question.text, "question")
    said = view.said if view.said and not view.question.repeats else (asked, *view.said)
    return is_worth_showing(read_fact_sheet(said))


def goes_on(view: View) -> bool:
    """Whether there are steps that the conversation of this run does not show: those of earlier
    questions, those before a gap, and those that are folded."""
    return bool(view.turns or view.earlier_steps or view.hidden)


def thinking_prompt(view: View, reasoning: Reasoning, *, answers_itself: bool) -> Prompt:
    """How the model works; on a case it also reasons as a tumor board does. ``answers_itself``: it
    writes the answer once it has nothing more to search, and is told how."""
    clinical = ("clinical",) if is_case(view) else ()
    # Before anything was found nothing can be cited, and nothing is written.
    forms = _forms(view) if answers_itself and view.all_steps else ()
    return load_prompt("react", *reasoning.rules, *clinical, *reasoning.exemplars, *forms)


def answer_rules(view: View) -> Prompt:
    """How the answer to this question is written: its form, and for a case how it is reasoned."""
    return load_prompt(*(("clinical",) if is_case(view) else ()), *_forms(view))


def _forms(view: View) -> tuple[str, ...]:
    return ("forms/rules", "forms/case" if is_case(view) else "forms/lookup")


def _facts_added(view: View) -> tuple[str, ...]:
    """What colleagues added, behind what they had been asked."""
    asked = asked_before(view)
    return (*([f"You asked: {asked}"] if asked else []), *view.all_additions)


def answer_request(view: View) -> tuple[str, str]:
    """The prompt that asks for the answer, and the digest of what it was made from."""
    prompt, rules = load_prompt("answer"), answer_rules(view)
    text = prompt.render(
        rules=FencedText(rules.render().strip()),
        turns=[
            {"question": as_data(turn.question), "answer": as_data(turn.answer)}
            for turn in view.turns
        ],
        question=as_data(view.question.text),
        files=[
            {"name": as_data(file.name), "text": as_data(words_of_file(file.text)[:LONGEST_FILE])}
            for file in view.question.attachments
            if file.text
        ],
        facts=[as_data(fact) for fact in _facts_added(view)],
        understood=as_data(sheet_line(view.sheet)) if view.sheet else "",
        thoughts=[
            {"step": step.number, "text": as_data(step.thought.text)}
            for step in view.steps[view.hidden :]
            if step.thought.text
        ],
        evidence=evidence_rows(view),
        documents=whole_documents(view),
        folded=as_data(view.folded),
        known=known_rows(view),
        silent=silent_rows(view),
    )
    return text, f"{prompt.sha[:8]}{rules.sha[:8]}"
