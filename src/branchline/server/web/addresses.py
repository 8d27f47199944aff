"""Addresses under which a server is reached: here, and from phones in the same network."""

from __future__ import annotations

import io
import socket

EVERYWHERE = ("0.0.0.0", "::", "")


def local_address() -> str | None:
    """This machine's address in its network; None without one. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
        except OSError:
            return None
        found: str = probe.getsockname()[0]
    return None if found.startswith("127.") else found


def address_here(host: str, port: int) -> str:
    """What to type into a browser on this machine."""
    shown = "localhost" if host in EVERYWHERE else f"[{host}]" if ":" in host else host
    return f"http://{shown}:{port}/"


def announcement(host: str, port: int, picture: bool) -> str:
    """What `branchline serve` prints once it is there."""
    lines = [f"Branchline is at {address_here(host, port)}"]
    address = local_address() if host in EVERYWHERE else None
    if address is not None:
        there = f"http://{address}:{port}/"
        lines.append(f"and, for others in this network, at {there}")
        if picture:
            lines.append(qr_code(there))
    return "\n".join(lines) + "\n"


def qr_code(text: str) -> str:
    """A QR code for the terminal."""
    import segno

    out = io.StringIO()
    segno.make(text, error="m").terminal(out, compact=True)
    return out.getvalue()
