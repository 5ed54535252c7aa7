"""pyrnot reads, judges and draws game records of Looney-pyramid games."""

__version__ = "0.1.0"
