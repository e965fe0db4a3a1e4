"""What is done when a person opens their Home."""
