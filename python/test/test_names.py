# SPDX-License-Identifier: Apache-2.0
"""A router is called as in the graph that it comes from, in every function and parameter."""
import numpy as np
import pytest

import weft

networkx = pytest.importorskip("networkx")


@pytest.fixture(scope="module")
def line():
    """1 - 2 - 3 - 4, numbered from 1 as most data are: their places in arrays are 0 to 3."""
    return weft.network(networkx.path_graph([1, 2, 3, 4]))


def test_numbers_of_nodes_are_their_names(line):
    assert [line.number(it) for it in (1, 2, "3", np.int64(4))] == [0, 1, 2, 3] and line.name(0) == "1"
    assert line.distances(1).tolist() == [0, 1, 2, 3] and line.targets[line.channel(1, 2)] == 1
    assert list(line.paths(1, 3)) == [(1, 2, 3)]
    assert line.failed(links=[(1, 2)]).distances(1).tolist() == [0, -1, -1, -1]
    assert line.failed(routers=[4]).distances(1).tolist() == [0, 1, 2, -1]


def test_verbs_take_the_same_names(line):
    cut = weft.network(line, fail="1-2")
    assert cut == line.failed(links=[(1, 2)])
    assert weft.deadlock(line, routes=[[1, 2, 3]]).free
    route = weft.route(line, from_=1, to=4)
    assert list(route["route"]["from"]) == ["1", "2", "3"] and list(route["route"]["to"]) == ["2", "3", "4"]
    again = weft.route(line, from_=route.scenario["from"], to=route.scenario["to"])
    assert again == route
    users = weft.load(line, pattern="all_to_all", users="1-2")["users"]
    assert sorted(zip(users["from"], users["to"], strict=True)) == [(0, 1), (0, 2), (0, 3)]  # tasks: those that begin at node 1


def test_tables_say_the_names(line):
    fullest = weft.load(line, pattern="all_to_all")["fullest"]
    assert {str(it).partition(" (")[0] for it in fullest["channel"]} == {"2 -> 3", "3 -> 2"}  # 2 x 2 pairs cross the middle
    channels = weft.load(line, pattern="all_to_all", users="0")["users"]["channel"]  # of the task on node 1
    assert set(channels) == {"1 -> 2", "2 -> 1", "2 -> 3", "3 -> 2", "3 -> 4", "4 -> 3"}


def test_graphs_of_networkx_come_back_with_their_nodes(line, tmp_path):
    assert set(line.to_networkx().edges()) == {(1, 2), (2, 3), (3, 4)}
    (tmp_path / "one.edges").write_text("1 2\n2 3\n3 4\n")
    of_file = weft.network(tmp_path / "one.edges")
    assert set(of_file.to_networkx().nodes()) == {1, 2, 3, 4} and list(of_file.paths(1, 3)) == [(1, 2, 3)]
    assert set(weft.network("ring:routers=3").to_networkx().nodes()) == {0, 1, 2}


def test_tables_of_simulations_say_the_names():
    """Nodes 10, 20 and 30 in a row: messages between the ends go over 20."""
    row = weft.network(networkx.path_graph([10, 20, 30]))
    ends = weft.traffic.messages([[0, 2]])
    for result in (weft.simulate(row, traffic=ends, engine="flow:bandwidth=1GB/s"),
                   weft.replay(row, program="operation:of=broadcast,bytes=1MB", engine="flow:bandwidth=1GB/s")):
        between = {str(it).partition(" (")[0] for it in result["channels"]["channel"] if "terminal" not in str(it)}
        assert between and between <= {"10 -> 20", "20 -> 30", "20 -> 10", "30 -> 20"}
        assert {str(it).partition(" (")[0] for it in result["channels"]["channel"]} & {"terminal 0 -> 10", "30 -> terminal 2"}
    fullest = weft.simulate(row, traffic="uniform", engine="flit:cycles=500,warm_up=100,rate=0.2")["channels"]["fullest"]
    assert any("20" in str(it) for it in fullest) and not any("router" in str(it) for it in fullest)


@pytest.mark.parametrize("ask", [
    lambda it: it.distances(0), lambda it: it.channel(0, 1), lambda it: it.failed(links=[(0, 1)]), lambda it: it.failed(routers=[0]),
    lambda it: weft.load(it, fail="0-1"), lambda it: weft.load(it, users="0-1"), lambda it: it.distances(5)])
def test_what_is_no_name_is_refused(line, ask):
    with pytest.raises(weft.InputError, match="names|no router|not a router"):
        ask(line)


def test_texts_are_names():
    mine = weft.network(networkx.Graph([("a", "b"), ("b", "c")]))
    assert mine.targets[mine.channel("a", "b")] == mine.number("b") and mine.distances("a").tolist() == [0, 1, 2]
    assert mine.failed(links=[("a", "b")]).failures == {"fail": "a-b"} and list(mine.paths("a", "c")) == [("a", "b", "c")]
    assert mine.distances(2).tolist() == [2, 1, 0]  # the names are no numbers: a number is a place
    with pytest.raises(weft.InputError, match="did you mean"):
        weft.network(networkx.Graph([("spine", "leaf")])).distances("spin")


def test_names_that_no_list_of_failures_can_hold_are_still_found():
    grid = weft.network(networkx.grid_2d_graph(2, 2))  # nodes (0, 0) ..
    assert grid.number((1, 0)) == grid.number("(1, 0)")
    odd = weft.network(networkx.Graph([("a-b", "c+d"), ("c+d", "e[1]")]))
    assert odd.failed(links=[("a-b", "c+d")]).distances("a-b").tolist() == [0, -1, -1]
    mixed = weft.network(networkx.Graph([("2", "a-b"), ("a-b", "1")]))  # numbers are names, and one name is none for a list
    assert mixed.failed(links=[("a-b", "1")]).distances("1").tolist() == [-1, -1, 0]


def test_networks_without_names_count_from_0():
    ring = weft.network("ring:routers=4")
    assert ring.distances(1).tolist() == [1, 0, 1, 2] and ring.number(3) == ring.number("3") == 3
    with pytest.raises(weft.InputError, match="must be in \\[0, 3\\]"):
        ring.number(4)
    for wrong in (1.0, True, None):
        with pytest.raises(TypeError):
            ring.number(wrong)
