"""Records as replay pages; `page` has the entry point."""
