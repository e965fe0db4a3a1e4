"""What a reply in a thread is, by its words alone: to Curbside, or between people."""
