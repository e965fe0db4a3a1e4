"""Carries out what people choose: settings of a channel, files, followed cases, their Home."""
