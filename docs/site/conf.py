"""The documentation site: README, docs/ and an API reference. `make docs` builds it into build/site."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from docutils import nodes
from pygments import highlight
from pygments.formatters import HtmlFormatter
from pygments.lexers import TextLexer, get_lexer_for_filename
from pygments.util import ClassNotFound
from sphinx import addnodes
from sphinx.application import Sphinx

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "src"))

project = "Branchline"
author = "The Branchline authors"
copyright = "the Branchline authors, MIT licence"  # noqa: A001 (Sphinx reads this name)
extensions = ["myst_parser", "sphinx.ext.autodoc"]

# The sources are the files of the repository as they are, so that every relative link works there and here.
root_doc = "README"
include_patterns = [
    "README.md",
    "CONTRIBUTING.md",
    "CHANGELOG.md",
    "examples/README.md",
    "docs/*.md",
    "docs/studies/*.md",
    "docs/site/*.md",
]
exclude_patterns = [".*", "build", "dist", "src", "tests", "web"]
templates_path = [str(Path(__file__).parent / "templates")]

#: The table of contents: every page of docs/ must stand here, or the build fails.
CONTENTS = {
    "Play": [
        "docs/page",
        "docs/review",
        "docs/puzzles",
        "docs/rules-ours",
        "docs/rules",
        "docs/make-a-board",
        "docs/hosting",
    ],
    "Program": [
        "examples/README",
        "docs/bot-protocol",
        "docs/plan",
        "docs/bots",
        "docs/arena",
        "docs/env",
        "docs/data",
        "docs/study",
        "docs/studies/styles",
        "docs/studies/first-mover",
        "docs/studies/long-routes",
        "docs/studies/known-figures",
        "docs/site/api",
    ],
    "Formats": ["docs/board-format", "docs/record-format", "docs/protocol", "docs/dealing"],
    "Inside": [
        "docs/architecture",
        "docs/drawing",
        "docs/performance",
        "docs/dependencies",
        "docs/decisions",
    ],
    "Project": ["CONTRIBUTING", "CHANGELOG"],
}

myst_heading_anchors = 4
html_theme = "furo"
html_title = "Branchline"
html_additional_pages = {"index": "front.html"}  # the front page is README.html
html_copy_source = False
html_theme_options = {"navigation_with_keys": True}

autodoc_member_order = "bysource"
autodoc_typehints = "signature"
autodoc_typehints_format = "short"
autodoc_default_options = {"members": True, "undoc-members": False}
suppress_warnings = ["myst.header"]  # a README may begin below its title


def add_contents(_app: Sphinx, docname: str, source: list[str]) -> None:
    """The table of contents stands at the end of the README, where only the site sees it."""
    if docname == root_doc:
        for caption, pages in CONTENTS.items():
            entries = "\n".join(f"/{page}" for page in pages)
            source[0] += f"\n```{{toctree}}\n:hidden:\n:caption: {caption}\n\n{entries}\n```\n"


def plain_docstring(_app: Sphinx, _what: str, _name: str, _obj: Any, _opts: Any, lines: list[str]) -> None:
    """Our docstrings are plain text with `code` in it, not reStructuredText."""
    text = "\n".join(lines)
    parts = re.split(r"(`[^`\n]+`)", text)
    plain = [
        f":code:`{part[1:-1]}`" if part.startswith("`") else re.sub(r"([*_|\\])", r"\\\1", part)
        for part in parts
    ]
    # a backtick role must stand apart from what follows it
    lines[:] = re.sub(r"(:code:`[^`]+`)(?=\w)", r"\1\\ ", "".join(plain)).split("\n")


def sources_by_page(app: Sphinx) -> dict[str, set[str]]:
    """By page: the files that it links to, kept between builds."""
    found: dict[str, set[str]] = app.env.__dict__.setdefault("branchline_sources", {})
    return found


def forget_sources(app: Sphinx, _env: object, docname: str) -> None:
    """A page that is read again, or gone, has no links yet."""
    sources_by_page(app).pop(docname, None)


def link_sources(app: Sphinx, doctree: nodes.document) -> None:
    """A link to a file that is no page of the site leads to a page that shows the file."""
    docname = app.env.docname
    shown = sources_by_page(app)[docname] = set()
    for node in list(doctree.findall(addnodes.download_reference)):
        path = (ROOT / docname).parent.joinpath(node["reftarget"]).resolve()
        name = path.relative_to(ROOT).as_posix()
        if path.suffix in {".png", ".webp", ".svg"}:
            continue
        shown.add(name)
        uri = app.builder.get_relative_uri(docname, f"source/{name}")
        node.replace_self(nodes.reference("", "", *node.children, refuri=uri, internal=True))


def source_pages(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """One page for each file that is linked."""
    for name in sorted(set().union(*sources_by_page(app).values())):
        text = (ROOT / name).read_text(encoding="utf-8")
        try:
            lexer = get_lexer_for_filename(name)
        except ClassNotFound:
            lexer = TextLexer()
        body = highlight(text, lexer, HtmlFormatter(cssclass="highlight", linenos=False))
        yield f"source/{name}", {"title": name, "body": f"<h1>{name}</h1>{body}"}, "page.html"


def setup(app: Sphinx) -> None:
    """Connect what stands above."""
    app.connect("source-read", add_contents)
    app.connect("autodoc-process-docstring", plain_docstring)
    app.connect("env-purge-doc", forget_sources)
    app.connect("doctree-read", link_sources, priority=400)
    app.connect("html-collect-pages", source_pages)
