"""What axe-core finds on a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .conftest import AXE

#: Fades and turns have ended: what is half transparent has too little contrast.
AT_REST = """Promise.allSettled(
  document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity).map(one => one.finished)
)"""
RUN = """async () => {
  const result = await window.axe.run(document, { resultTypes: ["violations"] });
  const serious = result.violations.filter(one => ["serious", "critical"].includes(one.impact));
  const told = one => one.nodes.map(node => `${one.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`);
  return [serious.flatMap(told), result.passes.length];
}"""


def faults(page: Page, screen: str) -> list[str]:
    """The serious faults of what a page shows now, each with the screen's name."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: make browser gets the tools of the page")
    page.evaluate(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found, passed = page.evaluate(RUN)
    assert passed > 8, f"axe has hardly looked at: {screen}"
    return [f"{screen}: {fault}" for fault in found]
