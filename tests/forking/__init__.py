"""Processes of ours that are forked from one that has imported everything already."""

from tests.forking.child import Child, forking_python, run_module, start_module

__all__ = ["Child", "forking_python", "run_module", "start_module"]
