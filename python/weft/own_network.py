# SPDX-License-Identifier: Apache-2.0
"""Networks of graphs, matrices, arrays and classes of Python's."""
from __future__ import annotations

import operator
import re
from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias
from weakref import WeakValueDictionary

from . import _weft
from .given import Input, array_of, as_type, could_be_links, entries, real_numbers, whole_numbers
from .spec import schema

if TYPE_CHECKING:
    import numpy as np
else:
    from .later import np

Numbers: TypeAlias = "np.ndarray[Any, Any]"
_max_ports = 65535


class Built(Input):
    """A network from Python; its key can be used as the name of a topology."""

    def __init__(self, value: Any, *parts: Any) -> None:
        self._held = _weft.build(*parts)
        super().__init__(self._held.text, value)
        self.parts: tuple[Any, ...] = tuple(it.copy() if isinstance(it, np.ndarray) else it for it in parts)
        _built[self.key] = self

    def __reduce__(self) -> tuple[Any, ...]:
        return Built, (self.value, *self.parts)


_built: WeakValueDictionary[str, Built] = WeakValueDictionary()


def built_with_key(key: str) -> Built | None:
    """Returns the network with this key, if one exists in this process."""
    return _built.get(key)


def family_of(name: str) -> str:
    """Returns a word that is not the name of a topology of Weft."""
    word = re.sub(r"\W+", "_", name).strip("_").lower()
    catalogs = schema()["catalogs"]
    taken = word in catalogs["topologies"]["entries"] or word in catalogs["machines"]["entries"]
    return "network" if not word else f"own_{word}" if taken or word[0].isdigit() else word


def _is_matrix(array: Any, form: str | None) -> bool:
    """Returns whether an array is an adjacency matrix. Rejects an array that can also be a list of links."""
    square = array.ndim == 2 and array.shape[0] == array.shape[1]
    if form is not None or not square:
        return form == "matrix"
    diagonal = np.diagonal(array)
    plain = np.array_equal(array, array.T) and (len(diagonal) == 0 or (diagonal == diagonal[0]).all())
    if not plain and could_be_links(array):
        _weft.refuse(f"{array.shape[0]} x {array.shape[0]} numbers are ambiguous", "they can be a matrix or a list of links (a, b[, bandwidth])",
                     "add array='matrix' or array='links'", "topology")
    return True


def _bandwidths(edges: Sequence[Mapping[str, Any]], attribute: str | None) -> list[Any] | None:
    """Returns the bandwidth of each edge, from the attribute with this name, or else from the default attributes."""
    if attribute is not None:
        if edges and not any(attribute in it for it in edges):
            _weft.refuse(f"bandwidth={attribute!r}", "no edge has this attribute", "", "bandwidth")
        return [it.get(attribute) if it.get(attribute) is not None else 1 for it in edges]
    found = [next((it[key] for key in ("bandwidth", "capacity") if it.get(key) is not None), None) for it in edges]
    if edges and all(it is None for it in found):
        weights = [it.get("weight") for it in edges]
        if any(it is not None and it != 1 for it in weights):
            _weft.refuse("edges have a weight, but no bandwidth", "a weight may be a distance",
                         "add bandwidth='weight' if it is a bandwidth, or take it from the graph", "topology")
        return None
    return [1 if it is None else it for it in found]


class Edges:
    """Links or arcs as arrays."""

    def __init__(self, directed: bool, routers: int, a: Any, b: Any, bandwidth: Any = None, name: str = "") -> None:
        self.directed, self.routers, self.name = directed, routers, name
        self.a, self.b = whole_numbers(a, "topology"), whole_numbers(b, "topology")
        self.bandwidth = np.ones(len(self.a)) if bandwidth is None else as_type(real_numbers(bandwidth, "bandwidth"), np.float64, "bandwidth")
        if len(self.bandwidth) and self.bandwidth.min() <= 0:
            _weft.refuse("a link has bandwidth 0", "must be positive", "omit the link", "bandwidth")
        self.classes = np.empty(0, np.uint32)
        self.class_names: list[str] = []
        self.names: list[str] = []
        self.kinds: list[str] = []
        self.terminals: list[int] | None = None
        self.origin = ""  # the spec of the network that a graph was exported from, if it is one

    @staticmethod
    def of(graph: Any, bandwidth: str | None, array: str | None) -> Edges:
        kind = type(graph).__module__.partition(".")[0]
        is_array = isinstance(graph, (np.ndarray, list, tuple))
        if array is not None and (not is_array or array not in ("links", "matrix")):
            if is_array:
                _weft.refuse(f"array={array!r}", "must be 'links' or 'matrix'", "", "array")
            raise TypeError(f"network(): array specifies the meaning of an array, not of an object of type {type(graph).__name__}")
        if hasattr(graph, "is_multigraph"):  # NetworkX, and its subclasses
            return Edges._of_networkx(graph, bandwidth)
        if kind == "igraph" or hasattr(graph, "get_edgelist"):
            return Edges._of_igraph(graph, bandwidth)
        if bandwidth is not None:
            raise TypeError("network(): bandwidth names an attribute of a graph; matrices and arrays contain their bandwidths")
        if hasattr(graph, "tocoo"):
            return Edges._of_matrix(graph)
        if all(hasattr(graph, it) for it in ("routers", "degree", "neighbor")):
            return Edges._of_neighbors(graph)
        if is_array:
            numbers = array_of(graph, "topology")
            return Edges._of_dense(numbers) if _is_matrix(numbers, array) else Edges._of_array(numbers)
        raise TypeError(f"an object of type {type(graph).__name__} is not a topology: pass a string, a NetworkX or igraph graph, a SciPy sparse matrix, "
                        "an array of links, or an object with routers, degree and neighbor")

    def _named(self, nodes: Sequence[Any], places: Sequence[Any] = ()) -> Edges:
        """Sets the names of nodes that are not numbers; numbers may have the positions of `to_networkx`."""
        numbered = list(nodes) == list(range(len(nodes)))
        if numbered and len(set(places)) == len(nodes) and None not in places:
            nodes, numbered = places, False
        if not numbered:
            self.names = [str(it) for it in nodes]
            if len(set(self.names)) != len(self.names):
                _weft.refuse("nodes have equal names", "the names of nodes must differ as text", "", "topology")
        return self

    def _classified(self, names: Sequence[Any]) -> Edges:
        if any(it is not None for it in names):
            texts = ["link" if it is None else str(it) for it in names]
            self.class_names, classes = list(dict.fromkeys(texts)), {it: i for i, it in enumerate(dict.fromkeys(texts))}
            self.classes = np.array([classes[it] for it in texts], np.uint32)
        return self

    def _of_kinds(self, nodes: Iterable[Mapping[str, Any]]) -> None:
        """Sets the kinds from the attributes of the nodes."""
        self.kinds = [str(next((it[key] for key in ("kind", "type") if it.get(key) is not None), "router")) for it in nodes]

    @staticmethod
    def _of_networkx(graph: Any, bandwidth: str | None) -> Edges:
        nodes = list(graph.nodes)
        if all(isinstance(it, (int, np.integer)) for it in nodes) and set(nodes) == set(range(len(nodes))):
            nodes.sort()
        number = {node: i for i, node in enumerate(nodes)}
        edges = list(graph.edges(data=True))
        own = Edges(graph.is_directed(), len(nodes), [number[a] for a, _, _ in edges], [number[b] for _, b, _ in edges],
                     _bandwidths([data for _, _, data in edges], bandwidth), str(graph.name or ""))
        own._named(nodes, [graph.nodes[it].get("place") for it in nodes])._classified([data.get("class") for _, _, data in edges])
        own._of_kinds(graph.nodes[it] for it in nodes)
        own.origin = str(graph.name or "")
        if any("terminals" in data for _, data in graph.nodes(data=True)):
            own.terminals = [graph.nodes[it].get("terminals", 0) for it in nodes]
        return own._linked()

    @staticmethod
    def _of_igraph(graph: Any, bandwidth: str | None) -> Edges:
        edges = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
        attributes, of_vertices = graph.es.attributes(), graph.vs.attributes()
        bandwidths = _bandwidths([it.attributes() for it in graph.es], bandwidth) if attributes or bandwidth is not None else None
        own = Edges(graph.is_directed(), graph.vcount(), edges[:, 0], edges[:, 1], bandwidths)
        numbers = range(graph.vcount())
        own._named(graph.vs["name"] if "name" in of_vertices else numbers, graph.vs["place"] if "place" in of_vertices else ())
        if "class" in attributes:
            own._classified(graph.es["class"])
        own._of_kinds(it.attributes() for it in graph.vs)
        own.origin = str(graph["name"] or "") if "name" in graph.attributes() else ""
        if "terminals" in of_vertices:
            own.terminals = [it or 0 for it in graph.vs["terminals"]]
        return own._linked()

    @staticmethod
    def _of_matrix(matrix: Any) -> Edges:
        if matrix.shape[0] != matrix.shape[1]:
            _weft.refuse(f"the matrix has {matrix.shape[0]} rows and {matrix.shape[1]} columns", "an adjacency matrix is square", "", "topology")
        sparse = matrix.tocoo()
        kept = sparse.data != 0
        every = kept.all()
        a, b, data = (sparse.row, sparse.col, sparse.data) if every else (sparse.row[kept], sparse.col[kept], sparse.data[kept])
        return Edges(True, matrix.shape[0], a, b, data)._linked()

    @staticmethod
    def _of_dense(matrix: Any) -> Edges:
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            _weft.refuse(f"the array has shape {matrix.shape}", "an adjacency matrix is square", "", "topology")
        a, b, values = entries(matrix, "topology")
        return Edges(True, matrix.shape[0], a, b, values)._linked()

    @staticmethod
    def _of_array(array: Any) -> Edges:
        if array.ndim != 2 or array.shape[1] not in (2, 3):
            _weft.refuse(f"the array has shape {array.shape}", "must have a row (a, b) or (a, b, bandwidth) for each link",
                         "or be a square matrix", "topology")
        if array.shape[0] == 0:
            _weft.refuse("the array contains no links", "must have a row for each link", "", "topology")
        ends = whole_numbers(array[:, :2], "topology")
        return Edges(False, int(ends.max()) + 1, ends[:, 0], ends[:, 1], array[:, 2] if array.shape[1] == 3 else None)

    @staticmethod
    def _of_neighbors(graph: Any) -> Edges:
        a, b = [], []
        for router in range(operator.index(graph.routers)):
            degree = operator.index(graph.degree(router))
            if not 0 <= degree <= _max_ports:
                _weft.refuse(f"router {router} has {degree} ports", f"must be in [0, {_max_ports}]", "", "topology")
            for port in range(degree):
                far = graph.neighbor(router, port)
                a.append(router)
                b.append(far[0] if isinstance(far, tuple) else far)
        own = Edges(True, graph.routers, a, b, None, type(graph).__name__)
        if hasattr(graph, "terminals"):
            own.terminals = [graph.terminals(it) for it in range(graph.routers)]
        return own._linked()

    def _linked(self) -> Edges:
        """Converts arcs to links, if every arc has a reverse arc with equal bandwidth and class; loops are paired."""
        if not self.directed:
            return self
        classes = self.classes if len(self.classes) else np.zeros(len(self.a), np.uint32)

        def ordered(arcs: Numbers, a: Numbers, b: Numbers) -> tuple[Numbers, Numbers]:
            keys = a[arcs].astype(np.int64) * self.routers + b[arcs].astype(np.int64)
            order = np.argsort(keys, kind="stable")
            if not (np.diff(keys[order]) > 0).all():  # parallel arcs
                order = np.lexsort((self.bandwidth[arcs], classes[arcs], keys))
            return arcs[order], keys[order]

        up, up_keys = ordered(np.flatnonzero(self.a < self.b), self.a, self.b)
        down, down_keys = ordered(np.flatnonzero(self.a > self.b), self.b, self.a)
        loops, loop_keys = ordered(np.flatnonzero(self.a == self.b), self.a, self.b)
        one, other = np.concatenate([up, loops[::2]]), np.concatenate([down, loops[1::2]])
        one_keys, other_keys = np.concatenate([up_keys, loop_keys[::2]]), np.concatenate([down_keys, loop_keys[1::2]])
        if not (np.array_equal(one_keys, other_keys) and np.array_equal(self.bandwidth[one], self.bandwidth[other])
                and np.array_equal(classes[one], classes[other])):
            return self
        kept = np.sort(one)
        self.a, self.b, self.bandwidth, self.directed = self.a[kept], self.b[kept], self.bandwidth[kept], False
        if len(self.classes):
            self.classes = self.classes[kept]
        return self

    def arcs(self) -> tuple[Numbers, Numbers, Numbers, Numbers]:
        """Returns sources, targets, bandwidths and classes of the channels."""
        classes = self.classes if len(self.classes) else np.zeros(len(self.a), np.uint32)
        if self.directed:
            return self.a, self.b, self.bandwidth, classes
        return np.concatenate([self.a, self.b]), np.concatenate([self.b, self.a]), np.tile(self.bandwidth, 2), np.tile(classes, 2)

    def as_arcs(self) -> Edges:
        """Converts each link to two arcs."""
        self.a, self.b, self.bandwidth, self.classes = self.arcs()
        self.directed = True
        return self

    def build(self, value: Any, family: str, terminals: int | Sequence[int] | None) -> Built:
        given = self.terminals if terminals is None else terminals
        counts = np.empty(0, np.uint32) if given is None else whole_numbers(given, "terminals")
        if given is not None and counts.ndim > 0 and counts.shape != (self.routers,):
            _weft.refuse(f"terminals has {len(counts)} numbers", f"there are {self.routers} routers", "", "terminals")
        if counts.size and counts.max() > _max_ports:
            _weft.refuse(f"terminals={counts.max()}", f"must be in [0, {_max_ports}]", "", "terminals")
        if self.routers == 0:
            _weft.refuse("the graph has no nodes", "a network needs at least one router", "", "topology")
        if max(self.routers, int(self.a.max(initial=0)), int(self.b.max(initial=0))) > 2**32:
            _weft.refuse("a router number exceeds 2^32 - 1", "router numbers have 32 bits", "", "topology")
        numbers = [as_type(it, np.uint32, "topology") for it in (self.a, self.b)]
        classes = self.classes if len(self.classes) else np.zeros(len(self.a), np.uint32)
        return Built(value, family, self.directed, self.routers, *numbers, self.bandwidth, classes, self.class_names or ["link"], self.names,
                     counts.astype(np.uint32).reshape(-1), self.kinds)
