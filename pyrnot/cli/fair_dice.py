"""The secrets of fair dice on the command line: in a file beside the record."""

from __future__ import annotations

import os
import re

import click

_SECRET = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)


def secret_file(file: str) -> str:
    """The name of the file with the secrets of a record's chains."""
    return f"{file}.secret"


def read_secrets(file: str) -> list[bytes]:
    """The secrets that are kept for a record's file: none if there is no such file. Raises `click.UsageError`."""
    if not os.path.exists(secret_file(file)):
        return []
    try:
        with open(secret_file(file), encoding="ascii") as kept:
            return [bytes.fromhex(secret) for secret in _SECRET.findall(kept.read())]
    except (OSError, UnicodeDecodeError) as error:
        raise click.UsageError(f"cannot read the secrets in {secret_file(file)}: {error}") from None


def keep_secret(file: str, secret: bytes) -> None:
    """Keeps a secret for a record's file where no one else may read it. Raises `click.UsageError`."""
    try:
        with open(secret_file(file), "a", encoding="ascii", opener=_open_privately) as kept:
            kept.write(f"{secret.hex()}\n")
            kept.flush()
            os.fsync(kept.fileno())
    except OSError as error:
        raise click.UsageError(f"cannot keep the secret in {secret_file(file)}: {error.strerror}") from None


def _open_privately(path: str, flags: int) -> int:
    return os.open(path, flags, 0o600)
