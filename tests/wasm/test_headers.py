"""Where the headers for the core in browsers come from, and what is changed in them."""

from __future__ import annotations

from pathlib import Path

import pytest

from tools.wasm import headers, node

LEVEL = '#define PY_MINOR_VERSION 14\n#define PY_MICRO_VERSION {0}\n#define PY_VERSION "3.14.{0}"\n#define MORE 1\n'


def test_a_named_folder_is_taken_if_it_has_headers(tmp_path: Path) -> None:
    (tmp_path / "Python.h").touch()
    assert headers.find_python_headers(tmp_path, tmp_path / "work") == tmp_path


def test_a_named_folder_without_headers_is_refused(tmp_path: Path) -> None:
    with pytest.raises(
        SystemExit, match=r"has no Python\.h; it should be the folder of headers of Python 3\.14"
    ):
        headers.find_python_headers(tmp_path, tmp_path / "work")


def test_which_3_14_gave_the_headers_does_not_show() -> None:
    first, later = (headers.without_patch_level(LEVEL.format(patch)) for patch in (2, 10))
    assert first == later
    assert "PY_MINOR_VERSION 14" in first
    assert "MORE" in first


@pytest.mark.skipif(not node.PYODIDE.exists(), reason="there is no Pyodide here: make browser gets it")
def test_the_configuration_is_that_of_a_machine_of_32_bits() -> None:
    text = headers.configuration(headers.sysconfig_data(node.PYODIDE))
    assert "#define SIZEOF_VOID_P 4\n" in text
    assert "#define SIZEOF_LONG_LONG 8\n" in text
