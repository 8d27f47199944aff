"""Extras: packages that only some commands need. Without them a command says what to install."""

from __future__ import annotations

from importlib.util import find_spec

from branchline.errors import MissingPackages

#: The modules that each extra of pyproject.toml installs, as far as commands import them.
MODULES = {
    "server": (
        *("alembic", "cryptography", "httpcore", "jwt", "platformdirs", "prometheus_client", "psycopg"),
        *("segno", "sqlalchemy", "starlette", "uvicorn", "websockets"),
    ),
    "arena": ("choix", "numpy", "scipy"),
    "client": ("websockets",),
    "data": ("numpy", "pyarrow"),
    "layout": ("fontTools", "numpy", "scipy", "shapely"),
    "png": ("resvg_py",),
    "ray": ("ray",),
    "train": ("jax", "numpy", "optax", "scipy"),
}


def require(extra: str) -> None:
    """Raise an error that says what to install, if a package of an extra is missing."""
    missing = [name for name in MODULES[extra] if find_spec(name) is None]
    if missing:
        raise MissingPackages(f"this needs more packages ({', '.join(missing)})", extra)
