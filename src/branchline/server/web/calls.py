"""Calls: endpoints by which a browser subscribes to be called when it is its player's turn."""

from __future__ import annotations

from base64 import urlsafe_b64decode
from functools import partial

from branchline.server import keys
from branchline.server.api.access import Call, called_table
from branchline.server.api.endpoints import Endpoints
from branchline.server.errors import RequestError
from branchline.server.push.calls import Calls
from branchline.server.push.client import is_service
from branchline.server.push.encryption import is_point
from branchline.server.storage.subscriptions import Subscription
from branchline.server.table import commands
from branchline.server.wire import forms

from .access import services_of

endpoints = Endpoints()


def calls_of(call: Call) -> Calls:
    """What calls players back, if this server does."""
    calls = services_of(call).calls
    if calls is None:
        raise RequestError("no_push")
    return calls


@endpoints.add(
    "POST",
    "/api/tables/{id}/push",
    forms.Subscribed,
    body=forms.SubscribeRequest,
    codes=("no_such_table", "not_allowed", "no_push", "bad_subscription"),
)
async def subscribe(call: Call) -> forms.Subscribed:
    """Call this browser when it is its player's turn: here, and at all tables where the same key has a seat."""
    form: forms.SubscribeRequest = call.body
    calls, (_, who) = calls_of(call), await called_table(call)
    commands.seated(who)
    settings = call.services.settings.push
    receiver, auth = decode(form.p256dh), decode(form.auth)
    if not is_service(form.endpoint, settings):
        raise RequestError("bad_subscription", field="endpoint")
    if not is_point(receiver):
        raise RequestError("bad_subscription", field="p256dh")
    call.services.limits.subscriptions.take(call.address)
    now = call.services.hub.now()
    new = Subscription(keys.digest(call.key or ""), form.endpoint, receiver, auth, form.language or "en", now)
    await call.services.hub.in_thread(partial(calls.subscriptions.save, new, settings.most))
    return forms.Subscribed(True)


@endpoints.add(
    "POST",
    "/api/push/end",
    forms.Subscribed,
    body=forms.UnsubscribeRequest,
    codes=("no_push",),
)
async def unsubscribe(call: Call) -> forms.Subscribed:
    """Call this browser no more."""
    form: forms.UnsubscribeRequest = call.body
    holder = keys.digest(call.key or "")
    await call.services.hub.in_thread(partial(calls_of(call).subscriptions.remove, holder, form.endpoint))
    return forms.Subscribed(False)


def decode(text: str) -> bytes:
    """Bytes from base64url without padding."""
    return urlsafe_b64decode(text + "=" * (-len(text) % 4))
