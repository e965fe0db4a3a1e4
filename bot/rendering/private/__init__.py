"""What one person alone sees, and where what a run says is shown if it goes to who asked first."""
