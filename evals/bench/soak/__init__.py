"""The bot under trouble of every kind for as long as one likes: is anything lost, is anything said
twice, do memory and waits stay as they are."""
