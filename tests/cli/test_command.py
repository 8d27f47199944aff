"""The command itself; each subcommand has tests of its own."""

import argparse
from types import SimpleNamespace

import pytest

import branchline
from branchline import BranchlineError, cli
from branchline.cli import command


def test_version_says_which_core_runs(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as exit_:
        cli.main(["--version"])
    assert exit_.value.code == 0
    printed = capsys.readouterr().out
    assert printed.startswith(f"branchline {branchline.__version__}, ")
    assert "compiled core" in printed


def test_without_arguments_the_help_is_shown(capsys: pytest.CaptureFixture[str]) -> None:
    assert cli.main([]) == 0
    assert "usage: branchline" in capsys.readouterr().out


def test_an_error_of_ours_is_one_line_and_status_2(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def run(_: argparse.Namespace) -> int:
        raise BranchlineError("the bridge is closed")

    def add_parser(subparsers: "argparse._SubParsersAction[argparse.ArgumentParser]") -> None:
        subparsers.add_parser("fail").set_defaults(run=run)

    monkeypatch.setattr(command, "SUBCOMMANDS", (SimpleNamespace(add_parser=add_parser),))
    assert cli.main(["fail"]) == 2
    assert capsys.readouterr().err == "branchline: the bridge is closed\n"
