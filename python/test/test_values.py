# SPDX-License-Identifier: Apache-2.0
"""Results, tables, arrays and networks as Python sees them."""
import gc
import pickle
import signal
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import weft


def test_arrays_are_views_that_outlive_the_result():
    load = weft.load("torus:sides=64x64").arrays["channel_load"]
    gc.collect()
    assert not load.flags.owndata and not load.flags.writeable
    assert load.shape == (64 * 64 * 4,) and load.dtype == np.float64
    assert load.max() == load.min() == 0.25


def test_a_failed_channel_has_no_value():
    failed = weft.network("torus:sides=4x4").failed(links=[(0, 1)])
    result = weft.load(failed, details="channels", routing="up_down")
    load = result.arrays["channel_load"]
    missing = np.flatnonzero(failed.bandwidth == 0)
    assert len(missing) == 2 and np.array_equal(np.flatnonzero(np.isnan(load)), missing)
    assert [row[-1] is None for row in result["channel_loads"].rows] == np.isnan(load).tolist()
    assert np.nanmax(load) == result["throughput"]["max_load"].max() == result.fullest(1)[0][1]
    assert sorted(channel for channel, _ in result.fullest(1000)) == np.flatnonzero(failed.bandwidth > 0).tolist()


def test_columns_have_types():
    table = weft.load("torus:sides=4x4")["throughput"]
    assert table["channels"].dtype == np.int64
    assert table["max_load"].dtype == np.float64
    assert table["class"].tolist() == ["dim0", "dim1"]
    with pytest.raises(KeyError, match="it has class, bandwidth"):
        table["clas"]


def test_tables_become_data_frames():
    pandas = pytest.importorskip("pandas")
    table = weft.show("torus:sides=4x4")["metrics"]
    frame = table.to_pandas()
    assert isinstance(frame, pandas.DataFrame) and len(frame) == len(table)


def test_networks_are_arrays():
    net = weft.network("torus:sides=3x3")
    assert net.routers == 9 and net.first.tolist() == list(range(0, 37, 4))
    assert np.shares_memory(net.targets, net.targets.view(np.int32))
    assert net.name(4) == "(1,1)"
    assert (net.bandwidth == 1).all()
    assert (weft.network("torus:sides=3x3", fail="0-1").bandwidth == 0).sum() == 2


def test_networks_go_to_scipy_and_networkx():
    scipy = pytest.importorskip("scipy.sparse")
    networkx = pytest.importorskip("networkx")
    net = weft.network("dragonfly:p=2,a=4,h=2")
    matrix = net.to_scipy(copy=False)
    assert scipy.issparse(matrix) and matrix.nnz == len(net.targets) and np.shares_memory(matrix.data, net.bandwidth)
    graph = net.to_networkx()
    assert networkx.diameter(networkx.DiGraph(graph)) == weft.show(net, metrics="diameter")["metrics"]["value"][0]


@pytest.mark.parametrize(("call", "where", "text"), [
    (lambda: weft.show("torsu"), "topology", "did you mean 'torus'"),
    (lambda: weft.load("torus:sides=4x4", routing="valient"), "routing", "did you mean 'valiant'"),
    (lambda: weft.load("torus:sides=4x4", grid=(9, 9)), "grid", "more tasks"),
    (lambda: weft.show("torus:sides=0x4"), "topology", "sides"),
    (lambda: weft.network("file:path=/no/such.csv"), "topology", "no/such"),
    (lambda: weft.read("/no/such/result"), "", "no/such"),
])
def test_wrong_input_is_told(call, where, text):
    with pytest.raises(weft.InputError, match=text) as told:
        call()
    assert isinstance(told.value, ValueError)
    assert where in told.value.where + str(told.value)
    assert told.value.problem


def test_unknown_parameters_are_told_before_anything_is_computed():
    with pytest.raises(TypeError, match=r"sweep\(\) has no parameter 'ratse'; did you mean 'rates'"):
        weft.sweep("torus", ratse=[0.1])  # type: ignore[call-arg]
    with pytest.raises(TypeError, match="object is not a topology"):
        weft.show(object())  # type: ignore[arg-type]


def test_computing_lets_other_threads_run():
    counted = 0
    done = threading.Event()

    def count():
        nonlocal counted
        while not done.is_set():
            counted += 1
            time.sleep(0.001)

    counter = threading.Thread(target=count)
    counter.start()
    weft.simulate("torus:sides=8x8", traffic="uniform", engine="flit:cycles=20000")
    done.set()
    counter.join()
    assert counted > 10


def test_threads_give_the_same_results():
    names = [f"slim_fly:q={q}" for q in (5, 7, 5, 7)]
    with ThreadPoolExecutor(4) as pool:
        results = list(pool.map(lambda it: weft.load(it), names))
    assert results[0] == results[2] and results[1] == results[3] and results[0] != results[1]


def test_ctrl_c_ends_a_call_and_the_next_one_works():
    before = signal.getsignal(signal.SIGINT)
    for _ in range(2):
        timer = threading.Timer(0.3, signal.raise_signal, [signal.SIGINT])
        timer.start()
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            weft.simulate("torus:sides=16x16", traffic="uniform", engine="flit:cycles=100000")
        assert time.monotonic() - began < 2
        timer.join()
        assert signal.getsignal(signal.SIGINT) is before
    assert weft.show("ring:routers=4").verb == "show"


def test_progress_is_called_and_its_exceptions_end_the_call():
    seen = []
    weft.simulate("torus:sides=8x8", traffic="uniform", engine="flit:cycles=200000", progress=lambda *it: seen.append(it))
    assert seen and all(isinstance(label, str) and done <= max(total, done) for label, done, total in seen)

    def refuse(*_):
        raise RuntimeError("enough")

    with pytest.raises(RuntimeError, match="enough"):
        weft.simulate("torus:sides=8x8", traffic="uniform", engine="flit:cycles=50000", progress=refuse)


def test_figures_and_pages():
    result = weft.load("torus:sides=4x4", pattern="transpose")
    figure = result.figures["network_load"]
    assert figure.svg.startswith("<svg") and figure.caption
    html = result._repr_html_()
    assert html.count("<table>") == len(result.tables) and "<script" not in html
    charts = [it for it in result.figures.values() if it.vega_lite]
    assert charts and "$schema" in charts[0].chart()
    with pytest.raises(ValueError, match="not a chart"):
        figure.chart()


def test_documents_are_text():
    assert str(weft.draw("ring:routers=4").document).startswith("<svg")


def test_saved_results_are_read(tmp_path):
    result = weft.load("torus:sides=4x4")
    result.save(tmp_path / "saved")
    again = weft.read(tmp_path / "saved")
    assert again == result and again.tables == result.tables
    assert np.array_equal(again.arrays["channel_load"], result.arrays["channel_load"])
    assert (tmp_path / "saved" / "throughput.csv").exists()


def test_results_are_pickled_with_their_arrays_and_inputs():
    matrix = np.array([[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [4, 0, 0, 0]])
    result = weft.load("ring:routers=4", pattern=matrix)
    again = pickle.loads(pickle.dumps(result))
    assert again == result and again.tables == result.tables
    assert np.array_equal(again.arrays["channel_load"], result.arrays["channel_load"])
    assert np.array_equal(*[next(iter(it.inputs.values())) for it in (result, again)])
    assert again.figures.keys() == result.figures.keys()
