"""What a message of the thread puts right, and the question that is asked again with it."""
