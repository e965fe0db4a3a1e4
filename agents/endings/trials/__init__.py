"""The criteria of a trial, as they are told."""
