"""The command `branchline`: one module for each subcommand, and `main`, which runs them."""

from .command import main

__all__ = ["main"]
