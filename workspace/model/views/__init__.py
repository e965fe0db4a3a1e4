"""The app's views: a home for each person, and the modals that are open."""
