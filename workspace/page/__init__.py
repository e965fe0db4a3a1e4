"""The page: plain HTML, CSS and JavaScript modules; `workspace.http.page_routes` serves them."""
