"""Tests of what the core with a model does without one."""
