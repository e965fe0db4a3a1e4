"""What commands say of input that they cannot use: one sentence, and a status that is not 0."""

from __future__ import annotations

import errno
import json
import os
from pathlib import Path

import pytest
import typer
from typer.testing import CliRunner, Result

from agents.errors import ModelMisconfigured
from bot.asking.limits import LONGEST_QUESTION
from bot.cli.error_messages import plain_sentence
from bot.cli.main import app
from bot.commands.ask import read_batch
from bot.commands.checks.parts import core_check
from bot.commands.fork import new_fork
from bot.commands.ingestion.arguments import check_folder
from bot.commands.json_lines import lines_of
from bot.failures.errors import (
    BatchFileUnreadable,
    BatchLineInvalid,
    BotError,
    ChangesNotUnderstood,
    QuestionTooLong,
)
from bot.settings import SettingsInvalid, read_settings
from retrieval.declaration.cards import read_cards

QUOTE = "Olaparib lengthened survival in patients with ovarian cancer."


def run(*words: str) -> Result:
    return CliRunner().invoke(app, list(words))


def put(folder: Path, *lines: object) -> Path:
    path = folder / "lines.jsonl"
    path.write_text("\n".join(x if isinstance(x, str) else json.dumps(x) for x in lines))
    return path


def test_check_answers_each_line_and_says_which_it_could_not_check(tmp_path: Path) -> None:
    quoted = {"c1": {"text": QUOTE, "date": 2024, "title": None}}
    path = put(
        tmp_path,
        {"id": 1, "sentence": f"{QUOTE} [c1]", "quotes": quoted},
        "not json",
        {"id": 3, "sentence": "x", "quotes": {"c1": QUOTE}},
        {"id": 4, "sentence": ["x"], "quotes": quoted},
        {"id": 5, "document": QUOTE},
        {"id": 6, "document": QUOTE, "quote": QUOTE},
        {"id": 7, "sentence": "x", "quotes": {"c1": {"text": QUOTE, "txt": "x"}}},
        [],
    )
    done = run("check", "--batch", str(path))
    told = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["id"] for row in told] == [1, "", 3, 4, 5, 6, 7, ""]
    assert [row["verified"] for row in told] == [True, *[False] * 4, True, False, False]
    for number in (2, 3, 4, 5, 7, 8):
        assert told[number - 1]["problem"].startswith(f"Line {number} ")
    assert done.exit_code == 1
    assert "6 lines" in done.stderr
    sound = put(tmp_path, {"document": "a", "quote": "b"})
    assert run("check", "--batch", str(sound)).exit_code == 0
    sound.write_bytes(b'{"document": "\xe9"}\n' + sound.read_bytes())
    told = [json.loads(x) for x in run("check", "--batch", str(sound)).stdout.splitlines()]
    assert [(row["verified"], row["problem"]) for row in told] == [
        (False, "Line 1 is no text in UTF-8."),
        (False, told[1]["problem"]),
    ]
    assert "at least 5 words and 25 characters" in told[1]["problem"]


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "holds no line"),
        (b"\n \n", "holds no line"),
        (b"\xff\xfe\x00", "Line 1 is no text in UTF-8"),
        (b'{"question": 1}\n{"question": "\xe9"}', "Line 2 is no text in UTF-8"),
        (b"{\n[1]\n", "Line 1 is not JSON. Line 2 is not a JSON object."),
        (b'{"question": " "}', "Line 1 has no question"),
        (b'{"question": 5}', "Line 1 has no question"),
        (b'{"question": "a", "thread": {}}', "Line 1 has a thread that is no name"),
        (b'{"question": "a", "thread": "t\\u0000"}', "Line 1 has a thread that is no name"),
        (b'{"question": "a", "id": "\\ud800"}', "Line 1 holds half of a sign"),
        (b"[" * 100_000, "Line 1 is not JSON"),
        (b"{\n" * 9, "Line 5 is not JSON. And 4 more."),
    ],
)
def test_a_batch_that_cannot_be_asked_is_refused_in_words(
    tmp_path: Path, content: bytes, said: str
) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_bytes(content)
    with pytest.raises(BatchLineInvalid, match=said):
        read_batch(path)


def test_a_batch_that_is_no_file_is_refused_in_words(tmp_path: Path) -> None:
    with pytest.raises(BatchFileUnreadable, match="is a folder"):
        read_batch(tmp_path)
    with pytest.raises(BatchFileUnreadable, match=r"could not be read\. There is no file"):
        read_batch(tmp_path / "none")


def test_a_mark_of_byte_order_is_no_part_of_the_first_line(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_bytes(b'\xef\xbb\xbf{"question": "a", "id": 1}')
    assert read_batch(path) == ([{"question": "a", "id": 1, "thread": ""}], [])


def test_lines_that_cannot_be_asked_keep_no_other_from_being_asked(tmp_path: Path) -> None:
    path = tmp_path / "batch.jsonl"
    path.write_bytes(b'{"question": "a"}\n{"question": "\xe9"}\n{"id": 7}\n\n{"question": "b"}\n')
    rows, refused = read_batch(path)
    assert [row["question"] for row in rows] == ["a", "b"]
    assert [(each["id"], each["outcome"], each["problem"]) for each in refused] == [
        ("", "not asked", "Line 2 is no text in UTF-8."),
        (7, "not asked", "Line 3 has no question."),
    ]


@pytest.mark.parametrize("command", ["ask", "explain"])
def test_a_question_that_is_empty_or_too_long_is_refused(command: str) -> None:
    empty = run(command, "  ")
    assert empty.exit_code == 2
    assert "question in quotes" in empty.output
    assert isinstance(run(command, "a" * (LONGEST_QUESTION + 1)).exception, QuestionTooLong)


@pytest.mark.parametrize(
    ("words", "together"),
    [
        (("ask", "olaparib", "dose", "in", "ckd"), "olaparib dose in ckd"),
        (("explain", "olaparib", "dose", "in", "ckd"), "olaparib dose in ckd"),
        (("fork", "4f2c", "2", "without", "ESMO"), "without ESMO"),
        (("analyse", "t.csv", "ORR", "by", "arm"), "ORR by arm"),
    ],
)
def test_words_without_quotes_are_put_together(words: tuple[str, ...], together: str) -> None:
    done = run(*words)
    assert done.exit_code == 2
    assert done.stderr.rstrip().endswith(f'Words that belong together go in quotes: "{together}"')


@pytest.mark.parametrize("text", ["- 64M CrCl 40\n- olaparib?", "-64M", "--json please", "-- a b"])
def test_a_text_that_begins_with_a_dash_is_no_option(text: str) -> None:
    for words in (("ask", text), ("analyse", "t.csv", text), ("fork", "4f2c", "2", text)):
        done = run(*words, "more")
        assert done.stderr.rstrip().endswith(f'go in quotes: "{text} more"')
    assert isinstance(run("ask", text + "a" * LONGEST_QUESTION).exception, QuestionTooLong)
    pasted = Path("- no such table.csv")
    refused = run("analyse", str(pasted), text)
    assert f". {pasted} cannot be opened: no such file or directory." in str(refused.exception)


def test_options_stay_options_beside_a_text_that_begins_with_a_dash() -> None:
    misspelled = run("ask", "- 64M olaparib?", "--jsn")
    assert (misspelled.exit_code, "No such option: --jsn" in misspelled.stderr) == (2, True)
    assert isinstance(run("ask", "- 64M", "--thread=a\x00 b").exception, BotError)
    assert isinstance(run("ask", "- 64M", "--thread", "-a\x00 b").exception, BotError)
    one_word = run("ask", "-olaparib?")
    assert one_word.exit_code == 2
    assert 'with a blank behind its dash: "- olaparib?"' in one_word.stderr


def test_what_is_too_much_and_no_text_is_not_put_together() -> None:
    done = run("runs", "a")
    assert done.exit_code == 2
    assert "more than the command takes: a." in done.stderr
    assert "quotes" not in done.stderr


def test_an_error_cuts_no_path_however_long_it_is(tmp_path: Path) -> None:
    long = tmp_path / ("a" * 90)
    done = run("ingest", "check", str(long))
    assert f"There is no folder {long}," in done.stderr


def test_a_misspelled_source_is_told_before_what_it_was_to_fetch() -> None:
    done = run("ingest", "pubmedd", "olaparib", "--limit", "3")
    assert done.exit_code == 2
    assert "Did you mean `curbside ingest pubmed`?" in done.stderr


@pytest.mark.parametrize("words", ["flurb the gromp", "without", "please", "faster"])
def test_a_fork_is_not_made_with_words_that_are_not_understood(words: str) -> None:
    with pytest.raises(ChangesNotUnderstood, match="without ESMO"):
        new_fork("run", 2, words, read_cards())


@pytest.mark.parametrize("words", ["", "without ESMO", "HER2 0", "deeper", "CrCl 28 mL/min"])
def test_a_fork_takes_silos_and_facts(words: str) -> None:
    new = new_fork("run", 2, words, read_cards())
    assert bool(new.steering or new.fact) is bool(words)


def test_a_conversation_is_called_by_what_can_be_read() -> None:
    for name in ("a\x00", "\udcff", "n" * 201):
        assert isinstance(run("ask", "--thread", name, "olaparib?").exception, BotError)


def test_bytes_that_are_no_text_are_told_as_such() -> None:
    with pytest.raises(UnicodeEncodeError) as error:
        "olaparib \udcff".encode()
    assert "no text in UTF-8" in str(plain_sentence(error.value))


async def test_a_wrong_model_sends_nobody_to_the_doctor_who_is_there() -> None:
    check = await core_check(read_settings(model="nope:x"))
    assert (check.state, "doctor" in check.found) == ("wrong", False)
    said = plain_sentence(ModelMisconfigured("The provider of nope:x could not be set up."))
    assert said == "The language model is not set up: The provider of nope:x could not be set up."


def test_what_is_no_folder_is_told_as_what_it_is(tmp_path: Path) -> None:
    check_folder(tmp_path, ("pubmed",))
    (tmp_path / "a.pdf").touch()
    with pytest.raises(typer.BadParameter, match="is a file"):
        check_folder(tmp_path / "a.pdf", ("pubmed",))
    with pytest.raises(typer.BadParameter, match="mean `curbside ingest pubmed`"):
        check_folder(Path("pubmedd"), ("pubmed", "civic"))
    with pytest.raises(typer.BadParameter) as refused:
        check_folder(tmp_path / "none", ("pubmed", "civic"))
    assert "mean" not in str(refused.value)


@pytest.mark.parametrize(
    ("where", "why"), [("nowhere.toml", r": there is no .*nowhere\.toml"), (".", "is no file")]
)
def test_silos_declared_nowhere_name_the_setting_and_say_why(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str, why: str
) -> None:
    monkeypatch.setenv("CURBSIDE_SILOS", os.fspath(tmp_path / where))
    with pytest.raises(SettingsInvalid, match=rf"CURBSIDE_SILOS: must name a file.*{why}"):
        read_settings()


@pytest.mark.parametrize(
    ("number", "way_out"),
    [
        (errno.EEXIST, "CURBSIDE_HOME"),
        (errno.EACCES, "the right to it"),
        (errno.ENOTEMPTY, "elsewhere"),
    ],
)
def test_a_file_that_is_of_no_use_is_told_with_a_way_out(number: int, way_out: str) -> None:
    told = plain_sentence(OSError(number, "It is so", "/data/home"))
    assert told is not None
    assert told.startswith("/data/home could not be used: It is so. ")
    assert way_out in told


def test_standard_input_is_no_batch_file() -> None:
    with pytest.raises(BatchFileUnreadable, match="Standard input is not read"):
        list(lines_of(Path("-")))


def test_help_is_shown_behind_an_option_that_takes_a_value() -> None:
    done = run("ask", "--batch", "--help")
    assert done.exit_code == 0
    assert "--thread" in done.stdout
    assert run("ask", "--", "--help", "more").exit_code == 2, "behind two dashes it is a text"
