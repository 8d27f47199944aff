"""The page draws trains as the pictures do: both draw every route of every board to the same text."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

import msgspec
import pytest

from branchline.board import board_names
from branchline.drawing import load_layout
from branchline.drawing.layout import Layout, read_layout
from branchline.drawing.palette import LIVERIES
from branchline.drawing.train import chimney, train
from tools.bundle import node

ROOT = Path(__file__).parents[2]
WEB = ROOT / "web"
LANTERN = ROOT / "examples/boards/lantern.layout.json"
#: Reads a layout, draws a train on every route, seats in turn, and says what was drawn.
DRAW = """
const fs = require("fs"), ts = require("typescript");
const options = { compilerOptions: { module: "commonjs", target: "es2022" } };
const { outputText } = ts.transpileModule(fs.readFileSync("src/lib/map/train.ts", "utf8"), options);
const made = { exports: {} };
new Function("exports", "module", outputText)(made.exports, made);
const { layout, walls } = JSON.parse(fs.readFileSync(0, "utf8"));
const drawn = Object.keys(layout.routes).map((route, at) => {
  const { shadow, body } = made.exports.train(layout, route, at % 5, walls[at % 5]);
  return [shadow, body, made.exports.chimney(layout, route)];
});
process.stdout.write(JSON.stringify(drawn));
"""
LAYOUTS = [*(load_layout(name) for name in board_names()), read_layout(LANTERN)]


@pytest.mark.skipif(not (WEB / "node_modules").exists(), reason="the page's tools are not installed")
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: layout.board)
def test_the_page_draws_the_trains_of_the_pictures(layout: Layout) -> None:
    told = {"layout": msgspec.to_builtins(layout), "walls": [livery.wall for livery in LIVERIES]}
    command = [str(node()), "-e", DRAW]
    done = subprocess.run(
        command, cwd=WEB, input=json.dumps(told), capture_output=True, text=True, check=True
    )
    on_the_page = json.loads(done.stdout)
    for at, (route, drawn) in enumerate(zip(layout.routes, on_the_page, strict=True)):
        assert drawn == [*train(layout, route, at % 5), chimney(layout, route)], route
