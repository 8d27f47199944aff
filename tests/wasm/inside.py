"""Runs pytest inside Pyodide, where there are no processes and no threads: a test that starts one is skipped."""

import errno
import os
from collections.abc import Generator

import pytest

#: What Pyodide's Python says to whoever wants a process or a thread.
NO_THREAD = "can't start new thread"


class OneProcess:
    """A plugin that skips a test where it asks for another process or a thread."""

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_call(self) -> Generator[None, None, None]:
        try:
            yield
        except OSError as error:
            if error.errno != errno.ENOTSUP:
                raise
            pytest.skip("there are no processes here")
        except RuntimeError as error:
            if str(error) != NO_THREAD:
                raise
            pytest.skip("there are no threads here")


def run(*arguments: str) -> None:
    """Run tests, and fail if one of them does."""
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # plugins that are there for the native Python
    no_thread = ["-o", "faulthandler_timeout=0"]  # whatever ends a test that hangs would be one
    options = ["-q", "--capture=sys", "-p", "no:cacheprovider", "-m", "not slow", *no_thread]
    code = pytest.main([*options, *arguments], plugins=[OneProcess()])
    assert code == pytest.ExitCode.OK
