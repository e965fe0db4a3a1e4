"""Writes ``corpus/vectors.npz``: the vectors of the starter corpus, so that nobody has to compute
them at the first start. Run it when a document has changed: ``python -m evals.corpus.vectors``."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from retrieval.declaration.cards import read_cards
from retrieval.embedding.cache import FILE_NAME, cache_file, with_cached_embeddings
from retrieval.embedding.contract import IngestEmbedder
from retrieval.embedding.minilm.embedder import MiniLM
from retrieval.ingestion.embedding_texts import embedded_texts
from retrieval.ingestion.folders.folder import list_files
from retrieval.ingestion.readers import read_documents

PROJECT = Path(__file__).parents[2]


def corpus_texts(corpus: Path, embedder: IngestEmbedder) -> tuple[str, ...]:
    """Every text of the corpus that ingestion embeds, once."""
    cards = {card.name: card for card in read_cards()}
    texts: dict[str, None] = {}
    for file in list_files(corpus, frozenset(cards)).files:
        for document in read_documents(file.silo, file.path, file.path.read_bytes()):
            texts |= dict.fromkeys(embedded_texts(document, embedder, cards[file.silo].chunks))
    return tuple(texts)


def main(arguments: list[str]) -> int:
    """Embed every document of the starter corpus and write the file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--corpus", type=Path, default=PROJECT / "corpus")
    corpus: Path = parser.parse_args(arguments).corpus
    embedder = MiniLM()
    texts = corpus_texts(corpus, embedder)
    vectors = with_cached_embeddings(embedder, corpus).embed_documents(texts)
    (corpus / FILE_NAME).write_bytes(
        cache_file(embedder.name, dict(zip(texts, vectors, strict=True)))
    )
    embedder.close()
    sys.stdout.write(f"{len(texts)} vectors written to {corpus.name}/{FILE_NAME}\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
