# SPDX-License-Identifier: Apache-2.0
"""NetworkX computes with Weft what NetworkX computes alone: values, types, order, errors."""
import importlib.metadata
import importlib.util
import json
import os
import random
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest

import weft

networkx = pytest.importorskip("networkx")
HERE, PACKAGE = Path(__file__).parent, Path(weft.__file__).parent
VERSION = tuple(map(int, networkx.__version__.split(".")[:2]))
dispatches = pytest.mark.skipif(VERSION < (3, 2), reason=f"NetworkX {networkx.__version__} has no backends; they came with 3.2")
OLD = VERSION < (3, 2)  # dicts ordered by sets, and other cutoffs that are no whole numbers
KINDS = [networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]


@pytest.fixture(scope="module")
def backend():
    from weft import networkx_backend
    return networkx_backend


def random_graph(kind, seed, nodes=24, edges=60):
    """Some graphs are connected, others are not; with loops and, in multigraphs, parallel edges; nodes of several types."""
    draw = random.Random(seed)
    names = draw.sample([*range(nodes), *"abcdef", (1, 2), 2.5, None][:nodes + 8 if seed % 2 else nodes], nodes)
    names = [it for it in names if it is not None]
    graph = kind()
    graph.add_nodes_from(names)
    graph.add_edges_from((draw.choice(names), draw.choice(names)) for _ in range(edges * (1 + seed % 3)))
    return graph


def outcome(call, *args, **kwargs):
    """The value of a call with its types and order, or its error."""
    def plain(value):
        if isinstance(value, dict):
            items = [(key, plain(it)) for key, it in value.items()]
            return sorted(items, key=str) if OLD else items
        return (type(value), value) if not isinstance(value, list) else [(type(it), it) for it in value]
    try:
        value = call(*args, **kwargs)
        return plain(dict(value) if hasattr(value, "__next__") else value)
    except Exception as error:  # noqa: BLE001
        return type(error), str(error)


CALLS: list[tuple[str, dict]] = [
    ("all_pairs_shortest_path_length", {}), ("all_pairs_shortest_path_length", {"cutoff": 2}), ("all_pairs_shortest_path_length", {"cutoff": 2 if OLD else 1.5}),
    ("diameter", {}), ("radius", {}), ("periphery", {}), ("center", {}), ("eccentricity", {}),
    ("average_shortest_path_length", {}), ("average_shortest_path_length", {"method": "unweighted"}),
    ("betweenness_centrality", {}), ("betweenness_centrality", {"normalized": False}), ("betweenness_centrality", {"endpoints": True}),
    ("betweenness_centrality", {"endpoints": True, "normalized": False}),
    ("edge_betweenness_centrality", {}), ("edge_betweenness_centrality", {"normalized": False}), ("shortest_path_length", {}),
]


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize(("name", "options"), CALLS)
def test_results_equal_those_of_networkx_in_every_bit(backend, kind, name, options):
    if OLD and name == "average_shortest_path_length" and kind().is_directed():
        pytest.skip(f"NetworkX {networkx.__version__} does not refuse digraphs that are not strongly connected")
    for seed in range(12):
        graph = random_graph(kind, seed)
        mine = backend.convert_from_nx(graph)
        assert outcome(getattr(backend, name), mine, **options) == outcome(getattr(networkx, name), graph, **options), seed


@pytest.mark.parametrize("kind", KINDS)
def test_single_sources_and_pairs(backend, kind):
    for seed in range(6):
        graph = random_graph(kind, seed)
        mine = backend.convert_from_nx(graph)
        for source in [*graph, "absent"]:
            for cutoff in (None, 0, 1, 2, float("inf"), *(() if OLD else (-1, 1.5))):
                ours = outcome(backend.single_source_shortest_path_length, mine, source, cutoff)
                assert ours == outcome(networkx.single_source_shortest_path_length, graph, source, cutoff)
            if source != "absent":
                assert outcome(backend.eccentricity, mine, source) == outcome(networkx.eccentricity, graph, source)
            for target in graph:
                ours = outcome(backend.shortest_path_length, mine, source, target)
                theirs = outcome(networkx.shortest_path_length, graph, source, target)
                assert ours == theirs or ours[0] is theirs[0] is networkx.NodeNotFound  # texts differ between versions
        some = list(graph)[:3]
        assert outcome(backend.eccentricity, mine, some) == outcome(networkx.eccentricity, graph, some)


@pytest.mark.parametrize("graph", [networkx.path_graph(9), networkx.star_graph(6), networkx.cycle_graph(8), networkx.trivial_graph(), networkx.null_graph(),
                                   networkx.complete_graph(5), networkx.balanced_tree(2, 3), networkx.petersen_graph(), networkx.grid_2d_graph(3, 4)])
@pytest.mark.parametrize("bounds", [False, True])
def test_extremes(backend, graph, bounds):
    mine = backend.convert_from_nx(graph)
    for name in ("diameter", "radius", "periphery", "center"):
        if backend.can_run(name, (mine,), {}):
            ours, theirs = outcome(getattr(backend, name), mine, usebounds=bounds), outcome(getattr(networkx, name), graph, usebounds=bounds)
            assert ours == theirs or len(graph) == 0 and ours[0] is theirs[0] is ValueError  # of max() or min()
        else:
            assert len(graph) == 0
    apart = networkx.union(graph, networkx.path_graph(["x", "y"]))
    if len(graph):
        assert outcome(backend.diameter, backend.convert_from_nx(apart), usebounds=bounds) == outcome(networkx.diameter, apart, usebounds=bounds)
    for name in ("average_shortest_path_length", "betweenness_centrality", "edge_betweenness_centrality"):
        ours, theirs = outcome(getattr(backend, name), mine), outcome(getattr(networkx, name), graph)
        assert ours == theirs or len(graph) == 0


def test_eccentricities_that_are_given_are_taken(backend):
    mine = backend.convert_from_nx(networkx.path_graph(5))
    assert backend.diameter(mine, e={0: 7}) == 7 and backend.radius(mine, {0: 7, 1: 5}) == 5 and backend.center(mine, {0: 7, 1: 5}) == [1]


def test_what_weft_does_not_compute_is_left_to_networkx(backend):
    graph = networkx.path_graph(4)
    runs = lambda name, *args, **kwargs: backend.can_run(name, (graph, *args), kwargs)
    assert runs("diameter") and runs("diameter", weight=None) and not runs("diameter", weight="length")
    assert not runs("betweenness_centrality", k=2) and not runs("betweenness_centrality", weight="length")
    assert not runs("eccentricity", sp={}) and not runs("pagerank")
    assert not runs("average_shortest_path_length", method="floyd-warshall") and runs("average_shortest_path_length", method="typo")
    assert runs("shortest_path_length", target=1) and not backend.can_run("shortest_path_length", (networkx.DiGraph(graph),), {"target": 1})
    assert backend.should_run("all_pairs_shortest_path_length", (graph,), {}) and not backend.should_run("single_source_shortest_path_length", (graph, 0), {})
    assert backend.should_run("single_source_shortest_path_length", (backend.convert_from_nx(graph), 0), {})
    with pytest.raises(ValueError, match="method not supported: typo"):
        backend.average_shortest_path_length(backend.convert_from_nx(graph), method="typo")


@pytest.mark.parametrize("kind", KINDS)
def test_graphs_come_back_with_the_attributes_that_were_asked_for(backend, kind):
    graph = random_graph(kind, 4)
    graph.graph["name"] = "mine"
    for i, (*_, data) in enumerate(graph.edges(data=True)):
        data.update({"weight": i, "color": "red"} if i % 2 else {})
    networkx.set_node_attributes(graph, {next(iter(graph)): 3}, "mass")
    every = backend.convert_to_nx(backend.convert_from_nx(graph, preserve_edge_attrs=True, preserve_node_attrs=True, preserve_graph_attrs=True))
    assert type(every) is kind and networkx.utils.graphs_equal(every, graph)
    some = backend.convert_to_nx(backend.convert_from_nx(graph, edge_attrs={"weight": 1}, node_attrs={"mass": None}))
    assert list(some.nodes(data=True)) == [(it, {key: data[key] for key in ("mass",) if key in data}) for it, data in graph.nodes(data=True)]
    ends = lambda it: sorted((str(a), str(b), d.get("weight", 1)) for a, b, d in it.edges(data=True))
    assert all(set(d) == {"weight"} for *_, d in some.edges(data=True)) and (graph.is_directed() is False or ends(some) == ends(graph))
    bare = backend.convert_to_nx(backend.convert_from_nx(graph))
    assert bare.number_of_edges() == graph.number_of_edges() and not any(d for *_, d in bare.edges(data=True)) and not bare.graph
    assert backend.convert_to_nx({"a": 1}) == {"a": 1}


def parallel_links():
    return networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "c"), ("c", "d"), ("d", "a")])


NETWORKS = {
    "torus": lambda: weft.network("torus:sides=4x4"),
    "broken": lambda: weft.network("torus:sides=4x4").failed(links=[(0, 1), (0, 4)], routers=[5]),
    "parallel": lambda: weft.network(parallel_links()),
    "directed": lambda: weft.network("kautz"),
    "tree": lambda: weft.network("xgft:children=4x4,parents=1x2"),
    "apart": lambda: weft.network("ring:routers=4").failed(links=[(0, 1), (2, 3)]),
}


@pytest.mark.parametrize("name", NETWORKS)
def test_a_network_is_the_graph_of_its_export(backend, name):
    net = NETWORKS[name]()
    graph = net.to_networkx()
    assert (net.is_directed(), net.is_multigraph()) == (graph.is_directed(), graph.is_multigraph())
    assert (net.number_of_nodes(), net.number_of_edges(), networkx.density(net)) == (len(graph), graph.number_of_edges(), networkx.density(graph))
    assert backend.convert_to_nx(net).adj == graph.adj
    for call, options in CALLS:
        if call == "average_shortest_path_length" and name == "apart":
            continue
        ours, theirs = (getattr(module, call) for module in (backend, networkx))
        if call.endswith("path_length") and "average" not in call:
            assert dict(ours(net, **options)) == dict(theirs(graph, **options))
        elif name == "apart" and "betweenness" not in call:
            assert outcome(ours, net, **options) == outcome(theirs, graph, **options)
        else:
            assert ours(net, **options) == pytest.approx(theirs(graph, **options), abs=1e-12)  # ports are in another order than edges


@dispatches
def test_functions_of_networkx_take_networks_and_names_of_backends(backend):
    net = weft.network("torus:sides=4x4")
    graph = net.to_networkx()
    assert networkx.diameter(net) == networkx.diameter(graph) == networkx.diameter(graph, backend="weft") == 4
    assert dict(networkx.all_pairs_shortest_path_length(net))[0][10] == 4
    assert networkx.average_shortest_path_length(net) == networkx.average_shortest_path_length(graph)
    for it in (net, graph):
        with pytest.raises(RuntimeError, match="not implemented|does not support"):  # NotImplementedError from NetworkX 3.3 on
            networkx.diameter(it, weight="bandwidth", backend="weft")
    with pytest.raises((RuntimeError, networkx.NetworkXException), match="not implemented"):
        networkx.pagerank(net)
    assert networkx.pagerank(net.to_networkx())


@dispatches
def test_conversions_are_kept_with_the_graph(backend):
    graph = networkx.path_graph(6)
    if not hasattr(graph, "__networkx_cache__"):
        pytest.skip(f"NetworkX {networkx.__version__} keeps no conversions")
    assert networkx.diameter(graph, backend="weft") == 5 and graph.__networkx_cache__["backends"]["weft"]
    graph.add_edge(0, 5)
    assert networkx.diameter(graph, backend="weft") == 3


def test_the_metadata_name_the_backend():
    project = tomllib.loads((HERE.parent / "pyproject.toml").read_text())["project"]
    if not list(PACKAGE.parent.glob("weft-*.dist-info")):
        pytest.skip("the module was not built by CMake")
    points = importlib.metadata.distribution("weft").entry_points
    assert {(it.group, it.name, it.value) for it in points} == {(group, name, value) for group, it in project["entry-points"].items() for name, value in it.items()}
    for it in points:
        assert it.load()


def test_the_help_of_networkx_names_what_the_backend_has(backend):
    import _weft_networkx

    assert sorted(_weft_networkx.get_info()["functions"]) == sorted(backend._signatures)
    shown = subprocess.run([sys.executable, "-c", "import sys, _weft_networkx; print('weft' in sys.modules, 'numpy' in sys.modules)"],
                           capture_output=True, text=True, check=True, env=os.environ | {"PYTHONPATH": str(PACKAGE.parent)})
    assert shown.stdout.split() == ["False", "False"]  # `import networkx` loads it


QUICK = ["networkx.algorithms.tests.test_distance_measures", "networkx.algorithms.shortest_paths.tests.test_unweighted",
         "networkx.algorithms.shortest_paths.tests.test_generic", "networkx.algorithms.centrality.tests.test_betweenness_centrality",
         "networkx.utils.tests.test_backends"]  # from NetworkX 3.3 on


@dispatches
@pytest.mark.parametrize("modules", [QUICK, pytest.param(["networkx"], marks=pytest.mark.skipif(
    "WEFT_NETWORKX_SUITE" not in os.environ, reason="WEFT_NETWORKX_SUITE=1 runs all tests of NetworkX: some minutes"))], ids=["quick", "all"])
def test_the_tests_of_networkx_pass(backend, modules, tmp_path):
    """Functions that Weft has run in Weft, the others in NetworkX. What fails without Weft too, by an old SciPy, does not count."""
    def run(tests, **settings):
        command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "-p", "networkx_calls", *tests]
        path = os.pathsep.join([str(PACKAGE.parent), str(HERE), os.environ.get("PYTHONPATH", "")])
        done = subprocess.run(command, cwd=tmp_path, env=os.environ | {"PYTHONPATH": path, "WEFT_CALLS": str(tmp_path / "calls.json")} | settings,
                              capture_output=True, text=True, check=False)
        assert done.returncode in (0, 1), done.stdout[-4000:] + done.stderr
        return json.loads((tmp_path / "calls.json").read_text()), done.stdout

    mine, shown = run(["--pyargs", *(it for it in modules if importlib.util.find_spec(it))], NETWORKX_TEST_BACKEND="weft", NETWORKX_FALLBACK_TO_NX="1")
    assert set(mine["calls"]) == {it.__name__ for it in backend.functions} and sum(mine["calls"].values()) > 100
    alone = run(mine["failed"])[0]["failed"] if mine["failed"] else []
    assert set(mine["failed"]) <= set(alone), shown[-4000:]
