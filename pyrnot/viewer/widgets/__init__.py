"""The widgets of the viewer, one to a module. Only `pane`, `rows` and `turn_list` are needed for the first board."""
