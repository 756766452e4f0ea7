"""Codes that are read from a wall and typed on a phone, and tokens that nobody types."""

import hashlib
import secrets

from backpass.app.classroom.tables import CODE_LENGTH

ALPHABET = "23456789BCDFGHJKMNPQRSTVWXZ"
"""No 0 and O, no 1, I and L, no U and Y, and no vowels that would make words: 387 million codes."""

_TOKEN_BYTES = 24
"""192 bits."""


def new_code() -> str:
    """A code that may be taken already."""
    return "".join(secrets.choice(ALPHABET) for _ in range(CODE_LENGTH))


def canonical(typed: str) -> str:
    """The canonical form of a code that is typed in any case, with hyphens or blanks; empty for what cannot be a code."""
    code = "".join(typed.split()).replace("-", "").upper()
    return code if len(code) == CODE_LENGTH and set(code) <= set(ALPHABET) else ""


def new_token() -> str:
    """A random token. It is handed out once; only its hash is stored."""
    return secrets.token_urlsafe(_TOKEN_BYTES)


def hash_of(token: str) -> str:
    """The stored hash of a token. Tokens have too many bits to be guessed, so neither salt nor a slow hash is needed."""
    return hashlib.sha256(token.encode()).hexdigest()
