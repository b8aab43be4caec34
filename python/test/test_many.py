# SPDX-License-Identifier: Apache-2.0
"""Many runs: grids of a verb, and studies from dicts."""
import math
import os
import pickle
import signal
import subprocess
import sys
import threading
import time
from typing import Any

import numpy as np
import pytest

import weft

RING, TORUS = "ring:routers=8", "torus:sides=4x4"


def test_a_grid_is_the_product_of_its_lists():
    runs = weft.grid(weft.load, topology=[RING, TORUS], pattern=["transpose", "all_to_all"], mapping="random", seed=range(1, 3))
    assert len(runs) == 8 and repr(runs) == "<Grid load: 8 runs over topology (2), pattern (2), seed (2)>"
    rows = [(t, p, s) for t in (RING, TORUS) for p in ("transpose", "all_to_all") for s in (1, 2)]
    table = runs.table()
    assert table.keys()[:3] == ["topology", "pattern", "seed"] and [row[:3] for row in table.rows] == rows
    for (topology, pattern, seed), result, throughput in zip(rows, runs, table["throughput"], strict=True):
        alone = weft.load(topology, pattern=pattern, mapping="random", seed=seed)
        assert result == alone and result["throughput"] == alone["throughput"] and throughput == alone.throughput
        assert table["terminals.throughput"][list(runs).index(result)] == alone["terminals"]["throughput"][0]
    assert runs[0] is runs.results[0] and runs[-2:] == runs.results[-2:]
    assert "transpose" in str(runs) and "<table>" in runs._repr_html_()


def test_a_grid_becomes_a_tidy_frame():
    pandas = pytest.importorskip("pandas")
    runs = weft.grid("sweep", topology=[RING, TORUS], rates=[(0.1, 0.2), (0.3,)], engine="flit:cycles=300,warm_up=100")
    frame = runs.to_pandas("curve")
    assert isinstance(frame, pandas.DataFrame) and list(frame["topology"]) == [RING] * 3 + [TORUS] * 3
    assert list(frame["rate"]) == [0.1, 0.2, 0.3] * 2 and frame["latency"].dtype == np.float64
    assert list(frame["latency"]) == [it for result in runs for it in result["curve"]["latency"]]
    assert frame.attrs["units"]["latency"] == "cycles"
    with pytest.raises(KeyError, match="did you mean 'curve'"):
        runs.table("curv")


def test_metrics_are_columns_and_bounds_too():
    runs = weft.grid(weft.show, topology=[RING, "jellyfish:routers=300,degree=12"], metrics="diameter,bisection")
    row = weft.show("jellyfish:routers=300,degree=12", metrics="bisection").metric("bisection")
    assert runs.table()["diameter"].tolist() == [4, 4] and runs.table()["bisection"][0] == 2 and math.isnan(runs.table()["bisection"][1])
    assert (runs.table()["bisection.lower"][1], runs.table()["bisection.upper"][1]) == (row.lower, row.upper)
    assert runs.table().column("diameter").unit == "hops"


def test_objects_are_values_of_a_grid():
    networkx = pytest.importorskip("networkx")
    mine = weft.network(networkx.cycle_graph(16))
    shift, matrix = np.roll(np.eye(16), 1, axis=0), np.ones((16, 16)) - np.eye(16)
    runs = weft.grid(weft.load, topology={"mine": mine, "cut": mine.failed(links=[(0, 1)]), "torus": TORUS}, pattern=[shift, matrix], routing="up_down")
    assert [row[:2] for row in runs.table().rows] == [(t, p) for t in ("mine", "cut", "torus") for p in ("pattern[0]", "pattern[1]")]
    networks: list[Any] = [mine, mine.failed(links=[(0, 1)]), TORUS]
    expected = [weft.load(t, pattern=p, routing="up_down").throughput for t in networks for p in (shift, matrix)]
    assert runs.table()["throughput"].tolist() == expected
    assert [len(it.inputs) for it in runs] == [2, 2, 2, 2, 1, 1]
    assert np.array_equal(next(iter(runs[4].inputs.values())), shift)
    again = pickle.loads(pickle.dumps(runs))
    assert list(again) == list(runs) and again.table() == runs.table()
    assert runs[4].rerun() == runs[4] and runs[4].rerun().arrays["channel_load"].shape == (64,)
    one = weft.grid(weft.load, topology=TORUS, pattern=shift)  # a matrix is one value
    assert len(one) == 1 and one.varied == {}


def test_arrays_of_numbers_are_varied():
    runs = weft.grid(weft.load, topology=TORUS, failed_links=np.linspace(0, 0.1, 3), routing="up_down")
    assert runs.table()["failed_links"].tolist() == [0, 0.05, 0.1]


WRONG = [
    (lambda: weft.grid(weft.load, topolgy=[RING]), TypeError, "no parameter 'topolgy'; did you mean 'topology'"),
    (lambda: weft.grid(weft.load, pattern=["halo"]), TypeError, "needs topology"),
    (lambda: weft.grid("lod", topology=[RING]), TypeError, "did you mean 'load'"),
    (lambda: weft.grid(weft.read, topology=[RING]), TypeError, "such as weft.load"),
    (lambda: weft.grid(weft.load, topology=[]), weft.InputError, "topology has no values"),
    (lambda: weft.grid(weft.load, topology=[RING, "torsu"], seed=[1, 2]), weft.InputError, "^topology: .*torsu.*did you mean 'torus'"),
    (lambda: weft.grid(weft.load, topology=[RING, TORUS], mapping=[tuple(range(8))]), weft.InputError,
     rf"run 2 \(topology = {TORUS}, mapping = mapping\[0\]\): .*task 8 has no terminal"),
    (lambda: weft.grid(weft.load, topology=[RING], workers=-1), weft.InputError, "workers=-1"),
    (lambda: weft.grid(weft.load, topology=[RING], pattern="hallo"), weft.InputError, "did you mean 'halo'"),
]


@pytest.mark.parametrize(("call", "kind", "text"), WRONG)
def test_wrong_grids_are_refused(call, kind, text):
    with pytest.raises(kind, match=text):
        call()


def test_invalid_combinations_are_skipped_on_request():
    routings = ["dimension_order", "fully_adaptive_of_nobody", "up_down"]
    runs = weft.grid(weft.load, topology=[TORUS, "jellyfish:routers=16"], routing=routings, skip_invalid=True)
    assert [row[:2] for row in runs.table().rows] == [(TORUS, "dimension_order"), (TORUS, "up_down"), ("jellyfish:routers=16", "up_down")]
    assert [it.labels for it in runs.skipped] == [(TORUS, routings[1]), ("jellyfish:routers=16", routings[0]), ("jellyfish:routers=16", routings[1])]
    assert "fully_adaptive_of_nobody" in runs.skipped[0].error and "3 skipped" in repr(runs)
    assert runs[2] == weft.load("jellyfish:routers=16", routing="up_down")
    with pytest.raises(weft.InputError, match="unknown topology"):
        weft.grid(weft.load, topology=["torsu", "rign"], skip_invalid=True)  # nothing is left


def test_a_store_keeps_what_is_computed(tmp_path):
    told: list[tuple[str, int, int]] = []
    first = weft.grid(weft.simulate, topology=[RING, TORUS], seed=[1, 2], store=tmp_path / "runs", progress=lambda label, done, total: told.append((label, done, total)))
    assert (tmp_path / "runs" / "results.sqlite").exists()
    more = weft.grid(weft.simulate, topology=[RING, TORUS], seed=[1, 2, 3], store=tmp_path / "runs")
    assert [it.timings for it in more if it.seed < 3] == [it.timings for it in first]  # not computed again
    assert more.table().rows[:2] == first.table().rows[:2] and len(more) == 6
    assert not (tmp_path / "out").exists()


def test_workers_do_not_change_results():
    grids = [weft.grid(weft.simulate, topology=[RING, TORUS], seed=range(4), workers=it) for it in (1, 2)]
    assert list(grids[0]) == list(grids[1]) and grids[0].table() == grids[1].table()


STOPPED = """
import sys, weft
try:
    weft.grid(weft.simulate, topology="torus:sides=16x16", traffic="uniform", engine="flit:cycles=20000,warm_up=100", seed=range(60), store=sys.argv[1])
except KeyboardInterrupt:
    print("stopped")
"""


def test_ctrl_c_ends_a_grid_and_keeps_its_runs(tmp_path):
    process = subprocess.Popen([sys.executable, "-c", STOPPED, tmp_path / "runs"], stdout=subprocess.PIPE, text=True)
    time.sleep(3)
    process.send_signal(signal.SIGINT)
    began = time.monotonic()
    assert process.communicate(timeout=30)[0] == "stopped\n" and time.monotonic() - began < 5
    assert (tmp_path / "runs" / "results.sqlite").exists()


def test_threads_compute_grids():
    found: list[weft.Grid] = []
    workers = [threading.Thread(target=lambda: found.append(weft.grid(weft.load, topology=[RING, TORUS]))) for _ in range(3)]
    for it in workers:
        it.start()
    for it in workers:
        it.join()
    assert len(found) == 3 and all(list(it) == list(found[0]) for it in found)


STUDY = {
    "title": "Two rings and a torus",
    "base": {"verb": "load", "pattern": "transpose"},
    "run": [
        {"label": {"name": "ring"}, "topology": weft.topology.ring(routers=16)},
        {"label": {"name": "torus"}, "topology": TORUS, "sweep": {"mapping": ["linear", "random"]}},
    ],
    "present": [{
        "kind": "table", "name": "loads", "title": "The worst loads", "from": "throughput", "group": ["name"],
        "columns": ["name", {"name": "worst", "of": "max(max_load)"}]}],
}


def test_a_study_is_a_dict(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    done = weft.Study(STUDY).run()
    alone = [weft.load(t, pattern="transpose", mapping=m) for t, m in (("ring:routers=16", "linear"), (TORUS, "linear"), (TORUS, "random"))]
    assert list(done.runs) == alone
    worst = [float(it["throughput"]["max_load"].max()) for it in alone]
    assert done["loads"].rows == (("ring", worst[0]), ("torus", max(worst[1:])))
    assert os.listdir(tmp_path) == []  # nothing is written
    done.report(tmp_path / "page.html")
    kept = weft.Study(STUDY).run(tmp_path / "out")
    assert kept.tables == done.tables and (tmp_path / "out" / "results.sqlite").exists()
    assert [it.timings for it in weft.run(STUDY, tmp_path / "out").runs] == [it.timings for it in kept.runs]
    assert len(weft.run(STUDY, only="ring").runs) == 1


def test_studies_hold_objects(tmp_path):
    matrix = np.roll(np.eye(16), 1, axis=0)
    study = weft.Study({"title": "Mine", "run": [{"verb": "load", "topology": TORUS, "pattern": matrix, "sweep": {"seed": [1, 2]}}]})
    done = study.run()
    assert list(done.runs) == [weft.load(TORUS, pattern=matrix, seed=it) for it in (1, 2)]
    assert np.array_equal(next(iter(done.runs[0].inputs.values())), matrix) and done.runs[1].rerun() == done.runs[1]
    assert "matrix:file=" in study.toml and "Mine" in repr(study)


def test_studies_have_figures(tmp_path):
    study = {
        "title": "Rings", "base": {"verb": "sweep", "engine": "flit:cycles=300,warm_up=100", "rates": (0.1, 0.2)},
        "run": [{"label": {"size": it}, "topology": f"ring:routers={it}"} for it in (4, 8)],
        "present": [{"kind": "curves", "name": "latency", "title": "Latency", "from": "curve", "series": "size",
                     "x": {"of": "rate", "title": "rate"}, "y": {"of": "latency", "title": "latency", "unit": "cycles"}}],
    }
    done = weft.Study(study).run()
    (chart,) = done.figure().data
    assert list(done.figures) == ["latency"] and [it["name"] for it in chart["series"]] == ["4", "8"]
    assert chart["series"][1]["y"].tolist() == done.runs[1]["curve"]["latency"].tolist()
    done.save(tmp_path / "saved")
    assert (tmp_path / "saved" / "latency.svg").read_text().startswith("<")
    assert done.scenario["study"] == "Rings"
    with pytest.raises(TypeError, match="figure of a study"):
        pickle.dumps(done.figure())


def test_the_text_of_a_study_is_its_file(tmp_path):
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "study.toml").write_text(weft.Study(STUDY).toml)
    by_file = weft.Study(tmp_path / "mine").run()
    assert list(by_file.runs) == list(weft.Study(STUDY).run().runs) and weft.Study(tmp_path / "mine").toml == weft.Study(STUDY).toml


WRONG_STUDIES = [
    ({"title": "x", "run": [{"verb": "load", "topology": TORUS}, {"verb": "load", "topology": "torsu"}]}, weft.InputError, r"run\[1\]: .*did you mean 'torus'"),
    ({"title": "x", "run": [{"verb": "lod", "topology": TORUS}]}, weft.InputError, r"run\[0\]: .*did you mean 'load'"),
    ({"title": "x", "run": [{"verb": "load", "topolgy": TORUS}]}, weft.InputError, r"run\[0\]: .*did you mean 'topology'"),
    ({"title": "x", "runs": []}, weft.InputError, "did you mean 'run'"),
    ({"run": [{"topology": TORUS}]}, weft.InputError, "title"),
    ({"title": "x", "run": TORUS}, TypeError, "pass a list of dicts"),
    ({"title": "x", "run": [TORUS]}, TypeError, r"run\[0\]=.*pass a dict"),
    ({"title": object(), "run": []}, TypeError, "title=.*pass a text"),
]


@pytest.mark.parametrize(("study", "kind", "text"), WRONG_STUDIES)
def test_wrong_studies_are_refused_by_field(study, kind, text):
    with pytest.raises(kind, match=text):
        weft.Study(study).run()
