# SPDX-License-Identifier: Apache-2.0
"""Ctrl-C, threads, forks and processes of their own."""
import multiprocessing
import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

import weft


def crowd_of_messages():
    """A program in which each of 1,024 ranks sends 60 messages at once, all of different sizes."""
    sends = [[((rank * 37 + k * 101) % 1024, 100000 + (rank * 7919 + k * 104729) % 900000) for k in range(60)] for rank in range(1024)]
    receives = [[] for _ in range(1024)]
    for rank, messages in enumerate(sends):
        for to, size in messages:
            receives[to].append(f"recv {size}b from {rank}")
    lines = ["num_ranks 1024"]
    for rank, messages in enumerate(sends):
        lines += [f"rank {rank} {{", *(f"send {size}b to {to}" for to, size in messages), *receives[rank], "}"]
    with tempfile.NamedTemporaryFile("w", suffix=".goal", delete=False) as file:
        file.write("\n".join(lines))
    return f"goal:file={file.name}"


LONG = {  # of each verb that computes, a call of at least several seconds where one of a torus is none
    **{verb: lambda verb=verb: getattr(weft, verb)("torus:sides=1024x1024") for verb in weft.schema()["verbs"] if verb != "list"},
    "show": lambda: weft.show("jellyfish:routers=60000,degree=8"),
    "compare": lambda: weft.compare(["jellyfish:routers=60000,degree=8", "torus:sides=300x300"]),
    "route": lambda: weft.route("xpander:degree=15,lifts=200000", from_=0, to=99),
    "simulate": lambda: weft.simulate("torus:sides=16x16", traffic="uniform", engine="flit:cycles=9000000,max_cycles=90000000"),
    "sweep": lambda: weft.sweep("torus:sides=16x16", engine="flit:cycles=900000,max_cycles=90000000"),
    "load": lambda: weft.load("jellyfish:routers=3000,degree=8", pattern="all_to_all", routing="k_shortest"),
    "map": lambda: weft.map("torus:sides=16x16x16", mapping="local_search:moves=1000000000"),
    "collective": lambda: weft.collective("all_to_all", "torus:sides=32x32"),
    "schedule": lambda: weft.schedule("sparse_torus:dimensions=2,side=60", verify="literal", relations=20000),
    "balance": lambda: weft.balance("torus:sides=128x128", steps=10**8),
    "deadlock": lambda: weft.deadlock("torus:sides=48x48", routing="minimal_adaptive"),
    "judge": lambda: weft.judge("torus:sides=12x12x12", matchings=100000),
    "replay": lambda: weft.replay("torus:sides=32x32", program=crowd_of_messages(), engine="flow:precision=0", costs="eager=1e9"),
    "queue": lambda: weft.queue("torus:sides=64x64", log="lublin:jobs=3000000", load=0.9, interference="load"),
    "draw": lambda: weft.draw("jellyfish:routers=200000,degree=32"),
    "export": lambda: weft.export("torus:sides=2048x2048", format="graphml"),
    "network": lambda: weft.network("torus:sides=3000x3000"),
    "Flits": lambda: weft.Flits("torus:sides=64x64", rate=0.5).step(100000),
}


@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_ends_any_call_at_any_moment_and_the_next_one_works(name):
    handler = signal.getsignal(signal.SIGINT)
    for moment in (0.02, 0.2, 0.8):
        sent: list[float] = []

        def press(sent=sent):
            sent.append(time.monotonic())
            os.kill(os.getpid(), signal.SIGINT)

        timer = threading.Timer(moment, press)
        with pytest.raises(KeyboardInterrupt):
            timer.start()
            try:
                LONG[name]()
                time.sleep(60)
            except weft.InputError:
                timer.cancel()
                raise
        assert time.monotonic() - sent[0] < 10  # bench/limits.py measures it: a loaded machine may be slow
        assert signal.getsignal(signal.SIGINT) is handler
        assert weft.show("ring:routers=4", metrics="diameter")["metrics"]["value"][0] == 2


SMALL = [
    lambda: weft.list("routings"),
    lambda: weft.show("torus:sides=4x4", metrics="diameter,avg_dist,girth"),
    lambda: weft.compare(["torus:sides=4x4", "ring:routers=8"], metrics="diameter"),
    lambda: weft.route("torus:sides=4x4", from_=0, to=9),
    lambda: weft.simulate("torus:sides=4x4", traffic="uniform", engine="flit:cycles=300,warm_up=100"),
    lambda: weft.simulate("torus:sides=8x8", traffic="uniform", messages=5),
    lambda: weft.sweep("ring:routers=8", rates=(0.1, 0.2), engine="flit:cycles=300,warm_up=100"),
    lambda: weft.load("torus:sides=8x8", pattern=np.roll(np.eye(64), 3, axis=0)),
    lambda: weft.map("torus:sides=4x4", mapping="greedy"),
    lambda: weft.collective("allreduce", "ring:routers=8"),
    lambda: weft.schedule("sparse_torus:dimensions=2,side=4"),
    lambda: weft.balance("ring:routers=8", steps=50),
    lambda: weft.deadlock("ring:routers=8", vcs=1),
    lambda: weft.judge("torus:sides=4x4", routings=["layered:method=lash", "layered"]),
    lambda: weft.universality("torus:sides=4x4"),
    lambda: weft.draw("ring:routers=4"),
    lambda: weft.export("ring:routers=4", format="graphml"),
]


def numbers(result):
    """What of a result does not depend on the clock, in bits."""
    tables = [table.rows for name, table in result.tables.items() if "second" not in str(table.columns) and name != "speed"]
    return result.run_id, result.answer, tables, result.document, [(name, it.tobytes()) for name, it in result.arrays.items()]


def test_four_threads_give_the_bits_of_one():
    alone = [numbers(call()) for call in SMALL]
    with ThreadPoolExecutor(4) as pool:
        runs = [pool.submit(lambda call=call: numbers(call())) for _ in range(6) for call in SMALL]
        for i, run in enumerate(runs):
            assert run.result() == alone[i % len(SMALL)]


def test_threads_may_limit_themselves_crosswise():
    def limited(count):
        with weft.threads(count):
            return [weft.load("torus:sides=4x4").threads for _ in range(20)]

    with ThreadPoolExecutor(4) as pool:
        for count, seen in zip([1, 2, 1, 2] * 4, pool.map(limited, [1, 2, 1, 2] * 4), strict=True):
            assert seen == [count] * 20


FLITS_IN_THREADS = """
import threading, weft

flits = weft.Flits("torus:sides=4x4", rate=0.4)
threads = [threading.Thread(target=lambda: [flits.step(20) for _ in range(50)]) for _ in range(4)]
readers = [threading.Thread(target=lambda: [(flits.deadlock, flits.cycle, flits.buffers) for _ in range(500)])]
flits.step()
for it in threads + readers: it.start()
for it in threads + readers: it.join()
alone = weft.Flits("torus:sides=4x4", rate=0.4)
alone.step(4001)
assert flits.cycle == alone.cycle == 4001 and (flits.buffers == alone.buffers).all()
print("equal")
"""


def test_threads_that_step_one_simulation_take_turns():
    for _ in range(3):
        done = subprocess.run([sys.executable, "-c", FLITS_IN_THREADS], capture_output=True, text=True, timeout=120, check=False)
        assert done.stdout == "equal\n", (done.returncode, done.stderr)


class Alarmed(Exception):
    pass


@pytest.fixture
def handlers():
    """The handlers of signals as they were."""
    before = {it: signal.getsignal(it) for it in (signal.SIGINT, signal.SIGTERM, signal.SIGALRM, signal.SIGUSR1)}
    yield
    for number, handler in before.items():
        signal.signal(number, handler)


def short():
    """About a second."""
    return weft.simulate("torus:sides=16x16", traffic="uniform", engine="flit:cycles=80000,warm_up=100")


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGUSR1])
def test_handlers_of_a_program_are_called_and_the_call_goes_on(handlers, number):
    heard: list[float] = []
    signal.signal(number, lambda *_: heard.append(time.monotonic()))
    timer = threading.Timer(0.1, os.kill, [os.getpid(), number])
    timer.start()
    result = short()
    ended = time.monotonic()
    timer.join()
    assert result.verb == "simulate" and len(heard) == 1 and heard[0] <= ended
    assert signal.getsignal(number) is not signal.default_int_handler


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGALRM])
def test_what_a_handler_raises_ends_the_call(handlers, number):
    def alarm(*_):
        raise Alarmed

    signal.signal(number, alarm)
    timer = threading.Timer(0.2, os.kill, [os.getpid(), number])
    timer.start()
    began = time.monotonic()
    with pytest.raises(Alarmed):
        LONG["simulate"]()
    assert time.monotonic() - began < 10 and signal.getsignal(number) is alarm
    assert short().verb == "simulate"


def test_ctrl_c_that_is_ignored_stays_ignored(handlers):
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # as nohup and background jobs have it
    timer = threading.Timer(0.1, os.kill, [os.getpid(), signal.SIGINT])
    timer.start()
    assert short().verb == "simulate"
    timer.join()
    assert signal.getsignal(signal.SIGINT) is signal.SIG_IGN


ASYNCIO = """
import asyncio, os, signal, threading, weft

async def main():
    heard = asyncio.Event()
    asyncio.get_running_loop().add_signal_handler(signal.SIGINT, heard.set)
    threading.Timer(0.2, os.kill, [os.getpid(), signal.SIGINT]).start()
    work = lambda: weft.simulate("torus:sides=16x16", traffic="uniform", engine="flit:cycles=80000,warm_up=100")
    result = await asyncio.to_thread(work) if {thread} else work()
    await asyncio.wait_for(heard.wait(), 10)
    print(result.verb)

asyncio.run(main())
"""


@pytest.mark.parametrize("thread", [True, False])
def test_loops_of_asyncio_hear_their_signals(thread):
    done = subprocess.run([sys.executable, "-c", ASYNCIO.replace("{thread}", str(thread))], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "simulate\n", done.stderr


def test_sigterm_ends_a_process_that_computes():
    program = 'import weft; print("begins", flush=True); weft.simulate("torus:sides=16x16", traffic="uniform", engine="flit:cycles=9000000,max_cycles=90000000")'
    process = subprocess.Popen([sys.executable, "-c", program], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None and process.stdout.readline() == "begins\n"
    time.sleep(0.3)
    process.terminate()
    assert process.wait(10) == -signal.SIGTERM


def test_ctrl_c_ends_the_calls_of_all_threads():
    with ThreadPoolExecutor(2) as pool:
        runs = [pool.submit(LONG["simulate"]) for _ in range(2)]
        time.sleep(0.3)
        began = time.monotonic()
        with pytest.raises(KeyboardInterrupt):
            os.kill(os.getpid(), signal.SIGINT)
            time.sleep(60)
        for run in runs:
            with pytest.raises(KeyboardInterrupt):
                run.result()
    assert time.monotonic() - began < 10


def in_process(_=None):
    return weft.load("torus:sides=4x4").run_id


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_a_fork_says_that_spawn_is_needed():
    context = multiprocessing.get_context("fork")
    with context.Pool(1) as pool, pytest.raises(RuntimeError, match="get_context\\('spawn'\\)"):
        pool.apply(in_process)
    assert in_process()


FORKED = """
import multiprocessing, sys
from concurrent.futures import ProcessPoolExecutor
import weft

def work(q):
    return weft.load(f"slim_fly:q={q}").throughput

with ProcessPoolExecutor(2, multiprocessing.get_context("fork")) as pool:
    forked = list(pool.map(work, [5, 7]))
assert forked == [work(5), work(7)]
print("equal")
"""


@pytest.mark.skipif(not hasattr(os, "fork"), reason="there is no fork here")
def test_forks_of_a_process_that_has_not_computed_compute():
    done = subprocess.run([sys.executable, "-c", FORKED], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "equal\n", done.stderr


SPAWNED = """
import multiprocessing, weft

def work(q):
    return weft.load(f"slim_fly:q={q}").run_id

if __name__ == "__main__":
    with multiprocessing.get_context("spawn").Pool(2) as pool:
        assert pool.map(work, [5, 7]) == list(map(work, [5, 7]))
    print("equal")
"""


def test_processes_that_are_spawned_compute(tmp_path):
    (tmp_path / "spawned.py").write_text(SPAWNED)
    done = subprocess.run([sys.executable, tmp_path / "spawned.py"], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout == "equal\n", done.stderr


def test_contexts_of_threads_that_overlap_leave_the_number_of_all():
    weft.threads(0)
    all_cores = weft.load("torus:sides=4x4").threads
    weft.threads(2)
    first, second = weft.threads(1), weft.threads(1)
    with first, second:
        assert weft.load("torus:sides=4x4").threads == 1
    assert weft.load("torus:sides=4x4").threads == 2
    weft.threads(0)
    assert weft.load("torus:sides=4x4").threads == all_cores
