"""What handles the events of each workspace."""
