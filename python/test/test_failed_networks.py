# SPDX-License-Identifier: Apache-2.0
"""A network after failures is that network wherever it is given: alone, in a list, exported, pickled, failed again."""
import pickle
import urllib.parse

import numpy as np
import pytest

import weft

networkx = pytest.importorskip("networkx")
TORUS = "torus:sides=4x4"


@pytest.fixture(scope="module")
def net():
    return weft.network(TORUS)


@pytest.fixture(scope="module")
def cut(net):
    """Router 0 has the neighbors 1, 3, 4 and 12: it is cut off."""
    return net.failed(links=[(0, 1), (0, 4), (0, 3), (0, 12)])


def test_comparisons_show_each_network_with_its_own_failures(net, cut):
    table = weft.compare([net, cut], metrics="diameter")["metrics"]
    assert (table[TORUS][0], table[cut.spec][0]) == (4, "infinite")  # two rings of 4: 2 + 2
    assert weft.compare([cut, net], metrics="diameter")["metrics"][TORUS][0] == 4
    assert weft.compare([net, cut]).run_id != weft.compare([net, net]).run_id != weft.compare([net, net.failed(links=[(0, 1)])]).run_id


def test_workloads_of_comparisons_have_the_failures(net):
    one_dead = net.failed(links=[(0, 1)])
    table = weft.compare([net, one_dead], engine="load", traffic="all_to_all", routing="minimal")["simulated"]
    alone = [weft.compare(it, engine="load", traffic="all_to_all", routing="minimal")["simulated"] for it in (net, one_dead)]
    assert [row[2:] for row in table.rows] == [row[2:] for it in alone for row in it.rows]
    assert alone[0].rows[0][2:] != alone[1].rows[0][2:]


def test_programs_of_comparisons_run_on_what_works():
    ring = weft.network("ring:routers=4")
    broken = ring.failed(links=[(0, 1)])
    program = "operation:of=all_to_all,bytes=1MB"
    table = weft.compare([ring, broken], programs=program, equal="bandwidth")["ranking"]
    ends = dict(zip(table["topology"], table["time_operation"], strict=True))
    for fail, name in (("", "ring:routers=4"), ("0-1", broken.spec)):  # 40 Gb/s are 5 GB/s
        alone = weft.replay("ring:routers=4", fail=fail, program=program, engine="flow:bandwidth=5GB/s")
        assert ends[name] == alone["summary"]["end"][0]
    assert ends[broken.spec] > ends["ring:routers=4"]


@pytest.mark.parametrize("ask", [
    lambda it: weft.show([it], metrics="diameter")["metrics"]["value"][0],  # type: ignore[arg-type]
    lambda it: weft.show(it, metrics="diameter")["metrics"]["value"][0],
    lambda it: weft.show(weft.network(it), metrics="diameter")["metrics"]["value"][0],
    lambda it: weft.show(pickle.loads(pickle.dumps(it)), metrics="diameter")["metrics"]["value"][0],
    lambda it: weft.show(it.spec, metrics="diameter")["metrics"]["value"][0],
])
def test_one_network_is_the_same_in_every_form(cut, ask):
    assert ask(cut) == "infinite"


def test_scenarios_name_topology_and_failures_apart(net):
    loaded = weft.load(net.failed(links=[(0, 1)]), fail="5-6")
    assert loaded.scenario["topology"].startswith(TORUS) and loaded.scenario["fail"] == "0-1+5-6"
    assert loaded == weft.load(TORUS, fail="0-1+5-6")


def test_verbs_without_failures_refuse_them(net):
    for call in (lambda it: weft.queue(it, log="lublin:jobs=20"), lambda it: weft.schedule(it)):
        with pytest.raises(weft.InputError, match="does not support failures"):
            call(net.failed(links=[(0, 1)]))


def test_failures_add_up(net):
    first = net.failed(links=[(0, 1), (0, 4)])
    assert first.distances(0)[1] == 3  # over 3 or 12: 0 -> 3 -> 2 -> 1
    assert weft.network(first).distances(0)[1] == 3
    both = first.failed(routers=[5])
    assert both.failures == {"fail": "5+0-1+0-4"} and both.distances(0)[[1, 5]].tolist() == [3, -1]
    assert first.failed(links=[(0, 1)]) == first and first != net and repr(first) != repr(net)


def test_counts_are_counts_and_fractions_are_fractions(net):
    dead = lambda it: np.count_nonzero(it.bandwidth == 0)
    assert [dead(net.failed(links=it, seed=3)) for it in (0, 1, 2, np.int64(5))] == [0, 2, 4, 10]  # both channels of a link
    assert dead(net.failed(links=1.0)) == len(net.targets) == 64
    one_router = net.failed(routers=1)
    assert dead(one_router) == 8 and one_router.failures["fail"].isdecimal()  # four links, in both directions
    few, more = (set(net.failed(links=it).failures["fail"].split("+")) for it in (3, 7))
    assert few < more and len(more) == 7
    for number in (33, -1):  # 32 links
        with pytest.raises(weft.InputError):
            net.failed(links=number)
    no_numbers: list = [True, "0-1", {(0, 1): 1}]
    for wrong in no_numbers:
        with pytest.raises(TypeError):
            net.failed(links=wrong)


@pytest.mark.parametrize("key", ["failed_links", "failed_routers"])
def test_one_is_no_fraction(key):
    calls: list = [weft.network, weft.load]
    for call in calls:
        with pytest.raises(weft.InputError, match="a fraction, not a number"):
            call(TORUS, **{key: 1})


def test_a_network_keeps_its_failures_under_every_seed():
    broken = weft.network("torus:sides=8x8", failed_links=0.1, seed=7)
    dead = np.flatnonzero(broken.bandwidth == 0).tolist()
    assert dead and dead != np.flatnonzero(weft.network("torus:sides=8x8", failed_links=0.1).bandwidth == 0).tolist()
    assert dead != np.flatnonzero(weft.network("torus:sides=8x8", failed_links=0.1, seed=0).bandwidth == 0).tolist()
    assert weft.network("torus:sides=8x8", failed_links=0.1, seed=0) != weft.network("torus:sides=8x8", failed_links=0.1, seed=1)
    means = set()
    for seed in (1, 3, 7):
        loaded = weft.load(broken, seed=seed, pattern="all_to_all")
        assert np.flatnonzero(np.isnan(loaded.arrays["channel_load"])).tolist() == dead
        means.add(loaded.arrays["channel_load"][~np.isnan(loaded.arrays["channel_load"])].mean())
    assert len(means) == 1
    drawn = weft.load("torus:sides=8x8", failed_links=0.1, seed=7, pattern="all_to_all")  # the draw of the command
    assert np.array_equal(drawn.arrays["channel_load"], loaded.arrays["channel_load"], equal_nan=True)


@pytest.mark.parametrize("spec", [TORUS, "dragonfly:p=1,a=4,h=2", "xgft:children=4x4,parents=1x4", "kautz", "torus:sides=2x4"])
def test_drawn_failures_have_names(spec):
    drawn = weft.network(spec, failed_links=0.15, failed_routers=0.05, seed=4)
    named = weft.network(spec, fail=drawn.failures["fail"])
    assert np.array_equal(named.bandwidth, drawn.bandwidth) and named == drawn


def test_one_of_parallel_links_fails_alone():
    graph = networkx.MultiGraph([("a", "b"), ("a", "b"), ("b", "c")])
    pair = weft.network(graph)
    assert pair.failed(links=[("a", "b")]).failures == {"fail": "a-b"}
    for seed in range(8):
        one = pair.failed(links=1, seed=seed)
        assert np.count_nonzero(one.bandwidth == 0) == 2 and weft.network(pair, fail=one.failures["fail"]) == one


def test_exports_hold_what_works(net):
    broken = net.failed(links=[(0, 1)], routers=[5])
    assert broken.distances(0)[1] == 3
    graph = broken.to_networkx()
    assert networkx.shortest_path_length(graph, 0, 1) == 3 and 5 not in graph and len(graph) == 15
    sparse = pytest.importorskip("scipy.sparse")
    hops = sparse.csgraph.shortest_path(broken.to_scipy(), unweighted=True)[0]
    assert hops[1] == 3 and np.isinf(hops[5])
    pytest.importorskip("igraph")
    other = broken.to_igraph()
    assert other.vcount() == 15 and other.vs["router"] == [it for it in range(16) if it != 5]
    assert other.distances(0, other.vs["router"].index(1), mode="out")[0][0] == 3


def test_exports_come_back(net):
    broken = net.failed(links=[(0, 1)], routers=[5])
    for graph in (broken.to_networkx(), pytest.importorskip("igraph") and broken.to_igraph()):
        again = weft.network(graph)
        assert again.routers == 15 and len(again.terminals) == 15 and len(again.targets) == 64 - 2 - 8
    assert len(weft.network(broken.to_scipy()).targets) == 64 - 2 - 8


def test_scipy_may_write_into_what_it_gets(net):
    sparse = pytest.importorskip("scipy.sparse")
    matrix = net.to_scipy()
    matrix.sort_indices()
    matrix.data *= 2
    assert sparse.csgraph.maximum_flow(matrix.astype(np.int32), 0, 10).flow_value == 8 and net.bandwidth.max() == 1
    assert np.shares_memory(net.to_scipy(copy=False).data, net.bandwidth)


def test_the_explorer_shows_the_failures(net):
    page = weft.explore(net.failed(links=[(0, 1)]))
    assert dict(urllib.parse.parse_qsl(page.link.partition("?")[2])) == {"topology": TORUS, "fail": "0-1"}


def test_flits_avoid_what_failed(net):
    flits = weft.Flits(net.failed(links=[(0, 1)]), rate=0.3)
    frame = flits.step(200)
    channel = int(np.flatnonzero(net.targets[:net.first[1]] == 1)[0])
    assert flits.scenario["topology"].startswith(TORUS) and frame.sent[channel] == 0 < frame.sent.max()
