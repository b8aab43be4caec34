# SPDX-License-Identifier: Apache-2.0
"""Wrong input is refused with one clear line: what was wrong, where, and what was meant."""
import logging
import pickle
import types
from pathlib import Path

import numpy as np
import pytest

import weft

networkx = pytest.importorskip("networkx")
sparse = pytest.importorskip("scipy.sparse")

T, RING = "torus:sides=4x4", "ring:routers=4"
MTX = "%%MatrixMarket matrix coordinate real general\n"


class OneWay:
    """A topology of four routers that one wants to see fail."""

    def __init__(self, far=1, routers=4, degree=1):
        self.far, self.routers, self.ports = far, routers, degree

    def degree(self, router):
        return self.ports

    def neighbor(self, router, port):
        return self.far


def one(value):
    """A sparse matrix of 16 x 16 with one value."""
    return sparse.coo_matrix(([value], ([0], [1])), shape=(16, 16))


def load(pattern):
    return lambda: weft.load(T, pattern=pattern)


def placed(mapping):
    return lambda: weft.load(T, mapping=mapping)


def sent(traffic):
    return lambda: weft.simulate(T, traffic=traffic)


def routed(routes):
    return lambda: weft.deadlock(RING, routes=routes)


def network(graph, **options):
    return lambda: weft.network(graph, **options)


def on_ring(work):
    return lambda: work(weft.network(RING))


def of_result(work):
    return lambda: work(weft.load(T))


WRONG, TYPE = weft.InputError, TypeError
CASES = [  # what is wrong, the call, the error, its place, a part of its text
    ("topology", lambda: weft.show("torsu"), WRONG, "topology", "unknown topology 'torsu'; did you mean 'torus'?"),
    ("a number for a name", lambda: weft.show(4), WRONG, "topology", "cannot read '4'"),
    ("bytes", lambda: weft.show(b"torus"), TYPE, "", "type bytes is not a topology"),
    ("NUL", lambda: weft.show("torus\0x"), WRONG, "topology", r"'torus\x00x'"),
    ("half a character", lambda: weft.show("torus\ud800"), WRONG, "topology", "not valid Unicode"),
    ("a million letters", lambda: weft.show("x" * 10**6), WRONG, "topology", "xxx..'; valid: "),
    ("too many arguments", lambda: weft.show("torus", "mesh"), TYPE, "", "show(): too many positional arguments"),
    ("parameter", lambda: weft.sweep(T, ratse=[0.1]), TYPE, "", "sweep() has no parameter 'ratse'; did you mean 'rates'?"),
    ("parameter of a topology", lambda: weft.topology.torus(side=4), TYPE, "", "torus() has no parameter 'side'; did you mean 'sides'?"),
    ("parameter of an engine", lambda: weft.engine.flit(vc=3), TYPE, "", "did you mean 'vcs'?"),
    ("metric", lambda: weft.show(T, metrics=["diameter", "avg_dits"]), WRONG, "metrics", "did you mean 'avg_dist'?"),
    ("routing", lambda: weft.load(T, routing="valient"), WRONG, "routing", "did you mean 'valiant'?"),
    ("engine", lambda: weft.simulate(T, engine="flitt"), WRONG, "engine", "did you mean 'flit'?"),
    ("range of an engine", lambda: weft.simulate(T, engine=weft.engine.flit(vcs=0)), WRONG, "engine", "vcs=0 (must be in [1, 64])"),
    ("operation", lambda: weft.collective("brodcast", T), WRONG, "", "did you mean 'broadcast'?"),
    ("algorithm", lambda: weft.collective("broadcast", T, algorithm="binomal"), WRONG, "algorithm", "did you mean 'binomial'?"),
    ("bytes of a collective", lambda: weft.collective("broadcast", T, bytes="1q"), WRONG, "", "like 64 or 64kB"),
    ("latency", lambda: weft.balance(T, latency="fixd"), WRONG, "latency", "did you mean 'fixed'?"),
    ("format", lambda: weft.export(T, format="graphm"), WRONG, "", "did you mean 'graphml'?"),
    ("seed in words", lambda: weft.show(T, seed="one"), WRONG, "", "seed=one (must be a whole number)"),
    ("seed with a fraction", lambda: weft.show(T, seed=1.5), WRONG, "", "seed=1.5 (must be a whole number)"),
    ("huge seed", lambda: weft.show(T, seed=10**30), WRONG, "", "too large"),
    ("negative seed", lambda: weft.show(T, seed=-1), WRONG, "", "must be in [0, 9007199254740992]"),
    ("no number", lambda: weft.show(T, failed_links=float("nan")), WRONG, "", "failed_links=nan"),
    ("complex number", lambda: weft.show(T, failed_links=1j), TYPE, "", "failed_links=1j: pass a number"),
    ("fraction above 1", lambda: weft.show(T, failed_links=1.5), WRONG, "", "must be in [0, 1]"),
    ("failed link", lambda: weft.show(T, fail="0-9"), WRONG, "fail", "fail: no link '0-9'"),
    ("flag", lambda: weft.show(T, exact="maybe"), WRONG, "", "must be true or false"),
    ("progress", lambda: weft.show(T, progress=5), TYPE, "", "progress=5: pass a function"),
    ("negative rate", lambda: weft.sweep(T, rates=[-0.1]), WRONG, "", "rates=-0.1"),
    ("no rates", lambda: weft.sweep(T, rates=[]), WRONG, "", "must be numbers separated by x"),
    ("set of rates", lambda: weft.sweep(T, rates={0.1}), TYPE, "", "rates={0.1}"),
    ("None in a list", lambda: weft.topology.torus(sides=(None, 4)), TYPE, "", "sides=None"),
    ("2^33 routers", lambda: weft.show(weft.topology.torus(sides=(65536, 65536, 2))), WRONG, "topology", "more than 2^32 routers"),
    ("more than memory", lambda: weft.load(weft.topology.torus(sides=(60000, 60000))), WRONG, "", "memory"),
    ("sides of 0", lambda: weft.show("torus:sides=0x4"), WRONG, "topology", "sides=0x4"),
    ("no topologies", lambda: weft.compare([]), WRONG, "topologies", "specify at least one"),
    ("grid", lambda: weft.load(T, grid=(9, 9)), WRONG, "grid", "more tasks than the machine's 16 terminals"),
    ("users", lambda: weft.load(T, users="0-10"), WRONG, "users", "no channel leads from router 0 to router 10"),
    ("pattern", load("hallo"), WRONG, "pattern", "did you mean 'halo'?"),
    ("pattern in a row", load(np.ones(16)), WRONG, "pattern", "1 dimensions"),
    ("pattern in a cube", load(np.ones((2, 2, 2))), WRONG, "pattern", "3 dimensions"),
    ("oblong pattern", load(np.zeros((3, 4))), WRONG, "pattern", "3 rows and 4 columns (must be square"),
    ("empty pattern", load(np.zeros((0, 0))), WRONG, "pattern", "has no rows"),
    ("silent pattern", load(np.zeros((16, 16))), WRONG, "pattern", "loads need traffic"),
    ("negative pattern", load(-np.eye(16)), WRONG, "pattern", "negative values"),
    ("NaN in a pattern", load(np.full((16, 16), np.nan)), WRONG, "pattern", "not finite"),
    ("infinity in a pattern", load(np.full((16, 16), np.inf)), WRONG, "pattern", "not finite"),
    ("complex pattern", load(np.eye(16, dtype=complex)), WRONG, "pattern", "complex128 (must contain real numbers)"),
    ("pattern of text", load(np.full((16, 16), "a")), WRONG, "pattern", "text (must contain real numbers)"),
    ("pattern of objects", load(np.full((16, 16), None)), WRONG, "pattern", "object (must contain real numbers)"),
    ("pattern of dates", load(np.zeros((16, 16), "M8[s]")), WRONG, "pattern", "datetime64"),
    ("masked pattern", load(np.ma.masked_equal(np.eye(16), 0)), WRONG, "pattern", "fill them, e.g. with .filled(0)"),
    ("10^10 entries", load(np.broadcast_to(np.float32(1), (10**5, 10**5))), WRONG, "pattern", "pass a SciPy sparse matrix"),
    ("too many tasks", load(np.eye(17)), WRONG, "grid", "grid=17"),
    ("NaN in a sparse pattern", load(one(np.nan)), WRONG, "pattern", "not finite"),
    ("negative sparse pattern", load(one(-1)), WRONG, "pattern", "negative values"),
    ("amount of 2^64 - 1", load(np.eye(16, k=1, dtype=np.uint64) * np.uint64(2**64 - 1)), WRONG, "pattern", "18446744073709551615"),
    ("rows that differ", load([[0, 1], [2]]), WRONG, "pattern", "differ in length"),
    ("mapping", placed("bset"), WRONG, "mapping", "did you mean 'best'?"),
    ("short mapping", placed([0, 1]), WRONG, "mapping", "task 2 has no terminal (the job has 16 tasks)"),
    ("terminal twice", placed([0] * 16), WRONG, "mapping[1]", "terminal 0 is listed twice"),
    ("terminal far out", placed([99, *range(15)]), WRONG, "mapping[0]", "99"),
    ("negative terminal", placed([-1] * 16), WRONG, "mapping", "negative values"),
    ("half a terminal", placed([0.5] * 16), WRONG, "mapping", "not whole"),
    ("terminal of 2^70", placed([2**70] * 16), WRONG, "mapping", "must contain real numbers"),
    ("mapping as a table", placed(np.zeros((4, 4))), WRONG, "mapping", "2 dimensions"),
    ("negative traffic", sent(-np.eye(16, dtype=int)), WRONG, "traffic", "negative values"),
    ("half messages", sent(np.full((16, 16), 0.5)), WRONG, "traffic", "not whole"),
    ("traffic of 5 columns", sent(np.ones((3, 5), int)), WRONG, "traffic", "2 or 3 columns"),
    ("receiver far out", sent(np.array([[0, 1, 1], [0, 99, 1]])), WRONG, "traffic[1]", "destination=99"),
    ("10^12 messages", sent(np.array([[0, 1, 10**12]])), WRONG, "", "GB of memory"),
    ("routes as text", routed(["0 1"]), WRONG, "routes", "must be a sequence of routers"),
    ("a number for routes", routed(5), WRONG, "routes", "must be a sequence of routers"),
    ("route of numbers", routed([5, 6]), WRONG, "routes", "must be a sequence of routers"),
    ("route over no channel", routed([[0, 1], [0, 2]]), WRONG, "routes[1]", "no channel leads from router 0 to router 2"),
    ("router far out", routed([[0, 9]]), WRONG, "routes[0]", "router=9"),
    ("no routes", routed([]), WRONG, "routes", "no routes"),
    ("links of five numbers", network(np.zeros((4, 5))), WRONG, "topology", "a row (a, b) or (a, b, bandwidth)"),
    ("a matrix that is none", network(np.zeros((4, 2)), array="matrix"), WRONG, "topology", "an adjacency matrix is square"),
    ("array of another kind", network(np.zeros((4, 4)), array="edges"), WRONG, "array", "must be 'links' or 'matrix'"),
    ("array of a graph", network(networkx.cycle_graph(3), array="links"), TYPE, "", "array specifies the meaning of an array"),
    ("huge seed that is no double", lambda: weft.show(T, seed=2**53 + 1), WRONG, "", "must be in [0, 900719925474099"),
    ("huge seed of failures", lambda: weft.network(T, failed_links=0.1, seed=2**53 + 1), WRONG, "", "must be in [0, 900719925474099"),
    ("a picture as JPEG", of_result(lambda it: it.figure().save("f.jpg")), WRONG, "path", "(pictures are .svg, .pdf or .png files); use f.svg"),
    ("a picture as PNG", of_result(lambda it: it.figure().save(Path("a.b/f.PNG"))), WRONG, "path", "use a.b/f.svg"),
    ("no links", network(np.zeros((0, 2))), WRONG, "topology", "contains no links"),
    ("bandwidth 0", network(np.array([[0, 1, 0.0]])), WRONG, "bandwidth", "bandwidth 0"),
    ("bandwidth NaN", network(np.array([[0, 1, np.nan]])), WRONG, "bandwidth", "not finite"),
    ("negative router", network(np.array([[0, -1]])), WRONG, "topology", "negative values"),
    ("half a router", network(np.array([[0, 0.5]])), WRONG, "topology", "not whole"),
    ("router 10^12", network(np.array([[0, 10**12]])), WRONG, "topology", "32 bits"),
    ("router 4 * 10^9", network(np.array([[0, 4 * 10**9]])), WRONG, "", "is a number wrong?"),
    ("router 10^300", network(np.array([[0, 1e300]])), WRONG, "topology", "below 2^63"),
    ("router 2^64 - 1", network(np.array([[0, 2**64 - 1]], np.uint64)), WRONG, "topology", "18446744073709551615"),
    ("oblong matrix", network(sparse.csr_matrix((3, 4))), WRONG, "topology", "square"),
    ("empty matrix", network(sparse.csr_matrix((0, 0))), WRONG, "topology", "has no nodes"),
    ("10^9 rows", network(sparse.coo_matrix((10**9, 10**9))), WRONG, "", "is a number wrong?"),
    ("graph without nodes", network(networkx.Graph()), WRONG, "topology", "has no nodes"),
    ("bandwidth in words", network(networkx.Graph([(0, 1, {"bandwidth": "fast"})])), WRONG, "bandwidth", "text (must contain real numbers)"),
    ("equal names", network(networkx.Graph([("1", 1)])), WRONG, "topology", "equal names"),
    ("links that are arcs", network(networkx.DiGraph([(0, 1), (1, 2)]), directed=False), WRONG, "topology", "without a reverse"),
    ("terminals of two", network(networkx.cycle_graph(3), terminals=[1, 2]), WRONG, "terminals", "there are 3 routers"),
    ("negative terminals", network(networkx.cycle_graph(3), terminals=-1), WRONG, "terminals", "negative values"),
    ("10^10 terminals", network(networkx.cycle_graph(3), terminals=10**10), WRONG, "terminals", "must be in [0, 65535]"),
    ("no topology", network(None), TYPE, "", "type NoneType is not a topology"),
    ("a number for a network", network(3), TYPE, "", "type int is not a topology"),
    ("no degree", network(types.SimpleNamespace(routers=3, neighbor=max)), TYPE, "", "an object with routers, degree and neighbor"),
    ("neighbor far out", network(OneWay(far=17)), WRONG, "", "there are 4 routers"),
    ("neighbor in words", network(OneWay(far="x")), WRONG, "topology", "must contain real numbers"),
    ("degree below 0", network(OneWay(degree=-1)), WRONG, "topology", "router 0 has -1 ports"),
    ("degree of 10^12", network(OneWay(degree=10**12)), WRONG, "topology", "must be in [0, 65535]"),
    ("routers in words", network(OneWay(routers="four")), TYPE, "", "interpreted as an integer"),
    ("no such router", on_ring(lambda it: it.distances(9)), WRONG, "router", "must be in [0, 3]"),
    ("router -1", on_ring(lambda it: it.name(-1)), WRONG, "router", "router=-1"),
    ("path to nowhere", on_ring(lambda it: list(it.paths(9, 0))), WRONG, "router", "router=9"),
    ("no such channel", on_ring(lambda it: it.channel(0, 2)), KeyError, "", "no channel leads from 0 to 2"),
    ("arrangement", on_ring(lambda it: it.positions("rom")), WRONG, "", "did you mean 'room'?"),
    ("failed twice over", on_ring(lambda it: it.failed(links=2.0)), WRONG, "", "must be in [0, 1]"),
    ("failed in words", on_ring(lambda it: it.failed(links=["0-1"])), TYPE, "", "pass links as (a, b)"),
    ("table", of_result(lambda it: it["throughputs"]), KeyError, "", "it has throughput, terminals, fullest"),
    ("column", of_result(lambda it: it["throughput"]["clas"]), KeyError, "", "it has class, bandwidth"),
    ("figure", of_result(lambda it: it.figure("nope")), KeyError, "", "it has network_load, load_distribution"),
    ("picture as a chart", of_result(lambda it: it.chart("network_load")), ValueError, "", "use .svg"),
    ("verdict of a load", of_result(lambda it: it.free), AttributeError, "", "result of load has no table"),
    ("placement of a load", of_result(lambda it: it.write("rankfile", "x")), AttributeError, "", "use weft.map"),
    ("no results", lambda: weft.report([], "x.html"), TYPE, "", "at least one"),
    ("unwritable folder", of_result(lambda it: it.save("/proc/1/none")), WRONG, "", "cannot create directory /proc/1/none"),
    ("unwritable report", of_result(lambda it: it.report("/proc/x.html")), WRONG, "", "cannot write /proc/x.html"),
    ("unwritable output", lambda: weft.draw(RING, output="/proc/x.svg"), WRONG, "", "cannot write /proc/x.svg"),
    ("no such result", lambda: weft.read("/no/such"), WRONG, "", "/no/such does not exist"),
    ("no such study", lambda: weft.run("/no/such"), WRONG, "", "cannot read /no/such"),
    ("no such file", network(Path("/no/such.csv")), WRONG, "topology", "cannot read /no/such.csv"),
    ("parameter of flits", lambda: weft.Flits(T, ratee=1), TYPE, "", "Flits() has no parameter 'ratee'; did you mean 'rate'?"),
    ("rate of flits", lambda: weft.Flits(T, rate=-1), WRONG, "engine", "rate=-1"),
    ("no cycles", lambda: weft.Flits(T).step(0), WRONG, "cycles", "must be at least 1"),
    ("half a cycle", lambda: weft.Flits(T).step(1.5), TYPE, "", "interpreted as an integer"),
    ("10^9 threads", lambda: weft.threads(10**9), WRONG, "threads", "must be in [0, 1024]"),
]


@pytest.mark.parametrize(("call", "error", "where", "text"), [it[1:] for it in CASES], ids=[it[0] for it in CASES])
def test_wrong_input_is_told_in_one_line(call, error, where, text):
    with pytest.raises(error) as told:
        call()
    line = str(told.value)
    assert text in line and "\n" not in line and "given/" not in line and len(line) < 400
    if error is weft.InputError:
        assert told.value.where == where and told.value.problem


FILES = {  # name: content, a part of the error
    "truncated.mtx": (f"{MTX}4 4 9\n1 2 1\n", "is the file truncated?"),
    "huge.mtx": (f"{MTX}4000000000 4000000000 1\n1 2 1\n", "is a number wrong?"),
    "truncated.graphml": ("<graphml><graph>", "not well-formed XML"),
    "binary.csv": (bytes(range(256)), "binary.csv:1:"),
    "empty.edges": ("", "no links"),
    "unknown.xyz": ("alone\n", "indicates its format"),
}


@pytest.mark.parametrize("name", FILES)
def test_files_that_are_no_graphs_are_told_with_their_place(name, tmp_path):
    content, text = FILES[name]
    (tmp_path / name).write_bytes(content if isinstance(content, bytes) else content.encode())
    with pytest.raises(weft.InputError) as told:
        weft.network(tmp_path / name)
    assert text in str(told.value) and name in str(told.value)


@pytest.mark.parametrize("text", ["", "[1,2]", '{"run": "x", ', '{"a":1}', "\0"])
def test_files_that_are_no_results_are_told(text, tmp_path):
    (tmp_path / "result.json").write_text(text)
    with pytest.raises(weft.InputError, match="not a Weft result"):
        weft.read(tmp_path)


def test_truncated_arrays_of_results_are_told(tmp_path):
    weft.load(T).save(tmp_path / "saved")
    array = tmp_path / "saved" / "channel_load.npy"
    for length in (0, 60, 200):
        array.write_bytes(array.read_bytes()[:length])
        with pytest.raises(weft.InputError, match=r"channel_load\.npy"):
            weft.read(tmp_path / "saved")


def test_truncated_pickles_raise():
    pickled = pickle.dumps(weft.load(T))
    with pytest.raises((pickle.UnpicklingError, EOFError, weft.InputError)):
        pickle.loads(pickled[: len(pickled) // 2])


def test_errors_of_ones_own_topology_come_out():
    class Mine(OneWay):
        def neighbor(self, router, port):
            raise RuntimeError("mine")

    with pytest.raises(RuntimeError, match="mine"):
        weft.network(Mine())


def test_nodes_of_any_kind_keep_their_names():
    names = ["a\nb", 'c,"d"', ("x", 1), 2.5, "<e>", ""]
    graph = networkx.Graph(list(zip(names, names[1:], strict=False)))
    mine = weft.network(graph)
    assert [mine.name(it) for it in range(mine.routers)] == [str(it) for it in names]
    assert "<e>" not in weft.draw(mine).document
    weft.load(mine)._repr_html_()


LINKS = np.array([[0, 1], [1, 2]])


@pytest.mark.parametrize(("array", "copied"), [
    (np.asfortranarray(LINKS, np.uint32), False),
    (np.asfortranarray(LINKS, np.int32), False),
    (np.asfortranarray(LINKS, ">u4"), True),
    (np.asfortranarray(LINKS, np.int64), True),
    (np.asfortranarray(LINKS, np.int16), True),
    (LINKS.astype(np.uint32), True),
    (LINKS.astype(np.float64), True),
    (np.repeat(LINKS, 2, axis=1)[::-1, ::2], True),
    (sparse.coo_matrix(([1.0, 1.0], ([0, 1], [1, 2])), shape=(3, 3)), False),
], ids=str)
def test_arrays_in_any_form_are_taken_and_copies_are_told(array, copied, caplog):
    for it in [array] if isinstance(array, np.ndarray) else [array.row, array.col, array.data]:
        it.setflags(write=False)
    with caplog.at_level(logging.DEBUG, "weft.copies"):
        mine = weft.network(array, array="links" if isinstance(array, np.ndarray) else None)
    assert set(zip(mine.sources.tolist(), mine.targets.tolist(), strict=True)) >= {(0, 1), (1, 2)}
    assert any("is copied" in it.getMessage() for it in caplog.records) == copied


@pytest.mark.parametrize("form", ["f4", ">f8", "i2", "?", "f2", "g", "F-order", "strided", "read-only", "lists", "sparse array"])
def test_matrices_in_any_form_give_the_same_load(form):
    plain = np.roll(np.eye(16), 1, axis=0)
    spread = np.zeros((32, 32))
    spread[::2, ::2] = plain
    plain.setflags(write=False)
    given = {"F-order": np.asfortranarray(plain), "strided": spread[::2, ::2], "read-only": plain, "lists": plain.tolist(),
             "sparse array": sparse.csr_array(plain)}
    pattern = given[form] if form in given else plain.astype(form)
    assert np.array_equal(weft.load(T, pattern=pattern).arrays["channel_load"], weft.load(T, pattern=plain).arrays["channel_load"])


def test_a_network_outlives_an_equal_one():
    links = np.array([[0, 1], [1, 2]])
    first = weft.network(links, array="links")
    weft.network(links.copy(), array="links")
    assert weft.show(first, metrics="diameter")["metrics"]["value"][0] == 2
