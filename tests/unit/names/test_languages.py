"""Function words stand in one table; which of them count differs in questions and sentences."""

from __future__ import annotations

from names.tables.ward.languages import (
    all_words_of_questions,
    words_of_questions,
    words_of_sentences,
)


def test_words_of_the_clinic_tell_a_question_and_no_sentence() -> None:
    asking, telling = words_of_questions(), words_of_sentences()
    for language, word in (("German", "patientin"), ("French", "comment"), ("Italian", "dose")):
        assert word in asking[language]
        assert word not in telling[language]


def test_words_of_sentences_are_not_asked_for_in_questions() -> None:
    assert "kein" in words_of_sentences()["German"]
    assert "kein" not in words_of_questions()["German"]


def test_what_counts_in_both_is_listed_once() -> None:
    assert "mit" in words_of_questions()["German"] & words_of_sentences()["German"]


def test_english_and_languages_without_a_list_are_not_told_in_sentences() -> None:
    assert not {"English", "Turkish"} & words_of_sentences().keys()
    assert {"why", "nedir"} <= all_words_of_questions()
