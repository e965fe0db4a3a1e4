"""A folder into the real staging table and the real store; the embedder counts what it does."""

from __future__ import annotations

import asyncio
import hashlib
import json
from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from retrieval.declaration.cards import Chunks, read_cards
from retrieval.documents import Document, DocumentRef
from retrieval.errors import DocumentUnknown, FolderInvalid
from retrieval.ingestion.batches import Batch, run_in_turn
from retrieval.ingestion.components import Ingestion
from retrieval.ingestion.embedding_texts import embedded_documents
from retrieval.ingestion.folders.reader_versions import WAYS, read_otherwise
from retrieval.ingestion.folders.removed_files import RemovalChoice, RemovedFiles
from retrieval.ingestion.ingest import (
    IngestReport,
    Progress,
    ingest,
)
from retrieval.ingestion.problems import Problem
from retrieval.ingestion.reading_apart import ReaderProcesses
from retrieval.ingestion.staging import Staging
from retrieval.outcomes import Data
from retrieval.silos import Silos
from retrieval.stores.embedded import EmbeddedStore
from tests.unit.retrieval.fakes import WordEmbedder
from tests.unit.retrieval.ingestion.files import zipped


class Bench:
    """A folder, a store and an embedder around the staging table."""

    def __init__(self, root: Path, staging: Staging, readers: ReaderProcesses) -> None:
        self.readers = readers
        self.folder = root / "corpus"
        self.path = root / "silos.sqlite"
        self.staging = staging
        self.shipped = ""
        self.use(WordEmbedder())

    def use(self, embedder: WordEmbedder) -> None:
        self.embedder = embedder
        self.store = EmbeddedStore(self.path, embedder=embedder.name)

    def put(self, path: str, text: str, **front: str) -> None:
        target = self.folder / path
        target.parent.mkdir(parents=True, exist_ok=True)
        stated = "".join(f"{key}: {value}\n" for key, value in front.items())
        target.write_text(f"---\n{stated}---\n{text}" if stated else text)

    async def run(
        self, progress: Callable[[Progress], None] = lambda _: None, **how: Any
    ) -> IngestReport:
        ingestion = Ingestion(
            cards=read_cards(), staging=self.staging, store=self.store,
            embedder=self.embedder, readers=self.readers, shipped=self.shipped,
        )  # fmt: skip
        return await ingest(self.folder, ingestion, progress, **how)

    async def found(self, query: str, silo: str = "genes") -> list[str]:
        silos = Silos(read_cards(), store=self.store, embedder=self.embedder, archive=self.staging)
        outcome = await silos.search(silo, query)
        if not isinstance(outcome, Data):
            return []
        return [found.document.id for found in outcome.found if found.lexical > 0]


@pytest.fixture
async def bench(tmp_path: Path, staging: Staging, readers: ReaderProcesses) -> AsyncIterator[Bench]:
    bench = Bench(tmp_path, staging, readers)
    bench.put("genes/brca1.md", "Repairs DNA breaks.", title="BRCA1", version="1")
    bench.put("genes/more/egfr.txt", "EGFR is a receptor kinase.")
    bench.put("pubmed/study.html", "<h1>Study</h1><p>Melanoma cohort.</p>")
    yield bench
    await bench.store.close()


async def test_a_folder_is_taken_in_and_found(bench: Bench) -> None:
    report = await bench.run()
    assert (report.files, report.written, report.held, report.problems) == (3, 3, 3, ())
    assert await bench.found("repairs") == ["brca1"]
    assert await bench.found("kinase") == ["egfr"]
    assert await bench.found("cohort", "pubmed") == ["study"]


async def test_a_second_ingestion_does_only_what_changed(bench: Bench) -> None:
    await bench.run()
    before = bench.embedder.embedded
    report = await bench.run()
    assert (report.unchanged_files, report.written, bench.embedder.embedded) == (3, 0, before)
    bench.put("genes/brca1.md", "Tumour suppressor.", title="BRCA1", version="2")
    report = await bench.run()
    assert (report.unchanged_files, report.written) == (2, 1)
    assert await bench.found("suppressor") == ["brca1"]
    assert await bench.found("repairs") == []


async def test_short_documents_are_not_all_in_one_batch(bench: Bench) -> None:
    lines = [{"id": f"n{each}", "title": f"N{each}", "text": f"Note {each}."} for each in range(90)]
    bench.put("genes/notes.jsonl", "\n".join(map(json.dumps, lines)))
    sizes: list[int] = []

    async def note_sizes(
        batches: Sequence[Batch], ingestion: Ingestion, progress: Callable[[int, str], None]
    ) -> tuple[Problem, ...]:
        sizes.extend(len(batch.ids) for batch in batches)
        return await run_in_turn(batches, ingestion, progress)

    report = await bench.run(run_batches=note_sizes)
    assert (report.held, sum(sizes), max(sizes)) == (93, 93, 40)


async def test_statements_derived_again_alike_leave_nothing_waiting(bench: Bench) -> None:
    adults = "Olaparib is indicated for adults with ovarian cancer."
    bench.put("drug_information/a.md", adults, title="A", version="1")
    await bench.run()
    (held,) = await bench.staging.current("drug_information")
    loaded = await bench.staging.load("drug_information", [held.id])
    await bench.staging.replace_statements(loaded)
    report = await bench.run()
    assert (report.unchanged_files, report.written) == (4, 0)
    assert [each.staged for each in await bench.staging.tallies()] == [0, 0, 0]


async def test_a_document_whose_file_is_gone_leaves_search_but_can_be_opened(
    bench: Bench,
) -> None:
    await bench.run()
    (bench.folder / "genes/brca1.md").unlink()
    report = await bench.run()
    assert (report.removed, report.held) == (0, 3)
    assert report.gone == RemovedFiles(kept=("corpus/genes/brca1.md",))
    assert await bench.found("repairs") == ["brca1"]
    # A third of the folder's documents.
    report = await bench.run(pruning=RemovalChoice(wanted=True))
    assert (report.removed, report.gone.too_many) == (0, True)
    report = await bench.run(pruning=RemovalChoice(wanted=True, confirmed=True))
    assert (report.removed, report.held) == (1, 2)
    assert report.gone == RemovedFiles(removed=("corpus/genes/brca1.md",))
    assert await bench.found("repairs") == []
    ref = DocumentRef("genes", "brca1", "1")
    with pytest.raises(DocumentUnknown):
        await bench.store.document(ref)
    assert (await bench.staging.document(ref)).text == "Repairs DNA breaks."


async def test_few_of_many_files_go_without_being_confirmed(bench: Bench) -> None:
    for number in range(10):
        bench.put(f"genes/g{number}.md", f"Gene {number}.", title=f"G{number}", version="1")
    await bench.run()
    (bench.folder / "genes/g3.md").unlink()
    report = await bench.run(pruning=RemovalChoice(wanted=True))
    assert (report.removed, report.gone) == (1, RemovedFiles(removed=("corpus/genes/g3.md",)))


async def test_another_folder_of_the_same_name_takes_nothing_away(bench: Bench) -> None:
    await bench.run()
    held = bench.folder
    bench.folder = held.parent / "elsewhere" / "corpus"
    bench.put("genes/kras.md", "A switch.", title="KRAS", version="1")
    pruning = RemovalChoice(wanted=True, confirmed=True)
    with pytest.raises(FolderInvalid, match=r"as corpus \(2\) is here.* --name"):
        await bench.run(pruning=pruning)
    report = await bench.run(name="second", pruning=pruning)
    assert (report.written, report.removed, report.gone) == (1, 0, RemovedFiles())
    assert await bench.found("repairs") == ["brca1"]
    assert await bench.found("switch") == ["kras"]


async def test_a_folder_that_is_not_mounted_takes_nothing_away(bench: Bench) -> None:
    await bench.run()
    for path in bench.folder.rglob("*.*"):
        path.unlink()
    with pytest.raises(FolderInvalid, match=r"as corpus \(3\) is here"):
        await bench.run(pruning=RemovalChoice(wanted=True))
    report = await bench.run(name="corpus", pruning=RemovalChoice(wanted=True))
    assert (report.removed, report.held, report.gone.too_many) == (0, 3, True)


async def test_a_renamed_file_keeps_its_document(bench: Bench) -> None:
    await bench.run()
    (bench.folder / "genes/brca1.md").rename(bench.folder / "genes/zz.md")
    bench.put("genes/zz.md", "Repairs DNA breaks.", title="BRCA1", version="1", id="brca1")
    report = await bench.run()
    assert (report.problems, report.written, report.removed) == ((), 0, 0)
    assert await bench.found("repairs") == ["brca1"]


async def test_bad_files_are_named_and_the_rest_goes_in(bench: Bench) -> None:
    bench.put("genes/bad.md", "x", title="Bad", gens="KRAS")
    bench.put("genes/zcopy.md", "x", title="Copy", id="brca1")
    (bench.folder / "genes/scan.pdf").write_bytes(b"%PDF-1.4 torn")
    (bench.folder / "genes/picture.png").write_bytes(b"\x89PNG")
    bench.put("recipes/soup.md", "Salt.")
    report = await bench.run()
    assert {problem.path: problem.reason for problem in report.problems} == {
        "recipes": (
            "No silo is called recipes; it is left out. A silo of your own is declared in the file"
            " that CURBSIDE_SILOS names."
        ),
        "corpus/genes/picture.png": (
            "Only files of these formats are taken in: .csv, .docx, .htm, .html, .jsonl,"
            " .jsonl.gz, .markdown, .md, .pdf, .tsv, .txt, .xhtml, .xlsx, .yaml, .yml."
        ),
        "corpus/genes/bad.md": "bad.md: gens is not a known key.",
        "corpus/genes/scan.pdf": (
            "scan.pdf is damaged or not a PDF. Open it, print it to a new PDF and try that."
        ),
        "corpus/genes/zcopy.md": "zcopy.md: id brca1 is already taken by corpus/genes/brca1.md.",
    }
    assert report.held == 3


async def test_two_files_of_one_name_are_both_kept(bench: Bench) -> None:
    """The first keeps the name, whatever comes before it later; a stated id is still refused."""
    bench.put("genes/north/dose.txt", "Sixty percent.")
    await bench.run()
    bench.put("genes/a/dose.txt", "Fifty percent.")
    bench.put("genes/dose.txt", "Forty percent.")
    bench.put("genes/north/dose.md", "Thirty percent.")
    report = await bench.run()
    assert [each.path for each in report.problems if not each.taken] == []
    for words, name in (
        ("Sixty", "dose"), ("Fifty", "a-dose"), ("Forty", "genes-dose"), ("Thirty", "dose-md"),
    ):  # fmt: skip
        assert await bench.found(words) == [name]
    assert (await bench.run()).written == 0
    bench.put("genes/a/dose.txt", "Twenty percent.")
    assert (await bench.run()).written == 1
    assert await bench.found("Twenty") == ["a-dose"]
    bench.put("genes/b/dose.md", "Ten percent.", id="dose", title="Dose", version="1")
    told = [each for each in (await bench.run()).problems if not each.taken]
    assert [each.path for each in told] == ["corpus/genes/b/dose.md"]
    assert "id dose is already taken by corpus/genes/north/dose.txt" in told[0].reason


async def test_a_renamed_folder_is_told_how_to_be_taken_in(bench: Bench) -> None:
    """The rule that is kept from the old name is the one that answers, so it must not stay."""
    bench.put("genes/dose.md", "Sixty percent.", id="dose", title="Dose", version="1")
    await bench.run()
    bench.folder = bench.folder.rename(bench.folder.with_name("protocols"))
    bench.put("genes/dose.md", "Fifty percent.", id="dose", title="Dose", version="2")
    problems = {each.path: each.reason for each in (await bench.run()).problems}
    assert problems["protocols/genes/dose.md"] == (
        "dose.md: id dose is already taken by corpus/genes/dose.md. If it is that file and its"
        " folder was renamed, take it in with --name corpus."
    )
    report = await bench.run(name="corpus")
    assert not [each for each in report.problems if not each.taken]
    assert await bench.found("Fifty percent") == ["dose"]


async def test_a_copied_starter_folder_is_not_told_to_take_the_name_of_the_starter(
    bench: Bench,
) -> None:
    """That name is refused for any other folder."""
    bench.shipped = "corpus"
    bench.put("genes/dose.md", "Sixty percent.", id="dose", title="Dose", version="1")
    await bench.run()
    bench.folder = bench.folder.rename(bench.folder.with_name("ours"))
    bench.put("genes/dose.md", "Fifty percent.", id="dose", title="Dose", version="2")
    problems = {each.path: each.reason for each in (await bench.run()).problems}
    assert problems["ours/genes/dose.md"] == (
        "dose.md: id dose is already taken by corpus/genes/dose.md. That one came with the program"
        " and still answers: leave this file out, or give it another id, and both answer."
    )


async def test_hostile_files_are_named_one_line_each_and_the_rest_goes_in(bench: Bench) -> None:
    genes = bench.folder / "genes"
    with (genes / "huge.jsonl").open("wb") as file:
        file.truncate(500 * 1024 * 1024)
    (genes / "bomb.docx").write_bytes(zipped(a=b"\0" * 30_000_000))
    (genes / "empty.md").write_bytes(b"")
    (genes / "nul.txt").write_bytes(b"a\0b")
    (genes / "twice.jsonl").write_bytes(
        b'{"id": "one", "title": "T", "text": "x"}\n{"id": "one", "title": "T", "text": "y"}\n'
    )
    (genes / "mark.txt").write_bytes(b"\xef\xbb\xbfMarked\r\nlines.\r\n")
    (genes / "line.txt").write_bytes(b"word " * 20_000)
    (genes / "around").symlink_to(genes, target_is_directory=True)
    (genes / "zz-vanishes.txt").write_bytes(b"Soon gone.")

    def progress(now: Progress) -> None:
        (genes / "zz-vanishes.txt").unlink(missing_ok=True)

    report = await bench.run(progress)
    assert {problem.path.rpartition("/")[2]: problem.reason for problem in report.problems} == {
        "huge.jsonl": "huge.jsonl is larger than 100 MB.",
        "bomb.docx": ("bomb.docx unpacks to far more than its size. Export it as PDF or text."),
        "empty.md": "empty.md is empty.",
        "nul.txt": (
            "nul.txt is not a text file, and I do not know its format. Attach PDF, DOCX or text."
        ),
        "twice.jsonl": "twice.jsonl: id one is given twice.",
        "zz-vanishes.txt": "zz-vanishes.txt cannot be opened: no such file or directory.",
    }
    assert report.held == 5
    assert await bench.found("marked") == ["mark"]


async def test_documents_without_an_address_are_taken_in_and_named(bench: Bench) -> None:
    bench.put("genes/linked.md", "x y", title="Linked", url="https://example.org/linked")
    (bench.folder / "genes/rows.jsonl").write_text(
        '{"title": "A", "text": "x"}\n{"title": "B", "text": "y", "url": "https://example.org/b"}'
    )
    said = {each.path: each.reason for each in (await bench.run()).remarks}
    only_stored = "It has no url: citations open the stored document only."
    assert said["corpus/genes/brca1.md"] == only_stored
    assert said["corpus/genes/rows.jsonl"].startswith("1 of 2 have no url")
    assert "corpus/genes/linked.md" not in said
    assert (await bench.run()).remarks == ()


async def test_a_bad_line_keeps_no_other_line_out_and_is_told_each_time(bench: Bench) -> None:
    rows = ["not json", '{"id": "a", "title": "A", "text": "apple"}', "[1]", '{"id": "b"}']
    path = bench.folder / "genes/rows.jsonl"
    path.write_text("\n".join(rows))
    told = (await bench.run()).problems
    assert [each.path for each in told] == ["corpus/genes/rows.jsonl"]
    for number in (1, 3, 4):
        assert f"line {number}:" in told[0].reason
    assert "line 2:" not in told[0].reason
    assert await bench.found("apple") == ["a"]
    assert (await bench.run()).problems == told
    path.write_text(rows[1])
    assert (await bench.run()).problems == ()
    path.write_text("\n".join(rows[:1]))
    assert "line 1: is not JSON" in (await bench.run()).problems[0].reason
    assert await bench.found("apple") == ["a"], "without one sound line nothing changes"


async def test_a_file_that_breaks_keeps_its_last_good_document(bench: Bench) -> None:
    await bench.run()
    bench.put("genes/brca1.md", "New", title="BRCA1", gens="red")
    assert [problem.path for problem in (await bench.run()).problems] == ["corpus/genes/brca1.md"]
    assert await bench.found("repairs") == ["brca1"]
    bench.put("genes/brca1.md", "Healed words.", title="BRCA1", version="2")
    assert (await bench.run()).problems == ()
    assert await bench.found("healed") == ["brca1"]


@pytest.mark.parametrize("name", ["doses.csv", "doses.tsv"])
async def test_a_table_taken_in_before_decimal_commas_were_read_is_read_anew(
    bench: Bench, name: str
) -> None:
    between = ";" if name.endswith("csv") else "\t"
    written = f"drug{between}mg\nolaparib{between}2,5\nniraparib{between}7,5\n"
    bench.put(f"genes/{name}", written)
    digest = hashlib.sha256(written.encode()).hexdigest()
    old = Document(silo="genes", id="doses", version="1", title="Doses", text="olaparib 2,5")
    await bench.staging.stage("genes", f"corpus/genes/{name}", digest, [old])
    assert (await bench.run()).unchanged_files == 0
    (held,) = [each for each in await bench.staging.current("genes") if each.id == "doses"]
    (document,) = await bench.staging.load("genes", [held.id])
    assert "2.5" in document.text
    assert (await bench.run()).unchanged_files == 4


async def test_what_was_read_in_another_way_is_told_until_it_is_read_anew(
    bench: Bench, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def otherwise() -> dict[str, int]:
        return read_otherwise(await bench.staging.ways_of_reading())

    with monkeypatch.context() as before:
        before.setitem(WAYS, ".html", "as it was")
        await bench.run()
        assert await otherwise() == {}
    assert await otherwise() == {"pubmed": 1}
    assert (await bench.run()).unchanged_files == 2
    assert await otherwise() == {}


async def test_the_way_of_a_file_that_nobody_noted_is_noted_when_its_digest_is_the_same(
    bench: Bench,
) -> None:
    await bench.run()
    (file,) = await bench.staging.files("corpus/pubmed")
    await bench.staging.note_way(replace(file, read_as=""))
    assert read_otherwise(await bench.staging.ways_of_reading()) == {"pubmed": 1}
    assert (await bench.run()).unchanged_files == 3
    assert read_otherwise(await bench.staging.ways_of_reading()) == {}


async def test_a_file_that_failed_is_held_as_it_was_read_before(bench: Bench) -> None:
    await bench.run()
    (bench.folder / "pubmed/study.html").write_bytes(b"")
    await bench.run()
    (file,) = await bench.staging.files("corpus/pubmed")
    assert (file.read_as, bool(file.error)) == (WAYS[".html"], True)


async def test_another_embedder_embeds_everything_again(bench: Bench) -> None:
    await bench.run()
    await bench.store.close()
    bench.use(WordEmbedder("other-words"))
    assert (await bench.run()).written == 3
    assert await bench.found("repairs") == ["brca1"]
    assert (await bench.run()).written == 0


async def test_a_lost_store_is_filled_again_from_staging(bench: Bench) -> None:
    await bench.run()
    await bench.store.close()
    for left in bench.path.parent.glob("silos.sqlite*"):
        left.unlink()
    bench.use(WordEmbedder())
    report = await bench.run()
    assert (report.unchanged_files, report.written) == (3, 3)
    assert await bench.found("repairs") == ["brca1"]


async def test_stopped_anywhere_it_goes_on_where_it_was(bench: Bench) -> None:
    for number in range(12):
        bench.put(f"genes/d{number:02}.md", f"number{number} " * 1_000, title=f"D{number}")
    for stop in (2, 9, 17, 19):
        seen = 0

        def stop_here(_: Progress, stop: int = stop) -> None:
            nonlocal seen
            seen += 1
            if seen == stop:
                raise asyncio.CancelledError

        with pytest.raises(asyncio.CancelledError):
            await bench.run(stop_here)
    report = await bench.run()
    assert report.held == 15
    assert report.written < 15
    assert await bench.found("number7") == ["d07"]
    assert await bench.store.count("genes") == 14


async def test_progress_counts_up_to_its_total_in_both_stages(bench: Bench) -> None:
    seen: list[Progress] = []
    await bench.run(seen.append)
    for stage in ("read", "embed"):
        counts = [progress.done for progress in seen if progress.stage == stage]
        assert counts == sorted(counts)
        assert counts[-1] == next(p.total for p in seen if p.stage == stage) == 3


async def test_a_folder_without_silos_is_refused_and_changes_nothing(
    bench: Bench, tmp_path: Path
) -> None:
    await bench.run()
    bench.folder = tmp_path
    with pytest.raises(FolderInvalid, match="no sub-folder named after a silo"):
        await bench.run()
    assert await bench.store.count("genes") == 2


async def test_silos_without_a_folder_are_left_alone(bench: Bench, tmp_path: Path) -> None:
    await bench.run()
    bench.folder = tmp_path / "other"
    bench.put("pubmed/new.md", "# New\n\nAnother cohort.")
    assert (await bench.run()).removed == 0
    assert await bench.store.count("genes") == 2
    assert sorted(await bench.found("cohort", "pubmed")) == ["new", "study"]


async def test_a_folder_takes_nothing_away_that_another_brought(
    bench: Bench, tmp_path: Path
) -> None:
    await bench.run()
    first, bench.folder = bench.folder, tmp_path / "own"
    bench.put("genes/brca1.md", "Mine.", title="Mine", id="brca1")
    bench.put("genes/own.md", "Own words on kinase.", title="Own")
    (bench.folder / "pubmed").mkdir()
    report = await bench.run()
    assert report.removed == 0
    assert [problem.path for problem in report.problems] == ["own/genes/brca1.md"]
    assert "already taken by corpus/genes/brca1.md" in report.problems[0].reason
    (bench.folder / "genes/own.md").unlink()
    pruning = RemovalChoice(wanted=True, confirmed=True)
    assert (await bench.run(name="own", pruning=pruning)).removed == 1
    bench.folder = first
    assert (await bench.run()).written == 0


def test_long_documents_get_a_vector_a_chunk_and_one_for_the_summary() -> None:
    embedder = WordEmbedder(window=64)
    short = Document(silo="genes", id="a", version="1", title="Short", text="few words")
    long = Document(
        silo="genes", id="b", version="1", title="Long", text="word " * 200, summary="sum"
    )
    one, many = embedded_documents([short, long], embedder, Chunks(50, 10))
    assert len(one.vectors) == 1
    assert len(many.vectors) == 5 + 1


def test_a_title_that_fills_the_window_does_not_cut_the_text_into_crumbs() -> None:
    embedder = WordEmbedder(window=64)
    document = Document(silo="genes", id="b", version="1", title="title " * 70, text="word " * 300)
    (embedded,) = embedded_documents([document], embedder, Chunks(50, 10))
    assert len(embedded.vectors) < 30
