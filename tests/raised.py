"""Finds in pyrnot's sources every code that a diagnostic can have, with its rule.

These are what `Illegal`, `Notice`, `Diagnostic` and `Unreadable` are called with, through as many functions as hand a
code or a rule on. Runs nothing of what it reads.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pyrnot

PACKAGE = Path(pyrnot.__file__).parent
STORIES = ("codes.py", "faults.py")
"""The files that explain codes: what stands there is not raised there."""

_MAKERS = {
    "Illegal": ("code", "rule"),
    "Notice": ("code", "rule"),
    "Diagnostic": ("severity", "code", "rule"),
    "Unreadable": ("file", "code"),
}
"""What makes a diagnostic, with the names of its first arguments."""
_OF_FILES = "R1"
"""The rule of every fault of a file."""


class Raised(NamedTuple):
    """A code with its rule, as it stands in the source at `where`. `owner` is the game's package, "" for the core."""

    code: str
    rule: str
    owner: str
    where: str


class _Function(NamedTuple):
    node: ast.FunctionDef
    file: Path
    is_method: bool


class _Value(NamedTuple):
    """An expression, the file that it stands in, and the function around it (None: none)."""

    node: ast.expr
    file: Path
    function: _Function | None


class _Call(NamedTuple):
    node: ast.Call
    file: Path
    function: _Function | None


class Unresolved(Exception):
    """An expression for a code or a rule that this search cannot follow."""


@cache
def raised() -> tuple[Raised, ...]:
    """Every code raised, with its rule, once for each place."""
    search = _Search()
    return tuple(sorted(set(search.find())))


class _Search:
    def __init__(self) -> None:
        self.trees = {
            path: ast.parse(path.read_text(encoding="utf-8"))
            for path in sorted(PACKAGE.rglob("*.py"))
            if path.name not in STORIES
        }
        self.calls: dict[str, list[_Call]] = defaultdict(list)
        self.functions: dict[int, _Function] = {}
        for path, tree in self.trees.items():
            self._index(tree, path, None, is_class=False)

    def _index(self, node: ast.AST, file: Path, function: _Function | None, *, is_class: bool) -> None:
        for child in ast.iter_child_nodes(node):
            inner = function
            if isinstance(child, ast.FunctionDef):
                is_static = any(getattr(mark, "id", "") == "staticmethod" for mark in child.decorator_list)
                inner = self.functions[id(child)] = _Function(child, file, is_class and not is_static)
            elif isinstance(child, ast.Call):
                self.calls[_called(child)].append(_Call(child, file, function))
            self._index(child, file, inner, is_class=isinstance(child, ast.ClassDef))

    def find(self) -> Iterator[Raised]:
        for maker, names in _MAKERS.items():
            for call in self.calls[maker]:
                given = _arguments(call, names)
                values = [given[name] for name in ("code", "rule") if name in given]
                if values and not any(_is_handed_on(value.node) for value in values):
                    yield from map(self._raised, self._resolve(values, ()))

    def _raised(self, found: Sequence[_Value]) -> Raised:
        texts = [value.node.value for value in found if isinstance(value.node, ast.Constant)]
        files = [value.file for value in found]
        owners = [owner for owner in map(_owner, files) if owner]
        file = next((file for file in files if _owner(file)), files[0])
        line = next(value.node.lineno for value in found if value.file == file)
        rule = str(texts[1]) if len(texts) > 1 else _OF_FILES
        return Raised(str(texts[0]), rule, owners[0] if owners else "", f"{file.relative_to(PACKAGE)}:{line}")

    def _resolve(self, values: list[_Value], seen: tuple[int, ...]) -> Iterator[list[_Value]]:
        """The constants that the values can be, together: a code and its rule come from one and the same caller."""
        for index, value in enumerate(values):
            if isinstance(value.node, ast.Constant):
                continue
            function = value.function
            if isinstance(value.node, ast.Name) and function is not None and value.node.id in _parameters(function):
                yield from self._through_callers(values, function, seen)
                return
            for one in self._alternatives(value):
                yield from self._resolve([*values[:index], one, *values[index + 1 :]], seen)
            return
        yield values

    def _through_callers(
        self, values: list[_Value], function: _Function, seen: tuple[int, ...]
    ) -> Iterator[list[_Value]]:
        if id(function.node) in seen:
            return
        names = _parameters(function)
        for call in self.calls[function.node.name]:
            if not _may_call(call, function):
                continue
            given = _defaults(function) | _arguments(call, names)
            handed = [
                given.get(value.node.id, value)
                if value.function is function and isinstance(value.node, ast.Name) and value.node.id in names
                else value
                for value in values
            ]
            if not any(_is_handed_on(value.node) for value in handed):
                yield from self._resolve(handed, (*seen, id(function.node)))

    def _alternatives(self, value: _Value) -> Iterator[_Value]:
        """What an expression that is neither a constant nor a parameter can be."""
        node = value.node
        match node:
            case ast.IfExp(body=body, orelse=orelse):
                parts = [body, orelse]
            case ast.BoolOp(values=parts):
                pass
            case ast.Dict(values=parts):
                pass
            case ast.Tuple(elts=parts):
                pass
            case ast.Subscript(value=container):
                parts = [container]
            case ast.Call(func=ast.Attribute(value=container, attr="get")):
                parts = [container, *node.args[1:]]
            case ast.Name(id=name) | ast.Attribute(attr=name):
                yield from self._assigned(name, value)
                return
            case _:
                raise Unresolved(f"{value.file.relative_to(PACKAGE)}:{node.lineno}: {ast.unparse(node)}")
        for part in parts:
            yield value._replace(node=part)

    def _assigned(self, name: str, value: _Value) -> Iterator[_Value]:
        """What a name is assigned, in its function or else in its module; what an attribute is, in any class.

        A game's own classes go before those that they are made from.
        """
        scopes: list[tuple[Path, list[ast.AST]]]
        if isinstance(value.node, ast.Attribute):
            classes = {file: _classes(tree) for file, tree in self.trees.items()}
            scopes = [(file, of_file) for file, of_file in classes.items() if _sees(value.file, file)]
        else:
            local = value.function.node if value.function else self.trees[value.file]
            scopes = [(value.file, [local if any(_assignments(local, name)) else self.trees[value.file]])]
        found = [(file, node) for file, nodes in scopes for scope in nodes for node in _assignments(scope, name)]
        own = [(file, node) for file, node in found if _owner(file)]
        if _owner(value.file) and own:
            found = own
        if not found:
            raise Unresolved(f"{value.file.relative_to(PACKAGE)}:{value.node.lineno}: {ast.unparse(value.node)}")
        for file, node in found:
            yield _Value(node, file, value.function if file == value.file else None)


def _classes(tree: ast.AST) -> list[ast.AST]:
    return [node for node in ast.walk(tree) if isinstance(node, ast.ClassDef)]


def _sees(file: Path, other: Path) -> bool:
    """Whether an attribute used in one file can be that of a class in the other: a game's class may be the core's."""
    return not _owner(file) or _owner(other) in ("", _owner(file))


def _assignments(scope: ast.AST, name: str) -> Iterator[ast.expr]:
    for node in ast.walk(scope):
        targets: list[ast.expr] = []
        if isinstance(node, ast.Assign):
            targets = node.targets
        elif isinstance(node, ast.AnnAssign) and node.value is not None:
            targets = [node.target]
        for target in targets:
            assert isinstance(node, ast.Assign | ast.AnnAssign)
            assert node.value is not None
            if isinstance(target, ast.Name) and target.id == name:
                yield node.value
            elif isinstance(target, ast.Tuple):
                for place, element in enumerate(target.elts):
                    if isinstance(element, ast.Name) and element.id == name:
                        yield from _places(node.value, place)


def _places(node: ast.expr, place: int) -> Iterator[ast.expr]:
    match node:
        case ast.Tuple(elts=elements):
            yield elements[place]
        case ast.IfExp(body=body, orelse=orelse):
            yield from _places(body, place)
            yield from _places(orelse, place)


def _called(call: ast.Call) -> str:
    return call.func.id if isinstance(call.func, ast.Name) else getattr(call.func, "attr", "")


def _parameters(function: _Function) -> list[str]:
    arguments = function.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    return [*names[function.is_method :], *(argument.arg for argument in arguments.kwonlyargs)]


def _defaults(function: _Function) -> dict[str, _Value]:
    arguments = function.node.args
    names = [argument.arg for argument in (*arguments.posonlyargs, *arguments.args)]
    pairs = list(zip(reversed(names), reversed(arguments.defaults), strict=False))
    pairs += [(arg.arg, value) for arg, value in zip(arguments.kwonlyargs, arguments.kw_defaults, strict=True) if value]
    return {name: _Value(value, function.file, None) for name, value in pairs}


def _arguments(call: _Call, names: Sequence[str]) -> dict[str, _Value]:
    given = dict(zip(names, call.node.args, strict=False))
    given |= {keyword.arg: keyword.value for keyword in call.node.keywords if keyword.arg}
    return {name: _Value(node, call.file, call.function) for name, node in given.items()}


def _may_call(call: _Call, function: _Function) -> bool:
    """Whether this call can be one of the function: a private one is called in its module, a game's in its package."""
    if function.node.name.startswith("_"):
        return call.file == function.file
    owner = _owner(function.file)
    return not owner or owner == _owner(call.file)


def _is_handed_on(node: ast.expr) -> bool:
    """`fault.code`: what was raised elsewhere, and is found there."""
    return isinstance(node, ast.Attribute) and node.attr in ("code", "rule")


def _owner(file: Path) -> str:
    """The package of the game that a file belongs to, "" for the core."""
    parts = file.relative_to(PACKAGE).parts
    return parts[1] if parts[0] == "games" and len(parts) > 2 else ""
