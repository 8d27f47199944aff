"""Links to tables: where the server is, which table, and the key of an invitation."""

from __future__ import annotations

import re
from typing import NamedTuple

from branchline.errors import BranchlineError, short

FORM = "http://HOST:PORT/tables/ID#join=KEY"
LINK = re.compile(
    r"(https?)://([^/?#\s]+)((?:/[^/?#\s]+)*)/tables/([0-9A-Za-z_-]{1,40})/?(?:\?[^#\s]*)?(?:#(.*))?"
)
KEY = re.compile(r"join=([A-Za-z0-9_-]{43})")


class Link(NamedTuple):
    """A table of a server; `invite` is the key of an invitation, or None where anybody may sit down."""

    scheme: str
    host: str
    prefix: str
    table: str
    invite: str | None

    @property
    def server(self) -> str:
        """The address of the server."""
        return f"{self.scheme}://{self.host}{self.prefix}"

    @property
    def socket(self) -> str:
        """The address of the table's socket."""
        scheme = "wss" if self.scheme == "https" else "ws"
        return f"{scheme}://{self.host}{self.prefix}/api/tables/{self.table}/socket"

    @property
    def page(self) -> str:
        """The address of the table's page, without the key."""
        return f"{self.server}/tables/{self.table}"


def read_link(text: str) -> Link:
    """The link of an invitation, as the page gives it. A link without a key leads to a public table."""
    text = text.strip()
    found = LINK.fullmatch(text if "://" in text else f"http://{text}")
    if found is None:
        raise BranchlineError(f"{short(text)!r} is no link to a table; it has the form {FORM}")
    scheme, host, prefix, table, fragment = found.groups()
    if fragment is not None and fragment.startswith("watch="):
        raise BranchlineError(f"this link only lets one watch; one to a seat has the form {FORM}")
    key = KEY.fullmatch(fragment or "")
    if fragment and key is None:
        raise BranchlineError(
            f"{short(fragment)!r} at the end of the link is no invitation: it should be join= and 43 letters; "
            "was it copied whole?"
        )
    return Link(scheme, host, prefix, table, key[1] if key else None)
