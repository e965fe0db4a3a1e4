"""Compares a statement with what is known of the patient, with one module for each dimension."""
