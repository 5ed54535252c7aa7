"""A web page that checks threads and records in the browser: `build` writes it, `texts` answers for it."""
