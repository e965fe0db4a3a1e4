"""What each channel has set for itself, beside the settings of the environment."""
