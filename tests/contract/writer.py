"""A process that writes batches and says which were acknowledged.

``python -m tests.contract.writer FILE NAME BATCHES [BYTES]``: with BYTES, no file may grow beyond.
"""

from __future__ import annotations

import asyncio
import resource
import sys
from pathlib import Path

from retrieval.errors import SiloUnavailable
from retrieval.stores.embedded import EmbeddedStore
from tests.contract.documents import EMBEDDER, axis, embedded

BATCH = 20


async def write(path: Path, name: str, batches: int) -> None:
    store = EmbeddedStore(path, embedder=EMBEDDER)
    for batch in range(batches):
        await store.upsert(
            "genes",
            [
                embedded(f"{name}-{batch}-{number}", f"melanoma {name} batch{batch} " * 40, axis(3))
                for number in range(BATCH)
            ],
        )
        sys.stdout.write(f"{batch}\n")
        sys.stdout.flush()
    await store.close()


def main() -> None:
    path, name, batches, *limit = sys.argv[1:]
    if limit:
        resource.setrlimit(resource.RLIMIT_FSIZE, (int(limit[0]), int(limit[0])))
    try:
        asyncio.run(write(Path(path), name, int(batches)))
    except SiloUnavailable as error:
        sys.stderr.write(error.detail)
        raise SystemExit(3) from None


if __name__ == "__main__":
    main()
