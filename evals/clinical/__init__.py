"""Clinicians' questions, scored for use and for danger."""
