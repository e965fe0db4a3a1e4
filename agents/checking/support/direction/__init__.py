"""Which way an effect goes, and whether it is significant."""
