"""What is done with answers that go to who asked them first."""
