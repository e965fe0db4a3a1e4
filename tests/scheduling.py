"""Which test process runs which file: most begin with the first files, some with the last.

The first files start processes and wait for them; the last only compute. With every process at the
first files, a run of 806 s had 19 minutes of user time, of 27 that two cores could have given."""

from __future__ import annotations

import pytest
from xdist.remote import Producer
from xdist.scheduler import LoadFileScheduling
from xdist.workermanage import WorkerController

OF_SO_MANY = 4
"""One of so many processes begins at the end, of fewer one as well. Chosen by hand: one is enough
to compute while the others wait."""

TOGETHER = ("tests/unit/structure/", "tests/unit/linear_time/test_patterns_of_")
"""How the files begin that one process takes as if they were one: they read the same."""


class FromBothEnds(LoadFileScheduling):
    """Whole files in the order in which they were collected, taken from either end of it."""

    def _split_scope(self, nodeid: str) -> str:
        file = super()._split_scope(nodeid)
        return next((begins for begins in TOGETHER if file.startswith(begins)), file)

    def _assign_work_unit(self, node: WorkerController) -> None:
        if self._begins_at_the_end(node):
            self.workqueue.move_to_end(next(reversed(self.workqueue)), last=False)
        super()._assign_work_unit(node)

    def _begins_at_the_end(self, node: WorkerController) -> bool:
        number = int(node.gateway.id.removeprefix("gw"))
        return 0 < self.numnodes - number <= max(1, self.numnodes // OF_SO_MANY) < self.numnodes


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Producer) -> FromBothEnds | None:
    """For files in their order (``--dist loadfile --no-loadscope-reorder``), as ``make test`` asks
    for; everything else is left to pytest-xdist."""
    in_order = config.option.dist == "loadfile" and not config.option.loadscopereorder
    return FromBothEnds(config, log) if in_order else None
