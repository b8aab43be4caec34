"""Networks as arrays of NumPy, and networks of one's own."""
from __future__ import annotations

import contextlib
import gc
import operator
import os
import re
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _weft
from .given import Input, array_of, as_type, real_numbers, whole_numbers
from .notebook import svg_page
from .request import pairs_of
from .spec import HasSpec, Spec, schema, text_of

if TYPE_CHECKING:
    import igraph
    import networkx
    import scipy.sparse

Numbers = np.ndarray[Any, Any]
_most_drawn = 2048  # routers
_most_ports = 65535
_unreachable = np.iinfo(np.uint32).max


class Network(HasSpec):
    """A network as arrays. They are views of the memory of Weft and cannot be written.

    Channels are numbered by router, then by port: those that leave router r are first[r] .. first[r + 1] - 1. A
    failed channel has bandwidth 0.

    spec: its name, which every verb takes in place of the network
    first, targets: by router, by channel: the network as CSR
    channel_class, class_names, bandwidth: by channel; what the classes are called
    terminals, ejection: by terminal: the router that it sends to, and the one that it receives from

    >>> import weft
    >>> net = weft.network("ring:routers=4")
    >>> net.targets[net.first[0]:net.first[1]].tolist()
    [3, 1]
    """

    def __init__(self, spec: Spec, failures: dict[str, Any] | None = None) -> None:
        self.failures = {key: it for key, it in (failures or {}).items() if it}
        self.spec = spec
        arguments, _ = pairs_of(schema()["verbs"]["draw"]["properties"], {"topology": spec, **self.failures})
        self._net = net = _weft.network(arguments)
        self.first: Numbers = net.first
        self.targets: Numbers = net.targets
        self.channel_class: Numbers = net.channel_class
        self.class_names: tuple[str, ...] = tuple(net.class_names)
        self.bandwidth: Numbers = net.bandwidth
        self.terminals: Numbers = net.injection
        self.ejection: Numbers = net.ejection

    def settings(self) -> dict[str, str]:
        """The failures, as parameters of verbs."""
        return {key: str(it) for key, it in self.failures.items() if key != "seed" or len(self.failures) > 1}

    @property
    def routers(self) -> int:
        """The number of routers."""
        return self._net.routers

    @property
    def bidirectional(self) -> bool:
        """Whether every channel has one in the other direction: then both are a link, and fail together."""
        return self._net.bidirectional

    @property
    def sources(self) -> Numbers:
        """By channel: the router that it leaves."""
        return np.repeat(np.arange(self.routers, dtype=np.uint32), np.diff(self.first.astype(np.int64)))

    def name(self, router: int) -> str:
        """The place of a router, such as (3,4), or the name of a node of one's own graph."""
        return self._net.name(self._number(router))

    def _number(self, router: int) -> int:
        """A number of a router, also one of NumPy."""
        number = operator.index(router)
        if not 0 <= number < self.routers:
            _weft.refuse(f"router = {number}", f"there are {self.routers} routers", "", "router")
        return number

    def channel(self, a: int, b: int) -> int:
        """The first channel from router a to router b that has not failed. Raises KeyError if there is none."""
        a, b = self._number(a), self._number(b)
        begin, end = int(self.first[a]), int(self.first[a + 1])
        found = np.flatnonzero((self.targets[begin:end] == b) & (self.bandwidth[begin:end] > 0))
        if not len(found):
            raise KeyError(f"no channel from {a} to {b}")
        return begin + int(found[0])

    def failed(self, links: float | Sequence[tuple[int, int]] = 0, routers: float | Sequence[int] = 0, seed: int = 1) -> Network:
        """The network after failures, as verbs take it: a fraction of links or routers, or links (a, b) and routers by number."""
        names = [] if isinstance(links, (int, float)) else ["-".join(str(operator.index(it)) for it in link) for link in links]
        names += [] if isinstance(routers, (int, float)) else [str(it) for it in routers]
        return Network(self.spec, {
            "failed_links": float(links) if isinstance(links, (int, float)) else 0.0,
            "failed_routers": float(routers) if isinstance(routers, (int, float)) else 0.0,
            "fail": "+".join(names), "seed": seed})

    def distances(self, source: int) -> Numbers:
        """The hops from a router to every other; -1 where no path is left."""
        return self._net.hops(self._number(source), False).view(np.int32)

    def paths(self, a: int, b: int) -> Iterator[tuple[int, ...]]:
        """The shortest paths from router a to router b, each as its routers, in the order of ports."""
        a, b = self._number(a), self._number(b)
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
        """The place of each router, x, y and z: `structure` as the topology is built, `room` as the machine stands, `free`."""
        return self._net.positions(arrangement)

    def to_scipy(self) -> scipy.sparse.csr_matrix:
        """The bandwidth from router to router, sharing memory; parallel channels are entries of their own."""
        import scipy.sparse

        return scipy.sparse.csr_matrix((self.bandwidth, self.targets.view(np.int32), self.first.view(np.int32)),
                                       shape=(self.routers, self.routers), copy=False)

    def to_networkx(self) -> networkx.MultiDiGraph:
        """Routers as nodes with `place` and `terminals`, channels as edges with `bandwidth` and `class`."""
        import networkx

        graph = networkx.MultiDiGraph(name=self.spec)
        terminals = np.bincount(self.terminals, minlength=self.routers).tolist()
        graph.add_nodes_from((r, {"place": self.name(r), "terminals": terminals[r]}) for r in range(self.routers))
        names = self.class_names
        with _collector_paused():
            graph.add_edges_from((s, t, {"bandwidth": b, "class": names[c]}) for s, t, b, c in zip(
                self.sources.tolist(), self.targets.tolist(), self.bandwidth.tolist(), self.channel_class.tolist(), strict=True))
        return graph

    def to_igraph(self) -> igraph.Graph:
        """Routers as vertices with `place` and `terminals`, channels as directed edges with `bandwidth` and `class`."""
        import igraph

        return igraph.Graph(self.routers, np.stack([self.sources, self.targets], axis=1), directed=True, vertex_attrs={
            "place": [self.name(r) for r in range(self.routers)],
            "terminals": np.bincount(self.terminals, minlength=self.routers).tolist(),
        }, edge_attrs={"bandwidth": self.bandwidth.tolist(), "class": [self.class_names[c] for c in self.channel_class]})

    def __repr__(self) -> str:
        return f"<Network {self.spec}: {self.routers} routers, {len(self.terminals)} terminals, {len(self.targets)} channels>"

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Network) and (self.spec, self.failures) == (other.spec, other.failures)

    def __hash__(self) -> int:
        return hash((self.spec, tuple(sorted(self.failures.items()))))

    def __reduce__(self) -> tuple[Any, ...]:
        return Network, (self.spec, self.failures)

    def _repr_svg_(self) -> str | None:
        if self.routers > _most_drawn:
            return None
        arguments = [("topology", str(self.spec)), *self.settings().items()]
        return svg_page(_weft.run("draw", [it for it in arguments if it[0] in schema()["verbs"]["draw"]["properties"]]).document or "")


@contextlib.contextmanager
def _collector_paused() -> Iterator[None]:
    """While millions of objects are made that all stay, the collector would look through them again and again, for a fifth of the time."""
    was_on = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_on:
            gc.enable()


class Built(Input):
    """A network of Python: its key names it wherever a topology is named."""

    def __init__(self, value: Any, *parts: Any) -> None:
        self._held = _weft.build(*parts)
        self._parts = (value, *parts)
        super().__init__(self._held.text, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return Built, self._parts


def network(topology: object, *, terminals: int | Sequence[int] | None = None, directed: bool | None = None, name: str = "",
            failed_links: float = 0, failed_routers: float = 0, fail: str = "", seed: int = 1) -> Network:
    """A network as arrays; also one of your own, which then is a topology like any other.

    topology: a text such as torus:sides=8x8; the path of a graph file (pathlib.Path); a graph of NetworkX or igraph; a
        square sparse matrix of SciPy, entry (i, j) the bandwidth from i to j; an array with a row (a, b[, bandwidth]) for
        each link; or an object with `routers`, `degree(router)` and `neighbor(router, port)`, which gives the router at
        the far end, and optionally `terminals(router)`. It is asked once for every port
    terminals: of each router, or one number for all; default: what the graph says (`terminals` of nodes), else 1
    directed: whether edges are channels in one direction; default: as the graph is. A directed graph in which every
        edge has its reverse is one of links
    name: of the family in results; default: the name of the graph, else network
    failed_links, failed_routers, fail, seed: the failures, as in the parameters of verbs

    >>> import numpy as np, weft
    >>> square = weft.network(np.array([[0, 1], [1, 2], [2, 3], [3, 0]]), terminals=2)
    >>> weft.show(square, metrics="diameter")["metrics"]["value"][0]
    2
    """
    failures = {"failed_links": failed_links, "failed_routers": failed_routers, "fail": fail, "seed": seed}
    if isinstance(topology, HasSpec):
        return Network(topology.spec, failures)
    if isinstance(topology, (str, os.PathLike)):
        text = text_of(topology, {"catalog": "topologies"})
        return Network(text if isinstance(text, Spec) else Spec(text), failures)
    own = _Edges.of(topology)
    if directed is False and own.directed:
        _weft.refuse("a directed graph with edges that have no reverse", "links are in both directions",
                     "omit directed=False, or make the graph undirected", "topology")
    if directed and not own.directed:
        own = own.as_arcs()
    built = own.build(topology, _family(name or own.name), terminals)
    return Network(Spec(built.key, (built,)), failures)


def _family(name: str) -> str:
    """A word that is no family of Weft's."""
    word = re.sub(r"\W+", "_", name).strip("_").lower()
    catalogs = schema()["catalogs"]
    taken = word in catalogs["topologies"]["entries"] or word in catalogs["machines"]["entries"]
    return "network" if not word else f"own_{word}" if taken or word[0].isdigit() else word


class _Edges:
    """Links or arcs as arrays."""

    def __init__(self, directed: bool, routers: int, a: Any, b: Any, bandwidth: Any = None, name: str = "") -> None:
        self.directed, self.routers, self.name = directed, routers, name
        self.a, self.b = whole_numbers(a, "topology"), whole_numbers(b, "topology")
        self.bandwidth = np.ones(len(self.a)) if bandwidth is None else as_type(real_numbers(bandwidth, "bandwidth"), np.float64, "bandwidth")
        if len(self.bandwidth) and self.bandwidth.min() <= 0:
            _weft.refuse("a link of bandwidth 0", "must be positive", "omit the link", "bandwidth")
        self.classes = np.empty(0, np.uint32)
        self.class_names: list[str] = []
        self.names: list[str] = []
        self.terminals: list[int] | None = None

    @staticmethod
    def of(graph: Any) -> _Edges:
        kind = type(graph).__module__.partition(".")[0]
        if hasattr(graph, "is_multigraph"):  # NetworkX, and its subclasses
            return _Edges._of_networkx(graph)
        if kind == "igraph" or hasattr(graph, "get_edgelist"):
            return _Edges._of_igraph(graph)
        if hasattr(graph, "tocoo"):
            return _Edges._of_matrix(graph)
        if all(hasattr(graph, it) for it in ("routers", "degree", "neighbor")):
            return _Edges._of_neighbors(graph)
        if isinstance(graph, (np.ndarray, list, tuple)):
            return _Edges._of_array(array_of(graph, "topology"))
        raise TypeError(f"an object of type {type(graph).__name__} is no topology: give a text, a graph of NetworkX or igraph, a sparse matrix of SciPy, "
                        "an array of links, or an object with routers, degree and neighbor")

    def _named(self, nodes: Sequence[Any], places: Sequence[Any] = ()) -> _Edges:
        """Nodes that are no numbers keep their names; numbers may have the places of `to_networkx`."""
        numbered = list(nodes) == list(range(len(nodes)))
        if numbered and len(set(places)) == len(nodes) and None not in places:
            nodes, numbered = places, False
        if not numbered:
            self.names = [str(it) for it in nodes]
            if len(set(self.names)) != len(self.names):
                _weft.refuse("nodes with equal names", "the names of nodes must differ as text", "", "topology")
        return self

    def _classified(self, names: Sequence[Any]) -> _Edges:
        if any(it is not None for it in names):
            texts = ["link" if it is None else str(it) for it in names]
            self.class_names, classes = list(dict.fromkeys(texts)), {it: i for i, it in enumerate(dict.fromkeys(texts))}
            self.classes = np.array([classes[it] for it in texts], np.uint32)
        return self

    @staticmethod
    def _of_networkx(graph: Any) -> _Edges:
        nodes = list(graph.nodes)
        if all(isinstance(it, (int, np.integer)) for it in nodes) and set(nodes) == set(range(len(nodes))):
            nodes.sort()
        number = {node: i for i, node in enumerate(nodes)}
        edges = list(graph.edges(data=True))
        own = _Edges(graph.is_directed(), len(nodes), [number[a] for a, _, _ in edges], [number[b] for _, b, _ in edges],
                     [data.get("bandwidth", data.get("weight", 1)) for _, _, data in edges], str(graph.name or ""))
        own._named(nodes, [graph.nodes[it].get("place") for it in nodes])._classified([data.get("class") for _, _, data in edges])
        if any("terminals" in data for _, data in graph.nodes(data=True)):
            own.terminals = [graph.nodes[it].get("terminals", 0) for it in nodes]
        return own._linked()

    @staticmethod
    def _of_igraph(graph: Any) -> _Edges:
        edges = np.array(graph.get_edgelist(), np.int64).reshape(-1, 2)
        attributes, of_vertices = graph.es.attributes(), graph.vs.attributes()
        weights = next((graph.es[it] for it in ("bandwidth", "weight") if it in attributes), None)
        own = _Edges(graph.is_directed(), graph.vcount(), edges[:, 0], edges[:, 1], weights)
        numbers = range(graph.vcount())
        own._named(graph.vs["name"] if "name" in of_vertices else numbers, graph.vs["place"] if "place" in of_vertices else ())
        if "class" in attributes:
            own._classified(graph.es["class"])
        if "terminals" in of_vertices:
            own.terminals = [it or 0 for it in graph.vs["terminals"]]
        return own._linked()

    @staticmethod
    def _of_matrix(matrix: Any) -> _Edges:
        if matrix.shape[0] != matrix.shape[1]:
            _weft.refuse(f"a matrix of {matrix.shape[0]} x {matrix.shape[1]}", "an adjacency matrix is square", "", "topology")
        sparse = matrix.tocoo()
        kept = sparse.data != 0
        every = kept.all()
        a, b, data = (sparse.row, sparse.col, sparse.data) if every else (sparse.row[kept], sparse.col[kept], sparse.data[kept])
        return _Edges(True, matrix.shape[0], a, b, data)._linked()

    @staticmethod
    def _of_array(array: Any) -> _Edges:
        if array.ndim != 2 or array.shape[1] not in (2, 3):
            _weft.refuse(f"an array of shape {array.shape}", "must have a row (a, b) or (a, b, bandwidth) for each link",
                         "give an adjacency matrix as a sparse matrix of SciPy", "topology")
        if array.shape[0] == 0:
            _weft.refuse("an array without links", "must have a row for each link", "", "topology")
        ends = whole_numbers(array[:, :2], "topology")
        return _Edges(False, int(ends.max()) + 1, ends[:, 0], ends[:, 1], array[:, 2] if array.shape[1] == 3 else None)

    @staticmethod
    def _of_neighbors(graph: Any) -> _Edges:
        a, b = [], []
        for router in range(operator.index(graph.routers)):
            degree = operator.index(graph.degree(router))
            if not 0 <= degree <= _most_ports:
                _weft.refuse(f"router {router} of {degree} ports", f"must be in [0, {_most_ports}]", "", "topology")
            for port in range(degree):
                far = graph.neighbor(router, port)
                a.append(router)
                b.append(far[0] if isinstance(far, tuple) else far)
        own = _Edges(True, graph.routers, a, b, None, type(graph).__name__)
        if hasattr(graph, "terminals"):
            own.terminals = [graph.terminals(it) for it in range(graph.routers)]
        return own._linked()

    def _linked(self) -> _Edges:
        """As links, if every arc has a reverse of its bandwidth and class; loops are links in pairs."""
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
        """Each link as two arcs."""
        self.a, self.b = np.concatenate([self.a, self.b]), np.concatenate([self.b, self.a])
        self.bandwidth, self.classes = np.tile(self.bandwidth, 2), np.tile(self.classes, 2)
        self.directed = True
        return self

    def build(self, value: Any, family: str, terminals: int | Sequence[int] | None) -> Built:
        if terminals is None:
            terminals = 1 if self.terminals is None else self.terminals
        counts = whole_numbers(terminals, "terminals")
        if counts.ndim > 0 and counts.shape != (self.routers,):
            _weft.refuse(f"terminals of {len(counts)} routers", f"there are {self.routers} routers", "", "terminals")
        if counts.size and counts.max() > _most_ports:
            _weft.refuse(f"terminals = {counts.max()}", f"must be in [0, {_most_ports}]", "", "terminals")
        if self.routers == 0:
            _weft.refuse("a graph without nodes", "a network has routers", "", "topology")
        if max(self.routers, int(self.a.max(initial=0)), int(self.b.max(initial=0))) > 2**32:
            _weft.refuse("a router with a number above 2^32", "numbers of routers have 32 bits", "", "topology")
        numbers = [as_type(it, np.uint32, "topology") for it in (self.a, self.b)]
        classes = self.classes if len(self.classes) else np.zeros(len(self.a), np.uint32)
        return Built(value, family, self.directed, self.routers, *numbers, self.bandwidth, classes, self.class_names or ["link"], self.names,
                     counts.astype(np.uint32).reshape(-1))
