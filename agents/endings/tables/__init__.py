"""The tables of an answer: its options, the criteria of a trial."""
