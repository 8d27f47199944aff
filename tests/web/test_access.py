"""Every screen is fit for those who do not see it well, or not at all."""

import pytest

from .conftest import Drive


@pytest.mark.parametrize(
    ("size", "theme", "board"),
    [
        ("desk", "light", "europe"),
        ("desk", "dark", "london"),
        ("phone", "light", "usa"),
        ("phone", "dark", "europe"),
    ],
)
def test_axe_finds_nothing_serious(drive: Drive, size: str, theme: str, board: str) -> None:
    drive("access", size, theme, board)
