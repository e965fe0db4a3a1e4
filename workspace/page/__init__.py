"""The page: plain HTML, CSS and JavaScript modules; `workspace.page_routes` serves them."""
