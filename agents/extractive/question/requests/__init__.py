"""Messages that ask for something else than a look-up."""
