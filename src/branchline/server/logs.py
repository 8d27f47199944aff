"""Logs: lines of text, or of JSON for programs. URLs never contain keys, so neither do logs."""

from __future__ import annotations

import logging
from typing import Any

import msgspec


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": record.getMessage(),
        }
        if record.exc_info:
            line["error"] = self.formatException(record.exc_info)
        return msgspec.json.encode(line).decode()


def configuration(style: str) -> dict[str, Any]:
    """Settings of Python's logging, as uvicorn takes them: everything goes to standard error in one format."""
    formatter: dict[str, Any] = {"format": "%(asctime)s %(levelname)s %(name)s: %(message)s"}
    if style == "json":
        formatter = {"()": "branchline.server.logs.JsonFormatter"}
    handler = {"class": "logging.StreamHandler", "formatter": "lines", "stream": "ext://sys.stderr"}
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "handlers": {"all": handler},
        "root": {"handlers": ["all"], "level": "INFO"},
        "loggers": {"alembic": quiet, "uvicorn.error": {"level": "INFO" if style == "json" else "WARNING"}},
    }
