"""How events reach an app: Socket Mode, or HTTP with repetitions."""
