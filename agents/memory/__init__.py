"""The tables of ``agents``: runs, journals, turns, forks. All its SQL stands here."""
