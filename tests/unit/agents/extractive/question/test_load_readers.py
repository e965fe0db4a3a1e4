"""What a question is read by is made ready before the first one."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
from agents.extractive.core import load_readers
from agents.extractive.question.parsing import parse_text
from names.patterns import filtered

load_readers()
taken_apart = []
real = filtered.required_strings_of
filtered.required_strings_of = lambda *given: taken_apart.append(given) or real(*given)
parse_text("Capecitabine at CrCl 40 mL/min, DPYD *1/*2A: which dose?")
print(len(taken_apart))
"""


def test_the_first_question_takes_hardly_any_pattern_apart() -> None:
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT], check=True, capture_output=True, encoding="utf-8"
    )
    assert int(done.stdout) < 60, "without it there are some 220"
