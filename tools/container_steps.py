"""Run the steps of deploy/Dockerfile one by one without a container engine: python tools/container_steps.py

They run in a scratch folder in place of the image's root, with this Python in place of the image's: the environment,
the copies, pip, then the entry point as a user without rights, the health check, and the signal that stops it. Steps
that would change this machine (apt-get, useradd) are only named. Where Docker or Podman runs, the image is built too.
"""

from __future__ import annotations

import json
import os
import re
import shlex
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[1]
DOCKERFILE = ROOT / "deploy/Dockerfile"
#: Folders of the image that are folders of the scratch folder here.
FOLDERS = ("/opt/branchline", "/src", "/data")
#: Commands that change the system; the image needs them, and this machine has what they install.
OF_THE_SYSTEM = ("apt-get", "useradd")
USER = 10001
START_WITHIN, STOP_WITHIN = 60.0, 15.0


def instructions(text: str) -> Iterator[tuple[str, str]]:
    """The instructions of a Dockerfile with their arguments; comments and line breaks are gone."""
    lines = "\n".join(line for line in text.splitlines() if not line.startswith("#"))
    for line in re.sub(r"\\\n\s*", "", lines).splitlines():
        if line.strip():
            name, _, rest = line.partition(" ")
            yield name, rest.strip()


def tracked(source: str) -> list[Path]:
    """The files of this repository below a path, as git knows them: what a build would get."""
    command = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard", "--", source]
    found = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    return [Path(name) for name in found.split("\0") if name and (ROOT / name).is_file()]


class Steps:
    """The steps, and what they have set so far."""

    def __init__(self, scratch: Path) -> None:
        self.scratch = scratch
        self.folder = scratch
        self.port = free_port()
        self.environment = {name: os.environ[name] for name in os.environ if not name.startswith("PYTHON")}
        self.entry: list[str] = []
        self.health: list[str] = []
        self.stop_signal = signal.SIGTERM

    def here(self, text: str) -> str:
        """A path or command of the image, for this machine."""
        for folder in FOLDERS:
            text = re.sub(rf"(?<![\w/.]){folder}(?![\w-])", f"{self.scratch}{folder}", text)
        return text.replace("8000", str(self.port))

    def take(self, name: str, rest: str) -> None:
        """Carry out one instruction."""
        print(f"{name} {rest}", flush=True)
        match name:
            case "WORKDIR":
                self.folder = Path(self.here(rest))
                self.folder.mkdir(parents=True, exist_ok=True)
            case "COPY" if not rest.startswith("--from"):
                *sources, target = rest.split()
                self.copy(sources, self.folder / target)
            case "RUN":
                self.run(rest)
            case "ENV":
                self.environment |= dict(pair.split("=", 1) for pair in shlex.split(rest))
            case "HEALTHCHECK":
                self.health = [self.here(word) for word in json.loads(rest.partition("CMD ")[2])]
            case "ENTRYPOINT":
                self.entry = [self.here(word) for word in json.loads(rest)]
            case "STOPSIGNAL":
                self.stop_signal = signal.Signals[rest]
            case "FROM" | "COPY" | "USER" | "VOLUME" | "EXPOSE":
                pass
            case _:
                sys.exit(f"the rehearsal does not know {name}")

    def copy(self, sources: list[str], target: Path) -> None:
        for source in sources:
            if not tracked(source):
                sys.exit(f"{source} is not in the repository")
            for path in tracked(source):
                there = target / (path.relative_to(source) if (ROOT / source).is_dir() else path)
                there.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(ROOT / path, there)

    def run(self, command: str) -> None:
        """Run a command, without the parts that change this system."""
        parts = [part.strip() for part in command.split("&&")]
        mine = [part for part in parts if not part.startswith((*OF_THE_SYSTEM, "rm -rf /var", "chown"))]
        for part in mine:
            words = self.here(part).split()
            words[0] = sys.executable if words[0] == "python" else words[0]
            done = subprocess.run(
                words, cwd=self.folder, env=self.environment, capture_output=True, text=True
            )
            if done.returncode:
                sys.exit(f"{part} failed:\n{done.stdout}{done.stderr}")

    def serve(self) -> None:
        """Start the entry point as the image's user, wait for its health check, and stop it."""
        data = self.scratch / "data"
        data.mkdir(exist_ok=True)
        self.scratch.chmod(0o755)
        user = USER if self.can_be(USER) else None
        if user is not None:
            os.chown(data, user, user)
        environment = {**self.environment, "HOME": str(data)}
        print(f"run as user {user or f'{os.geteuid()}, because {USER} may not run this Python'}", flush=True)
        with subprocess.Popen(
            self.entry, cwd="/", env=environment, user=user, group=user, extra_groups=[] if user else None
        ) as server:
            try:
                self.wait_until_healthy(server)
            finally:
                server.send_signal(self.stop_signal)
                status = server.wait(STOP_WITHIN)
        if status not in (0, -self.stop_signal):
            sys.exit(f"it ended with {status}")
        if not (data / "branchline.db").exists():
            sys.exit("there is no database in /data")

    def can_be(self, user: int) -> bool:
        """Whether the server can run here as another user: for root, and if this Python is not in a closed folder."""
        try:
            return not subprocess.run(
                [self.health[0], "-c", ""], user=user, group=user, check=False
            ).returncode
        except PermissionError:
            return False

    def wait_until_healthy(self, server: subprocess.Popen[bytes]) -> None:
        end = time.monotonic() + START_WITHIN
        while subprocess.run(self.health, env=self.environment, capture_output=True, check=False).returncode:
            if server.poll() is not None or time.monotonic() > end:
                sys.exit("the server did not become healthy")
            time.sleep(0.2)
        print("healthy", flush=True)


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def engine() -> str | None:
    """A container engine that runs here."""
    for name in ("docker", "podman"):
        if (
            shutil.which(name)
            and not subprocess.run([name, "info"], capture_output=True, check=False).returncode
        ):
            return name
    return None


def main() -> None:
    found = engine()
    print(f"engine: {found or 'none runs here, so the image is not built'}", flush=True)
    if found:
        image = ["--file", str(DOCKERFILE), "--tag", "branchline-rehearsal", str(ROOT)]
        subprocess.run([found, "build", *image], check=True)
        subprocess.run([found, "run", "--rm", "branchline-rehearsal", "--help"], check=True)
    with tempfile.TemporaryDirectory(prefix="branchline-image-") as scratch:
        steps = Steps(Path(scratch))
        for name, rest in instructions(DOCKERFILE.read_text(encoding="utf-8")):
            steps.take(name, rest)
        steps.serve()
    print("every step works", flush=True)


if __name__ == "__main__":
    main()
