"""Text in, `Record` out, and back: files, notation and the model of a record. Applies no rule of a game."""
