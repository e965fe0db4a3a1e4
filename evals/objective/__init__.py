"""Questions with one right answer: multiple choice, yes, no or maybe, drug lists, short answers."""
