"""The page: plain HTML, CSS and JavaScript modules; `workspace.http.page.routes` serves them."""
