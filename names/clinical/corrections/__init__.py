"""What a message takes back, answers or doubts of its own words, told in the words that the
readers know."""
