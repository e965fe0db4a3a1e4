"""What a worker tells once a day."""
