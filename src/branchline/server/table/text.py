"""Words that people type: names and chat, made harmless before they are stored."""

from __future__ import annotations

import unicodedata

NAME_LENGTH = 32
CHAT_LENGTH = 300
REACTIONS = ("hello", "well_played", "thanks", "oops", "wow", "hurry", "good_game")


def clean(text: str, limit: int) -> str:
    """One line without control, invisible or direction-changing characters, cut to the limit."""
    plain = unicodedata.normalize("NFC", text)
    kept = "".join(" " if char.isspace() else char for char in plain if char.isspace() or is_shown(char))
    return " ".join(kept.split())[:limit].strip()


def is_shown(char: str) -> bool:
    """Whether a character is one that can be seen and stays where it is put."""
    return unicodedata.category(char)[0] != "C"
