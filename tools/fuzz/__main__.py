"""The fuzz as a command: python -m tools.fuzz [--inputs N] [--seed N] [--only KINDS] [--time SECONDS] [--repeat FILE]

Inputs of every kind go in through the public names, in processes of their own. Allowed is that an input is accepted
and all that follows is as promised, or that it is refused with one line for people. Everything else is a find: another
exception, a crash, more than 5 seconds of CPU or 200 MB. A find is written to a file, with which it can be repeated.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from .build import sanitized_environment
from .runner import Find, Runner, reduced, repeated
from .targets import KINDS

FINDS = Path("build/fuzz")


def main(arguments: list[str] | None = None) -> int:
    options = parse(arguments)
    environment = None if options.plain else sanitized_environment()
    if environment is None and not options.plain:
        print("there is no gcc with its sanitizers here: running without them", file=sys.stderr)
    environment = environment or dict(os.environ)
    if options.repeat:
        return repeat(options.repeat, environment)
    kinds = options.only.split(",") if options.only else list(KINDS)
    runner = Runner(environment, options.seed, options.jobs, options.time)
    finds = watch(runner, kinds, options.inputs)
    show(runner, kinds)
    for find in finds:
        file = keep(find, options.out)
        print(f"\n{find.kind} {find.number}: {file}\n{find.problem[-1500:]}", flush=True)
        keep(reduced(find, environment), options.out)
    return 1 if finds else 0


def parse(arguments: list[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tools.fuzz", description=__doc__.splitlines()[0])
    parser.add_argument("--inputs", type=int, default=100_000, help="how many in all (default: 100,000)")
    parser.add_argument("--seed", type=int, default=1, help="another seed makes other inputs (default: 1)")
    parser.add_argument("--only", help=f"some of {','.join(KINDS)}")
    parser.add_argument("--time", type=float, help="stop after so many seconds")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="processes at once")
    parser.add_argument("--plain", action="store_true", help="the ordinary build, without sanitizers")
    parser.add_argument("--out", type=Path, default=FINDS, help=f"folder for finds (default: {FINDS})")
    parser.add_argument("--repeat", type=Path, metavar="FILE", help="run the input of a find again")
    return parser.parse_args(arguments)


def watch(runner: Runner, kinds: list[str], inputs: int) -> list[Find]:
    """Run all kinds side by side, and show how far each is."""
    columns = (TextColumn("{task.description:8}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as progress:
        each = {kind: inputs // len(kinds) for kind in kinds}
        tasks = {kind: progress.add_task(kind, total=each[kind]) for kind in kinds}
        return runner.run(each, lambda kind, done: progress.update(tasks[kind], completed=done))


def show(runner: Runner, kinds: list[str]) -> None:
    for kind in kinds:
        accepted, refused = runner.counts(kind)
        found = sum(find.kind == kind for find in runner.finds)
        print(f"{kind:8} {accepted:8,} accepted {refused:8,} refused {found:4} found")


def keep(find: Find, folder: Path) -> Path:
    """Write a find to a file, with all that repeating it takes."""
    folder.mkdir(parents=True, exist_ok=True)
    file = folder / f"{find.kind}-{find.seed}-{find.number}.json"
    file.write_text(json.dumps(find.as_json(), indent=1), encoding="utf-8")
    return file


def repeat(file: Path, environment: dict[str, str]) -> int:
    """Run the input of a find again: 0 if it does no harm any more."""
    problem = repeated(Find.from_json(json.loads(file.read_text(encoding="utf-8"))), environment)
    print(problem or "nothing is wrong with it now")
    return 1 if problem else 0


if __name__ == "__main__":
    sys.exit(main())
