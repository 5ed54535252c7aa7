"""Braces (Color Shift) by Jim Aikin: pyramids that change colour when caught between two of a kind.

From a written action to what it does:

1. `names` finds every pyramid or unit that the name fits (B31, B33).
2. `interpretations` plays each of them, and at each arrival every choice that the X results allow: these are the
   meanings of the action, at most 200. `decide` says what becomes of it: its legal meanings lead to one board or it
   is ambiguous; if none is legal, the one that gets furthest says what is wrong (B47).
3. `steps.begin_step` checks one step and puts the pyramids down; for a swap it is `swaps.begin_swap`.
4. `changes.find_possible` asks what can change now: who is braced or swarmed, what `Rules.effects` makes of it, and
   what halves have left (`withdrawal`, B40). Where there are several ways the mover chooses (B21, B45).
5. The result is a `Landing`; `Landing.settle` makes the changes of one choice and sees who has won.
6. `claims` compares what happened with the X results; `ending.end_turn` judges the turn as a whole.

`rules.play` does steps 3 to 5 for an exact action. What an action did travels from step 2 to the core in
`Interpretation.transition`, so that nothing is played twice.
"""

NAMES = ("Braces", "Color Shift")
"""The title of the game, then its other names."""
