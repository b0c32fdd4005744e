"""What the pages' tests read and press."""

from __future__ import annotations

import json
from typing import Any

from streamlit.testing.v1 import AppTest


def components(app: AppTest, name: str) -> list[dict[str, Any]]:
    """The data of every component `oracle_tower.<name>` on the page."""
    nodes = [node for node in app.get("bidi_component") if node.proto.component_name == f"oracle_tower.{name}"]
    return [json.loads(node.proto.json) for node in nodes]


def said(app: AppTest) -> str:
    """All that the page says in running text."""
    shown = (*app.markdown, *app.success, *app.info, *app.warning, *app.caption)
    return "\n".join(entry.value for entry in shown)


def answer(app: AppTest, path: str, code: str, press: str) -> AppTest:
    """Choose, and press the button below."""
    next(one for one in app.radio if one.key.startswith(path)).set_value(code).run()
    app.button(key=f"{path}/{press}").click().run()
    assert not app.exception
    return app
