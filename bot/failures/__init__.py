"""What people are told when something fails."""
