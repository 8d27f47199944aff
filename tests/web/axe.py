"""What axe-core finds on a screen."""

from __future__ import annotations

import pytest
from playwright.sync_api import Page

from .conftest import AXE

#: Fades and turns have ended: what is half transparent has too little contrast.
AT_REST = """Promise.allSettled(
  document.getAnimations().filter(one => one.effect.getComputedTiming().endTime !== Infinity).map(one => one.finished)
)"""
RUN = """async within => {
  const result = await window.axe.run(within ?? document, { resultTypes: ["violations"] });
  const serious = result.violations.filter(one => ["serious", "critical"].includes(one.impact));
  const told = one => one.nodes.map(node => `${one.id}: ${node.target.join(" ")} ${node.failureSummary ?? ""}`);
  return [serious.flatMap(told), result.passes.length];
}"""


def faults(page: Page, screen: str, within: str | None = None) -> list[str]:
    """The serious faults of what a page shows now, or of one part of it, each with the screen's name."""
    if not AXE.exists():
        pytest.skip("axe-core is not there: make browser gets the tools of the page")
    page.evaluate(AT_REST)
    if not page.evaluate("'axe' in window"):
        page.evaluate(AXE.read_text("utf-8"))
    found, passed = page.evaluate(RUN, within)
    assert passed > (3 if within else 8), f"axe has hardly looked at: {screen}"
    return [f"{screen}: {fault}" for fault in found]
