"""The few documents of the starter corpus that these tests ask about, ingested once a session."""

from __future__ import annotations

import asyncio
import shutil
from pathlib import Path

import psycopg
from rich.console import Console

from bot.db.schema.migrate import migrate
from bot.db.server import own_postgres
from bot.processes.filling import fill_silos
from bot.settings import Settings
from tests.starter_corpus import copy_part

DOCUMENTS = {
    "asco_guidelines": ("asco-hr-positive-metastatic-2021", "asco-her2-positive-advanced-2022"),
    "clinical_trials": (
        "nct00567190-cleopatra",
        "nct02032823-olympia",
        "nct02437318-alpelisib",
    ),
    "drug_information": (
        "abemaciclib",
        "alpelisib",
        "capecitabine",
        "neratinib",
        "olaparib",
        "osimertinib",
        "pertuzumab",
        "ribociclib",
        "tamoxifen",
        "trastuzumab",
        "trastuzumab-deruxtecan",
        "trastuzumab-emtansine",
        "tucatinib",
    ),
    "esmo_guidelines": ("esmo-hr-positive-metastatic-first-line",),
    "genes": ("brca2", "cyp2d6", "erbb2", "pik3ca", "tp53"),
    "indications": ("breast-cancer-her2",),
    "jnccn_guidelines": ("jnccn-breast-update-2019",),
    "landmark_trials": ("cleopatra", "emerald", "katherine", "olympiad", "solar-1"),
    "nccn_guidelines": ("nccn-hr-positive-first-line",),
    "nccn_references": ("her2-trastuzumab-first-line",),
    "pharmgkb": ("cyp2d6-tamoxifen", "dpyd-capecitabine", "ugt1a1-irinotecan"),
    "pubmed": ("cyp2d6-tamoxifen-2009", "osimertinib-elderly-2023"),
    "trial_references": ("hera-2005", "extenet-2016"),
    "variant_evidence": (
        "braf-v600e-melanoma",
        "egfr-t790m-nsclc",
        "erbb2-amplification-breast-metastatic",
        "kras-g12c-lung-colorectal",
        "pik3ca-mutation-breast",
    ),
    "wikipedia": ("her2", "parp-inhibition", "pi3k-akt-pathway"),
}

FAST = ("fsync=off", "shared_buffers=32MB")
"""A crash of the whole machine may lose a test's data. The death of PostgreSQL must not, so it
still hands every commit to the kernel."""


def make_template(home: Path, corpus: Path) -> None:
    """A data folder with a migrated database and filled silos, and nothing running on it. Its
    documents are none of the starter corpus by their folder: they are only a part of it."""
    chosen = home / "library"
    copy_part(corpus, chosen, DOCUMENTS)
    settings = Settings(_env_file=None, home=home, corpus=chosen)
    server = own_postgres.start(home, options=FAST)
    try:
        migrate(server.url)
        report = asyncio.run(fill_silos(settings, server.url, Console(quiet=True)))
        assert report.held == sum(map(len, DOCUMENTS.values())), report.problems
        _drop_unused_databases(server.url)
    finally:
        own_postgres.stop(home)


def _drop_unused_databases(url: str) -> None:
    """Half of the files that each stack would copy."""
    with psycopg.connect(url, autocommit=True) as connection:
        connection.execute("alter database template0 is_template false")
        connection.execute("drop database template0")
        connection.execute("drop database postgres")


def copy_template(template: Path, home: Path) -> None:
    """The data folder of a new stack. PostgreSQL may keep its files elsewhere: both places."""
    shutil.copytree(template, home, ignore=shutil.ignore_patterns("postgres", "library", "logs"))
    of, to = own_postgres.locate(template), own_postgres.locate(home)
    to.data.parent.mkdir(parents=True, exist_ok=True)
    shutil.copytree(of.data, to.data)
    to.data.chmod(0o700)
    if to.uid is not None:
        for path in (to.data, *to.data.rglob("*")):
            shutil.chown(path, to.uid, to.uid)
