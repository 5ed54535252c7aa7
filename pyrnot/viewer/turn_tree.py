"""The turns of a record as a tree: below each turn are the variations that replace it."""

from __future__ import annotations

from collections import defaultdict
from typing import ClassVar

from rich.style import Style
from rich.text import Text
from textual.widgets import Tree
from textual.widgets.tree import TreeNode

from pyrnot.play.line_tree import START, LineTree
from pyrnot.viewer.texts import draw_row

_CURRENT = "▶"
"""The mark of the current turn, whose row is inverse too: some terminals show no styles."""
_TOGGLE = Style.from_meta({"toggle": True})
"""Makes a click fold a node, as Textual's own icons do."""


class TurnTree(Tree[int], can_focus=False, inherit_bindings=False):
    """The tree of turns, each a node with its index; a click on one chooses it, a click on its icon folds it."""

    ICON_NODE = "▸"
    ICON_NODE_EXPANDED = "▾"
    BINDINGS: ClassVar = []

    def __init__(self) -> None:
        super().__init__("Turns", id="turns")
        self.show_root = False
        self.auto_expand = False
        self.center_scroll = True
        self.guide_depth = 2
        self.line_tree: LineTree | None = None
        self.nodes: dict[int, TreeNode[int]] = {}

    def show_turn(self, line_tree: LineTree, turn: int) -> None:
        """Shows the tree of a line tree around a turn, with the variations that it is in unfolded."""
        if line_tree is not self.line_tree:
            self.fill(line_tree)
        node: TreeNode[int] | None = self.nodes[turn]
        while node is not None and (node := node.parent) is not None:
            if not node.is_expanded:
                node.expand()
        if self.last_line >= 0:  # which counts the lines again
            self.move_cursor(self.nodes[turn])
        self.on_resize()

    def on_resize(self) -> None:
        """Keeps the current turn visible, as soon as the other panes have their sizes."""
        self.call_after_refresh(lambda: self.scroll_to_line(self.cursor_line, animate=False))

    def fill(self, line_tree: LineTree) -> None:
        """Makes the tree of a line tree."""
        self.line_tree = line_tree
        self.clear()
        self.root.expand()
        # The lines that were tried after the last turn of a line of play replace no turn.
        self._added = defaultdict(list)
        for variation in line_tree.record.variations[1:]:
            if variation.instead_of == START and variation.turns:
                self._added[line_tree.node(variation.turns[0]).parent].append(variation.number)
        self.nodes = {}
        self._add_turn(self.root, START)
        self._add_line(self.root, 0)

    def _add_line(self, parent: TreeNode[int], variation: int) -> None:
        assert self.line_tree is not None
        for turn in self.line_tree.record.variations[variation].turns:
            self._add_turn(parent, turn)

    def _add_turn(self, parent: TreeNode[int], turn: int) -> None:
        assert self.line_tree is not None
        variations = (*self.line_tree.variations(turn), *self._added[turn])
        node = parent.add(" ", turn, expand=bool(variations), allow_expand=bool(variations))
        self.nodes[turn] = node
        for number in variations:
            self._add_line(node, number)

    def get_label_width(self, node: TreeNode[int]) -> int:
        """One column: rows are cut, so that nothing scrolls sideways."""
        return 1

    def render_label(self, node: TreeNode[int], base_style: Style, style: Style) -> Text:
        """The row of a turn."""
        assert self.line_tree is not None
        assert node.data is not None
        icon = ""
        if node.allow_expand:
            icon = self.ICON_NODE_EXPANDED if node.is_expanded else self.ICON_NODE
        mark = _CURRENT if node is self.cursor_node else " "
        width = self.scrollable_content_region.width - self.guide_depth * self._depth(node) - 2
        row = draw_row(self.line_tree, node.data, width)
        row.append(" " * max(width - row.cell_len, 0))  # so that the bar of the current turn is as wide as the pane
        row.stylize(style)
        return Text.assemble((f"{icon:1}", base_style + _TOGGLE if icon else base_style), (mark, style), row)

    def _depth(self, node: TreeNode[int]) -> int:
        """The number of variations that a turn is in."""
        depth = 0
        while node.parent is not None and node.parent is not self.root:
            node = node.parent
            depth = depth + 1
        return depth
