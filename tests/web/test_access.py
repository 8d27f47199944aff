"""Every screen is fit for those who do not see it well, or not at all."""

import pytest

from .conftest import Drive


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("size", ["desk", "phone"])
def test_axe_finds_nothing_serious(drive: Drive, size: str, theme: str) -> None:
    drive("access", size, theme)
