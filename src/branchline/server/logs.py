"""Logs: lines for people or JSON for programs. Keys never travel in addresses, so no log can hold one."""

from __future__ import annotations

import logging
from typing import Any

import msgspec


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        entry = {
            "time": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            entry["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(entry).decode()


def configuration(form: str) -> dict[str, Any]:
    """Python's logging as uvicorn is given it: everything to standard error, in one form."""
    formatter: dict[str, Any] = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    if form == "json":
        formatter = {"()": "branchline.server.logs.JsonFormatter"}
    handler = {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"all": handler},
        "root": {"handlers": ["all"], "level": "INFO"},
        "loggers": {"alembic": quiet, "uvicorn.error": {"level": "INFO" if form == "json" else "WARNING"}},
    }
