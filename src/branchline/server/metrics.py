"""Metrics: what a server counts and measures, served at `/metrics` for Prometheus."""

from __future__ import annotations

import os

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

CONTENT_TYPE = "text/plain; version=0.0.4; charset=utf-8"
REGISTRY = CollectorRegistry()

MOVES = Counter("branchline_moves", "Moves committed and acknowledged", registry=REGISTRY)
REFUSED = Counter("branchline_refusals", "Messages refused, by code", ["code"], registry=REGISTRY)
CONFLICTS = Counter(
    "branchline_conflicts", "Appends to a log that came after another process's", registry=REGISTRY
)
STORE_ERRORS = Counter("branchline_store_errors", "Writes that failed in the database", registry=REGISTRY)
CALLS = Counter(
    "branchline_calls", "Push messages by outcome: sent, gone, later, refused", ["outcome"], registry=REGISTRY
)
CUT_OFF = Counter("branchline_sockets_cut", "Sockets closed because they read too slowly", registry=REGISTRY)
SOCKETS = Gauge("branchline_sockets", "Open sockets", registry=REGISTRY, multiprocess_mode="livesum")
CONNECTIONS = Gauge(
    "branchline_connections", "Open connections", registry=REGISTRY, multiprocess_mode="livesum"
)
CONNECTIONS_REFUSED = Counter(
    "branchline_connections_refused", "Connections closed at once: too many, or too fast", registry=REGISTRY
)
CONNECTIONS_CLOSED = Counter(
    "branchline_connections_closed", "Connections without a request closed for new ones", registry=REGISTRY
)
LIVE_TABLES = Gauge(
    "branchline_live_tables", "Tables in memory", registry=REGISTRY, multiprocess_mode="livesum"
)
COMMIT_SECONDS = Histogram(
    "branchline_commit_seconds",
    "Duration of a commit",
    buckets=(0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0),
    registry=REGISTRY,
)
COMMIT_SIZE = Histogram(
    "branchline_commit_size",
    "Rows in one commit",
    buckets=(1, 2, 4, 8, 16, 32, 64, 128, 256),
    registry=REGISTRY,
)
MOVE_SECONDS = Histogram(
    "branchline_move_seconds",
    "Time from the arrival of a move to its acknowledgement",
    buckets=(0.002, 0.005, 0.01, 0.015, 0.025, 0.05, 0.1, 0.25, 1.0),
    registry=REGISTRY,
)
BOT_SECONDS = Histogram(
    "branchline_bot_seconds",
    "Time that a bot takes for a move, without the delay",
    buckets=(0.01, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 30.0),
    registry=REGISTRY,
)

BOT_QUEUE = Gauge(
    "branchline_bot_queue",
    "Moves of bots that wait for their turn",
    registry=REGISTRY,
    multiprocess_mode="livesum",
)
BOT_HASTE = Counter(
    "branchline_bot_haste",
    "Moves of bots with less time than their level says, or by the quick bot in their place",
    ["how"],
    registry=REGISTRY,
)
REVIEWS = Gauge("branchline_reviews", "Reviews under way", registry=REGISTRY, multiprocess_mode="livesum")
REVIEWS_MADE = Counter(
    "branchline_reviews_made", "Reviews by outcome: done, failed", ["outcome"], registry=REGISTRY
)


def exposition() -> bytes:
    """All metrics as text, of all worker processes together."""
    if "PROMETHEUS_MULTIPROC_DIR" not in os.environ:
        return generate_latest(REGISTRY)
    merged = CollectorRegistry()
    MultiProcessCollector(merged)  # type: ignore[no-untyped-call]
    return generate_latest(merged)
