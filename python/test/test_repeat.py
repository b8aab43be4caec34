# SPDX-License-Identifier: Apache-2.0
"""A result says what made it, and can be repeated: later, in another process, after its inputs have changed."""
import json
import pickle
import re
import subprocess
import sys
import time

import numpy as np
import pytest

import weft
from weft._weft import version as VERSION

networkx = pytest.importorskip("networkx")
sparse = pytest.importorskip("scipy.sparse")

AGAIN = """
import sys, weft
result = weft.read(sys.argv[1])
again = getattr(weft, result.verb)(**result.request)
assert again == result and again.tables == result.tables and len(again.inputs) == len(result.inputs)
print(again.run_id)
"""


def cases():
    matrix = np.array([[0, 1, 0, 0], [0, 0, 2, 0], [0, 0, 0, 3], [4, 0, 0, 0]])
    ring = networkx.cycle_graph(["a", "b", "c", "d"])
    return {
        "matrix": lambda: weft.load("ring:routers=4", pattern=matrix),
        "sparse matrix": lambda: weft.load("ring:routers=4", pattern=sparse.csr_matrix(matrix * 0.5)),
        "lists": lambda: weft.load("ring:routers=4", pattern=matrix.tolist(), mapping=[3, 2, 1, 0]),
        "messages": lambda: weft.simulate("ring:routers=4", traffic=weft.traffic.messages([[0, 1], [3, 2]])),
        "network": lambda: weft.load(weft.network(ring, terminals=2), pattern="all_to_all"),
        "failed network": lambda: weft.load(weft.network(ring).failed(links=[("a", "b")]), pattern=matrix),
        "network of an array": lambda: weft.show(weft.network([[0, 1, 2], [1, 2, 2], [2, 3, 1], [3, 0, 1]]), metrics="diameter"),
        "routes": lambda: weft.deadlock("ring:routers=4", routes={(0, 2): [0, 1, 2], (2, 0): [2, 3, 0]}),
    }


@pytest.mark.parametrize("name", cases())
def test_saved_results_are_repeated_in_a_new_process(name, tmp_path):
    result = cases()[name]()
    result.save(tmp_path / "saved")
    done = subprocess.run([sys.executable, "-c", AGAIN, tmp_path / "saved"], capture_output=True, text=True, timeout=120, check=False)
    assert done.stdout.strip() == result.run_id, done.stderr


VERBS = {
    "sweep": lambda: weft.sweep("ring:routers=4", rates=[0.1, 0.2], seed=3),
    "compare": lambda: weft.compare(["ring:routers=4", "torus:sides=2x2"], metrics="diameter"),
    "compare engine": lambda: weft.compare(["ring:routers=4", "torus:sides=2x2"], engine="load", traffic="all_to_all"),
    "compare programs": lambda: weft.compare(["ring:routers=4", "torus:sides=2x2"], programs=["operation:of=allreduce,bytes=1MB"]),
    "compare failures": lambda: weft.compare([weft.network("ring:routers=4"), weft.network("ring:routers=4").failed(links=[(0, 1)])], metrics="diameter"),
    "map": lambda: weft.map("ring:routers=4", pattern="halo", ranks_per_node=2),
    "route": lambda: weft.route("ring:routers=4", from_=0, to=2),
    "route failed": lambda: weft.route(weft.network("ring:routers=4").failed(links=[(0, 1)]), from_=0, to=1),
    "simulate": lambda: weft.simulate("ring:routers=4", engine="flow:bandwidth=1GB/s", ranks_per_node=2),
    "replay": lambda: weft.replay("ring:routers=4", ranks_per_node=2),
    "queue": lambda: weft.queue("ring:routers=4", log="lublin:jobs=5"),
    "collective": lambda: weft.collective("allreduce", "torus:sides=2x2"),
}


@pytest.mark.parametrize("name", VERBS)
def test_every_verb_is_repeated_by_its_request(name, tmp_path):
    result = VERBS[name]()
    again = getattr(weft, result.verb)(**result.request)
    assert again.run_id == result.run_id and [it.rows for it in again.tables.values()] == [it.rows for it in result.tables.values()]
    result.save(tmp_path / "saved")
    assert weft.read(tmp_path / "saved").request == result.request and pickle.loads(pickle.dumps(result)).request == result.request


@pytest.mark.parametrize("ask", [
    lambda: weft.collective("allreduce", "torus:sides=2x2", bandwidth="400G"),
    lambda: weft.load("torus:sides=2x2", bandwidth="400G"),
    lambda: weft.simulate("torus:sides=2x2", engine=weft.engine.flow(bandwidth="400G"))])
def test_a_bare_400g_is_refused(ask):
    with pytest.raises(weft.InputError, match="could be bits or bytes per second.*400Gb/s"):
        ask()


def test_inputs_come_back_as_they_were(tmp_path):
    matrix = np.roll(np.eye(4), 1, axis=0)
    weft.load("ring:routers=4", pattern=matrix, mapping=[3, 2, 1, 0]).save(tmp_path / "saved")
    values = list(weft.read(tmp_path / "saved" / "result.json").inputs.values())
    assert any(isinstance(it, np.ndarray) and np.array_equal(it, matrix) for it in values) and any(isinstance(it, list) and it == [3, 2, 1, 0] for it in values)
    weft.load("ring:routers=4").save(tmp_path / "saved")  # without inputs
    assert weft.read(tmp_path / "saved").inputs == {} and not (tmp_path / "saved" / "inputs.json").exists()


def test_inputs_that_were_edited_are_refused(tmp_path):
    weft.load("ring:routers=4", pattern=np.roll(np.eye(4), 1, axis=0)).save(tmp_path / "saved")
    text = next((tmp_path / "saved" / "inputs").glob("*.mtx"))
    text.write_text(text.read_text().replace("1.0", "2.0"))
    with pytest.raises(weft.InputError, match="was changed"):
        weft.read(tmp_path / "saved")
    text.unlink()
    with pytest.raises(weft.InputError, match="inputs of a result"):
        weft.read(tmp_path / "saved")


def test_what_a_caller_does_later_changes_no_result():
    matrix, placement, graph = np.roll(np.eye(4), 1, axis=0), [3, 2, 1, 0], networkx.cycle_graph(4)
    compressed = sparse.csr_matrix(matrix)
    results = [weft.load(weft.network(graph), pattern=matrix, mapping=placement), weft.load("ring:routers=4", pattern=compressed)]
    kept = [pickle.dumps(list(it.inputs.values())) for it in results]
    matrix[:] = 0
    placement.reverse()
    graph.remove_node(0)
    compressed.data[:] = 0
    assert [pickle.dumps(list(it.inputs.values())) for it in results] == kept
    assert weft.load(**results[0].scenario) == results[0]  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="read-only"):
        next(it for it in results[0].inputs.values() if isinstance(it, np.ndarray))[:] = 0


def test_networks_of_arrays_do_not_follow_them():
    links = np.array([[0, 1], [1, 2], [2, 3], [3, 0]], np.uint32)
    mine = weft.network(links)
    before = pickle.dumps(mine)
    links[:] = 0
    assert pickle.loads(before) == pickle.loads(pickle.dumps(mine)) == mine and weft.show(mine, metrics="diameter")["metrics"]["value"][0] == 2


def test_a_file_that_changes_is_not_the_network(tmp_path):
    file = tmp_path / "net.edges"
    file.write_text("0 1\n1 2\n")
    first = weft.network(file)
    kept = pickle.dumps(first)
    assert weft.show(first, metrics="n_routers")["metrics"]["value"][0] == 3
    time.sleep(0.01)
    file.write_text("0 1\n1 2\n2 3\n")
    second = weft.network(f"file:path={file}")
    assert first != second and (first.routers, second.routers) == (3, 4)
    asks: list = [weft.show, weft.network, lambda it: weft.compare([it]), lambda it: it.failed(links=1), lambda _: pickle.loads(kept)]
    for ask in asks:
        with pytest.raises(weft.InputError, match="changed|not the one"):
            ask(first)
    assert weft.show(second, metrics="n_routers")["metrics"]["value"][0] == 4
    file.write_text("0 1\n1 2\n")  # as it was
    assert weft.show(first, metrics="n_routers")["metrics"]["value"][0] == 3 and pickle.loads(kept) == first == weft.network(file)


def test_results_say_which_revision_made_them(tmp_path):
    result = weft.show("ring:routers=4", metrics="diameter")
    assert re.fullmatch(r"\d+\.\d+\.\d+(\+[0-9a-f]{12}(\.edited)?)?", result.version)
    assert result.version == VERSION + ("+" + result.revision if result.revision else "")
    result.save(tmp_path / "saved")
    stated = json.loads((tmp_path / "saved" / "result.json").read_text())
    assert stated["version"] == result.version and weft.read(tmp_path / "saved").revision == result.revision


def test_a_result_that_was_changed_is_refused(tmp_path):
    weft.show("ring:routers=4", metrics="diameter").save(tmp_path / "saved")
    file = tmp_path / "saved" / "result.json"
    file.write_text(file.read_text().replace('"seed": 1', '"seed": 9'))
    with pytest.raises(weft.InputError, match="changed after weft wrote it"):
        weft.read(tmp_path / "saved")


def test_results_of_other_revisions_are_not_equal(tmp_path):
    result = weft.show("ring:routers=4", metrics="diameter")
    result.save(tmp_path / "saved")
    assert weft.read(tmp_path / "saved") == result
    text = (tmp_path / "saved" / "result.json").read_text()
    file = tmp_path / "other.json"
    file.write_text(text.replace(result.version, VERSION + "+0123456789ab"))
    other = weft.read(file)
    assert other.run_id == result.run_id and other.revision == "0123456789ab" and other != result
