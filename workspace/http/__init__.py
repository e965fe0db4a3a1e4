"""The routes: the Web API, files, the page and the controls of tests."""
