# SPDX-License-Identifier: Apache-2.0
"""Prints the times of the module and their limits; run it on an idle machine: python3 python/bench/limits.py.

Environment: PYTHONPATH names the folder that holds the package, such as build/release/python, WEFT the command, and WEFT_SAME_NUMBERS
the program of python/test/same_numbers.cpp, both optional.
"""
import gc
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

import numpy as np

import weft


def seconds(work, times=15):
    """Returns the minimum time of a call; other processes can only increase it."""
    taken = []
    for _ in range(times):
        gc.collect()
        began = time.perf_counter()
        work()
        taken.append(time.perf_counter() - began)
    return min(taken)


def row(what, value, limit, unit):
    scale = {"s": 1, "ms": 1e3, "us": 1e6}[unit]
    print(f"{what:72} {value * scale:9.2f} {unit:2}   limit {limit * scale:g} {unit:2}  {'' if value <= limit else 'ABOVE'}")


def import_time():
    """Returns the time of an import with compiled sources, as after an installation."""
    program = "import numpy, time; began = time.perf_counter(); import weft; print(time.perf_counter() - began)"
    with tempfile.TemporaryDirectory() as folder:
        environment = {key: it for key, it in os.environ.items() if key != "PYTHONDONTWRITEBYTECODE"} | {"PYTHONPYCACHEPREFIX": folder}
        return min(float(subprocess.check_output([sys.executable, "-c", program], env=environment)) for _ in range(7))


def timed_calls(verb, parameters):
    """Returns the seconds per call, and the seconds in the module, over many calls."""
    run, whole, inside = weft._weft.run, [], []

    def timed(*given):
        began = time.perf_counter()
        ran = run(*given)
        inside.append(time.perf_counter() - began)
        return ran

    weft._weft.run = timed
    try:
        while sum(whole) < 1:
            began = time.perf_counter()
            getattr(weft, verb)(**parameters)
            whole.append(time.perf_counter() - began)
    finally:
        weft._weft.run = run
    return np.array(whole), np.array(inside)


def of_binding():
    """Returns the overhead of the module on a C++ call, for any verb; it is measurable between two processes only for calls of microseconds."""
    _, inside = timed_calls("show", {"topology": "ring:routers=4", "metrics": "n_routers"})
    with tempfile.TemporaryDirectory() as folder:
        Path(folder, "lines").write_text("show ring:routers=4 --metrics=n_routers\n" * len(inside))
        told = subprocess.check_output([os.environ["WEFT_SAME_NUMBERS"], f"{folder}/lines"], text=True)
    return np.median(inside) - np.median([float(it) for it in told.split()])


def overhead(verb, binding, parameters):
    """Returns the ratio of a call from Python to the call from C++, and its limit."""
    whole, inside = timed_calls(verb, parameters)
    return np.median(whole - inside) + binding, max(100e-6, 0.01 * np.median(inside))


def random_matrix(routers, channels):
    import scipy.sparse

    rng = np.random.default_rng(1)
    a, b = rng.integers(0, routers, (2, channels // 2))
    half = scipy.sparse.coo_matrix((np.ones(channels // 2), (a, b)), shape=(routers, routers))
    return scipy.sparse.csr_matrix(half + half.T)


def networkx_alone(net):
    """Returns the time of NetworkX for such a graph, from existing lists."""
    import networkx

    ends = list(zip(net.sources.tolist(), net.targets.tolist(), [{"bandwidth": 1.0, "class": "link"} for _ in net.targets], strict=True))
    nodes = [(r, {"place": str(r), "terminals": 1}) for r in range(net.routers)]

    def make():
        graph = networkx.MultiDiGraph()
        graph.add_nodes_from(nodes)
        graph.add_edges_from(ends)

    return seconds(make, 3)


def after_ctrl_c(call, moment):
    """Returns the time from Ctrl-C, shortly after the start, to the end of the call."""
    sent = []

    def press():
        sent.append(time.perf_counter())
        os.kill(os.getpid(), signal.SIGINT)

    timer = threading.Timer(moment, press)
    try:
        timer.start()
        call()
        time.sleep(moment + 1)
    except KeyboardInterrupt:
        return time.perf_counter() - sent[0]
    raise RuntimeError("Ctrl-C was lost")


def main():
    row("import weft, NumPy loaded", import_time(), 0.050, "ms")
    net = weft.network("ring:routers=4")
    row("a call without work: the name of a router", seconds(lambda: [net.name(0) for _ in range(1000)]) / 1000, 30e-6, "us")
    for side in (16, 512):
        ran = weft.load(f"torus:sides={side}x{side}")._ran
        loads = len(ran.arrays()["channel_load"])
        row(f"{loads} loads handed over, with the other arrays", seconds(lambda ran=ran: [ran.arrays() for _ in range(1000)]) / 1000, 20e-6, "us")
    if "WEFT_SAME_NUMBERS" not in os.environ:
        print("overhead over C++: not measured, set WEFT_SAME_NUMBERS")
    else:
        binding = of_binding()
        for case in (("show", {"topology": "ring:routers=4", "metrics": "n_routers"}), ("load", {"topology": "torus:sides=4x4"}),
                     ("load", {"topology": "torus:sides=64x64", "pattern": "transpose"}),
                     ("simulate", {"topology": "torus:sides=8x8", "traffic": "uniform", "engine": "flit:cycles=5000"})):
            row(f"overhead of {case[0]} {case[1]['topology']} over C++", *overhead(case[0], binding, case[1]), "us")
    matrix = random_matrix(100_000, 1_000_000)
    row("network of a sparse matrix: 10^5 routers, 10^6 channels", seconds(lambda: weft.network(matrix)), 0.2, "s")
    net = weft.network(matrix)
    alone = networkx_alone(net)
    row(f"to_networkx of it (NetworkX alone {alone:.2f} s)", seconds(net.to_networkx, 3), 1.1 * alone, "s")
    sys.path.insert(0, str(Path(__file__).parents[1] / "test"))
    from test_processes import LONG

    for name, call in LONG.items():
        row(f"Ctrl-C in {name}, the slowest of 4 moments", max(after_ctrl_c(call, it) for it in (0.02, 0.2, 0.8, 1.5)), 0.5, "s")


if __name__ == "__main__":
    main()
