# SPDX-License-Identifier: Apache-2.0
"""Networks as NumPy arrays, and user-defined networks."""
from __future__ import annotations

import contextlib
import gc
import operator
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _weft
from .accepted import Number, TopologyLike
from .given import FileStates, Input, array_of, as_type, could_be_links, entries, real_numbers, whole_numbers
from .notebook import svg_page
from .request import pairs_of
from .spec import HasSpec, Spec, inputs_of, schema, text_of
from .values import Topology

if TYPE_CHECKING:
    import igraph
    import networkx
    import numpy as np
    import scipy.sparse
else:
    from .later import np

Numbers: TypeAlias = "np.ndarray[Any, Any]"
_most_drawn = 2048  # routers
_most_ports = 65535
_unreachable = 2**32 - 1


class Network(HasSpec):
    """A network as arrays, which are read-only views of the memory of Weft.

    Channels are numbered by router, then by port: router r has the outgoing channels first[r] .. first[r + 1] - 1. A
    failed channel has bandwidth 0. If nodes have names, routers are specified by name, even if the name is a number
    (node 1 of a NetworkX graph is 1); otherwise by number, which is the index in the arrays.

    spec: its name, which every verb accepts instead of the network; includes the failures
    failures: the failed parts, as the parameter `fail` of verbs. Parts that fail by chance are drawn once
    first, targets: by router, by channel: the network as CSR
    channel_class, class_names, bandwidth: by channel; what the classes are called
    terminals, ejection: by terminal: the router that it sends to, and the one that it receives from

    >>> import weft
    >>> net = weft.network("ring:routers=4")
    >>> net.targets[net.first[0]:net.first[1]].tolist()
    [3, 1]
    """

    def __init__(self, spec: Topology, failures: dict[str, Any] | None = None) -> None:
        given = {key: it for key, it in (failures or {}).items() if it or key == "seed"}
        counts = {key: str(given.pop(key)) for key in ("more_links", "more_routers") if key in given}
        arguments, inputs = pairs_of(schema()["verbs"]["draw"]["properties"], {"topology": spec, **given})
        self._files = FileStates(str(spec))
        self._net = net = _weft.network([*arguments, *counts.items()])
        self._healthy = Topology.made(net.healthy, inputs)
        self._spec = Topology.made(net.text, inputs)
        self.failures: dict[str, str] = {"fail": net.fail} if net.fail else {}
        self.first: Numbers = net.first
        self.targets: Numbers = net.targets
        self.channel_class: Numbers = net.channel_class
        self.class_names: tuple[str, ...] = tuple(net.class_names)
        self.bandwidth: Numbers = net.bandwidth
        self.terminals: Numbers = net.injection
        self.ejection: Numbers = net.ejection

    @property
    def spec(self) -> Topology:
        """The network as a value. Raises InputError if the network was read from a file that has changed."""
        self._files.check()
        return self._spec

    def _apart(self) -> dict[str, str]:
        """Returns the topology and its failures as parameters of verbs."""
        self._files.check()
        return {"topology": str(self._healthy), **self.failures}

    @property
    def routers(self) -> int:
        """The number of routers."""
        return self._net.routers

    @property
    def bidirectional(self) -> bool:
        """Whether every channel has a reverse channel; both form a link, and fail together."""
        return self._net.bidirectional

    @property
    def sources(self) -> Numbers:
        """The source router of each channel."""
        return np.repeat(np.arange(self.routers, dtype=np.uint32), np.diff(self.first.astype(np.int64)))

    def name(self, router: int) -> str:
        """Returns the position of a router by its number, such as (3,4), or the name of a node of a user-defined graph."""
        number = operator.index(router)
        if not 0 <= number < self.routers:
            _weft.refuse(f"router={number}", f"there are {self.routers} routers", "", "router")
        return self._net.name(number)

    def number(self, router: object) -> int:
        """Returns the number of a router, which is its index in the arrays, by its name; in networks without names, by its number.

        >>> import networkx, weft
        >>> weft.network(networkx.path_graph([1, 2, 3])).number(1)
        0
        """
        if isinstance(router, (bool, float, np.floating)) or router is None:
            raise TypeError(f"router={router!r}: pass its number or its name")
        return self._net.number(str(router))

    def channel(self, a: object, b: object) -> int:
        """Returns the first working channel from router a to router b. Raises KeyError if there is none."""
        source, target = self.number(a), self.number(b)
        begin, end = int(self.first[source]), int(self.first[source + 1])
        found = np.flatnonzero((self.targets[begin:end] == target) & (self.bandwidth[begin:end] > 0))
        if not len(found):
            raise KeyError(f"no channel leads from {a} to {b}")
        return begin + int(found[0])

    def failed(self, links: float | Sequence[tuple[object, object]] = 0, routers: float | Sequence[object] = 0, seed: int = 1) -> Network:
        """Returns the network after further failures.

        links, routers: a count (an int), a fraction (a float: 1.0 is all), or a list: links as (a, b), all links between two
            routers; routers as in Network
        seed: of the random selection. With equal seeds, a larger fraction includes the parts of a smaller one

        >>> import weft
        >>> ring = weft.network("ring:routers=6").failed(links=[(0, 1)])
        >>> ring.distances(0).tolist(), ring.failed(routers=[3]).failures
        ([0, 5, 4, 3, 2, 1], {'fail': '3+0-1'})
        """
        given: dict[str, Any] = {"seed": seed}
        names: list[str] = []
        for key, what in (("links", links), ("routers", routers)):
            if isinstance(what, (bool, np.bool_, str, Mapping)):
                raise TypeError(f"{key}={what!r}: pass a number, a fraction, or a list of them")
            if isinstance(what, (float, np.floating)):
                given[f"failed_{key}"] = float(what)
            elif isinstance(what, (int, np.integer)):
                if what < 0:
                    _weft.refuse(f"{key}={what}", "must be at least 0", "", key)
                given[f"more_{key}"] = int(what)
            else:
                names += [self._link(it) if key == "links" else self._text(it) for it in what]
        return Network(self.spec, given | {"fail": "+".join(names)})

    def _text(self, router: object) -> str:
        """Formats a router for the parameter `fail`."""
        return self._net.text_of(self.number(router))

    def _link(self, link: Any) -> str:
        """Formats a link (a, b) for the parameter `fail`."""
        ends = [] if isinstance(link, str) or not np.iterable(link) else list(link)
        if len(ends) != 2:
            raise TypeError(f"links contains {link!r}: pass links as (a, b)")
        return "-".join(self._text(it) for it in ends)

    def distances(self, source: object) -> Numbers:
        """Returns the hops from a router to every other, by number; -1 if there is no path."""
        return self._net.hops(self.number(source), False).view(np.int32)

    def paths(self, a: object, b: object) -> Iterator[tuple[Any, ...]]:
        """Yields the shortest paths from router a to router b as tuples of routers, in the order of ports; by name if routers have names."""
        for path in self._paths(self.number(a), self.number(b)):
            yield tuple(self._label(it) for it in path) if self._net.named else path

    def _label(self, router: int) -> str | int:
        """Returns the name of a router, as an int if it is a whole number."""
        name = self._net.name(router)
        return int(name) if name.isdecimal() and str(int(name)) == name else name

    def _paths(self, a: int, b: int) -> Iterator[tuple[int, ...]]:
        left = self._net.hops(b, True)  # to b
        stack: list[tuple[int, ...]] = [(a,)] if left[a] != _unreachable else []
        while stack:
            path = stack.pop()
            at = path[-1]
            if at == b:
                yield path
                continue
            channels = range(self.first[at], self.first[at + 1])
            further = dict.fromkeys(int(self.targets[c]) for c in channels if self.bandwidth[c] > 0 and left[self.targets[c]] + 1 == left[at])
            stack += [(*path, it) for it in reversed(further)]

    def positions(self, arrangement: str = "structure") -> Numbers:
        """Returns the position (x, y, z) of each router: `structure` of the topology, `room` of the machine, `free`."""
        return self._net.positions(arrangement)

    def to_scipy(self, copy: bool = True) -> scipy.sparse.csr_matrix:
        """Returns the bandwidth from router to router; parallel channels are separate entries. Failed parts are omitted:
        a failed router is a row and a column without entries.

        copy: False: shares the read-only memory of the network, unless parts have failed
        """
        import scipy.sparse

        values = self.bandwidth, self.targets.view(np.int32), self.first.view(np.int32)
        if self.failures:
            works = self._working
            ends = np.concatenate([[0], np.cumsum(works)])[self.first].astype(np.int32)
            values = self.bandwidth[works], self.targets[works].view(np.int32), ends
        return scipy.sparse.csr_matrix(values, shape=(self.routers, self.routers), copy=copy and not self.failures)

    @property
    def _working(self) -> Numbers:
        """Whether each channel works."""
        return self.bandwidth > 0

    @property
    def _working_routers(self) -> list[int]:
        return [it for it in range(self.routers) if not self._net.router_failed(it)]

    @property
    def _kinds(self) -> list[str]:
        """Returns host, node or router for each working router; empty if all are routers."""
        kinds = [self._net.kind(it) for it in self._working_routers]
        return kinds if any(it != "router" for it in kinds) else []

    def to_networkx(self) -> networkx.MultiDiGraph[Any]:
        """Returns a graph with routers as nodes with `place` and `terminals` (and `kind`, if some are hosts), and channels as edges with `bandwidth` and `class`, without failed parts.

        A node is identified by the name of the router, or by its number if routers have no names.
        """
        import networkx

        graph = networkx.MultiDiGraph(name=str(self._spec))
        terminals = np.bincount(self.terminals, minlength=self.routers).tolist()
        labels = [self._label(r) for r in range(self.routers)] if self._net.named else range(self.routers)
        graph.add_nodes_from((labels[r], {"place": self.name(r), "terminals": terminals[r]}) for r in self._working_routers)
        for r, kind in zip(self._working_routers, self._kinds):
            graph.nodes[labels[r]]["kind"] = kind
        names, works = self.class_names, self._working
        with _collector_paused():
            graph.add_edges_from((labels[s], labels[t], {"bandwidth": b, "class": names[c]}) for s, t, b, c in zip(
                *(it[works].tolist() for it in (self.sources, self.targets, self.bandwidth, self.channel_class)), strict=True))
        return graph

    def to_igraph(self) -> igraph.Graph:
        """Returns a graph with routers as vertices with `place`, `router` (the number), `terminals` and, if some are hosts, `kind`, and channels as
        directed edges with `bandwidth` and `class`, without failed parts. If routers have failed, vertices are renumbered."""
        import igraph

        routers, works = np.array(self._working_routers, np.int64), self._working
        vertex = np.zeros(self.routers, np.int64)
        vertex[routers] = np.arange(len(routers))
        terminals = np.bincount(self.terminals, minlength=self.routers)
        ends = np.stack([vertex[self.sources[works]], vertex[self.targets[works]]], axis=1)
        return igraph.Graph(len(routers), ends, directed=True, vertex_attrs={
            "place": [self.name(r) for r in routers], "router": routers.tolist(), "terminals": terminals[routers].tolist(),
        } | ({"kind": kinds} if (kinds := self._kinds) else {}), edge_attrs={"bandwidth": self.bandwidth[works].tolist(), "class": [self.class_names[c] for c in self.channel_class[works]]})

    def __repr__(self) -> str:
        failed = f" without {self.failures['fail']}" if self.failures else ""
        return f"<Network {self._healthy}{failed}: {self.routers} routers, {len(self.terminals)} terminals, {len(self.targets)} channels>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and (self._spec, self._files) == (other._spec, other._files)

    def __hash__(self) -> int:
        return hash((self._spec, self._files))

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.spec, self._files)

    def _repr_svg_(self) -> str | None:
        if self.routers > _most_drawn:
            return None
        return svg_page(_weft.run("draw", [("topology", str(self.spec))]).document or "")


def _restored(spec: Topology, files: FileStates) -> Network:
    """Returns the network of a pickle. Raises InputError if one of its files differs on this machine."""
    net = Network(spec)
    if net._files != files:
        _weft.refuse(f"the file of topology {spec} has changed", "the network was read from its former content", "", "topology")
    return net


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """Disables the garbage collector while millions of permanent objects are created; it would use a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Built(Input):
    """A network from Python; its key can be used as the name of a topology."""

    def __init__(self, value: Any, *parts: Any) -> None:
        self._held = _weft.build(*parts)
        super().__init__(self._held.text, value)
        self.parts: tuple[Any, ...] = tuple(it.copy() if isinstance(it, np.ndarray) else it for it in parts)

    def __reduce__(self) -> tuple[Any, ...]:
        return Built, (self.value, *self.parts)


def network(topology: TopologyLike | Sequence[Sequence[Number]], *, terminals: int | Sequence[int] | None = None, directed: bool | None = None, name: str = "",
            bandwidth: str | None = None, array: str | None = None,
            failed_links: float = 0, failed_routers: float = 0, fail: str = "", seed: int = 1) -> Network:
    """Returns a network as arrays. A user-defined network can be used like any other topology.

    topology: a text such as torus:sides=8x8; the path of a graph file (pathlib.Path); a NetworkX or igraph graph; a
        square matrix (an array, or a SciPy sparse matrix), entry (i, j) the bandwidth from i to j; an array with a row
        (a, b[, bandwidth]) for each link; or an object with `routers`, `degree(router)` and `neighbor(router, port)`, which
        returns the router at the other end, and optionally `terminals(router)`; called once for every port
    terminals: of each router, or one number for all; default: the attribute `terminals` of nodes, else 1. The
        attribute `kind` (or `type`) of nodes says what they are, as in files: a `host` is an end that forwards nothing.
        Where some are, each host has 1 by default, and the others none
    directed: whether edges are channels in one direction; default: as the graph is. A directed graph in which every
        edge has its reverse is one of links
    name: of the family in results; default: the name of the graph, else network
    bandwidth: of a graph: the attribute of edges that is their bandwidth; default: `bandwidth`, else `capacity`, else
        all are 1. The weight of a graph is a distance to NetworkX and igraph: name it if it is a bandwidth
    array: what an array is, "links" or "matrix". Needed for 2 x 2 and 3 x 3 numbers that can be either
    failed_links, failed_routers, fail, seed: the failures, as in the parameters of verbs; fractions are drawn once

    Names and failures can be given for every topology, the other parameters for networks of your own.

    >>> import numpy as np, weft
    >>> square = weft.network(np.array([[0, 1], [1, 2], [2, 3], [3, 0]]), terminals=2)
    >>> weft.show(square, metrics="diameter")["metrics"]["value"][0]
    2
    """
    failures = {"failed_links": failed_links, "failed_routers": failed_routers, "fail": fail, "seed": seed}
    if isinstance(topology, (HasSpec, Spec, str, os.PathLike)):
        own_only = {"terminals": terminals, "directed": directed, "name": name or None, "bandwidth": bandwidth, "array": array}
        for key, value in own_only.items():
            if value is not None:
                raise TypeError(f"network(): {key} applies only to graphs and arrays; {_instead.get(key, 'omit it')}")
        text = text_of(topology, {"catalog": "topologies"})
        return Network(Topology.made(text, inputs_of([text])), failures)
    own = _Edges.of(topology, bandwidth, array)
    if directed is False and own.directed:
        _weft.refuse("a directed graph has edges without a reverse", "links lead in both directions",
                     "omit directed=False, or make the graph undirected", "topology")
    if directed and not own.directed:
        own = own.as_arcs()
    built = own.build(topology, _family(name or own.name), terminals)
    return Network(Topology.made(built.key, (built,)), failures)


_instead = {"terminals": "the text of a topology says how many, as in torus:sides=8x8,concentration=2"}


def _family(name: str) -> str:
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


class _Edges:
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

    @staticmethod
    def of(graph: Any, bandwidth: str | None, array: str | None) -> _Edges:
        kind = type(graph).__module__.partition(".")[0]
        is_array = isinstance(graph, (np.ndarray, list, tuple))
        if array is not None and (not is_array or array not in ("links", "matrix")):
            if is_array:
                _weft.refuse(f"array={array!r}", "must be 'links' or 'matrix'", "", "array")
            raise TypeError(f"network(): array specifies the meaning of an array, not of an object of type {type(graph).__name__}")
        if hasattr(graph, "is_multigraph"):  # NetworkX, and its subclasses
            return _Edges._of_networkx(graph, bandwidth)
        if kind == "igraph" or hasattr(graph, "get_edgelist"):
            return _Edges._of_igraph(graph, bandwidth)
        if bandwidth is not None:
            raise TypeError("network(): bandwidth names an attribute of a graph; matrices and arrays contain their bandwidths")
        if hasattr(graph, "tocoo"):
            return _Edges._of_matrix(graph)
        if all(hasattr(graph, it) for it in ("routers", "degree", "neighbor")):
            return _Edges._of_neighbors(graph)
        if is_array:
            numbers = array_of(graph, "topology")
            return _Edges._of_dense(numbers) if _is_matrix(numbers, array) else _Edges._of_array(numbers)
        raise TypeError(f"an object of type {type(graph).__name__} is not a topology: pass a string, a NetworkX or igraph graph, a SciPy sparse matrix, "
                        "an array of links, or an object with routers, degree and neighbor")

    def _named(self, nodes: Sequence[Any], places: Sequence[Any] = ()) -> _Edges:
        """Sets the names of nodes that are not numbers; numbers may have the positions of `to_networkx`."""
        numbered = list(nodes) == list(range(len(nodes)))
        if numbered and len(set(places)) == len(nodes) and None not in places:
            nodes, numbered = places, False
        if not numbered:
            self.names = [str(it) for it in nodes]
            if len(set(self.names)) != len(self.names):
                _weft.refuse("nodes have equal names", "the names of nodes must differ as text", "", "topology")
        return self

    def _classified(self, names: Sequence[Any]) -> _Edges:
        if any(it is not None for it in names):
            texts = ["link" if it is None else str(it) for it in names]
            self.class_names, classes = list(dict.fromkeys(texts)), {it: i for i, it in enumerate(dict.fromkeys(texts))}
            self.classes = np.array([classes[it] for it in texts], np.uint32)
        return self

    def _of_kinds(self, nodes: Iterable[Mapping[str, Any]]) -> None:
        """Sets the kinds from the attributes of the nodes."""
        self.kinds = [str(next((it[key] for key in ("kind", "type") if it.get(key) is not None), "router")) for it in nodes]

    @staticmethod
    def _of_networkx(graph: Any, bandwidth: str | None) -> _Edges:
        nodes = list(graph.nodes)
        if all(isinstance(it, (int, np.integer)) for it in nodes) and set(nodes) == set(range(len(nodes))):
            nodes.sort()
        number = {node: i for i, node in enumerate(nodes)}
        edges = list(graph.edges(data=True))
        own = _Edges(graph.is_directed(), len(nodes), [number[a] for a, _, _ in edges], [number[b] for _, b, _ in edges],
                     _bandwidths([data for _, _, data in edges], bandwidth), str(graph.name or ""))
        own._named(nodes, [graph.nodes[it].get("place") for it in nodes])._classified([data.get("class") for _, _, data in edges])
        own._of_kinds(graph.nodes[it] for it in nodes)
        if any("terminals" in data for _, data in graph.nodes(data=True)):
            own.terminals = [graph.nodes[it].get("terminals", 0) for it in nodes]
        return own._linked()

    @staticmethod
    def _of_igraph(graph: Any, bandwidth: str | None) -> _Edges:
        edges = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
        attributes, of_vertices = graph.es.attributes(), graph.vs.attributes()
        bandwidths = _bandwidths([it.attributes() for it in graph.es], bandwidth) if attributes or bandwidth is not None else None
        own = _Edges(graph.is_directed(), graph.vcount(), edges[:, 0], edges[:, 1], bandwidths)
        numbers = range(graph.vcount())
        own._named(graph.vs["name"] if "name" in of_vertices else numbers, graph.vs["place"] if "place" in of_vertices else ())
        if "class" in attributes:
            own._classified(graph.es["class"])
        own._of_kinds(it.attributes() for it in graph.vs)
        if "terminals" in of_vertices:
            own.terminals = [it or 0 for it in graph.vs["terminals"]]
        return own._linked()

    @staticmethod
    def _of_matrix(matrix: Any) -> _Edges:
        if matrix.shape[0] != matrix.shape[1]:
            _weft.refuse(f"the matrix has {matrix.shape[0]} rows and {matrix.shape[1]} columns", "an adjacency matrix is square", "", "topology")
        sparse = matrix.tocoo()
        kept = sparse.data != 0
        every = kept.all()
        a, b, data = (sparse.row, sparse.col, sparse.data) if every else (sparse.row[kept], sparse.col[kept], sparse.data[kept])
        return _Edges(True, matrix.shape[0], a, b, data)._linked()

    @staticmethod
    def _of_dense(matrix: Any) -> _Edges:
        if matrix.ndim != 2 or matrix.shape[0] != matrix.shape[1]:
            _weft.refuse(f"the array has shape {matrix.shape}", "an adjacency matrix is square", "", "topology")
        a, b, values = entries(matrix, "topology")
        return _Edges(True, matrix.shape[0], a, b, values)._linked()

    @staticmethod
    def _of_array(array: Any) -> _Edges:
        if array.ndim != 2 or array.shape[1] not in (2, 3):
            _weft.refuse(f"the array has shape {array.shape}", "must have a row (a, b) or (a, b, bandwidth) for each link",
                         "or be a square matrix", "topology")
        if array.shape[0] == 0:
            _weft.refuse("the array contains no links", "must have a row for each link", "", "topology")
        ends = whole_numbers(array[:, :2], "topology")
        return _Edges(False, int(ends.max()) + 1, ends[:, 0], ends[:, 1], array[:, 2] if array.shape[1] == 3 else None)

    @staticmethod
    def _of_neighbors(graph: Any) -> _Edges:
        a, b = [], []
        for router in range(operator.index(graph.routers)):
            degree = operator.index(graph.degree(router))
            if not 0 <= degree <= _most_ports:
                _weft.refuse(f"router {router} has {degree} ports", f"must be in [0, {_most_ports}]", "", "topology")
            for port in range(degree):
                far = graph.neighbor(router, port)
                a.append(router)
                b.append(far[0] if isinstance(far, tuple) else far)
        own = _Edges(True, graph.routers, a, b, None, type(graph).__name__)
        if hasattr(graph, "terminals"):
            own.terminals = [graph.terminals(it) for it in range(graph.routers)]
        return own._linked()

    def _linked(self) -> _Edges:
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

    def as_arcs(self) -> _Edges:
        """Converts each link to two arcs."""
        self.a, self.b = np.concatenate([self.a, self.b]), np.concatenate([self.b, self.a])
        self.bandwidth, self.classes = np.tile(self.bandwidth, 2), np.tile(self.classes, 2)
        self.directed = True
        return self

    def build(self, value: Any, family: str, terminals: int | Sequence[int] | None) -> Built:
        given = self.terminals if terminals is None else terminals
        counts = np.empty(0, np.uint32) if given is None else whole_numbers(given, "terminals")
        if given is not None and counts.ndim > 0 and counts.shape != (self.routers,):
            _weft.refuse(f"terminals has {len(counts)} numbers", f"there are {self.routers} routers", "", "terminals")
        if counts.size and counts.max() > _most_ports:
            _weft.refuse(f"terminals={counts.max()}", f"must be in [0, {_most_ports}]", "", "terminals")
        if self.routers == 0:
            _weft.refuse("the graph has no nodes", "a network needs at least one router", "", "topology")
        if max(self.routers, int(self.a.max(initial=0)), int(self.b.max(initial=0))) > 2**32:
            _weft.refuse("a router number exceeds 2^32 - 1", "router numbers have 32 bits", "", "topology")
        numbers = [as_type(it, np.uint32, "topology") for it in (self.a, self.b)]
        classes = self.classes if len(self.classes) else np.zeros(len(self.a), np.uint32)
        return Built(value, family, self.directed, self.routers, *numbers, self.bandwidth, classes, self.class_names or ["link"], self.names,
                     counts.astype(np.uint32).reshape(-1), self.kinds)
