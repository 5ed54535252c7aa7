"""The signals that end the program, by name: the process catches them, and a file that is being replaced holds them.

What happens then is up to `process` and `record/saving`. Imports nothing: it is there from the start.
"""

ENDING_SIGNALS = ("SIGINT", "SIGTERM", "SIGHUP", "SIGQUIT", "SIGXCPU")
"""Not all of them exist on every system."""
