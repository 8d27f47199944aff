"""The examples in docs/plan.md and in the docstrings of the package give what they say."""

import doctest
import importlib
import pkgutil
from pathlib import Path

import pytest

import branchline.plan

MODULES = [f"branchline.plan.{found.name}" for found in pkgutil.iter_modules(branchline.plan.__path__)]
PAGE = Path(__file__).parents[2] / "docs" / "plan.md"


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_docstrings_hold(name: str) -> None:
    assert doctest.testmod(importlib.import_module(name)).failed == 0


def test_the_examples_of_the_page_hold() -> None:
    done = doctest.testfile(str(PAGE), module_relative=False, encoding="utf-8")
    assert done.attempted > 20
    assert done.failed == 0


def test_every_function_has_an_example() -> None:
    page = PAGE.read_text(encoding="utf-8")
    for name in branchline.plan.__all__:
        assert f"`{name}" in page, name
        thing = getattr(branchline.plan, name)
        if not isinstance(thing, type):
            assert ">>>" in (thing.__doc__ or ""), name
