"""Logs: lines of text, or of JSON for programs. No line has a key, a secret or a password, whoever put it there."""

from __future__ import annotations

import logging
import re
from typing import Any

import msgspec

#: What uvicorn logs about wrong requests. Anybody could fill the disk with these.
WRONG_REQUESTS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)
#: What must never be in a log. Our own addresses have no keys, but a client may put one where none belongs.
HIDDEN = (
    (re.compile(r"(?<![\w-])[A-Za-z0-9_-]{43}(?![\w-])"), "[key]"),
    (re.compile(r"(?<!\w)[0-9a-fA-F]{64}(?!\w)"), "[secret]"),
    (re.compile(r"(://[^:/@\s]*):[^\s/]+@"), r"\1:[password]@"),
)
#: The query of an address that a client has asked for.
QUERY = re.compile(r"\?[^\s\"]*")


def redacted(text: str) -> str:
    """A text without keys, secrets and passwords."""
    for pattern, instead in HIDDEN:
        text = pattern.sub(instead, text)
    return text


class TextFormatter(logging.Formatter):
    """A line of text, and a traceback if there is one."""

    def format(self, record: logging.LogRecord) -> str:
        return redacted(super().format(without_query(record)))


class WrongRequestsFilter(logging.Filter):
    """What clients do wrong is counted in the metrics, and not logged."""

    def filter(self, record: logging.LogRecord) -> bool:
        return record.msg not in WRONG_REQUESTS


class JsonFormatter(logging.Formatter):
    """One JSON object per line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": record.created,
            "level": record.levelname.lower(),
            "logger": record.name,
            "message": redacted(without_query(record).getMessage()),
        }
        if record.exc_info:
            line["error"] = redacted(self.formatException(record.exc_info))
        return msgspec.json.encode(line).decode()


def without_query(record: logging.LogRecord) -> logging.LogRecord:
    """What uvicorn says of requests, without the queries of their addresses: clients write what they like there."""
    if record.name.startswith("uvicorn") and isinstance(record.args, tuple):
        record.args = tuple(
            QUERY.sub("?…", value) if isinstance(value, str) else value for value in record.args
        )
    return record


def configuration(style: str) -> dict[str, Any]:
    """Settings of Python's logging, as uvicorn takes them: everything goes to standard error in one format."""
    formatter: dict[str, Any] = {
        "()": "branchline.server.logs.TextFormatter",
        "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
    }
    if style == "json":
        formatter = {"()": "branchline.server.logs.JsonFormatter"}
    handler = {
        "class": "logging.StreamHandler",
        "formatter": "lines",
        "filters": ["requests"],
        "stream": "ext://sys.stderr",
    }
    quiet = {"level": "WARNING"}
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"lines": formatter},
        "filters": {"requests": {"()": "branchline.server.logs.WrongRequestsFilter"}},
        "handlers": {"all": handler},
        "root": {"handlers": ["all"], "level": "INFO"},
        "loggers": {"alembic": quiet, "uvicorn.error": {"level": "INFO" if style == "json" else "WARNING"}},
    }
