"""Runs code that a model wrote, apart from everything else: no network, no files of ours."""
