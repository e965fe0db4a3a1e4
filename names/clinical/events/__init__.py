"""Adverse events in the course of time."""
