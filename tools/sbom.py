"""Write sbom.cdx.json: everything that comes with the package or is installed with it, in the format CycloneDX.

`make sbom` runs it in an environment of its own, after tools/licences.py has written down the licences. A wheel carries
the file as `.dist-info/sboms/branchline.cdx.json` (PEP 770).
"""

from __future__ import annotations

import json
import sys
import tomllib
from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.license import DisjunctiveLicense, LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from licences import ROOT, locked, written
from packageurl import PackageURL

FILE = ROOT / "sbom.cdx.json"
BUNDLED = ROOT / "src/branchline/server/static/licenses.json"
FONTS = ROOT / "src/branchline/drawing/fonts"
#: Needed to build the package, and not afterwards.
BUILDING = ("cython", "setuptools")


def component(name: str, version: str | None, licence: str, **more: object) -> Component:
    """A component with its licence, as an SPDX expression where it is one."""
    plain = licence.replace(" ", "").replace("-", "").replace(".", "").isalnum()
    stated = LicenseExpression(licence) if plain and licence != "BSD" else DisjunctiveLicense(name=licence)
    return Component(name=name, version=version, licenses=[stated], **more)  # type: ignore[arg-type]


def packages() -> Iterator[Component]:
    """What pip installs with the package and its server; optional, because the library needs two of them alone."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    always = {one.partition(">")[0] for one in project["dependencies"]}
    licences = written()
    for name, version in locked("requirements.lock").items():
        scope = ComponentScope.REQUIRED if name in always else ComponentScope.OPTIONAL
        yield component(
            name, version, licences[name],
            type=ComponentType.LIBRARY, purl=PackageURL("pypi", None, name, version),
            scope=ComponentScope.EXCLUDED if name in BUILDING else scope,
        )  # fmt: skip


def page_parts() -> Iterator[Component]:
    """What the bundle of the page contains, as Vite found it."""
    for part in json.loads(BUNDLED.read_text(encoding="utf-8")):
        group, _, short = part["name"].rpartition("/")
        yield component(
            part["name"], part["version"], part["identifier"],
            type=ComponentType.LIBRARY, purl=PackageURL("npm", group or None, short, part["version"]),
        )  # fmt: skip


def fonts() -> Iterator[Component]:
    """The fonts of boards and page."""
    for licence in sorted(FONTS.glob("OFL-*.txt")):
        yield component(licence.stem.removeprefix("OFL-"), None, "OFL-1.1", type=ComponentType.DATA)


def make() -> str:
    """The whole list. The same sources give the same bytes: no time, and a number made from the content."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    parts = [*packages(), *page_parts(), *fonts()]
    bom = Bom(components=parts)
    bom.metadata.component = component(
        project["name"], project["version"], project["license"],
        type=ComponentType.APPLICATION, purl=PackageURL("pypi", None, project["name"], project["version"]),
    )  # fmt: skip
    for part in (bom.metadata.component, *parts):
        part.bom_ref.value = str(part.purl) if part.purl else part.name
    bom.register_dependency(bom.metadata.component, parts)
    bom.serial_number = uuid5(NAMESPACE_URL, "".join(sorted(str(part.bom_ref.value) for part in parts)))
    document = json.loads(JsonV1Dot6(bom).output_as_string())
    del document["metadata"]["timestamp"]
    text = json.dumps(document, indent=1, sort_keys=True) + "\n"
    wrong = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if wrong is not None:
        sys.exit(f"the list is not valid: {wrong}")
    return text


if __name__ == "__main__":
    FILE.write_text(make(), encoding="utf-8")
