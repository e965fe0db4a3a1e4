"""What people do with the app's controls, forms and commands, and what the app answers."""
