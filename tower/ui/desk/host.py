"""Where the class reaches this server: the address of the visitor's own browser, or a guess for the network."""

from __future__ import annotations

import ipaddress
import socket
from urllib.parse import urlsplit

import streamlit as st

from tower.classroom.links import is_base
from tower.ui import shell
from tower.ui.language import t

_BASE = "desk/base"


def own_address() -> str:
    """The server's address as this browser knows it, without the page."""
    parts = urlsplit(st.context.url or "http://localhost:8501")
    path = parts.path.rstrip("/")
    for room in shell.ROOMS:
        path = path.removesuffix(f"/{room.code}")
    return f"{parts.scheme}://{parts.netloc}{path}"


def is_local(base: str) -> bool:
    """Whether only this computer itself can reach the address."""
    host = urlsplit(base).hostname or ""
    if host == "localhost" or host.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def network_guess() -> str | None:
    """This computer's address in its network. Asks the routing table; nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("10.255.255.255", 9))
            found: str = probe.getsockname()[0]
        except OSError:
            return None
    return None if ipaddress.ip_address(found).is_loopback else found


def reachable() -> str:
    """The address for others: this browser's own, or, where that is only this computer, a guess at the network's."""
    own = own_address()
    guess = network_guess() if is_local(own) else None
    if guess is None:
        return own
    parts = urlsplit(own)
    return f"{parts.scheme}://{guess}{f':{parts.port}' if parts.port else ''}{parts.path}"


def base() -> str | None:
    """The address that links are built on, as the teacher has it; None while it makes no sense."""
    if _BASE not in st.session_state:
        st.session_state[_BASE] = reachable()
    chosen = str(
        st.text_input(
            t("desk.link.base"), key=_BASE, help=t("desk.link.base_help"), max_chars=200, persist_state="session"
        )
    ).strip()
    if not is_base(chosen):
        st.warning(t("desk.link.base_wrong"))
        return None
    if is_local(own_address()):
        st.info(t("desk.link.base_local", host=urlsplit(own_address()).hostname))
    return chosen.rstrip("/")
