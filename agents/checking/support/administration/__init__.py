"""How something is given: by which route, in which unit, on which days."""
