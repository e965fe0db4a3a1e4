"""GeneTuring asked of sources that hold a few rows of it, and what is said of the score."""

from __future__ import annotations

import asyncio
import gzip
import json
from pathlib import Path

import pytest

from evals.genomics.answer_outcomes import fate_of
from evals.genomics.asking import GenomicsAnswer, ask
from evals.genomics.ncbi_recordings import RecordingsMissing, read_recordings
from evals.genomics.ncbi_server import serve_recordings
from evals.genomics.report import of_held, report_lines, task_scores
from evals.genomics.samples import GenomicsSample, GenomicsSetMissing, read_samples
from retrieval.ingestion.sources.access.http import RequestPace
from retrieval.records.opening import open_sources
from retrieval.records.services.access.service import Reach

SNP = {"uid": "1200", "snp_id": 1200, "chr": "13", "chrpos": "13:1", "genes": [{"name": "BRCA2"}]}
MADE_UP = {"uid": "1300", "chr": "2", "chr_name": "2", "handle": "SNP_13"}
REPORT = (
    "Status=READY\\nSequences producing significant alignments\\n"
    ">AC1.1 Rattus norvegicus clone\\nLength=9\\n\\n Score = 1\\n Identities = 20/20 (100%)\\n"
)
SEQUENCE = "ACGTACGTACGTACGTACGT"
SAMPLES = (
    GenomicsSample("SNP location", "Which chromosome does SNP rs1200 locate on?", "chr13"),
    GenomicsSample("SNP location", "Which chromosome does SNP rs1300 locate on?", "chr16"),
    GenomicsSample("SNP location", "Tell me of rs1200 in words of your own", "chr13"),
    GenomicsSample("Gene location", "Which chromosome is SRY gene located on?", "chrY"),
    GenomicsSample(
        "Multi-species DNA aligment",
        f"Which organism does the DNA sequence come from:{SEQUENCE}",
        "rat",
    ),
)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    folder = tmp_path / "ncbi_recordings" / "shared"
    folder.mkdir(parents=True)

    def write(name: str, *rows: object) -> None:
        lines = "".join(json.dumps(row) + "\n" for row in rows)
        (folder / name).write_bytes(gzip.compress(lines.encode()))

    def exchange(source: str, record: dict[str, object]) -> dict[str, object]:
        body = json.dumps({"header": {}, "result": {"uids": [], str(record["uid"]): record}})
        return {"source": source, "kind": "esummary", "db": "snp", "params": {}, "body": body}

    write(
        "http_recordings.jsonl.gz",
        exchange("genegpt2023", SNP),
        exchange("openbiollm2025", MADE_UP),
    )
    write("esummary_docs.jsonl.gz")
    report = {"query": SEQUENCE, "text": REPORT}
    write("blast_by_sequence.jsonl.gz", report, {"query": SEQUENCE, "text": "Status=WAITING"})
    return tmp_path


async def no_pause(seconds: float) -> None:
    """Nothing is waited for."""


async def answers(data: Path) -> list[GenomicsAnswer]:
    async with serve_recordings(read_recordings(data)) as addresses:
        pacing = RequestPace(sleep=no_pause, spaced=False)
        sources = open_sources(
            ("ncbi_snp", "blast"), Reach(addresses=dict(addresses), pacing=pacing)
        )
        limit = asyncio.Semaphore(2)
        told = [await ask(sample, sources, limit) for sample in SAMPLES]
        for source in sources:
            await source.close()
    return told


async def test_a_question_is_answered_from_what_was_recorded(data: Path) -> None:
    told = await answers(data)
    assert [each.answer for each in told] == ["chr13", "", "", "chrY", "Rattus norvegicus"]
    fates = [fate_of(each) for each in told]
    assert fates == ["right", "not in source", "not understood", "right", "right"]
    scores = task_scores(told)
    assert of_held(scores) == 1.0
    assert scores[0].as_object()["strict"] == pytest.approx(1 / 3, abs=1e-4)
    assert "| SNP location | 0.333 |" in "\n".join(report_lines(scores))


def test_what_a_model_made_up_is_no_recording(data: Path) -> None:
    recordings = read_recordings(data)
    assert ("snp", "1200") in recordings.summaries
    assert ("snp", "1300") not in recordings.summaries
    assert "\n>AC1.1" in recordings.reports[SEQUENCE]


def test_what_is_held_and_not_told_is_lost(data: Path) -> None:
    sample = GenomicsSample("Gene alias", "official symbol of X1?", "AAA1")
    lookup = asyncio.run(answers(data))[0].lookup
    told = GenomicsAnswer(sample, "BBB", ("gene_table",), 0.1, lookup, "AAA1 and BBB")
    assert fate_of(told) == "lost"
    assert of_held(task_scores([told])) == 0.0


def test_without_a_folder_it_says_what_to_name(tmp_path: Path) -> None:
    with pytest.raises(GenomicsSetMissing, match="CURBSIDE_DATA"):
        read_samples(tmp_path)
    with pytest.raises(RecordingsMissing, match="CURBSIDE_DATA"):
        read_recordings(None)
