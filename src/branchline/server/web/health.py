"""Health and metrics of a server."""

from __future__ import annotations

from starlette.responses import Response

from branchline import __version__
from branchline.server import metrics
from branchline.server.api.access import Call
from branchline.server.api.endpoints import Endpoints
from branchline.server.errors import RequestError
from branchline.server.wire import forms

from .access import services_of

endpoints = Endpoints()


@endpoints.add("GET", "/healthz", forms.Health, codes=("not_ready",))
async def health(call: Call) -> forms.Health:
    """Whether the server can do its work: whether moves can be stored. If not, `problem` says in a word why."""
    problem = await services_of(call).health.problem()
    if problem is not None:
        raise RequestError("not_ready", problem=problem)
    return forms.Health("ok", __version__)


@endpoints.add("GET", "/livez", forms.Health)
async def liveness(call: Call) -> forms.Health:
    """Whether the process answers at all, whatever its database does."""
    return forms.Health("ok", __version__)


@endpoints.add("GET", "/metrics", str, text=True)
async def show_metrics(call: Call) -> Response:
    """Metrics for Prometheus."""
    return Response(metrics.exposition(), headers={"Content-Type": metrics.CONTENT_TYPE})
