"""Reading TOML that anybody may have written: of bounded size, and every fault in it is a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from branchline.errors import BoardError, first_line

LARGEST = 200_000  # bytes; our largest board has 15,000
DEEPEST = 8  # parts of a key, as in a.b.c; tomllib's time grows with their square
_PART = r"(?:[\w-]++|\"[^\"\n]*+\"|'[^'\n]*+')"
_LONG_KEY = re.compile(rf"(?<![\w-])(?:{_PART}[ \t]*+\.[ \t]*+){{{DEEPEST}}}{_PART}")


def read_toml(path: Path) -> dict[str, Any]:
    """The tables of a TOML file, or a `BoardError` that says why it can't be read."""
    import tomllib  # not needed before the first board

    text = read_text(path)
    long_key = _LONG_KEY.search(text)
    if long_key:
        line = text.count("\n", 0, long_key.start()) + 1
        raise BoardError(
            str(path), f"line {line}", f"a key has at most {DEEPEST} parts with dots between them"
        )
    try:
        return tomllib.loads(text)
    except RecursionError:
        raise BoardError(str(path), "", "is nested too deeply") from None
    except ValueError as error:  # TOMLDecodeError, and what Python says to numbers of thousands of digits
        raise BoardError(str(path), "", f"is not TOML: {first_line(error)}") from error


def read_text(path: Path) -> str:
    """The text of a file that is UTF-8 and not too large; nothing more of it is read."""
    try:
        with path.open("rb") as file:
            data = file.read(LARGEST + 1)
    except (OSError, ValueError) as error:  # ValueError: a NUL in the name
        reason = error.strerror if isinstance(error, OSError) else error
        raise BoardError(str(path), "", f"can't be read ({reason})") from error
    if len(data) > LARGEST:
        raise BoardError(str(path), "", f"is larger than {LARGEST:,} bytes, which no board needs")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise BoardError(str(path), f"byte {error.start}", "is no UTF-8 text, which TOML must be") from error
