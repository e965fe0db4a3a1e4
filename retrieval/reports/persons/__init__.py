"""Whose results a report tells, where it holds those of several patients, orders or samples."""
