# SPDX-License-Identifier: Apache-2.0
"""What goes to another library and comes back is what it was: networks, tables, results."""
import json
import pickle
from typing import Literal

import numpy as np
import pytest

import weft
from arrow_stream import read_stream

hypothesis = pytest.importorskip("hypothesis")
networkx = pytest.importorskip("networkx")
some = hypothesis.strategies
hypothesis.settings.register_profile("weft", deadline=None, derandomize=True, database=None, max_examples=60)
hypothesis.settings.load_profile("weft")


@some.composite
def graphs(draw):
    """Graphs of NetworkX with loops, parallel edges, names, bandwidths, classes and terminals, any of which may be absent."""
    nodes = draw(some.one_of(
        some.integers(1, 8).map(lambda count: list(range(count))),
        some.lists(some.text(max_size=5), min_size=1, max_size=8, unique=True),
        some.lists(some.tuples(some.integers(0, 9), some.booleans()), min_size=1, max_size=8, unique=True)))
    graph = draw(some.sampled_from([networkx.Graph, networkx.DiGraph, networkx.MultiGraph, networkx.MultiDiGraph]))()
    graph.add_nodes_from(nodes)
    node = some.sampled_from(nodes)
    weighted, classified = draw(some.booleans()), draw(some.booleans())
    for a, b in draw(some.lists(some.tuples(node, node), max_size=12)):
        graph.add_edge(a, b)
        if graph.is_multigraph() and draw(some.booleans()):
            graph.add_edge(b, a)
    for _, _, data in graph.edges(data=True):
        if weighted:
            data["bandwidth"] = draw(some.floats(0.125, 1000, width=32))  # Weft holds 32 bits of them
        if classified:
            data["class"] = draw(some.sampled_from(["local", "global"]))
    if draw(some.booleans()):
        networkx.set_node_attributes(graph, {it: draw(some.integers(0, 3)) for it in nodes}, "terminals")
    return graph


def picture(net):
    """All of a network but the order of its channels and classes."""
    names = net.class_names
    channels = sorted((int(a), int(b), float(bandwidth), names[kind]) for a, b, bandwidth, kind in zip(
        net.sources, net.targets, net.bandwidth, net.channel_class, strict=True))
    return [net.name(it) for it in range(net.routers)], net.bidirectional, channels, np.bincount(net.terminals, minlength=net.routers).tolist()


@hypothesis.given(graphs())
def test_graphs_become_networks_of_their_edges(graph):
    net = weft.network(graph)
    nodes = sorted(graph.nodes) if set(graph.nodes) == set(range(len(graph))) else list(graph.nodes)
    number = {node: i for i, node in enumerate(nodes)}
    expected = []
    for a, b, data in graph.edges(data=True):
        ends = [(number[a], number[b])] if graph.is_directed() else [(number[a], number[b]), (number[b], number[a])]
        expected += [(*it, data.get("bandwidth", 1.0), data.get("class", "link")) for it in ends]
    names, bidirectional, channels, terminals = picture(net)
    assert channels == sorted(expected)
    assert bidirectional or graph.is_directed()
    assert terminals == [graph.nodes[it].get("terminals", 1) for it in nodes]
    if any(isinstance(it, str) for it in nodes):
        assert names == nodes


@hypothesis.given(graphs())
def test_networks_come_back_from_networkx(graph):
    net = weft.network(graph)
    for directed in (None, True):
        exported = net.to_networkx(directed=directed)
        assert weft.network(exported) == net and weft.network(exported) is not net
        assert picture(weft.network(exported, name="other")) == picture(net)  # built from the edges alone


@hypothesis.given(graphs())
def test_networks_come_back_from_igraph(graph):
    pytest.importorskip("igraph")
    net = weft.network(graph)
    assert weft.network(net.to_igraph()) == net and picture(weft.network(net.to_igraph(), name="other")) == picture(net)


@hypothesis.given(graphs())
def test_networks_come_back_from_scipy_but_for_names(graph):
    pytest.importorskip("scipy.sparse")
    net = weft.network(graph)
    again = weft.network(net.to_scipy())
    assert [it[:3] for it in picture(again)[2]] == [it[:3] for it in picture(net)[2]]


@hypothesis.given(graphs())
def test_networks_come_back_from_pickles_and_have_equal_runs(graph):
    net = weft.network(graph)
    again = pickle.loads(pickle.dumps(net))
    assert again == net and hash(again) == hash(net) and picture(again) == picture(net)
    if len(net.terminals):
        assert weft.show(again, metrics="n_routers") == weft.show(net, metrics="n_routers")


@hypothesis.given(graphs())
def test_networks_come_back_from_files(graph):
    forms: tuple[Literal["graphml", "json"], ...] = ("graphml", "json")
    for form in forms:
        net = weft.network(graph)
        text = weft.export(net, format=form).document
        assert text
    read = networkx.parse_graphml(weft.export(weft.network(graph), format="graphml").document)
    assert len(read) == len(graph) and read.is_directed() != weft.network(graph).bidirectional


@pytest.mark.parametrize("spec", ["torus:sides=3x4", "dragonfly:p=2,a=4,h=2", "slim_fly:q=5", "xgft", "clex:m=3,levels=2", "percs:supernodes=4,links=2",
                                  "butterfly", "dcell"])
def test_topologies_come_back_from_networkx_and_igraph(spec):
    net = weft.network(spec)
    for graph in (net.to_networkx(), net.to_networkx(directed=True, multigraph=True), pytest.importorskip("igraph") and net.to_igraph()):
        again = weft.network(graph)
        assert again == net and all(np.array_equal(getattr(again, it), getattr(net, it)) for it in ("first", "targets", "bandwidth", "channel_class", "terminals"))
        assert picture(weft.network(graph, name="other")) == picture(net)


RESULTS = {
    "list": lambda: weft.list("routings"),
    "show": lambda: weft.show("torus:sides=4x4"),
    "sweep": lambda: weft.sweep("ring:routers=8", rates=(0.1, 0.9), engine="flit:cycles=300,warm_up=100"),
    "load": lambda: weft.load("torus:sides=4x4", pattern=np.roll(np.eye(16), 1, axis=0)),
    "deadlock": lambda: weft.deadlock("ring:routers=8", vcs=1),
    "judge": lambda: weft.judge("ring:routers=8"),
    "draw": lambda: weft.draw("ring:routers=4"),
    "collective": lambda: weft.collective("broadcast", "ring:routers=8"),
}


@pytest.fixture(scope="module", params=RESULTS)
def result(request):
    return RESULTS[request.param]()


def test_results_come_back_from_pickles(result):
    again = pickle.loads(pickle.dumps(result))
    assert again == result and again.tables == result.tables and again.scenario == result.scenario
    assert again.arrays.keys() == result.arrays.keys() and str(again) == str(result)
    assert all(np.array_equal(again.arrays[it], result.arrays[it], equal_nan=result.arrays[it].dtype.kind == "f") for it in result.arrays)
    assert again.met == result.met and again.document == result.document


def test_results_come_back_from_folders_and_json(result, tmp_path):
    data = json.loads(result.to_json())
    assert data["run"] == result.run_id and [it["name"] for it in data["tables"]] == list(result.tables)
    if result.document is None:
        result.save(tmp_path / "saved")
        again = weft.read(tmp_path / "saved")
        assert again.tables == result.tables and again.to_json() == result.to_json()


def test_tables_come_back_from_arrow(result):
    for table in result.tables.values():
        names, columns = read_stream(table.__arrow_c_stream__())
        assert names == [it.name for it in table.columns]
        for name, column in zip(names, columns, strict=True):
            cells = [row[names.index(name)] for row in table.rows]
            assert len(column) == len(cells)
            for ours, theirs in zip(cells, column, strict=True):  # numbers among texts are texts
                assert theirs == ours or isinstance(theirs, str) and float(theirs) == ours


def test_tables_become_data_frames_with_units(result):
    pandas = pytest.importorskip("pandas")
    for table in result.tables.values():
        frame = table.to_pandas()
        assert isinstance(frame, pandas.DataFrame) and list(frame.columns) == [it.name for it in table.columns] and len(frame) == len(table)
        assert frame.attrs["units"] == {it.name: it.unit for it in table.columns if it.unit}
        for column in table.columns:
            assert frame[column.name].dtype == table[column.name].dtype
