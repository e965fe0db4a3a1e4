"""The criteria of trials, judged once more."""
