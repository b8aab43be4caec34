# SPDX-License-Identifier: Apache-2.0
"""Networks as arrays and as graphs: degrees, neighbors, links, and the loads of channels by link."""
import numpy as np
import pytest

import weft

networkx = pytest.importorskip("networkx")


def test_degree_and_neighbors_are_those_of_what_works():
    net = weft.network("torus:sides=4x4")
    assert len(net) == net.routers == 16 and net.degree.tolist() == [4] * 16
    assert sorted(net.neighbors(0)) == [1, 3, 4, 12] and list(net.neighbors(5)) == net.targets[net.first[5]:net.first[6]].tolist()
    broken = net.failed(links=[(0, 1)], routers=[4])
    assert broken.degree[[0, 1, 4]].tolist() == [2, 3, 0] and set(broken.neighbors(0)) == {3, 12} and broken.neighbors(4) == ()


def test_neighbors_have_the_names_of_nodes():
    net = weft.network(networkx.MultiGraph([(1, 2), (1, 2), (2, 3)]))
    assert net.neighbors(2) == (1, 3) and net.neighbors("1") == (2,) and net.degree.tolist() == [2, 3, 1]
    assert list(net.labels) == [1, 2, 3] and weft.network(networkx.Graph([("a", "b")])).neighbors("a") == ("b",)
    with pytest.raises(weft.InputError, match="no router is named 4"):
        net.neighbors(4)


@pytest.mark.parametrize("spec", ["torus:sides=3x4", "dragonfly:p=2,a=4,h=2", "xgft:children=4x4,parents=1x2", "torus:sides=2x4"])
def test_links_join_opposite_channels(spec):
    net = weft.network(spec).failed(links=1)
    rows = net.channels()
    assert len(rows) == len(net.targets) and rows["source"].tolist() == net.sources.tolist() and rows["target"].tolist() == net.targets.tolist()
    assert rows["bandwidth"].tolist() == net.bandwidth.tolist()
    assert rows["class"].tolist() == [net.class_names[it] for it in net.channel_class]
    assert np.array_equal(net.reverse[net.reverse], np.arange(len(rows))) and (net.reverse != np.arange(len(rows))).all()
    for link in range(len(rows) // 2):
        one, other = rows[rows["link"] == link]
        assert (one["source"], one["target"]) == (other["target"], other["source"]) and (one["bandwidth"] == 0) == (other["bandwidth"] == 0)


def test_channels_without_reverse_are_links():
    net = weft.network("kautz")
    assert net.channels()["link"].tolist() == list(range(len(net.targets)))
    with pytest.raises(weft.InputError, match="channels have no reverse"):
        net.reverse  # noqa: B018


def test_loads_of_channels_belong_to_their_links():
    """On the ring 0 - 1 - 2 - 3, router 0 sends 1 to router 1: only the channel 0 -> 1 has a load."""
    pandas = pytest.importorskip("pandas")
    net = weft.network("ring:routers=4")
    amounts = np.zeros((4, 4))
    amounts[0, 1] = 1
    frame = pandas.DataFrame(net.channels()).assign(load=weft.load(net, pattern=amounts).arrays["channel_load"])
    assert frame[frame.load > 0][["source", "target"]].values.tolist() == [[0, 1]]
    assert list(frame.columns) == ["source", "target", "class", "bandwidth", "link", "load"]
    assert frame.groupby("link").load.sum().max() == frame.load.max() and frame.link.nunique() == 4
