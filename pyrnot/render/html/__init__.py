"""Records as replay pages: one HTML file that needs nothing from elsewhere."""
