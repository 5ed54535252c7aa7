"""The secrets of fair dice on the command line: in a file beside the record."""

from __future__ import annotations

import errno
import os
import re
import secrets

import click

_SECRET = re.compile(r"^[0-9a-f]{64}$", re.MULTILINE)
_SUFFIX = ".secret"


def secret_file(file: str) -> str:
    """The name of the file with the secrets of a record's chains."""
    return file + _SUFFIX


def read_secrets(file: str) -> list[bytes]:
    """The secrets that are kept for a record's file: none if there is no such file. Raises `click.UsageError`."""
    try:
        with open(secret_file(file), encoding="ascii") as kept:
            return [bytes.fromhex(secret) for secret in _SECRET.findall(kept.read())]
    except FileNotFoundError:
        return []
    except (OSError, UnicodeDecodeError) as error:
        if isinstance(error, OSError) and error.errno == errno.ENAMETOOLONG:
            return []
        raise click.UsageError(f"cannot read the secrets in {secret_file(file)}: {error}") from None


def draw_secret(file: str) -> bytes:
    """A new secret, kept for a record's file where no one else may read it. Raises `click.UsageError`."""
    secret = secrets.token_bytes(32)
    try:
        descriptor = os.open(secret_file(file), os.O_WRONLY | os.O_CREAT | os.O_APPEND, 0o600)
        with os.fdopen(descriptor, "w", encoding="ascii") as kept:
            kept.write(f"{secret.hex()}\n")
            kept.flush()
            os.fsync(kept.fileno())
    except OSError as error:
        raise click.UsageError(f"cannot keep the secret in {secret_file(file)}: {error.strerror}") from None
    return secret
