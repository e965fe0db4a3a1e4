"""Sequencing reports of a thread: what is asked of one, and which of its rows are looked up."""
