"""What each line is by its own text and its message: a turn, dice, set-up, a result, or talk (TR3)."""
