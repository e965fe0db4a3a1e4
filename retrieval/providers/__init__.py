"""What embedders and re-rankers of one provider share."""
