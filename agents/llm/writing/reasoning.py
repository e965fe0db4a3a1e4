"""The parts of a model's instructions that tell it how to plan, and may be left out. Pure."""

from __future__ import annotations

from dataclasses import dataclass

PARTS = ("decomposition", "reflection", "exemplars")
"""Planning in the first thought, weighing what else could be done, and runs as examples."""
_EXEMPLARS = ("answering", "ending_early", "declaring_a_gap")


@dataclass(frozen=True, slots=True)
class Reasoning:
    """What the instructions hold; an evaluation measures what each part is worth."""

    without: frozenset[str] = frozenset()
    """Of :data:`PARTS`."""

    @property
    def rules(self) -> tuple[str, ...]:
        """The prompts that say how a thought is written."""
        return tuple(f"reasoning/{part}" for part in PARTS[:2] if part not in self.without)

    @property
    def exemplars(self) -> tuple[str, ...]:
        """The prompts that show how runs go."""
        if "exemplars" in self.without:
            return ()
        return tuple(f"reasoning/exemplars/{name}" for name in _EXEMPLARS)


ALL_OF_IT = Reasoning()
