"""Braces (Color Shift) by Jim Aikin: pyramids that change colour when caught between two of a kind.

The heart of the game is the arrival (B16 to B23). From end to end:

1. `readings` finds the pyramids that a written path or swap may mean (`candidates`) and plays those that decide what
   it means, first the ones that by their sizes and costs can get furthest (`outlook`); `branches` follows the choices
   of the mover that the X results fit.
2. `steps.begin_step` checks one step (`_check_step`), and `steps.land` puts the pyramids down; for a swap these are
   `swaps.check_swap` and `swaps.swap_places`. Nothing has changed yet.
3. `changes.find_options` asks what can change now. `_find_hits` finds the pyramids that are braced or swarmed, and by
   whom; `Rules.effects` says what each of them becomes; `withdrawal` adds those that halves have left (B40).
4. The result is a `Landing` with its `options`: one if all is certain, several if the mover chooses (B21). Each has its
   `Pick`s, which are part of the exact action. There may be hundreds, so each is made when it is needed.
5. `steps.end_step` or `swaps.settle_swap` pays for the action, and `arrivals.settle` makes the changes of the option
   picked and sees who has won.
6. `claims.check_claims` compares what happened with the X results; `ending.end_turn` judges the turn as a whole.

`rules.play` does steps 2 to 5 for an exact action, and is the only judge. What an action did travels from step 1 to the
core in `Reading.played`, so that nothing is played twice.
"""

from pyrnot.games.braces.game import Braces

GAME = Braces()
