"""What one process does when another ends or hangs: who sends, who lives, what was tried."""
