"""``curbside ask``: a question of the command line, answered by a running worker or here."""
