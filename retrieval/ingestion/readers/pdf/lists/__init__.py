"""Lists of PDF pages: which lines are items, and in how many lists they are."""
