# SPDX-License-Identifier: Apache-2.0
"""The package, its stubs and its tests pass mypy; the documents that it shows are well formed."""
import ast
import html.parser
import importlib
import inspect
import os
import re
import shutil
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
import networkx
import weft
from weft import Topology
weft.show("torus", metrics=["diameter"], seed=2).tables["metrics"].rows
weft.show("torus", sed=2)  # wrong
weft.topology.torus(side=4)  # wrong
weft.load("torus").arays  # wrong
weft.network("torus").positions(3)  # wrong
weft.load(3.14)  # wrong
weft.load("torus", routing=weft.topology.torus())  # wrong
weft.load("torus", mapping=weft.routing.valiant())  # wrong
weft.load("torus", pattern=weft.machine.frontier())  # wrong
weft.simulate("torus", engine=weft.routing.valiant())  # wrong
weft.simulate("torus", details="chanels")  # wrong
weft.topology.dragonfly(arrangement="absolut")  # wrong
weft.topology.torus(8, "x")  # wrong
weft.topology.torus(concentration="x")  # wrong
weft.engine.flit(flow="wormhol")  # wrong
weft.Flits("torus", rat=0.1)  # wrong
weft.Flits("torus", rate=weft.engine.flit())  # wrong
weft.explore("torus", sea="room")  # wrong
weft.explore("torus", see="rom")  # wrong
weft.show("torus", exact="maybe")  # wrong
weft.show("torus", seed="two")  # wrong
weft.compare(["torus"], terminals="two")  # wrong
weft.network(networkx.cycle_graph(3), terminals="two")  # wrong
weft.queue("torus", policy=weft.allocation.first_free())  # wrong
weft.collective("brodcast", "torus")  # wrong
weft.sweep("torus", rates=weft.engine.flit())  # wrong
weft.deadlock("torus", routes=5)  # wrong
weft.topology.torus().nam  # wrong
weft.Topology(weft.topology.torus())  # wrong
weft.Routing.made(3)  # wrong
weft.nothing  # wrong
def optional(topology: Topology | None) -> weft.Result:
    return weft.load(topology)  # wrong
"""
RIGHT = """
import os
from collections.abc import Sequence
from pathlib import Path
import igraph
import networkx
import numpy as np
import scipy.sparse
import weft
from weft.accepted import TopologyLike

class Ring:
    routers = 7

    def degree(self, router: int) -> int:
        return 2

    def neighbor(self, router: int, port: int) -> int:
        return (router + (1 if port == 0 else -1)) % self.routers

rng = np.random.default_rng(1)
net = weft.network(networkx.cycle_graph(4), terminals=[1, 1, 1, 2])
topologies: list[TopologyLike] = ["torus", net, net.spec, Path("a.csv"), weft.topology.torus(8, 8), weft.machine.frontier(), np.eye(4),
                                  scipy.sparse.csr_matrix((3, 3)), igraph.Graph.Ring(3), networkx.cycle_graph(4)]
for topology in topologies:
    weft.load(topology)
weft.load(Ring())
weft.network([[0, 1], [1, 2]], array="links")
weft.load(net, pattern=np.eye(4), mapping=[3, 2, 1, 0], bandwidth="100Gb/s", alpha=1e-6, grid=(2, 2), seed=rng.integers(3))
weft.load(net, pattern=weft.pattern.halo(), mapping=np.arange(4), routing=weft.routing.valiant(), grid=4)
weft.simulate(net, traffic=weft.pattern.halo(), engine=weft.engine.flit(rate=np.float64(0.2), packet_size=(1, 4)))
weft.simulate(net, traffic=scipy.sparse.csr_matrix((3, 3)), engine="flit:rate=0.2")
weft.simulate(net, traffic=weft.traffic.messages([[0, 1], [3, 2]]))
weft.sweep(net, rates=np.linspace(0.1, 0.5, 3), routing=[weft.routing.valiant(), "minimal"])
weft.sweep(net, rates=(0.1, 0.2), saturation=True)
weft.compare([net, "torus", weft.topology.ring(8)], cost={"rate": 100}, metrics=("diameter", "avg_dist"))
weft.deadlock(net, routes={(0, 2): [0, 1, 2]})
weft.deadlock(net, routes=dict(networkx.all_pairs_shortest_path(networkx.path_graph(4))))
weft.route(net, from_=0, to=(1, 2))
weft.queue(net, log=Path("jobs.swf"), policy=[weft.policy.easy(), "fcfs"])
weft.topology.torus((8, 8)), weft.topology.torus(8, 8, concentration=2), weft.topology.torus("8x8")
weft.topology.clex(clique=weft.topology.torus(2, 2))
weft.Flits(net, rate=0.5, vcs=2, traffic="tornado").step(10).buffers.shape
weft.explore(weft.load(net), router=5, see="room")
spec: weft.Spec = weft.topology.torus()
same: bool = spec == "torus"
names: Sequence[str] = [str(spec), spec.name]
"""


@pytest.fixture(scope="module")
def told(tmp_path_factory):
    """What mypy says of the package, its tests and a file of wrong calls: lines of errors."""
    pytest.importorskip("mypy")
    folder = tmp_path_factory.mktemp("mypy")
    tests = [it for it in HERE.glob("*.py") if it.name != "test_bad_input.py"]  # whose calls are wrong
    (folder / "mypy.ini").write_text(SETTINGS.format(tests=",".join(it.stem for it in tests)))
    (folder / "wrong.py").write_text(WRONG)
    (folder / "right.py").write_text(RIGHT)
    done = subprocess.run([sys.executable, "-m", "mypy", "--config-file", "mypy.ini", PACKAGE, "wrong.py", "right.py", *tests], cwd=folder, capture_output=True,
                          text=True, timeout=300, check=False)
    assert done.returncode in (0, 1), done.stderr
    return [it for it in done.stdout.splitlines() if ": error:" in it]


def test_the_package_and_its_tests_pass_mypy(told):
    assert [it for it in told if not it.startswith("wrong.py")] == []


def test_mypy_finds_wrong_calls(told):
    wrong = [str(number) for number, line in enumerate(WRONG.splitlines(), 1) if line.endswith("# wrong")]
    assert len(wrong) >= 18 and [it.split(":")[1] for it in told if it.startswith("wrong.py")] == wrong


def test_mypy_accepts_right_calls(told):
    assert [it for it in told if it.startswith("right.py")] == []


def test_pyright_knows_the_types_of_public_names():
    pyright = shutil.which("pyright")
    if not pyright:
        pytest.skip("pyright is not installed")
    done = subprocess.run([pyright, "--verifytypes", "weft", "--ignoreexternal", "--pythonpath", sys.executable], capture_output=True, text=True,
                          env={**os.environ, "PYTHONPATH": str(PACKAGE.parent)}, timeout=300, check=False)
    score = re.search(r"Type completeness score: ([\d.]+)%", done.stdout)
    assert score and float(score[1]) >= 99, done.stdout


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
