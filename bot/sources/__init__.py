"""How the public sources and the services of records are reached by what is set."""
