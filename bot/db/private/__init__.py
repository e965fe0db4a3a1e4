"""The transactions of answers that go to who asked them first."""
