"""The command line: options, exit codes and printing. No rules, no layout.

Each command is in the module of its name (`import_` for `import`), which is imported only when the command runs, so
`--help` and `--version` load click and nothing else.
"""

from __future__ import annotations

import errno
import importlib
import keyword
import os
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any, NoReturn

import click

from pyrnot.cli.help import COMMANDS, find_help, topics
from pyrnot.cli.progress import make_room
from pyrnot.cli.streams import SHARED_OPTIONS, exit_code
from pyrnot.core.version import __version__

_NO_READER = 141
"""What a shell says of a program that SIGPIPE ended: 1 would be a verdict on the records."""


@contextmanager
def _own_errors() -> Iterator[None]:
    """Makes click's messages printable, since they quote arguments, and adds hints to them.

    A broken pipe must not exit with 1, which is a verdict on the records.
    """
    try:
        yield
    except BrokenPipeError:
        _drop_output()
        raise click.exceptions.Exit(_NO_READER) from None
    except click.ClickException as error:
        from pyrnot.cli.printing import shown

        vars(error)["message"] = shown(error.message) + _hint(error)  # click declares it final
        if isinstance(error, click.NoSuchOption) and error.ctx is not None:
            guesses = _guessed_options(error.option_name, error.ctx)
            vars(error)["possibilities"] = guesses[:1] or error.possibilities
        raise


_EXTRA = {
    "add": "put a turn of several words in quotes",
    "why": "put a turn of several words in quotes",
    "moves": "put a beginning of several words in quotes",
    "new": "-o FILE writes the record into a file",
    "random": "--plies N limits the turns, --seed N gives another game",
    "undo": "it takes back what was added last; run it once more for what was added before",
}
"""What an argument too many was likely meant to be, by its command."""
_GUESSES = {
    "convert": "export",
    "display": "show",
    "format": "fmt",
    "lint": "check",
    "merge": "join",
    "play": "replay",
    "print": "show",
    "render": "export",
    "validate": "check",
    "verify": "check",
    "view": "show",
}
"""Commands by the names that other programs have for them."""
_GUESSED_OPTIONS: dict[tuple[str, ...], tuple[str, ...]] = {
    ("-i", "-w", "--in-place", "--inplace", "--write", "--fix"): ("--write", "--fix"),
    ("-n", "-m", "-p", "--move", "--turn", "--turns", "--moves"): ("--ply", "--plies"),
    ("-d", "-n", "--dry-run"): ("--diff",),
    ("-c",): ("--check",),
    ("-f", "-t", "--format"): ("--to", "--format"),
    ("-g",): ("--game",),
    ("-j", "--threads", "--workers"): ("--jobs",),
    ("-s",): ("--seed",),
    ("-W", "-Werror", "--warnings-as-errors", "--pedantic"): ("--strict",),
    ("-s", "--silent", "--ignore-warnings", "--no-warnings"): ("--quiet",),
    ("--no-color", "--no-colour", "--nocolor"): ("--color never",),
    **{(f"--{form}",): (f"--to {form}",) for form in ("gif", "html", "md", "png", "svg", "txt")},
}
"""Options by the names that other programs have for them: the first that the command has is meant."""


def _guessed_options(name: str, context: click.Context) -> list[str]:
    """The options that one which the command does not have may mean, each with its value if that is certain."""
    if name in ("-V", "--version"):
        return ["pyrnot --version"]
    options = [param for param in context.command.params if isinstance(param, click.Option)]
    own = {option for param in options for option in param.opts}
    guesses = [guess for names, meant in _GUESSED_OPTIONS.items() if name in names for guess in meant]
    return _with_value(name.lstrip("-"), options) + [guess for guess in guesses if guess.split()[0] in own]


def _with_value(value: str, options: Sequence[click.Option]) -> list[str]:
    """The options that have this value, with it."""
    choices = [option for option in options if isinstance(option.type, click.Choice) and value in option.type.choices]
    return [f"{option.opts[0]} {value}" for option in choices]


def _hint(error: click.ClickException) -> str:
    """What helps with an argument too many."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    if context is None or not error.message.startswith("Got unexpected extra argument"):
        return ""
    hint = _EXTRA.get(context.command.name or "")
    return f"; {hint}" if hint else ""


def _check_given_once(command: click.Command, ctx: click.Context, args: Sequence[str]) -> None:
    """Raises `click.UsageError` for an option with one value that is given twice: click takes the last without a
    word. The shared options may be: an alias has one, and the user another."""
    context = click.Context(command, ctx, info_name=command.name)
    given = Counter(command.make_parser(context).parse_args(list(args))[2])
    for param, count in given.items():
        takes_one = isinstance(param, click.Option) and not (param.multiple or param.is_flag or param.count)
        if takes_one and count > 1 and param not in SHARED_OPTIONS:
            raise click.UsageError(f"{param.opts[0]} is given {count} times, but takes one value", context)


def _check_order(ctx: click.Context, args: Sequence[str]) -> None:
    """Raises `click.UsageError` for an option of a command that is given before it."""
    first = args[0].partition("=")[0] if args else ""
    own = {name for param in ctx.command.get_params(ctx) for name in param.opts}
    command = next((word for word in args if word in COMMANDS), None)
    if first.startswith("--") and first not in own and command is not None:
        raise click.UsageError(f"No such option {first!r} here: write it after the command {command!r}", ctx)


class LazyGroup(click.Group):
    """A group that imports a command's module when the command is called."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        if args[:1] == ["version"]:  # what people try where other programs have it
            args = [*args[1:], "--version"]
        _check_order(ctx, args)
        return super().parse_args(ctx, args)

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, name: str) -> click.Command | None:
        if name not in COMMANDS:
            return None
        module_name = f"{name}_" if keyword.iskeyword(name) else name
        module = importlib.import_module(f"pyrnot.cli.{module_name}")
        command: click.Command = getattr(module, f"{name}_command")
        command.help = COMMANDS[name]
        if SHARED_OPTIONS[0] not in command.params:
            command.params += SHARED_OPTIONS
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        word = args[0]
        if word not in COMMANDS and not word.startswith("-") and not ctx.resilient_parsing:
            from pyrnot.core.diagnostics import nearest

            if subject := find_help(word):
                raise click.UsageError(f"No such command {word!r}. See also `pyrnot help {subject}`.", ctx)
            if os.path.isfile(word):
                import shlex

                file = shlex.quote(word)
                raise click.UsageError(f"No such command {word!r}. To check this file: pyrnot check {file}", ctx)
            if guess := _GUESSES.get(word) or nearest(word, COMMANDS):
                raise click.UsageError(f"No such command {word!r}. Did you mean {guess!r}?", ctx)
        name, command, rest = super().resolve_command(ctx, args)
        if command is not None and not ctx.resilient_parsing:
            _check_given_once(command, ctx, rest)
        return name, command, rest

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        with _own_errors():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        try:
            with _own_errors():
                super().invoke(ctx)
            ctx.exit(exit_code())
        finally:
            make_room()

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        with formatter.section("Commands"):
            formatter.write_dl([(name, text.partition("\n")[0]) for name, text in COMMANDS.items()])
        with formatter.section("Topics"):
            formatter.write_dl(list(topics().items()))


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    epilog="Run `pyrnot help NAME` on a command, a topic, or a game's notation.",
)
@click.version_option(__version__, prog_name="pyrnot")
def cli() -> None:
    """Check, replay and draw game records of Looney-pyramid games."""


cli.params += SHARED_OPTIONS


def main(args: Sequence[str] | None = None) -> NoReturn:
    """Runs the command line, with these arguments or those of the process, and exits with its exit code."""
    sys.exit(run(args))


def run(args: Sequence[str] | None = None) -> int:
    """Runs the command line; returns its exit code: 130 after Ctrl-C, 2 if the output cannot be written, 141 if
    it has no reader any more, as with `head`."""
    _prepare_streams()
    try:
        code: int | None = cli.main(args, prog_name="pyrnot", standalone_mode=False)
        print(end="", flush=True)
        return code or 0
    except click.ClickException as error:
        error.show()
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        return 130
    except SystemExit as end:  # a shell has its completions
        return int(end.code or 0)
    except OSError as error:
        if _has_no_reader(error):
            _drop_output()
            return _NO_READER
        where = "standard output" if error.filename is None else error.filename
        print(f"Error: cannot write to {where}: {error.strerror or error}", file=sys.stderr)
        return 2


def _prepare_streams() -> None:
    """Opens the streams that the shell has closed, and lets diagrams and players' names be printed in any terminal
    encoding."""
    if sys.stdin is None:
        sys.stdin = open(os.devnull)  # noqa: SIM115
    if sys.stdout is None:
        # Open for reading: to print is an error, since it would be lost; a command that prints nothing succeeds.
        sys.stdout = open(os.open(os.devnull, os.O_RDONLY), "w")  # noqa: SIM115
    if sys.stderr is None:
        sys.stderr = open(os.devnull, "w")  # noqa: SIM115
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(encoding="utf-8", errors="replace")  # type: ignore[union-attr]


def _has_no_reader(error: OSError) -> bool:
    """Whether the output has no reader any more, which Windows says in its own way."""
    is_of_windows = os.name == "nt" and error.errno == errno.EINVAL and error.filename is None
    return isinstance(error, BrokenPipeError) or is_of_windows


def _drop_output() -> None:
    """Lets what is still to be printed go nowhere: Python would complain when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
