"""``curbside eval objective`` and ``context`` at the command line, with a scripted model: only a
key is missing elsewhere."""

from __future__ import annotations

import gzip
import json
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from bot.settings import environment_with
from tests.acceptance.support.models import reasoning_provider, settings_for
from tests.forking import run_module
from tests.scripted_provider import Call, Reply, Say

pytestmark = pytest.mark.usefixtures("programs_are_forked")

ABSTRACTS = {
    "1": ("Olaparib", "Olaparib inhibits PARP in tumours with a BRCA2 mutation."),
    "2": ("Talazoparib", "Talazoparib inhibits PARP in tumours with a BRCA1 mutation."),
    "3": ("Asthma", "Salbutamol relaxes the airways in asthma within minutes."),
}
ASKED = {"q1": "What does olaparib inhibit?", "q2": "What does talazoparib inhibit?"}


def brain(request: dict[str, Any]) -> Reply:
    """Searches once, reports the first statement, answers with it; judges everything as true."""
    names = {tool["function"]["name"] for tool in request.get("tools", ())}
    messages = request["messages"]
    prompt = str(messages[-1]["content"])
    if "report" in names:
        insight = {"text": "It inhibits PARP.", "statements": ["1.1"], "quotes": []}
        return Call((("report", {"insights": [insight]}),))
    if names:
        searched = any(message["role"] == "tool" for message in messages)
        query = {"query": "PARP inhibitor olaparib talazoparib"}
        return Say("READY") if searched else Call((("search_abstracts", query),), text="I search.")
    if "yes, no or maybe" in prompt:
        return Say("So it is.\nAnswer: " + ("yes" if "It helped." in prompt else "maybe"))
    if "split an answer" in prompt:
        return Say("Olaparib inhibits PARP.")
    if "for each statement" in prompt:
        number = prompt.count("<message number=")
        ruling = "no" if "contradict it" in prompt else "yes"
        return Say("\n".join(f"{n}: {ruling}" for n in range(1, number + 1)))
    if "questions that the answer below" in prompt:
        return Say("What does olaparib inhibit?")
    shown = re.search(r"^\[(c\d+)\] (.+inhibits PARP.+)$", prompt, re.M)
    return Say(f"{shown[2]} [{shown[1]}]" if shown else "NO ANSWER")


def write(path: Path, rows: list[dict[str, Any]]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)


@pytest.fixture
def environment(tmp_path: Path) -> Iterator[dict[str, str]]:
    data = tmp_path / "data"
    rows = [
        {"pmid": n, "question": f"Does drug {n} help?", "contexts": ["It helped."],
         "final_decision": "yes"}
        for n in range(6)
    ]  # fmt: skip
    write(data / "pubmedqa/dev/pqal_train_dev_500.jsonl.gz", rows)
    judged = data / "bioasq_retrieval"
    write(
        judged / "shared/corpus.jsonl.gz",
        [{"_id": name, "title": t, "text": text} for name, (t, text) in ABSTRACTS.items()],
    )
    write(
        judged / "dev/queries.jsonl.gz",
        [{"_id": name, "text": text, "type": "summary"} for name, text in ASKED.items()],
    )
    (judged / "dev/qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\t1\t1\nq2\t2\t1\n")
    with reasoning_provider(brain) as url:
        yield {
            **settings_for("openai", url),
            "CURBSIDE_HOME": str(tmp_path / "home"),
            "CURBSIDE_DATA": str(data),
        }


def curbside(environment: dict[str, str], *arguments: str) -> subprocess.CompletedProcess[str]:
    """The command in a process of its own."""
    return run_module("bot", "eval", *arguments, env=environment_with(**environment))


def figures(environment: dict[str, str], *arguments: str) -> dict[tuple[str, str], float]:
    done = curbside(environment, *arguments, "--json")
    assert done.returncode == 0, done.stderr
    return {(row["system"], row["metric"]): row["value"] for row in json.loads(done.stdout)}


def test_questions_with_one_right_answer(environment: dict[str, str], tmp_path: Path) -> None:
    found = figures(
        environment, "objective", "--set", "pubmedqa", "--system", "majority", "--system",
        "no-retrieval", "--system", "contexts", "--picture", str(tmp_path / "scores.svg"),
    )  # fmt: skip
    model = "(openai:gpt-4o-mini)"
    assert found["majority", "pubmedqa: accuracy"] == 1
    assert found[f"no-retrieval {model}", "pubmedqa: accuracy"] == 0
    assert found[f"contexts {model}", "pubmedqa: accuracy"] == 1
    assert found[f"contexts {model}", "tokens a question"] == 120
    assert found[f"contexts {model}", "US dollars a question"] >= 0
    assert "pubmedqa: accuracy" in (tmp_path / "scores.svg").read_text()


def test_an_answer_and_its_contexts_with_both_judges(environment: dict[str, str]) -> None:
    found = figures(
        environment, "context", "--core", "llm", "--judge", "check", "--judge", "model",
        "--questions-at-most", "2", "--others", "1",
    )  # fmt: skip
    assert found["loop", "answered"] == 1
    assert found["loop", "context recall, by ids"] == 1
    model = "judge openai:gpt-4o-mini"
    assert found["loop", f"non-contradiction (what DeepEval calls faithfulness), {model}"] == 1
    assert found["loop", f"tokens of {model}"] > 0
    grounded = "groundedness (what RAGAS calls faithfulness), judge check"
    assert found["loop", grounded] == 1


def test_a_model_that_is_not_set_is_said_before_any_work(environment: dict[str, str]) -> None:
    bare = {**environment, "CURBSIDE_MODEL": ""}
    for arguments in (["objective", "--system", "contexts"], ["context", "--judge", "model"]):
        done = curbside(bare, *arguments)
        assert done.returncode == 1
        assert "CURBSIDE_MODEL" in done.stderr
        assert not (Path(bare["CURBSIDE_HOME"]) / "measured").exists()
