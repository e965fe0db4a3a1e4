"""What people are told when something fails."""

from __future__ import annotations

from pathlib import Path

from agents import errors as agent_errors
from bot.asking.limits import LONGEST_QUESTION
from bot.failures import sentences
from bot.failures.errors import QuestionTooLong
from evals.reviews.cases import LONGEST_QUESTION as LONGEST_REVIEWED
from retrieval.errors import sentence_of


def test_every_way_a_run_can_fail_has_a_sentence() -> None:
    for kind in vars(agent_errors).values():
        if isinstance(kind, type) and issubclass(kind, agent_errors.ModelError):
            assert sentences.sentence(kind()) == kind().sentence == sentence_of(kind)
            assert sentences.sentence(kind.__name__) == sentence_of(kind)


def test_a_name_that_an_old_journal_keeps_and_nobody_knows_gets_a_general_sentence() -> None:
    assert sentences.sentence("LedgerUnavailable") == sentences.UNKNOWN


def test_a_failure_never_shows_its_own_text() -> None:
    words = sentences.sentence(ValueError("patient Jane Roe"))
    assert "Jane" not in words
    assert "went wrong" in words


def test_a_child_without_a_sentence_of_its_own_speaks_as_its_parent() -> None:
    class VeryUnavailable(agent_errors.ModelUnavailable):
        """Down."""

    assert sentences.sentence(VeryUnavailable()) == sentence_of(agent_errors.ModelUnavailable)


def test_the_limit_of_a_question_is_told_as_it_is() -> None:
    """The docstring of the failure and the page cannot be built from the constant."""
    told = f"{LONGEST_QUESTION:,} characters"
    page = Path(__file__).parents[4] / "docs" / "for-users.md"
    assert told in sentences.HELP["too_long"]
    assert told in sentence_of(QuestionTooLong)
    assert told in " ".join(page.read_text("utf-8").split())
    assert LONGEST_QUESTION == LONGEST_REVIEWED
