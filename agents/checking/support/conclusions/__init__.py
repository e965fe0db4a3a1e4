"""What a sentence concludes that no quote does."""
