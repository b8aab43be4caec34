# SPDX-License-Identifier: Apache-2.0
"""The twelve uses for which the module was made, as its users would write them."""
import html
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import weft

STUDY = """
title = "Two rings and a torus"

[base]
traffic = "transpose"
engine = "load"

[[run]]
label = { name = "ring" }
topology = "ring:routers=16"

[[run]]
label = { name = "torus" }
topology = "torus:sides=4x4"

[[present]]
kind = "table"
name = "loads"
title = "The worst loads"
from = "throughput"
columns = ["name", { name = "worst", of = "max(max_load)" }]
group = ["name"]
"""


@pytest.fixture(scope="module")
def mine():
    """3: one's own network."""
    networkx = pytest.importorskip("networkx")
    return weft.network(networkx.random_regular_graph(4, 200, seed=7), terminals=2)


def test_1_look():
    shown = weft.show("dragonfly:p=4,a=8,h=4")
    assert "<table>" in shown._repr_html_() and "diameter" in shown["metrics"]["key"].tolist()


def test_2_a_network_as_arrays():
    net = weft.network("slim_fly:q=13")
    assert len(net.first) == net.routers + 1 == 339 and len(net.targets) == len(net.channel_class) == len(net.bandwidth) == net.first[-1]
    assert net.positions("room").shape == (338, 3)
    for name, size in (("scipy", lambda it: it.shape[0]), ("networkx", len), ("igraph", lambda it: it.vcount())):
        pytest.importorskip(name)
        assert size(getattr(net, f"to_{name}")()) == net.routers


def test_3_ones_own_network_is_a_topology_like_any_other(mine):
    table = weft.compare([mine, "jellyfish:routers=200"], metrics="n_routers,n_terminals")["metrics"]
    assert table[mine.spec].tolist() == [200, 400] and table["jellyfish:routers=200"].tolist() == [200, 200]


def test_4_the_load_of_every_channel_by_a_measured_matrix():
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.random(4096, 4096, 0.001, random_state=1, format="csr")
    placement = np.random.default_rng(1).permutation(4096)
    loaded = weft.load("percs:supernodes=32,links=4", pattern=matrix, mapping=placement)
    (fullest, most), *_ = loaded.fullest(10)
    assert loaded.arrays["channel_load"].max() == loaded.arrays["channel_load"][fullest] == most
    assert loaded.bottleneck in loaded["throughput"]["class"].tolist() and len(loaded.inputs) == 2
    pytest.importorskip("pandas")
    assert len(loaded["throughput"].to_pandas()) == len(loaded["throughput"])


def test_5_latency_against_load_and_a_figure_for_the_paper(tmp_path):
    pytest.importorskip("matplotlib")
    swept = weft.sweep("torus:sides=8x8", rates=np.linspace(0.05, 0.6, 4), engine="flit:cycles=500,warm_up=200")
    swept.plot("latency").savefig(tmp_path / "fig3.pdf")
    assert (tmp_path / "fig3.pdf").read_bytes().startswith(b"%PDF") and len(swept["curve"]) == 4


def test_6_families_of_a_size_as_a_table():
    pytest.importorskip("pandas")
    frame = weft.compare(["torus", "dragonfly", "slim_fly", "xgft"], terminals=10_000, metrics="n_terminals,radix")["metrics"].to_pandas()
    terminals = frame.set_index("key").loc["n_terminals"].drop(["metric", "unit"]).astype(float)
    assert len(terminals) == 4 and (abs(terminals / 10_000 - 1) < 0.2).all()


def test_7_is_my_routing_free_of_deadlock(mine):
    routes = [next(mine.paths(a, b)) for a in range(0, 200, 20) for b in range(5, 200, 20)]
    verdict = weft.deadlock(mine, routes=routes)
    assert verdict.free == (verdict.cycle is None) == bool(verdict.proof)
    around = weft.deadlock("ring:routers=4", routes=[[i, (i + 1) % 4, (i + 2) % 4] for i in range(4)])
    assert not around.free and len(around.cycle or ()) == 4


def test_8_the_flit_engine_cycle_by_cycle():
    flits = weft.Flits("torus:sides=4x4", vcs=1, rate=0.9, allow_deadlock=True)
    occupancy = []
    while not flits.deadlock and flits.cycle < 50_000:
        flits.step(100)
        occupancy.append(flits.buffers.sum(axis=1))
    assert flits.deadlock and "wait for each other" in flits.deadlock["text"] and occupancy[-1].shape == (64,) and occupancy[-1].max() > 0


def test_9_a_mapping_judged_and_written_for_the_launcher(tmp_path):
    mapped = weft.map("xgft", pattern="halo", mapping="best")
    mapped.write("rankfile", tmp_path / "ranks", host="node****")
    assert len(mapped.tasks[:8]) == 8 and sorted(mapped.tasks) == sorted(set(mapped.tasks))
    assert (tmp_path / "ranks").read_text().startswith("rank 0=node")


def test_10_a_study_its_results_its_report(tmp_path):
    (tmp_path / "rings").mkdir()
    (tmp_path / "rings" / "study.toml").write_text(STUDY)
    (tmp_path / "rings" / "README.md").write_text("# Rings\n")
    study = weft.run(tmp_path / "rings", tmp_path / "out")
    study.report(tmp_path / "report.html")
    assert [it.scenario["topology"].partition(":")[0] for it in study.runs] == ["ring", "torus"]
    assert "<html" in (tmp_path / "report.html").read_text()[:500]
    assert weft.run(tmp_path / "rings", tmp_path / "out").tables == study.tables  # from what is there


def test_11_many_runs_at_once():
    with ThreadPoolExecutor(2) as pool:
        results = list(pool.map(lambda q: weft.simulate(f"slim_fly:q={q}"), (5, 7, 5)))
    assert results[0] == results[2] != results[1] and results[0].tables["summary"].rows[0][:3] == results[2].tables["summary"].rows[0][:3]


def test_12_the_explorer_in_the_notebook():
    page = weft.explore(weft.load("torus:sides=4x4"), see="room", router=17)
    assert "see=room&router=17" in page.link
    assert html.escape("<!doctype html>") in page._repr_html_()[:200].lower()
