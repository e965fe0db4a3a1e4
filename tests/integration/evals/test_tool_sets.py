"""The tool sets end to end over a small corpus: with the default core, and with a model."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
import yaml

from agents.errors import ModelMisconfigured
from bot.cli.sandbox import Sandbox
from evals.running.terminal import open_terminal
from evals.sandbox import CoreName
from evals.tools.run import ToolsPlan, tool_scores
from evals.tools.scoring import Score
from tests.acceptance.support.models import reasoning_provider, settings_for

pytestmark = pytest.mark.usefixtures("programs_are_forked")

TEXT = "The recommended dose of olaparib tablets is 300 mg twice daily, with or without food."
STATEMENTS: dict[str, list[dict[str, Any]]] = {
    "drug_information": [{"id": "a", "kind": "dose", "text": TEXT, "drugs": ["olaparib"]}],
    "genes": [{"id": "b", "kind": "definition", "text": "BRCA2 repairs DNA.", "genes": ["BRCA2"]}],
}


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    for silo, statements in STATEMENTS.items():
        path = tmp_path / "corpus" / silo / "one.yaml"
        path.parent.mkdir(parents=True)
        keys = {"id": "one", "title": "Olaparib", "sections": [{"statements": statements}]}
        path.write_text(yaml.safe_dump(keys))
    return tmp_path / "corpus"


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("CURBSIDE_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def measure(corpus: Path, core: CoreName, name: str = "redundant") -> dict[str, Score]:
    with open_terminal() as terminal:
        asking = ToolsPlan(sets=[name], most=1, core=core, one_search=False, terminal=terminal)
        ((_, _, scores),) = tool_scores(asking, Sandbox(), corpus)
    return {each.sample.question: each for each in scores}


def test_the_default_core_over_near_duplicates(corpus: Path, home: Path) -> None:
    found = measure(corpus, "extractive")["What is the recommended dose of olaparib?"]
    assert found.is_complete
    assert "label" in found.planned
    assert found.doubled, "silos of one's own are always searched, so the copy is, too"
    assert found.tokens == 0
    (kept,) = (home / "measured" / "tools-redundant").glob("results-loop-*.jsonl")
    before = kept.read_bytes()
    assert measure(corpus, "extractive")["What is the recommended dose of olaparib?"] == found
    assert kept.read_bytes() == before, "nothing is asked again"


def test_a_model_is_measured_with_its_tokens(
    corpus: Path, home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ModelMisconfigured):
        measure(corpus, "llm", "shipped")
    with reasoning_provider() as url:
        for name, value in settings_for("openai", url).items():
            monkeypatch.setenv(name, value)
        found = measure(corpus, "llm", "shipped")["What is the recommended dose of olaparib?"]
    assert found.planned == ("label", "pharmacogenomics")
    assert found.executed == ("label", "pharmacogenomics", "trial", "landmark_trial")
    assert found.is_complete
    assert found.tokens > 0
    assert found.cost_usd is not None
    assert (home / "measured" / "tools-shipped-openai_gpt-4o-mini").is_dir()
