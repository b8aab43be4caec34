# SPDX-License-Identifier: Apache-2.0
"""The package, its stubs and its tests pass mypy; the documents that it shows are well formed."""
import ast
import html.parser
import importlib
import inspect
import subprocess
import sys
import types
import xml.etree.ElementTree
from pathlib import Path

import pytest

import weft

HERE, PACKAGE = Path(__file__).parent, Path(weft.__file__).parent


SETTINGS = """
[mypy]
strict = True
ignore_missing_imports = True

# Tests have no types of their own, but what they call has.
[mypy-{tests}]
disallow_untyped_defs = False
disallow_incomplete_defs = False
disallow_untyped_calls = False
disallow_any_generics = False
warn_return_any = False
disable_error_code = var-annotated
"""
WRONG = """
import weft
weft.show("torus", metrics=["diameter"], seed=2).tables["metrics"].rows
weft.show("torus", sed=2)
weft.topology.torus(side=4)
weft.load("torus").arays
weft.network("torus").positions(3)
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What mypy says of the package, its tests and a file of wrong calls: lines of errors."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("mypy")
    tests = [it for it in HERE.glob("*.py") if it.name != "test_bad_input.py"]  # whose calls are wrong
    (folder / "mypy.ini").write_text(SETTINGS.format(tests=",".join(it.stem for it in tests)))
    (folder / "wrong.py").write_text(WRONG)
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", "mypy.ini", PACKAGE, "wrong.py", *tests], cwd=folder, capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode in (0, 1), done.stderr
    return [it for it in done.stdout.splitlines() if ": error:" in it]


def test_the_package_and_its_tests_pass_mypy(told):
    assert [it for it in told if not it.startswith("wrong.py")] == []


def test_mypy_finds_wrong_calls(told):
    assert [it.split(":")[1] for it in told if it.startswith("wrong.py")] == ["4", "5", "6", "7"]


def test_stubs_name_all_that_the_module_has():
    """The stubs of the module of C++ have its names, of classes and of functions, and no others."""
    def names(body):
        named = {it.name for it in body if isinstance(it, (ast.ClassDef, ast.FunctionDef))}
        return named - {"__init__"} | {ast.unparse(it.target) for it in body if isinstance(it, ast.AnnAssign)}

    def has(thing):
        return {it for it in vars(thing) if not it.startswith("_")}

    body = ast.parse((PACKAGE / "_weft.pyi").read_text()).body
    module = importlib.import_module("weft._weft")
    assert has(module) == names(body)
    for stub in body:
        if isinstance(stub, ast.ClassDef) and stub.name != "InputError":
            assert has(getattr(module, stub.name)) == names(stub.body), stub.name


def test_every_public_name_is_explained():
    for name in weft.__all__:
        thing = getattr(weft, name)
        assert isinstance(thing, types.ModuleType) or inspect.getdoc(thing), name
    for kind in (weft.Result, weft.Table, weft.Figure, weft.Network, weft.Flits):
        for name, member in vars(kind).items():
            assert name.startswith("_") or not (callable(member) or isinstance(member, property)) or inspect.getdoc(member), f"{kind.__name__}.{name}"


class Page(html.parser.HTMLParser):
    """Reads a part of a page: its tags close in order, and nothing in it runs."""

    void = {"br", "img", "hr", "input", "meta", "link", "col"}

    def __init__(self, text):
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.feed(text)
        self.close()
        assert not self.open

    def handle_starttag(self, tag, attributes):
        self.seen.append(tag)
        assert tag != "script" and not any(key.startswith("on") or (value or "").startswith("javascript:") for key, value in attributes)
        if tag not in self.void:
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.seen.append(tag)

    def handle_endtag(self, tag):
        assert self.open and self.open.pop() == tag


SHOWN = {
    "show": lambda: weft.show("torus:sides=4x4"),
    "load": lambda: weft.load("torus:sides=4x4", pattern="transpose"),
    "sweep": lambda: weft.sweep("ring:routers=8", rates=(0.1, 0.2), engine="flit:cycles=300,warm_up=100"),
    "deadlock": lambda: weft.deadlock("ring:routers=8", vcs=1),
    "map": lambda: weft.map("torus:sides=4x4"),
    "judge": lambda: weft.judge("torus:sides=4x4"),
    "list": lambda: weft.list("routings"),
}


@pytest.mark.parametrize("name", SHOWN)
def test_results_are_parts_of_pages_without_scripts(name):
    result = SHOWN[name]()
    page = Page(result._repr_html_())
    assert page.seen.count("table") == len(result.tables) and page.seen.count("figure") == len(result.figures)
    for figure in result.figures.values():
        bundle = figure._repr_mimebundle_()
        xml.etree.ElementTree.fromstring(bundle["image/svg+xml"])
        assert "<script" not in bundle["image/svg+xml"] and bundle["text/plain"]
        if "application/vnd.vegalite.v5+json" in bundle:
            assert bundle["application/vnd.vegalite.v5+json"]["$schema"].startswith("https://vega.github.io/schema/vega-lite/v5")
    for table in result.tables.values():
        assert Page(table._repr_html_()).seen.count("tr") == 1 + min(20, len(table))


def test_names_of_nodes_are_no_tags():
    networkx = pytest.importorskip("networkx")
    mine = weft.network(networkx.Graph([("<b>", "<script>alert(1)</script>"), ("<b>", "&'\"")]))
    Page(weft.load(mine)._repr_html_())
    xml.etree.ElementTree.fromstring(mine._repr_svg_() or "")


def test_networks_are_pictures_also_large_ones():
    xml.etree.ElementTree.fromstring(weft.network("torus:sides=8x8")._repr_svg_() or "")
    assert weft.network("torus:sides=64x64")._repr_svg_() is None  # and their text is shown


def test_results_print_as_the_command_prints():
    class Printer:
        texts: list[str] = []

        def text(self, text):
            self.texts.append(text)

    result = weft.load("torus:sides=4x4")
    result._repr_pretty_(Printer(), False)
    assert "throughput" in Printer.texts[0] and "run " + result.run_id in str(result)
    assert result.run_id in repr(result) and "torus" in repr(weft.network("torus"))
