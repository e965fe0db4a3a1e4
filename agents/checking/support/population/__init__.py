"""Whom a sentence is about: its subject, the patient, and the conditions of a rule."""
