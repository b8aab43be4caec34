# SPDX-License-Identifier: Apache-2.0
"""Arrays are views that outlive what they came from, and nothing leaks."""
import gc
import pickle
import tracemalloc
import weakref
from pathlib import Path

import numpy as np
import pytest

import weft

ARRAYS = ["first", "targets", "channel_class", "bandwidth", "terminals", "ejection"]


def address(array):
    return array.__array_interface__["data"][0]


def resident():
    """Bytes of this process in memory."""
    pages = Path("/proc/self/statm").read_text().split()[1]
    return int(pages) * 4096


def scribble():
    """Uses memory that has been given back."""
    gc.collect()
    return [np.full(100_000, np.pi) for _ in range(20)]


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_outlive_their_network(name):
    array = getattr(weft.network("dragonfly:p=2,a=4,h=2"), name)
    kept = array.copy()
    scribble()
    assert np.array_equal(array, kept)


def test_arrays_outlive_their_result():
    arrays = weft.load("torus:sides=16x16", pattern="transpose").arrays
    slices = {name: (it[3:50], it.copy()) for name, it in arrays.items()}
    del arrays
    scribble()
    for part, whole in slices.values():
        assert np.array_equal(part, whole[3:50])


def test_figures_tables_and_streams_outlive_their_result():
    result = weft.load("torus:sides=4x4")
    figure, table, runs = result.figure(), result["throughput"], result.runs
    stream = table.__arrow_c_stream__()
    svg = figure.svg
    del result
    scribble()
    assert figure.svg == svg and len(table.to_pandas()) == 2 and runs == ()
    del stream


def test_frames_of_flits_outlive_them():
    flits = weft.Flits("torus:sides=4x4", rate=0.5)
    frames = [flits.step(50) for _ in range(5)]
    kept = [it.buffers.copy() for it in frames]
    del flits
    scribble()
    assert all(np.array_equal(it.buffers, before) for it, before in zip(frames, kept, strict=True))


def test_networks_of_python_outlive_their_graphs():
    mine = weft.network(np.array([[0, 1], [1, 2], [2, 0]]))
    spec = mine.spec
    del mine
    scribble()
    assert weft.show(spec, metrics="diameter")["metrics"]["value"][0] == 1
    again = pickle.loads(pickle.dumps(spec))
    del spec
    scribble()
    assert weft.show(again, metrics="diameter")["metrics"]["value"][0] == 1


def test_objects_are_given_back():
    matrix = np.roll(np.eye(16), 1, axis=0)
    matrix_of = weakref.ref(matrix)
    result = weft.load("torus:sides=4x4", pattern=matrix)
    del matrix
    gc.collect()
    assert matrix_of() is None  # the result has a copy, which tells what it was made of
    (kept,) = result.inputs.values()
    matrix_of = weakref.ref(kept)
    del kept
    gc.collect()
    assert matrix_of() is not None
    del result
    gc.collect()
    assert matrix_of() is None


def test_arrays_of_results_are_the_memory_of_weft():
    result = weft.load("torus:sides=64x64")
    once, again = result._ran.arrays()["channel_load"], result.arrays["channel_load"]
    assert np.shares_memory(once, again) and address(once) == address(again)
    assert not again.flags.owndata and not again.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        again[0] = 1
    with pytest.raises(ValueError, match="WRITEABLE"):
        again.setflags(write=True)


def test_arrays_of_networks_are_the_memory_of_weft():
    net = weft.network("torus:sides=8x8")
    for name in ARRAYS:
        array, again = getattr(net, name), getattr(net._net, {"terminals": "injection"}.get(name, name))
        assert address(array) == address(again) and not array.flags.writeable and not array.flags.owndata


def test_scipy_takes_the_memory_of_networks():
    pytest.importorskip("scipy.sparse")
    net = weft.network("torus:sides=8x8")
    matrix = net.to_scipy(copy=False)
    for theirs, ours in ((matrix.data, net.bandwidth), (matrix.indices, net.targets), (matrix.indptr, net.first)):
        assert np.shares_memory(theirs, ours) and address(theirs) == address(ours)


CALLS = {
    "results": lambda i: weft.load("torus:sides=16x16", pattern="transpose").arrays["channel_load"],
    "networks": lambda i: weft.network("torus:sides=16x16").targets,
    "networks of one's own": lambda i: weft.network(np.array([[0, 1], [1, 2 + i % 50]]), array="links").to_scipy(copy=False),
    "matrices": lambda i: weft.load("torus:sides=4x4", pattern=np.roll(np.eye(16), 1 + i % 7, axis=0)),
    "flits": lambda i: weft.Flits("torus:sides=4x4", rate=0.5).step(20).buffers,
    "errors": lambda i: pytest.raises(weft.InputError, weft.show, f"torus:sides=0x{i}"),
    "streams": lambda i: weft.load("torus:sides=4x4")["throughput"].__arrow_c_stream__(),
    "pickles": lambda i: pickle.loads(pickle.dumps(weft.load("torus:sides=4x4"))),
}


@pytest.mark.parametrize("name", CALLS)
def test_a_thousand_calls_leave_memory_as_it_was(name):
    call = CALLS[name]
    for i in range(200):
        call(i)
    gc.collect()
    tracemalloc.start()
    before, in_python = resident(), tracemalloc.get_traced_memory()[0]
    for i in range(800):
        call(i)
    gc.collect()
    grown = tracemalloc.get_traced_memory()[0] - in_python
    tracemalloc.stop()
    assert grown < 100_000
    assert resident() - before < 16_000_000  # 20 kB a call; a network of 16 x 16 takes more
