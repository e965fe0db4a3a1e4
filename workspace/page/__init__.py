"""The page: plain HTML, CSS and JavaScript modules, served as they are by `workspace.page_routes`."""
