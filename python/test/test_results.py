# SPDX-License-Identifier: Apache-2.0
"""Results as values: tables by name, single values with units, repetition, pictures, copies."""
import copy
import json
import math
import os
import pickle
import shlex
import subprocess

import numpy as np
import pytest

import weft

TORUS = "torus:sides=4x4"


@pytest.fixture(scope="module")
def load():
    return weft.load(TORUS, pattern="transpose")


@pytest.fixture(scope="module")
def show():
    return weft.show(TORUS)


def test_results_are_mappings_of_tables(load):
    assert "throughput" in load and "curve" not in load and 0 not in load
    assert list(load) == list(load.keys()) == list(load.tables) and len(load) == len(load.tables)
    assert dict(load) == load.tables == dict(load.items()) and list(load.values()) == list(load.tables.values())
    assert load.get("throughput") is load["throughput"] and load.get("curve") is None
    assert load._ipython_key_completions_() == list(load.tables)
    with pytest.raises(KeyError, match="no table 'curve'; it has throughput"):
        load["curve"]


def test_a_result_without_tables_is_true():
    drawn = weft.draw("ring:routers=4")
    assert drawn and (len(drawn) == 0 or drawn.tables)


def test_tables_are_mappings_of_columns(load):
    table = load["throughput"]
    assert "max_load" in table and "latency" not in table and 0 not in table
    assert list(table) == table.keys() == [it.name for it in table.columns] and len(table) == 2  # rows
    assert all(np.array_equal(array, table[name]) for name, array in table.items()) and len(table.values()) == len(table.columns)
    assert table.get("latency") is None and np.array_equal(table.get("channels", np.zeros(0)), [32, 32])
    assert table._ipython_key_completions_() == table.keys()
    with pytest.raises(KeyError, match="rows are in .rows"):
        table[0]
    with pytest.raises(ValueError, match="read-only"):
        table["channels"][0] = 1


def test_loads_have_their_main_values(load):
    worst = max(load["throughput"].rows, key=lambda row: row[3] / row[1])  # load over bandwidth
    assert load.throughput == load.value("throughput") == worst[6] == 1 / load.arrays["channel_load"].max()
    assert load.value("max_load") == worst[3] == load.arrays["channel_load"].max() and load.bottleneck == worst[0]
    assert load.value("terminals.throughput") == load["terminals"]["throughput"][0]
    assert load.value("throughput[dim1].max_load") == load["throughput"]["max_load"][1]
    assert load.verdict == load.answer == load.value("answer")
    assert load.value("mean_hops").unit == "hops"


def test_names_of_values_do_not_depend_on_the_number_of_classes(load):
    ring, metric = weft.load("ring:routers=8"), weft.show("ring:routers=8", metrics="diameter")
    assert len(ring["throughput"]) == 1 and len(load["throughput"]) == 2 and list(ring.scalars) == list(load.scalars)
    assert list(metric.scalars) == ["diameter"]


def test_metrics_have_units_and_bounds(show):
    diameter = show.metric("diameter")
    assert diameter == 4 and diameter.unit == "hops" and diameter.is_exact and str(diameter) == "4 hops"
    assert list(range(diameter)) == [0, 1, 2, 3] and diameter / 8 == 0.5
    assert show.metric("bisection") == 8 and show.value("avg_dist") == show.metric("avg_dist") == pytest.approx(32 / 15)
    assert weft.show("ring:routers=4", fail="0-1+2-3").metric("diameter") == math.inf
    bounded = weft.show("jellyfish:routers=300,degree=12", metrics="bisection")
    row = dict(zip(bounded["metrics"].keys(), bounded["metrics"].rows[0], strict=True))
    bisection = bounded.metric("bisection")
    assert row["value"] is None and math.isnan(bisection) and (bisection.lower, bisection.upper) == (row["lower"], row["upper"])
    assert str(bisection) == f"{row['lower']} to {row['upper']} links" and not bisection.is_exact
    with pytest.raises(KeyError, match="did you mean 'diameter'"):
        show.metric("diamter")
    with pytest.raises(AttributeError, match="weft.show"):
        weft.load(TORUS).metric("diameter")


def test_sweeps_have_saturation_and_throughput():
    found = weft.sweep("ring:routers=8", engine="flit:cycles=300,warm_up=100")
    row = found["saturation"]
    assert found.saturation == row["saturation_lower"][0] and found.throughput == row["throughput"][0]
    assert found.saturation is not None and found.saturation.unit == "flits/cycle"
    given = weft.sweep("ring:routers=8", rates=[0.1], engine="flit:cycles=300,warm_up=100")
    assert given.saturation is None and given.throughput is None
    with pytest.raises(AttributeError, match="weft.load and weft.sweep"):
        weft.show(TORUS, metrics="diameter").throughput


def test_values_are_found_by_name():
    done = weft.simulate(TORUS)
    assert done.value("makespan") == done.value("summary.makespan") == done["summary"]["makespan"][0]
    assert str(done.value("makespan")).endswith(" rounds") and done.value("bounds.makespan") == done["bounds"]["makespan"][0]
    stage = next(iter(done.timings))
    assert done.value(f"seconds.{stage}") == done.timings[stage]
    with pytest.raises(KeyError, match="did you mean 'makespan'"):
        done.value("makespn")
    proof = weft.deadlock("ring:routers=8", vcs=1)
    assert proof.value("deadlock") == "possible" and proof.value("proof") is None


def test_quantities_are_floats():
    rate = weft.Quantity(0.25, "flits/cycle", "the rate")
    assert isinstance(rate, float) and type(rate * 2) is float and f"{rate:.3f}" == "0.250"
    assert repr(rate) == "Quantity(0.25, 'flits/cycle')" and f"{rate}" == "0.25 flits/cycle"
    assert json.dumps(rate) == "0.25" and np.array([rate]).dtype == np.float64 and np.sqrt(rate) == 0.5
    again = pickle.loads(pickle.dumps(rate))
    assert (again, again.unit, again.doc) == (rate, rate.unit, rate.doc) and copy.deepcopy(rate).unit == rate.unit
    with pytest.raises(TypeError, match="not a whole number"):
        range(rate)
    assert weft.load(TORUS, failed_links=rate, seed=2, routing="up_down") == weft.load(TORUS, failed_links=0.25, seed=2, routing="up_down")


def test_tables_print_their_rows(load):
    lines = str(load["throughput"]).splitlines()
    assert any(line.split()[:1] == ["dim0"] for line in lines) and any("max load" in line for line in lines)
    cells = [line.index("32") for line in lines if line.split()[:1] in (["dim0"], ["dim1"])]
    assert len(set(cells)) == 1  # aligned
    mapping = weft.map(TORUS)["mapping"]
    assert len(mapping) == 16 and len(mapping.to_text(rows=0).splitlines()) > len(mapping.to_text(rows=3).splitlines())
    assert mapping.to_text().splitlines()[-1] == ".. 6 more rows: .to_text(rows=0)" and "more rows" not in mapping.to_text(rows=0)
    assert max(map(len, load["throughput"].to_text(line=40).splitlines()[1:3])) <= 40
    assert repr(mapping) == "<Table mapping: 16 rows of task, terminal, router>"


COMMANDS = {
    "load": lambda: weft.load(TORUS, pattern="transpose", mapping="random", seed=3),
    "compare": lambda: weft.compare([TORUS, "ring:routers=8"], metrics="diameter"),
    "sweep": lambda: weft.sweep("ring:routers=8", rates=[0.1, 0.2], engine="flit:cycles=300,warm_up=100"),
    "route": lambda: weft.route("ring:routers=4", from_=0, to=2),
    "show": lambda: weft.show(weft.network(TORUS).failed(links=[(0, 1)]), metrics="diameter,links"),
    "deadlock": lambda: weft.deadlock("ring:routers=8", vcs=1),
}


@pytest.mark.parametrize("name", COMMANDS)
def test_results_are_repeated_by_their_command_and_by_rerun(name):
    result = COMMANDS[name]()
    again = result.rerun()
    assert again == result and again.tables == result.tables
    words = shlex.split(result.command)
    assert words[0] == "weft"
    if "WEFT" not in os.environ:
        pytest.skip("WEFT is not set")
    done = subprocess.run([os.environ["WEFT"], *words[1:], "--json"], capture_output=True, text=True, timeout=60, check=True)
    assert json.loads(done.stdout)["run"] == result.run_id


def test_results_are_repeated_with_changes(load, tmp_path):
    other = load.rerun(pattern="all_to_all")
    assert other.scenario["pattern"].startswith("all_to_all") and other.run_id == weft.load(TORUS, pattern="all_to_all").run_id
    with pytest.raises(TypeError, match="did you mean 'pattern'"):
        load.rerun(patern="halo")
    own = weft.load(TORUS, pattern=np.roll(np.eye(16), 1, axis=0))
    assert own.rerun() == own
    with pytest.raises(ValueError, match="Python objects.*rerun"):
        own.command  # noqa: B018
    own.save(tmp_path / "own")
    assert weft.read(tmp_path / "own").rerun() == own


def test_comparisons_have_a_long_form():
    both = weft.compare([TORUS, "jellyfish:routers=300,degree=12"])
    long = both.tidy()
    assert long.keys() == ["topology", "key", "quantity", "unit", "value", "lower", "upper"]
    assert long["value"].dtype == long["lower"].dtype == np.float64 and len(long) == 2 * len(both["metrics"])
    cells = {row[:2]: row[4:] for row in long.rows}
    assert cells[TORUS, "diameter"] == (4, 4, 4)
    name = both["metrics"].keys()[3]
    alone = weft.show(name).metric("bisection")
    assert cells[name, "bisection"] == (None, alone.lower, alone.upper)
    assert dict(zip(zip(both.tidy("cost")["topology"], both.tidy("cost")["key"], strict=True), both.tidy("cost")["value"], strict=True))[
        TORUS, "routers"] == 16
    cut = weft.compare(weft.network("ring:routers=4").failed(links=[(0, 1), (2, 3)]), metrics="diameter").tidy()
    assert cut["value"].tolist() == [math.inf]
    with pytest.raises(AttributeError, match="weft.compare"):
        weft.load(TORUS).tidy()


def test_equal_networks_of_a_comparison_have_distinct_columns():
    table = weft.compare([TORUS, "ring:routers=8", TORUS], metrics="diameter,links")["metrics"]
    assert table.keys() == ["metric", "unit", TORUS, "ring:routers=8", f"{TORUS} (2)", "key"]
    assert table[TORUS].tolist() == table[f"{TORUS} (2)"].tolist()
    loads = weft.compare([TORUS, TORUS], engine="load")["simulated"]
    assert set(loads["topology"]) == {TORUS, f"{TORUS} (2)"}


def test_pictures_are_files_of_three_kinds(load, tmp_path):
    figure = load.figure()
    for name, begin in (("f.svg", b"<svg"), ("f.pdf", b"%PDF-"), ("f.png", b"\x89PNG\r\n"), ("f", b"<svg")):
        figure.save(tmp_path / name)
        assert (tmp_path / name).read_bytes().startswith(begin), name


def test_charts_are_drawn_into_given_axes():
    matplotlib = pytest.importorskip("matplotlib.figure")
    swept = weft.sweep("ring:routers=8", rates=[0.1, 0.2], engine="flit:cycles=300,warm_up=100")
    mine = matplotlib.Figure()
    left, right = mine.subplots(1, 2)
    assert swept.plot("latency", ax=left) is mine and left.lines and not right.lines
    with pytest.raises(weft.InputError, match="axes"):
        swept.plot("latency", ax=[left, right])
    with pytest.raises(TypeError, match="pass axes"):
        swept.plot("latency", ax=mine)
    assert swept.plot("latency") is not mine


@pytest.mark.parametrize("again", [lambda it: pickle.loads(pickle.dumps(it)), copy.deepcopy, copy.copy])
def test_tables_and_figures_are_copied(load, again):
    for table in load.values():
        other = again(table)
        assert other == table and other.columns == table.columns and other.rows == table.rows and str(other).split() == str(table).split()
    figure = again(load.figure())
    assert figure.svg == load.figure().svg and figure.caption == load.figure().caption
    assert again(load).figure().svg == load.figure().svg


@pytest.mark.parametrize("again", [pickle.dumps, copy.deepcopy, copy.copy])
def test_simulations_in_progress_are_not_copied(again):
    flits = weft.Flits("ring:routers=8", rate=0.2)
    flits.step(10)
    with pytest.raises(TypeError, match="step to cycle 10"):
        again(flits)


def test_representations_say_what_they_are(load, tmp_path):
    page = weft.explore(load)
    assert "torus" in repr(page) and "save" in repr(page)
    page.save(tmp_path / "page.html")
    assert "<html" in (tmp_path / "page.html").read_text()[:500]
    assert repr(weft.threads(0)) == "<threads of all cores>"
    assert load.figure().name in repr(load.figure())
    flits = weft.Flits("ring:routers=8", rate=0.2)
    assert len(repr(flits.step(10))) < 200 and "cycle 10" in repr(flits.frame)
    own = weft.load(TORUS, pattern=np.eye(16, k=1))
    assert "ndarray" in repr(own._inputs[0])
