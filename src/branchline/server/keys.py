"""Keys: 256-bit secrets that hold seats and tables. Only their SHA-256 is ever stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")


def new_key() -> str:
    """A fresh secret of 256 bits, as text that is safe in addresses and cookies."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """A name for a table: not secret, but not to be guessed either."""
    return secrets.token_hex(8)


def digest(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def looks_like_key(text: str | None) -> bool:
    """Whether a text could be a key at all."""
    return text is not None and SHAPE.fullmatch(text) is not None


def opens(key: str | None, stored: str | None) -> bool:
    """Whether a key is the one whose digest was stored; takes the same time either way."""
    if key is None:
        return False
    right = hmac.compare_digest(digest(key), stored or digest(""))
    return right and bool(stored)
