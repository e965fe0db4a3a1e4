"""Layouts that the reader was not written for: laboratories' habits, invented patients.

The first three were used for mending. The last three were written before, and were read only to
measure what was there before and after.
"""
