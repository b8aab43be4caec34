# SPDX-License-Identifier: Apache-2.0
"""The graphs of other libraries that a network becomes: their kind, their attributes, and the order of channels when they come back."""
import pickle
import re
from pathlib import Path

import numpy as np
import pytest

import weft
from weft.exchange import recalled
from weft.own_network import Edges

networkx = pytest.importorskip("networkx")
PAGES = Path(__file__).parents[2] / "docs"
PARALLEL = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c"), ("c", "a")])


def arrays(net):
    return [getattr(net, it).tolist() for it in ("first", "targets", "bandwidth", "channel_class", "terminals")] + [net.class_names]


@pytest.mark.parametrize(("what", "kind"), [
    ("torus:sides=4x4", networkx.Graph), ("dragonfly:p=2,a=4,h=2", networkx.Graph), ("kautz", networkx.DiGraph),
    (PARALLEL, networkx.MultiGraph), (networkx.MultiDiGraph([(0, 1), (0, 1), (1, 0)]), networkx.MultiDiGraph)])
def test_the_kind_of_the_graph_is_that_of_the_links(what, kind):
    net = weft.network(what)
    graph = net.to_networkx()
    assert type(graph) is kind
    links = len(net.targets) // (2 if not graph.is_directed() else 1)
    assert graph.number_of_edges() == links and len(graph) == net.routers
    both = net.to_networkx(directed=True, multigraph=True)
    assert type(both) is networkx.MultiDiGraph and both.number_of_edges() == len(net.targets)
    assert [(a, b) for a, b, _ in both.edges] and type(net.to_networkx(multigraph=True)).__name__.startswith("Multi")


def test_links_whose_directions_differ_are_directed_edges():
    graph = networkx.DiGraph()
    graph.add_edge(0, 1, bandwidth=2)
    graph.add_edge(1, 0, bandwidth=1)
    net = weft.network(graph)
    assert net.to_networkx().is_directed()
    with pytest.raises(weft.InputError, match="directed=False .channels have no reverse"):
        net.to_networkx(directed=False)


def test_what_a_graph_cannot_hold_is_refused():
    net = weft.network(PARALLEL)
    with pytest.raises(weft.InputError, match="multigraph=False .the network has parallel links"):
        net.to_networkx(multigraph=False)
    for wrong in ({"directed": 1}, {"multigraph": "no"}):
        with pytest.raises(TypeError, match="pass True, False or None"):
            net.to_networkx(**wrong)  # type: ignore[arg-type]


def test_functions_for_graphs_without_direction_work():
    net = weft.network("ring:routers=6")
    assert networkx.is_connected(net.to_networkx()) and not networkx.is_connected(net.failed(links=[(0, 1), (3, 4)]).to_networkx())
    broken = net.failed(links=[(0, 1)], routers=[3]).to_networkx()
    assert sorted(broken.edges) == [(0, 5), (1, 2), (4, 5)] and 3 not in broken


def test_capacity_is_bandwidth_in_both_directions():
    graph = networkx.Graph()
    graph.add_edge("s", "a", capacity=3)
    graph.add_edge("a", "t", capacity=2)
    net = weft.network(graph)
    assert sorted(net.bandwidth.tolist()) == [2, 2, 3, 3]
    exported = net.to_networkx()
    assert networkx.maximum_flow_value(exported, "s", "t") == 2 and exported.edges["s", "a"] == {"bandwidth": 3, "capacity": 3, "class": "link"}
    assert networkx.maximum_flow_value(weft.network("torus:sides=4x4").to_networkx(), 0, 10) == 4
    igraph = pytest.importorskip("igraph")
    assert igraph.Graph.maxflow_value(net.to_igraph(), net.number("s"), net.number("t"), "capacity") == 2


SPECS = ["torus:sides=3x4", "mesh:sides=3x3", "dragonfly:p=2,a=4,h=2", "clex:m=3,levels=2", "xgft:children=4x4,parents=1x2", "kary_ntree", "slim_fly:q=5",
         "percs:supernodes=4,links=2", "kautz", "dcell"]


@pytest.mark.parametrize("spec", SPECS)
def test_channels_keep_their_order(spec):
    net = weft.network(spec)
    for graph in (net.to_networkx(), net.to_networkx(directed=True), pickle.loads(pickle.dumps(net.to_networkx()))):
        again = weft.network(graph)
        assert arrays(again) == arrays(net) and again == net and again.spec == spec


def test_channels_of_networks_of_ones_own_and_of_broken_ones_keep_their_order():
    links = np.random.default_rng(3).permutation(np.array(networkx.random_regular_graph(4, 30, seed=2).edges))
    net = weft.network(links)
    broken = net.failed(links=3)
    for it in (net, broken, weft.network("torus:sides=4x4").failed(links=[(0, 1)])):
        assert arrays(weft.network(it.to_networkx())) == arrays(it) and weft.network(it.to_networkx()) == it
    failed_again = weft.network(net.to_networkx(), failed_links=0.1, seed=2)
    assert failed_again == weft.network(net, failed_links=0.1, seed=2)


def test_a_graph_that_has_changed_is_a_network_of_ones_own():
    net = weft.network("torus:sides=4x4")

    def changed(change):
        graph = net.to_networkx()
        change(graph)
        return weft.network(graph)

    assert changed(lambda it: it.remove_edge(0, 1)).distances(0)[1] == 3
    assert changed(lambda it: it.add_edge(0, 10)).distances(0)[10] == 1
    assert changed(lambda it: it.add_node(16)).routers == 17
    for change in (lambda it: it.edges[0, 1].update(bandwidth=2), lambda it: it.edges[0, 1].update({"class": "other"}), lambda it: it.nodes[3].update(terminals=5),
                   lambda it: it.nodes[3].update(kind="host"), lambda it: it.nodes[3].update(place="here")):
        assert changed(change) != net
    named = weft.network(net.to_networkx(), name="mine")
    assert str(named.spec).startswith("mine:graph=") and weft.network(net.to_networkx(), terminals=2) != net


@pytest.mark.parametrize("name", ["", "torus", "Zachary's Karate Club", "a: b", "torus:sides=4x4", "hexagon:sides=4x4", "file:path=/no/such/file.graphml",
                                  "network:graph=0123456789abcdef", "failed:topology=x", "torus:sides=-1"])
def test_names_of_graphs_are_no_specs_to_rely_on(name):
    graph = networkx.cycle_graph(5)
    graph.name = name
    net = weft.network(graph)
    assert net.routers == 5 and "graph=" in str(net.spec)
    assert recalled(Edges.of(graph, None, None)) is None


def test_matrices_may_be_changed():
    sparse = pytest.importorskip("scipy.sparse")
    net = weft.network("torus:sides=4x4")
    matrix = net.to_scipy()
    for change in (matrix.sort_indices, matrix.sum_duplicates, matrix.eliminate_zeros, lambda: matrix.setdiag(1)):
        change()
    assert sparse.csgraph.structural_rank(net.to_scipy()) == 16 and net.to_scipy()[0, 0] == 0


def test_the_page_for_users_of_networkx_runs():
    pytest.importorskip("pandas")
    page = (PAGES / "how-to/come-from-networkx.md").read_text()
    names: dict = {}
    blocks = re.findall(r"```python\n(.*?)```", page, re.S)
    assert len(blocks) >= 4
    version = tuple(map(int, networkx.__version__.split(".")[:2]))
    for block in blocks:
        if version >= ((3, 4) if "nx.config" in block else (3, 2) if "backend" in block else (2, 8)):
            exec(block, names)  # noqa: S102
