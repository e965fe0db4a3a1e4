"""The loop from thoughts over searches to an ending; its limits, stops and steering."""
