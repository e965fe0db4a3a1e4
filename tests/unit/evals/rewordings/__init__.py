"""Tests of the made patients and of what is told to them."""
