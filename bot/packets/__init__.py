"""The packet of a run: question, facts, answer, quotes, marks and decision in one file."""
