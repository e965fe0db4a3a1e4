"""The pages as Jinja2 templates."""
