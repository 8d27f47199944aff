"""Keys: 256-bit secrets that give access to seats and tables. Only their SHA-256 is stored."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets

SHAPE = re.compile(r"[A-Za-z0-9_-]{43}")
ID_SHAPE = re.compile(r"[0-9a-f]{16}")


def new_key() -> str:
    """A new key, as text that is safe in URLs and cookies."""
    return secrets.token_urlsafe(32)


def new_id() -> str:
    """An id for a table. It is not secret, but can't be guessed."""
    return secrets.token_hex(8)


def looks_like_id(text: str) -> bool:
    """Whether a text has the form of a table's id."""
    return ID_SHAPE.fullmatch(text) is not None


def digest(key: str) -> str:
    """What is stored of a key."""
    return hashlib.sha256(key.encode()).hexdigest()


def looks_like_key(text: str | None) -> bool:
    """Whether a text has the form of a key."""
    return text is not None and SHAPE.fullmatch(text) is not None


def opens(key: str | None, stored: str | None) -> bool:
    """Whether a key is the one with this stored digest. Takes the same time in either case."""
    if key is None:
        return False
    right = hmac.compare_digest(digest(key), stored or digest(""))
    return right and bool(stored)
