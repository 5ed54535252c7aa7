"""The forms in which records come that are not pyrnot's own: a module (or package) each, found by this folder's
listing."""
