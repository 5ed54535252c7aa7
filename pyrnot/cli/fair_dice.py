"""The secrets of fair dice on the command line: in a file beside the record."""

from __future__ import annotations

import os
import secrets

from pyrnot.cli.printing import note
from pyrnot.cli.reports import report, stopped
from pyrnot.play.extend import Refused
from pyrnot.play.fair_dealer import Dealer
from pyrnot.play.fair_dice import Shown
from pyrnot.play.replay import Replay


def _secret_file(file: str) -> str:
    return f"{file}.secret"


def read_secrets(file: str) -> list[bytes]:
    """The secrets that are kept for a record's file: none if there is no such file. Raises `Refused`."""
    if not os.path.exists(_secret_file(file)):
        return []
    try:
        with open(_secret_file(file), encoding="ascii") as kept:
            return [bytes.fromhex(line) for line in kept]
    except OSError as error:
        reason = error.strerror or str(error)
    except ValueError:
        reason = "a line of it is not 64 hexadecimal digits"
    raise Refused(f"cannot read the secrets in {_secret_file(file)}: {reason}")


def dealer_for(file: str) -> Dealer:
    """The dealer for a record's file. Ends the command if its secrets cannot be read."""
    try:
        return Dealer(read_secrets(file))
    except Refused as refused:
        report(str(refused), 2)
        raise stopped() from None


def join(old: Replay, file: str, seat: str) -> tuple[str, list[Shown]]:
    """The text of a record with a new chain of a seat, whose secret is kept for its file, and what its player sends.
    Raises `Refused`, and ends the command if the secret cannot be kept."""
    secret = secrets.token_bytes(32)
    new, shown = dealer_for(file).join(old, seat, secret)
    _keep(file, secret)
    note(f"The secret of the chain is in {_secret_file(file)}: keep it, and show it to no one.")
    return new.record.source.original, shown


def _keep(file: str, secret: bytes) -> None:
    """Keeps a secret for a record's file where no one else may read it. Ends the command if it cannot."""
    try:
        with open(_secret_file(file), "ab", buffering=0, opener=_open_privately) as kept:
            kept.write(f"{secret.hex()}\n".encode())
            os.fsync(kept.fileno())
    except OSError as error:
        report(f"cannot keep the secret in {_secret_file(file)}: {error.strerror or error}", 2)
        raise stopped() from None


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
