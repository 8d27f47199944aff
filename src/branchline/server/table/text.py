"""Text that people type: names and chat, as they are stored. Nothing invisible, nothing that runs over its line.

All scripts can be written. What is left out shows nothing, changes the direction of other text, or piles up.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator

from branchline.server.errors import RequestError

NAME_LENGTH = 32
CHAT_LENGTH = 300
#: How many marks one character may carry. Tibetan and old Greek need three.
MARKS = 3
ZWNJ, ZWJ = "\u200c", "\u200d"
#: The combining class of a virama, after which a joiner chooses the form of an Indian letter.
VIRAMA = 9
#: What chooses between a plain and a coloured sign, and the five tones of skin.
PRESENTATION = "\ufe0e\ufe0f"
SKINS = range(0x1F3FB, 0x1F400)
#: Signs that are no symbols by themselves and become pictures.
SIGNS = "#*0123456789\u203c\u2049\u2194"
#: Characters that show nothing, though Unicode counts them among letters, marks and symbols: fillers of Hangul, the
#: empty pattern of Braille, inherent vowels of Khmer, an empty note, variation selectors, the grapheme joiner.
BLANK = frozenset(
    map(
        chr,
        (
            *(0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x180B, 0x180C, 0x180D, 0x180F),
            *(0x2800, 0x3164, 0xFFA0, 0x1D159, *range(0xFE00, 0xFE0E), *range(0xE0100, 0xE01F0)),
        ),
    )
)


def player_name(text: str) -> str:
    """A player's name. It has a visible letter, digit or symbol, and no character with a pile of marks."""
    name = clean(text, NAME_LENGTH)
    if not any(is_letter(char) or unicodedata.category(char) == "So" for char in name) or name != unpiled(
        name
    ):
        raise RequestError("bad_name", limit=NAME_LENGTH)
    return name


def chat_text(text: str) -> str:
    """A line of chat. Of a pile of marks only the first ones are kept."""
    words = unpiled(clean(text, CHAT_LENGTH))
    if not words:
        raise RequestError("bad_text", limit=CHAT_LENGTH)
    return words


def spectator_name(text: str) -> str:
    """The name that a spectator gives; empty if it can't be shown."""
    try:
        return player_name(text)
    except RequestError:
        return ""


def clean(text: str, limit: int) -> str:
    """One line without control and invisible characters, cut to the limit."""
    plain = "".join(" " if char.isspace() else char for char in unicodedata.normalize("NFC", text))
    shown = " ".join("".join(visible(plain)).split())
    return unicodedata.normalize("NFC", shown)[:limit].rstrip(f" {ZWNJ}{ZWJ}")


def visible(text: str) -> Iterator[str]:
    """The characters that show something, or that join or vary what they stand between."""
    before = " "
    for at, char in enumerate(text):
        after = text[at + 1] if at + 1 < len(text) else " "
        if char in (ZWNJ, ZWJ):
            kept = joins(before, char, after)
        elif char in PRESENTATION:
            kept = is_symbol(before)
        elif unicodedata.category(char)[0] == "M":
            kept = char not in BLANK and before != " "
        else:
            kept = char not in BLANK and unicodedata.category(char)[0] != "C"
        if kept:
            yield char
            before = char


def joins(before: str, char: str, after: str) -> bool:
    """Whether a joiner changes how its neighbours are written: letters of India, of Arabic scripts, pictures."""
    if unicodedata.combining(before) == VIRAMA:
        return is_letter(after)
    if char == ZWNJ:
        return unicodedata.bidirectional(before) == unicodedata.bidirectional(after) == "AL"
    return (is_symbol(before) or before in PRESENTATION or ord(before) in SKINS) and is_symbol(after)


def is_letter(char: str) -> bool:
    """Whether a character is a letter or a digit."""
    return unicodedata.category(char)[0] in "LN"


def is_symbol(char: str) -> bool:
    """Whether a character is a picture, or a sign that can be shown as one."""
    return char not in BLANK and (unicodedata.category(char) == "So" or char in SIGNS)


def unpiled(text: str) -> str:
    """The text without the marks that are too many on one character."""
    kept, marks = [], 0
    for char in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.category(char) in ("Mn", "Me") and char not in PRESENTATION else 0
        if marks <= MARKS:
            kept.append(char)
    return unicodedata.normalize("NFC", "".join(kept))
