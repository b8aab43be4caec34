# SPDX-License-Identifier: Apache-2.0
"""Names of catalogs with parameters are values: typed, immutable, checked when they are made."""
import copy
import inspect
import json
import pickle
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import weft
from weft import _weft, accepted, values

MODULES = {"topology": weft.Topology, "machine": weft.Machine, "routing": weft.Routing, "traffic": weft.Traffic, "pattern": weft.Pattern,
           "program": weft.Program, "stream": weft.Stream, "policy": weft.Policy, "allocation": weft.Allocation,
           "estimates": weft.Estimates, "mapping": weft.Mapping, "engine": weft.Engine, "schedules": weft.Schedule,
           "algorithm": weft.Algorithm, "latency": weft.Latency}
T = "torus:sides=4x4"


def functions():
    """Each function of each catalog, with the class of its values."""
    for name, kind in MODULES.items():
        module = getattr(weft, name)
        for entry in module.__all__:
            yield f"{name}.{entry}", getattr(module, entry), kind


def required(function):
    """Arguments for parameters without a usable default: paths."""
    return {key: "some.file" for key, it in inspect.signature(function).parameters.items()
            if it.default is inspect.Parameter.empty and it.kind is not inspect.Parameter.VAR_POSITIONAL or key == "path"}


@pytest.mark.parametrize(("name", "function", "kind"), functions(), ids=lambda it: it if isinstance(it, str) else "")
def test_every_function_returns_a_value_of_its_catalog(name, function, kind):
    given = required(function)
    value = function(**given)
    assert type(value) is kind and isinstance(value, weft.Spec) and not isinstance(value, str)
    assert value == str(value) and str(value) == value and hash(value) == hash(str(value))
    assert value == kind(str(value)) and value != "something else" and (value == 3) is False
    assert eval(repr(value)) == value and pickle.loads(pickle.dumps(value)) == value and copy.deepcopy(value) == value
    assert value.name == function.__name__ and dict(value.parameters) == given and value.inputs == ()


@pytest.mark.parametrize(("name", "function", "kind"), functions(), ids=lambda it: it if isinstance(it, str) else "")
def test_defaults_in_signatures_are_those_of_the_command(name, function, kind):
    """The value with all defaults given equals the value without, after Weft has filled them in: both checks agree, and each
    default is the one in the schema."""
    properties = weft.schema()["catalogs"][kind.catalog]["entries"][function.__name__].get("properties", {})
    signature = {key.rstrip("_"): it for key, it in inspect.signature(function).parameters.items()
                 if it.kind is not inspect.Parameter.VAR_POSITIONAL}
    assert signature.keys() == properties.keys()
    for key, it in signature.items():
        if it.default is not inspect.Parameter.empty:
            shown = values_of_schema(properties[key]["default"])
            assert values_of_schema(it.default) == shown, key


def values_of_schema(value):
    """A default in the form that the schema has for sizes and lists: 4x4."""
    if isinstance(value, tuple):
        return "x".join(format(it, "g") if isinstance(it, float) else str(it) for it in value)
    return str(float(value)) if isinstance(value, (int, float)) and not isinstance(value, bool) else numeric(value)


def numeric(value):
    try:
        return str(float(value)) if isinstance(value, str) else value
    except ValueError:
        return value


@pytest.mark.parametrize("verb", weft._verbs.__all__)
def test_defaults_of_verbs_are_those_of_the_command(verb):
    properties = weft.schema()["verbs"][verb]["properties"]
    needed = weft.schema()["verbs"][verb].get("required", [])
    signature = {key.rstrip("_"): it for key, it in inspect.signature(getattr(weft, verb)).parameters.items() if key != "progress"}
    assert signature.keys() == properties.keys()
    for key, it in signature.items():
        assert (it.default is inspect.Parameter.empty) == (key in needed), key
        if key not in needed:
            assert values_of_schema(it.default) == values_of_schema(properties[key]["default"]), key


def test_sizes_are_given_in_several_ways():
    torus = weft.topology.torus
    assert torus(8, 8) == torus((8, 8)) == torus(sides=(8, 8)) == torus([8, 8]) == torus(np.array([8, 8])) == torus("8x8") == "torus:sides=8x8"
    assert torus(np.int64(8), 4, 2, concentration=2) == "torus:sides=8x4x2,concentration=2"
    assert torus(16) == "torus:sides=16" and torus() == "torus" and weft.topology.ring(8) == "ring:routers=8"
    assert weft.topology.kary_ntree(4, 3) == "kary_ntree:arity=4,levels=3"
    with pytest.raises(TypeError, match="multiple values for argument 'sides'"):
        torus(8, sides=8)  # type: ignore[misc]
    with pytest.raises(TypeError, match="too many positional"):
        weft.topology.ring(8, 2)  # type: ignore[misc]
    with pytest.raises(TypeError, match="positional"):
        weft.topology.dragonfly(4)  # type: ignore[misc] # the command takes it for a balanced dragonfly


WRONG = [
    (lambda: weft.topology.torus(8, -8), "topology", "sides=8x-8 (must be in"),
    (lambda: weft.topology.torus(concentration="x"), "topology", "concentration=x (must be a whole number)"),  # type: ignore[arg-type]
    (lambda: weft.topology.slim_fly(q=6), "topology", "q=6"),
    (lambda: weft.topology.dragonfly(arrangement="absolut"), "topology", "did you mean 'absolute'?"),  # type: ignore[arg-type]
    (lambda: weft.routing.table(file=""), "routing", "file"),
    (lambda: weft.engine.flit(flow="wormhol"), "engine", "did you mean 'wormhole'?"),  # type: ignore[arg-type]
    (lambda: weft.engine.flit(vcs=0), "engine", "vcs=0 (must be in [1, 64])"),
    (lambda: weft.mapping.blocks(sides=(0, 2)), "mapping", "sides=0x2"),
    (lambda: weft.traffic.hot_spot(fraction=2), "traffic", "fraction=2"),
    (lambda: weft.latency.fixed(steps=-1), "latency", "steps=-1"),
    (lambda: weft.Topology("torsu"), "topology", "did you mean 'torus'?"),
    (lambda: weft.Topology("torus:side=4"), "topology", "did you mean 'sides'?"),
    (lambda: weft.Topology("failed:topology=[torus:sides=4x-4],fail=0-1"), "topology", "sides=4x-4"),
    (lambda: weft.Machine("frontier:p=-1"), "topology", "p=-1"),
    (lambda: weft.Routing("valient"), "routing", "did you mean 'valiant'?"),
    (lambda: weft.Schedule("halo:packets=2"), "schedule", "has no parameter 'packets'"),
    (lambda: weft.Algorithm("binomal"), "algorithm", "did you mean 'binomial'?"),
    (lambda: weft.Stream("lubin"), "log", "did you mean 'lublin'?"),
]


@pytest.mark.parametrize(("call", "where", "text"), WRONG, ids=lambda it: it if isinstance(it, str) else "")
def test_values_are_checked_when_they_are_made(call, where, text):
    with pytest.raises(weft.InputError) as told:
        call()
    assert text in str(told.value) and told.value.where == where


def test_nothing_is_built_to_check_a_value():
    """A network of 2^27 routers at random would take minutes, and a file that is not there cannot be read."""
    assert weft.topology.jellyfish(routers=2**27, degree=8).parameters == {"routers": 2**27, "degree": 8}
    assert weft.topology.file(path="/no/such.csv").parameters == {"path": "/no/such.csv"}


def test_values_are_immutable():
    torus = weft.topology.torus(8, 8)
    for wrong in (lambda: setattr(torus, "name", "x"), lambda: setattr(torus, "_text", "x"), lambda: delattr(torus, "_text")):
        with pytest.raises(AttributeError, match="immutable"):
            wrong()
    with pytest.raises(TypeError):
        torus.parameters["sides"] = 3  # type: ignore[index]
    assert {torus: 1}[weft.Topology("torus:sides=8x8")] == 1 and f"{torus:>17}" == "  torus:sides=8x8"
    with pytest.raises(TypeError, match=r"use weft\.Topology"):
        weft.Spec("torus")
    with pytest.raises(TypeError, match="pass a text"):
        weft.Topology(3.14)  # type: ignore[arg-type]


def test_parameters_have_the_types_of_python():
    assert dict(weft.Topology("torus:8x8,concentration=2,doubled=true,injection=0.5").parameters) == {
        "sides": (8, 8), "concentration": 2, "doubled": True, "injection": 0.5}
    assert dict(weft.Topology("kary_ntree:4x3").parameters) == {"arity": 4, "levels": 3}
    clex = weft.topology.clex(m=4, clique=weft.topology.torus(2, 2))
    assert clex == "clex:m=4,clique=[torus:sides=2x2]" and clex.parameters["clique"] == weft.topology.torus(2, 2)
    assert type(clex.parameters["clique"]) is weft.Topology
    machine = weft.Machine("frontier")
    assert isinstance(machine, weft.Topology) and machine == weft.Topology("frontier") and machine.name == "frontier"
    assert dict(weft.Engine("flow:bandwidth=1GB/s").parameters) == {"bandwidth": "1GB/s"}
    assert weft.Topology("fat_tree:4x3") == "fat_tree:4x3" and weft.Topology("fat_tree:4x3").name == "kary_ntree"


def test_names_of_the_literature_are_functions():
    """Each alias that the command accepts for an entry makes a value of the entry."""
    found = 0
    for name, kind in MODULES.items():
        module = getattr(weft, name)
        for alias in module.__all__:
            function = getattr(module, alias)
            if alias != function.__name__:
                found += 1
                assert kind(alias + "".join(f":{key}={it}" for key, it in required(function).items())).name == function.__name__
    assert found >= 10 and weft.topology.fat_tree(4, 3) == weft.topology.kary_ntree(4, 3)


def test_values_of_other_catalogs_are_refused():
    for wrong, text in ((lambda: weft.load(T, routing=weft.topology.torus()), "routing=.*a Topology is not one of the routings"),  # type: ignore[arg-type]
                        (lambda: weft.load(T, mapping=weft.routing.valiant()), "a Routing is not one of the mappings"),  # type: ignore[arg-type]
                        (lambda: weft.load(weft.routing.valiant()), "a Routing is not one of the topologies"),  # type: ignore[arg-type]
                        (lambda: weft.load(T, pattern=weft.traffic.uniform()), "a Traffic is not one of the communication patterns"),  # type: ignore[arg-type]
                        (lambda: weft.Flits(T, routing=weft.engine.flit()), "an? Engine is not one of the routings"),  # type: ignore[arg-type]
                        (lambda: weft.topology.clex(clique=weft.routing.minimal()), "a Routing is not one of the topologies")):  # type: ignore[arg-type]
        with pytest.raises(TypeError, match=text):
            wrong()


def test_values_and_texts_have_equal_results():
    for value, text in ((weft.load(weft.topology.torus(4, 4), routing=weft.routing.valiant(), mapping=weft.mapping.random()),
                         weft.load(T, routing="valiant", mapping="random")),
                        (weft.simulate(weft.topology.torus(4, 4), traffic=weft.pattern.halo(), engine=weft.engine.rounds()),
                         weft.simulate(T, traffic="halo", engine="rounds")),
                        (weft.compare([weft.topology.torus(4, 4), weft.machine.clos()], metrics="diameter"), weft.compare([T, "clos"], metrics="diameter"))):
        assert value == text


def test_settings_are_dicts():
    assert weft.show(T, cost={"rate": 100, "port": 500}) == weft.show(T, cost="rate=100,port=500")
    with pytest.raises(TypeError, match="cost has no parameter 'rat'; did you mean 'rate'?"):
        weft.show(T, cost={"rat": 100})
    jobs = {"a": {"pattern": weft.pattern.traffic(of=weft.traffic.shift(by=3)), "grid": (2, 4)}, "b": {"pattern": "halo", "grid": 8}}
    texts = ["a:pattern=[traffic:of=[shift:by=3]],grid=2x4", "b:pattern=halo,grid=8"]
    assert weft.load(T, jobs=jobs) == weft.load(T, jobs=texts)
    with pytest.raises(TypeError, match=r"jobs\['a'\] has no parameter 'gird'; did you mean 'grid'\?"):
        weft.load(T, jobs={"a": {"gird": 8}})
    with pytest.raises(TypeError, match="is a dict"):
        weft.show(T, fail={"a": 1})  # type: ignore[arg-type]


def test_networks_and_inputs_are_values():
    net = weft.network([[0, 1, 1], [1, 2, 1], [2, 0, 1], [3, 0, 1]])
    assert type(net.spec) is weft.Topology and weft.Topology(str(net.spec)) == net.spec and len(net.spec.inputs) == 1
    again = pickle.loads(pickle.dumps(net.spec))
    assert weft.show(again, metrics="diameter") == weft.show(net, metrics="diameter")
    traffic = weft.traffic.messages([[0, 1], [3, 2]])
    assert type(traffic) is weft.Traffic and len(traffic.inputs) == 1 and traffic.parameters["file"] == traffic.inputs[0].key
    failed = net.failed(links=[(0, 1)]).spec
    assert failed.name == "network" and eval(repr(failed)) == failed


def test_classes_and_catalogs_are_one_list():
    assert set(values.__all__) == {it.__name__ for it in MODULES.values()}
    catalogs = set(weft.schema()["catalogs"])
    assert {it.catalog for it in MODULES.values()} <= catalogs
    assert weft.Pattern.accepted == {"communication patterns", "traffic patterns"} and weft.Machine.accepted == {"topologies"}


def test_wrong_keywords_of_the_explorer():
    with pytest.raises(TypeError, match=r"explore\(\) has no parameter 'sea'; did you mean 'see'\?"):
        weft.explore(T, sea="room")  # type: ignore[call-arg]
    assert weft.explore(T, class_=(0, 2), camera=(0, 0, 1, 1, 0.5, 0)).link.endswith("class=0%2C2&camera=0%2C0%2C1%2C1%2C0.5%2C0")


def test_the_explorer_has_the_keywords_of_the_page():
    import re

    state = Path(__file__).parents[2] / "web/src/explore/state.ts"
    if not state.exists():
        pytest.skip("the sources of the page are not here")
    view = re.search(r"export interface View \{(.*?)\}", state.read_text(), re.DOTALL)
    assert view
    keys = re.findall(r"^\s+(\w+):", view[1], re.MULTILINE)
    assert [it.rstrip("_") for it in inspect.signature(weft.explore).parameters][2:] == keys


PROTOCOLS = {
    accepted.Array: lambda: np.eye(3), accepted.SparseMatrix: lambda: pytest.importorskip("scipy.sparse").csr_matrix((3, 3)),
    accepted.NetworkXGraph: lambda: pytest.importorskip("networkx").cycle_graph(3),
    accepted.IgraphGraph: lambda: pytest.importorskip("igraph").Graph.Ring(3)}


@pytest.mark.parametrize("protocol", PROTOCOLS)
def test_objects_of_other_packages_have_the_protocols(protocol):
    it = PROTOCOLS[protocol]()
    members = [name for name in vars(protocol) if not name.startswith("_")]
    assert members and all(hasattr(it, name) for name in members)
    assert all(not hasattr(weft.topology.torus(), name) for name in members if name != "shape") or protocol is None


COST = """
import time, sys
begin = time.process_time()
import weft
print((time.process_time() - begin) * 1000, "numpy" in sys.modules, "inspect" in sys.modules)
"""


def test_the_import_is_quick():
    """`import weft` takes at most 50 ms of CPU, in the best of several new processes; NumPy comes with its first use."""
    times = []
    for _ in range(5):
        spent, numpy, _inspect = subprocess.run([sys.executable, "-c", COST], capture_output=True, text=True, check=True).stdout.split()
        times.append(float(spent))
        assert numpy == "False"
    assert min(times) <= 50, times


def test_check_entry_gives_the_names_of_parameters():
    assert _weft.check_entry("topologies", "torus:8x8") == ("torus", [("sides", "8x8")])
    with pytest.raises(ValueError, match="no catalog of nothing"):
        _weft.check_entry("nothing", "x")
    assert json.dumps(weft.schema())  # the schema remains plain
