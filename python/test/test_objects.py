# SPDX-License-Identifier: Apache-2.0
"""Networks, matrices, placements and routes of Python's own, in place of names."""
import gc
import html
import pickle
import urllib.parse

import numpy as np
import pytest

import weft
from weft.exchange import kinds_of

networkx = pytest.importorskip("networkx")
sparse = pytest.importorskip("scipy.sparse")


def diameter(network):
    return weft.show(network, metrics="diameter")["metrics"]["value"][0]


def channels(network):
    return sorted(zip(network.sources.tolist(), network.targets.tolist(), network.bandwidth.tolist(), strict=True))


def random_graph(seed):
    """A multigraph with loops, parallel links and weights."""
    rng = np.random.default_rng(seed)
    graph = networkx.MultiGraph(networkx.random_regular_graph(4, 20, seed=seed))
    for a, b, weight in zip(rng.integers(0, 20, 8), rng.integers(0, 20, 8), rng.integers(1, 5, 8), strict=True):
        graph.add_edge(int(a), int(b), bandwidth=float(weight))
    graph.add_edge(3, 3)
    return graph


@pytest.mark.parametrize("seed", range(10))
def test_round_trips_by_networkx_and_scipy_keep_every_channel(seed):
    mine = weft.network(random_graph(seed), terminals=2)
    assert mine.bidirectional and len(mine.terminals) == 40
    assert channels(weft.network(mine.to_networkx())) == channels(mine)
    assert channels(weft.network(mine.to_scipy())) == channels(mine)
    igraph = pytest.importorskip("igraph")
    assert channels(weft.network(mine.to_igraph())) == channels(mine)
    assert igraph.Graph.vcount(mine.to_igraph()) == 20


def test_a_loop_without_partner_stays_an_arc():
    graph = networkx.DiGraph([(0, 1), (1, 0), (1, 1)])
    assert channels(weft.network(graph)) == [(0, 1, 1.0), (1, 0, 1.0), (1, 1, 1.0)]
    with pytest.raises(weft.InputError, match="without a reverse"):
        weft.network(graph, directed=False)


def test_a_graph_of_igraph_without_attributes_is_a_network():
    igraph = pytest.importorskip("igraph")
    ring = igraph.Graph.Ring(6)
    assert diameter(weft.network(ring)) == 3
    with pytest.raises(weft.InputError, match="no edge has this attribute"):
        weft.network(ring, bandwidth="width")


def test_names_and_terminals_of_nodes_are_kept():
    graph = networkx.Graph([("spine", "leaf 1"), ("spine", "leaf 2")])
    networkx.set_node_attributes(graph, {"leaf 1": 3, "leaf 2": 4}, "terminals")
    mine = weft.network(graph, name="tree")
    assert [mine.name(it) for it in range(3)] == ["spine", "leaf 1", "leaf 2"]
    assert np.bincount(mine.terminals, minlength=3).tolist() == [0, 3, 4]
    assert str(mine.spec).startswith("tree:graph=")


def hosts_on_two_switches(word):
    """Two switches without a link, each with a host; a third host is on both."""
    graph = networkx.Graph([("s1", "a"), ("s1", "both"), ("s2", "both"), ("s2", "b")])
    networkx.set_node_attributes(graph, dict.fromkeys(["a", "b", "both"], word), "kind")
    return graph


def test_hosts_of_graphs_forward_nothing():
    igraph = pytest.importorskip("igraph")
    graph = hosts_on_two_switches("Host")
    same = igraph.Graph.from_networkx(graph)
    same.vs["name"] = same.vs["_nx_name"]
    for mine in (weft.network(graph), weft.network(same)):
        assert sorted(mine.name(it) for it in mine.terminals) == ["a", "b", "both"]
        assert mine.distances("a")[mine.number("both")] == 2
        with pytest.raises(weft.InputError, match="no route|no way|not connected|unreachable"):
            weft.route(mine, from_="a", to="b")
    forwards = weft.network(hosts_on_two_switches("node"))
    assert diameter(forwards) == 4
    assert len(weft.network(hosts_on_two_switches("switch")).terminals) == 5


def test_kinds_of_nodes_come_back(tmp_path):
    mine = weft.network("xgft:children=4x4,parents=1x2")
    for graph in (mine.to_networkx(), pytest.importorskip("igraph") and mine.to_igraph()):
        again = weft.network(graph)
        assert kinds_of(again) == kinds_of(mine) and kinds_of(again).count("host") == 16
        assert again.terminals.tolist() == mine.terminals.tolist()
        result = weft.load(again)
        result.save(tmp_path / type(graph).__name__)
        kept = weft.read(tmp_path / type(graph).__name__)
        assert kept == result and getattr(weft, kept.verb)(**kept.request) == result


def test_equal_networks_have_equal_runs_and_others_do_not():
    links = np.array([[0, 1], [1, 2], [2, 0]])
    first, again, other = (weft.load(weft.network(it, array="links")) for it in (links, links.copy(), links[:2]))
    assert first == again and first.run_id != other.run_id
    heavier = weft.load(weft.network(np.c_[links, [1, 1, 2]], array="links"))
    assert heavier.run_id != first.run_id


def test_results_keep_what_they_were_made_of():
    result = weft.load(weft.network(networkx.cycle_graph(6)), pattern=np.roll(np.eye(6), 1, axis=0))
    gc.collect()
    assert len(result.inputs) == 2 and "network_load" in result.figures
    assert "network_load" in pickle.loads(pickle.dumps(result)).figures


class Ring:
    routers = 7

    def degree(self, router):
        return 2

    def neighbor(self, router, port):
        return (router + (1 if port == 0 else -1)) % self.routers

    def terminals(self, router):
        return 2


def test_a_class_with_neighbor_is_a_topology():
    ring = weft.network(Ring())
    assert ring.bidirectional and len(ring.terminals) == 14
    assert diameter(ring) == diameter("ring:routers=7") == 3


def test_matrices_and_placements_give_the_loads_of_files(tmp_path):
    rng = np.random.default_rng(5)
    matrix = rng.integers(0, 9, (16, 16))
    np.fill_diagonal(matrix, 0)
    placement = rng.permutation(16)
    scipy_io = pytest.importorskip("scipy.io")
    scipy_io.mmwrite(tmp_path / "matrix.mtx", sparse.coo_matrix(matrix))
    (tmp_path / "placement.txt").write_text("\n".join(map(str, placement)))
    by_file = weft.load("torus:sides=4x4", pattern=f"matrix:file={tmp_path}/matrix.mtx", mapping=f"file:path={tmp_path}/placement.txt")
    for given in (matrix, sparse.csr_matrix(matrix), matrix.astype(">f8"), np.asfortranarray(matrix)[::1]):
        by_object = weft.load("torus:sides=4x4", pattern=given, mapping=placement)
        assert np.array_equal(by_object.arrays["channel_load"], by_file.arrays["channel_load"])


def test_traffic_is_a_matrix_or_a_list():
    matrix = np.zeros((16, 16), int)
    matrix[1, 2] = matrix[5, 9] = 3
    by_matrix, by_list = (weft.simulate("torus:sides=4x4", traffic=it) for it in (matrix, np.array([[1, 2, 3], [5, 9, 3]])))
    assert by_matrix == by_list and by_matrix["summary"]["messages"][0] == 6


AMBIGUOUS = [[[0, 5], [3, 2]], [[0, 5, 1], [3, 2, 1], [1, 1, 1]], np.array([[1, 2], [0, 1]]), np.array([[1.0, 2.0], [0.0, 1.0]])]


@pytest.mark.parametrize("rows", AMBIGUOUS)
def test_what_can_be_a_matrix_and_a_list_is_refused(rows):
    with pytest.raises(weft.InputError, match="a matrix or a list of messages") as told:
        weft.simulate("torus:sides=4x4", traffic=rows)
    assert "weft.traffic.matrix(..) or weft.traffic.messages(..)" in str(told.value)
    with pytest.raises(weft.InputError, match="array='matrix' or array='links'"):
        weft.network([[0, 1], [1, 2]])


def test_the_rows_of_a_list_do_not_change_what_it_means():
    def messages(traffic):
        return weft.simulate("torus:sides=4x4", traffic=traffic)["summary"]["messages"][0]

    rows = [[0, 5], [3, 2], [1, 4], [7, 6]]
    assert [messages(weft.traffic.messages(rows[:count])) for count in (1, 2, 3, 4)] == [1, 2, 3, 4]
    assert messages(weft.traffic.matrix([[0, 5], [3, 2]])) == 5 + 3 + 2
    assert messages(rows) == 4 and messages(np.full((4, 4), 2)) == 32  # these can be one thing only
    assert messages(sparse.csr_matrix([[0, 5], [3, 2]])) == 10
    with pytest.raises(weft.InputError, match="2 or 3 columns"):
        weft.traffic.messages([[0, 1, 1, 1]])
    with pytest.raises(weft.InputError, match="square"):
        weft.traffic.matrix([[0, 1, 1]])


def test_square_arrays_are_adjacency_matrices():
    two = weft.network([[0, 2], [2, 0]])
    assert channels(two) == [(0, 1, 2.0), (1, 0, 2.0)] == channels(weft.network(sparse.csr_matrix([[0, 2], [2, 0]])))
    full = weft.network(np.ones((3, 3)))
    assert full.routers == 3 and len(full.targets) == 9
    cycle = networkx.cycle_graph(5)
    assert channels(weft.network(networkx.to_numpy_array(cycle))) == channels(weft.network(cycle))
    assert channels(weft.network([[0, 1, 0], [0, 0, 1], [1, 0, 0]])) == [(0, 1, 1.0), (1, 2, 1.0), (2, 0, 1.0)]  # 0 is no bandwidth of a link
    assert channels(weft.network([[0, 1], [1, 2]], array="links")) == [(0, 1, 1.0), (1, 0, 1.0), (1, 2, 1.0), (2, 1, 1.0)]
    assert channels(weft.network([[0, 1], [1, 2]], array="matrix")) == [(0, 1, 1.0), (1, 0, 1.0), (1, 1, 2.0)]


def test_bandwidths_of_graphs_are_called_bandwidth_or_capacity():
    def bandwidth(graph, **options):
        return weft.network(graph, **options).bandwidth.tolist()

    assert bandwidth(networkx.Graph([(0, 1, {"capacity": 10})])) == [10, 10]
    assert bandwidth(networkx.Graph([(0, 1, {"capacity": 10, "bandwidth": 3, "weight": 7})])) == [3, 3]
    distance = networkx.Graph([(0, 1, {"weight": 7}), (1, 2, {"weight": 1})])
    with pytest.raises(weft.InputError, match="a weight may be a distance"):
        weft.network(distance)
    assert bandwidth(distance, bandwidth="weight") == [7, 7, 1, 1]
    assert bandwidth(networkx.Graph([(0, 1, {"weight": 1})])) == [1, 1]  # says nothing
    assert bandwidth(networkx.Graph([(0, 1, {"Gbps": 100})]), bandwidth="Gbps") == [100, 100]
    with pytest.raises(weft.InputError, match="no edge has this attribute"):
        weft.network(distance, bandwidth="gbps")
    igraph = pytest.importorskip("igraph")
    graph = igraph.Graph(edges=[(0, 1), (1, 2)])
    graph.es["weight"] = [2, 3]
    with pytest.raises(weft.InputError, match="a weight may be a distance"):
        weft.network(graph)
    graph.es["capacity"] = [4, 5]
    assert sorted(bandwidth(graph)) == [4, 4, 5, 5]


@pytest.mark.parametrize("given", [{"terminals": 2}, {"name": "x"}, {"directed": True}, {"directed": False}, {"bandwidth": "weight"}, {"array": "links"}])
@pytest.mark.parametrize("topology", ["torus:sides=8x8", weft.network("ring:routers=4")])
def test_parameters_that_do_not_apply_are_refused(topology, given):
    with pytest.raises(TypeError, match=f"{next(iter(given))} applies only to graphs and arrays"):
        weft.network(topology, **given)


@pytest.mark.parametrize("verb", ["show", "load", "simulate", "sweep", "map", "deadlock", "draw", "compare", "judge", "queue"])
def test_no_verb_answers_for_a_network_that_nobody_named(verb):
    for call in (lambda: getattr(weft, verb)(), lambda: getattr(weft, verb)(None)):
        with pytest.raises(TypeError, match="topolog"):
            call()
    with pytest.raises(TypeError):
        weft.collective(None, "torus")  # type: ignore[arg-type]


def test_routes_are_the_values_of_a_dict():
    around = {(0, 1): [0, 3, 2, 1], (1, 2): [1, 0, 3, 2], (2, 3): [2, 1, 0, 3], (3, 0): [3, 2, 1, 0]}
    ring = networkx.cycle_graph(4)
    assert not weft.deadlock("ring:routers=4", routes=around).free
    assert weft.deadlock("ring:routers=4", routes=around) == weft.deadlock("ring:routers=4", routes=list(around.values()))
    nested: dict = {}
    for (source, target), route in around.items():
        nested.setdefault(source, {})[target] = route
    assert not weft.deadlock("ring:routers=4", routes=nested).free
    assert weft.deadlock("ring:routers=4", routes=dict(networkx.all_pairs_shortest_path(networkx.path_graph(4)))).free
    assert len(dict(networkx.all_pairs_shortest_path(ring))) == 4
    for wrong, text in (({(0, 1): [1, 2]}, "must lead from the first"), ({0: [0, 1]}, "each key must be a pair"), ({(0, 1): 5}, "sequence of routers"),
                        ([{0: 1}], "one dict of all routes")):
        with pytest.raises(weft.InputError, match=text):
            weft.deadlock("ring:routers=4", routes=wrong)  # type: ignore[arg-type]


def test_routes_are_proved_or_refuted():
    ring = weft.network(networkx.cycle_graph(4))
    around = [[i, (i + 1) % 4, (i + 2) % 4] for i in range(4)]
    refuted, proved = weft.deadlock(ring, routes=around), weft.deadlock(ring, routes=around[:3])
    assert not refuted.free and len(refuted.cycle or ()) == 4
    assert proved.free and proved.proof and proved.cycle is None


@pytest.mark.parametrize(("spec", "a", "b"), [("torus:sides=4x4", 0, 10), ("dragonfly:p=1,a=4,h=2", 3, 30), ("ring:routers=6", 0, 3)])
def test_shortest_paths_are_those_of_networkx(spec, a, b):
    net = weft.network(spec)
    graph = networkx.DiGraph(net.to_networkx())
    assert sorted(net.paths(a, b)) == sorted(map(tuple, networkx.all_shortest_paths(graph, a, b)))
    lengths = networkx.single_source_shortest_path_length(graph, a)
    assert net.distances(a).tolist() == [lengths[it] for it in range(net.routers)]


def test_failures_go_along_with_a_network():
    net = weft.network("torus:sides=4x4").failed(links=[(0, 1)])
    with pytest.raises(KeyError):
        net.channel(0, 1)
    assert net.targets[net.channel(0, 4)] == 4
    assert weft.load(net).scenario["fail"] == "0-1"
    cut = weft.network("ring:routers=4").failed(links=[(0, 1), (0, 3)])
    assert cut.distances(0).tolist() == [0, -1, -1, -1] and list(cut.paths(0, 2)) == []


def test_specs_are_texts_that_keep_objects():
    spec = weft.topology.xgft(children=(4, 4), parents=(2, 2))
    assert spec == "xgft:children=4x4,parents=2x2"
    assert weft.load(spec) == weft.load("xgft:children=4x4,parents=2x2")
    with pytest.raises(TypeError, match="did you mean 'sides'"):
        weft.topology.torus(side=4)  # type: ignore[call-arg]


def test_placements_are_written_for_launchers(tmp_path):
    mapped = weft.map("torus:sides=2x2", grid=(2, 2))
    mapped.write("rankfile", tmp_path / "ranks", host="node**")
    expected = weft.map("torus:sides=2x2", grid=(2, 2), format="rankfile", host="node**").document
    assert (tmp_path / "ranks").read_text() == expected
    with pytest.raises(weft.InputError, match="did you mean 'rankfile'"):
        mapped.write("rankfil", tmp_path / "ranks")


def test_flits_close_a_deadlock_step_by_step():
    flits = weft.Flits("ring:routers=8", vcs=1, rate=0.9)
    while not flits.deadlock and flits.cycle < 100_000:
        frame = flits.step(100)
    assert flits.deadlock and frame.buffers.shape[0] == 16 and frame.buffers.sum() > 0
    with pytest.raises(TypeError, match="did you mean 'rate'"):
        weft.Flits("ring:routers=8", ratee=0.9)  # type: ignore[call-arg]


def test_the_explorer_begins_with_the_state_of_a_result():
    page = weft.explore(weft.load("torus:sides=4x4", pattern="transpose"), router=5)
    verb, _, query = page.link.partition("?")
    state = dict(urllib.parse.parse_qsl(query))
    assert verb == "load" and state["topology"].startswith("torus:sides=4x4") and state["pattern"] == "transpose" and state["router"] == "5"
    assert f'data-link="{html.escape(page.link)}"' in html.unescape(page._repr_html_())


BAD = [
    (lambda: weft.load("torus:sides=4x4", pattern=-np.eye(16)), "negative"),
    (lambda: weft.load("torus:sides=4x4", pattern=np.full((16, 16), np.nan)), "not finite"),
    (lambda: weft.load("torus:sides=4x4", pattern=np.eye(16, dtype=complex)), "real numbers"),
    (lambda: weft.load("torus:sides=4x4", pattern=np.zeros((3, 4))), "square"),
    (lambda: weft.load("torus:sides=4x4", pattern=np.broadcast_to(np.float32(1), (10**5, 10**5))), "sparse matrix"),
    (lambda: weft.load("torus:sides=4x4", mapping=[0.5] * 16), "not whole"),  # type: ignore[list-item]
    (lambda: weft.load("torus:sides=4x4", mapping=[99] * 16), "terminal"),
    (lambda: weft.load("torus:sides=4x4", mapping=np.zeros((4, 4))), None),
    (lambda: weft.network(np.zeros((4, 5))), "a row"),
    (lambda: weft.network(np.zeros((0, 2))), "contains no links"),
    (lambda: weft.network(np.array([[0, 1, 0.0]])), "bandwidth 0"),
    (lambda: weft.network(np.array([[0, -1]])), "negative"),
    (lambda: weft.network(sparse.csr_matrix((3, 4))), "square"),
    (lambda: weft.network(networkx.cycle_graph(3), terminals=[1, 2]), "terminals has 2 numbers"),
    (lambda: weft.deadlock("ring:routers=4", routes=["0 1"]), "sequence"),
    (lambda: weft.deadlock("ring:routers=4", routes=[[0, 2]]), None),
    (lambda: weft.network("ring:routers=4").distances(9), "must be in \\[0, 3\\]"),
    (lambda: weft.network("ring:routers=4").positions("rom"), "did you mean 'room'"),
]


@pytest.mark.parametrize(("call", "text"), BAD)
def test_wrong_objects_are_told(call, text):
    with pytest.raises((weft.InputError, TypeError), match=text):
        call()
