"""What a text names. Pure; the tables are read at the first call.

The work grows in proportion to the length of the text, whatever stands in it: a pasted sequence
must not stop the program. ``tests/unit/linear_time`` holds every pattern to that.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from names.entities import Entities, EntityMention
from names.patterns.signs import with_plain_signs
from names.recognition.complete_responses import complete_responses
from names.recognition.genes import find_genes
from names.recognition.joined_drugs import find_joined_drugs, find_spaced_forms
from names.recognition.overlaps import resolve_overlaps
from names.recognition.spelling.doubtful_drugs import find_doubtful_drugs, find_whole_names
from names.recognition.statuses import find_events, find_statuses
from names.recognition.trials import find_trials, is_treatment_had
from names.recognition.tumours import find_other_tumours, graded_gliomas
from names.recognition.variants import find_bare_residues, find_fusions, find_variants
from names.recognition.wordings import find_wordings


def load_tables() -> None:
    """Read all tables now. Without this the first text that is recognised waits for them."""
    recognise("EGFR")


@lru_cache(maxsize=30_000)
def recognise_passage(text: str) -> Entities:
    """What a sentence of a source names. Nothing is guessed: sources spell as they mean."""
    return _recognise(text, doubtful=False)


@lru_cache(maxsize=500)
def recognise(text: str) -> Entities:
    """What a question names, misspelled and unknown drugs included."""
    return _recognise(text, doubtful=True)


def _recognise(text: str, *, doubtful: bool) -> Entities:
    text = with_plain_signs(text)
    genes = list(find_genes(text))
    # These may stand on top of others: "HER2-low" is a state and names the gene.
    overlaid = [*find_variants(text), *find_bare_residues(text, genes), *find_fusions(text)]
    overlaid += [*find_events(text), *find_statuses(text)]
    variants = [m for m in overlaid if m.kind == "variant"]
    joined = [*find_joined_drugs(text), *find_spaced_forms(text)]
    others = [*find_wordings(text), *genes, *find_trials(text), *find_other_tumours(text)]
    rivals = [*joined, *(m for m in others if not _is_inside(m, joined))] if joined else others
    rivals = [m for m in rivals if m.kind != "trial" or not _is_inside(m, variants)]
    if doubtful:
        reached = list(complete_responses(text))
        rivals = [m for m in rivals if not is_treatment_had(m, text)]
        rivals = [m for m in rivals if m.kind != "outcome" or (m.start, m.end) not in reached]
    whole = [m for m in find_whole_names(text) if doubtful or not m.guessed]
    kept = [m for m in resolve_overlaps(rivals) if not _is_inside(m, whole)] + whole
    if doubtful:
        taken = frozenset(place for m in kept for place in range(m.start, m.end))
        kept += find_doubtful_drugs(text, taken)
    everything = sorted(
        {*graded_gliomas(kept, text), *overlaid}, key=lambda m: (m.start, -m.end, m.kind, m.names)
    )
    return Entities(tuple(everything))


def _is_inside(mention: EntityMention, others: Sequence[EntityMention]) -> bool:
    """Whether it is part of another: "METex14 " names a variant, not a trial."""
    return any(e.start <= mention.start and mention.end <= e.end for e in others)
