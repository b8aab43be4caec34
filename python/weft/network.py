# SPDX-License-Identifier: Apache-2.0
"""Networks as NumPy arrays, and user-defined networks."""
from __future__ import annotations

import operator
import os
from collections.abc import Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _weft, exchange
from .accepted import Number, TopologyLike
from .given import FileStates
from .notebook import svg_page
from .own_network import Edges, family_of
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
_max_drawn = 2048  # routers
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

    __networkx_backend__ = "weft"  # functions of NetworkX call weft.networkx_backend

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

    def __len__(self) -> int:
        """Returns the number of routers."""
        return self.routers

    def is_directed(self) -> bool:
        """Returns whether the graph of `to_networkx` has directed edges; for functions of NetworkX."""
        return exchange.graph_kind(self, None, None)[0]

    def is_multigraph(self) -> bool:
        """Returns whether the graph of `to_networkx` supports parallel edges; for functions of NetworkX."""
        return exchange.graph_kind(self, None, None)[1]

    def number_of_nodes(self) -> int:
        """Returns the number of working routers; for functions of NetworkX."""
        return len(exchange.working_routers(self))

    def number_of_edges(self) -> int:
        """Returns the number of edges of the graph of `to_networkx`; for functions of NetworkX."""
        return len(exchange.exported_channels(self, self.is_directed()))

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

    @property
    def reverse(self) -> Numbers:
        """The opposite channel of the link of each channel. Raises InputError if the network has none: see `bidirectional`."""
        if not self.bidirectional:
            _weft.refuse(f"topology {self._healthy}", "channels have no reverse", "", "topology")
        return self._net.reverse()

    @property
    def degree(self) -> Numbers:
        """The number of working channels that leave each router."""
        ends = np.concatenate([[0], np.cumsum(self.bandwidth > 0)])[self.first]
        return np.diff(ends)

    def neighbors(self, router: object) -> tuple[Any, ...]:
        """Returns the routers to which working channels of a router lead, each once, in the order of ports; by name if routers have names.

        >>> import weft
        >>> weft.network("ring:routers=4").neighbors(0)
        (3, 1)
        """
        number = self.number(router)
        begin, end = int(self.first[number]), int(self.first[number + 1])
        return tuple(self.labels[it] for it in dict.fromkeys(self.targets[begin:end][self.bandwidth[begin:end] > 0].tolist()))

    def channels(self) -> Numbers:
        """Returns a row for each channel, in the order of all arrays by channel, such as `result.arrays["channel_load"]`.

        Returns
        -------
        numpy.ndarray
            With the columns `source` and `target` (numbers of routers), `class`, `bandwidth` (0 if failed) and `link`: both
            channels of a link have its number; without reverse channels, each channel is a link.

        Examples
        --------
        >>> import weft
        >>> weft.network("ring:routers=3").channels()[["source", "target", "link"]].tolist()
        [(0, 2, 0), (0, 1, 1), (1, 0, 1), (1, 2, 2), (2, 1, 2), (2, 0, 0)]
        """
        count = len(self.targets)
        lower = np.minimum(self.reverse, np.arange(count)) if self.bidirectional else np.arange(count)
        width = max(map(len, self.class_names), default=1)
        rows = np.empty(count, [("source", "u4"), ("target", "u4"), ("class", f"U{width}"), ("bandwidth", "f8"), ("link", "u4")])
        rows["source"], rows["target"], rows["bandwidth"] = self.sources, self.targets, self.bandwidth
        rows["class"] = np.array(self.class_names)[self.channel_class]
        rows["link"] = np.unique(lower, return_inverse=True)[1]
        return rows

    def distances(self, source: object) -> Numbers:
        """Returns the hops from a router to every other, by number; -1 if there is no path."""
        return self._net.hops(self.number(source), False).view(np.int32)

    def paths(self, a: object, b: object) -> Iterator[tuple[Any, ...]]:
        """Yields the shortest paths from router a to router b as tuples of routers, in the order of ports; by name if routers have names."""
        labels = self.labels
        for path in self._paths(self.number(a), self.number(b)):
            yield tuple(labels[it] for it in path)

    @property
    def labels(self) -> Sequence[str | int]:
        """How Python specifies each router: its name, as an int if it is a whole number; its number if routers have no names."""
        if not self._net.named:
            return range(self.routers)
        names = (self._net.name(it) for it in range(self.routers))
        return [int(it) if it.isdecimal() and str(int(it)) == it else it for it in names]

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

        Parameters
        ----------
        copy
            False: the matrix shares the read-only memory of the network, unless parts have failed.
        """
        return exchange.to_scipy(self, copy)

    def to_networkx(self, directed: bool | None = None, multigraph: bool | None = None) -> networkx.Graph:
        """Returns a graph without the failed parts.

        Nodes have `place` and `terminals`, and `kind`, if some are hosts. Edges have `bandwidth`, also as `capacity`, the
        word of NetworkX, and `class`. A node is identified by the name of the router, or by its number if routers have
        no names. `weft.network` returns an equal network for the graph, with its channels in the same order.

        Parameters
        ----------
        directed
            True: an edge for each channel. False: an edge for each link. Default: False, unless channels have no reverse,
            or one of another bandwidth or class.
        multigraph
            Whether the graph supports parallel edges. Default: if there are parallel links.

        Returns
        -------
        networkx.Graph
            A Graph, DiGraph, MultiGraph or MultiDiGraph.

        Raises
        ------
        InputError
            If the links have no such form: `directed=False` without reverse channels, `multigraph=False` with parallel links.

        Examples
        --------
        >>> import networkx, weft
        >>> networkx.is_connected(weft.network("ring:routers=4").failed(links=[(0, 1)]).to_networkx())
        True
        """
        return exchange.to_networkx(self, directed, multigraph)

    def to_igraph(self) -> igraph.Graph:
        """Returns a graph with routers as vertices with `place`, `router` (the number), `terminals` and, if some are hosts, `kind`, and channels as
        directed edges with `bandwidth`, also as `capacity`, and `class`, without failed parts. If routers have failed, vertices are renumbered."""
        return exchange.to_igraph(self)

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
        if self.routers > _max_drawn:
            return None
        return svg_page(_weft.run("draw", [("topology", str(self.spec))]).document or "")


def _restored(spec: Topology, files: FileStates) -> Network:
    """Returns the network of a pickle. Raises InputError if one of its files differs on this machine."""
    net = Network(spec)
    if net._files != files:
        _weft.refuse(f"the file of topology {spec} has changed", "the network was read from its former content", "", "topology")
    return net


def network(topology: TopologyLike | Sequence[Sequence[Number]], *, terminals: int | Sequence[int] | None = None, directed: bool | None = None, name: str = "",
            bandwidth: str | None = None, array: str | None = None,
            failed_links: float = 0, failed_routers: float = 0, fail: str = "", seed: int = 1) -> Network:
    """Returns a network as arrays. A user-defined network can be used like any other topology.

    topology: a text such as torus:sides=8x8; the path of a graph file (pathlib.Path); a NetworkX or igraph graph; a
        square matrix (an array, or a SciPy sparse matrix), entry (i, j) the bandwidth from i to j; an array with a row
        (a, b[, bandwidth]) for each link; or an object with `routers`, `degree(router)` and `neighbor(router, port)`, which
        returns the router at the other end, and optionally `terminals(router)`; called once for every port. For an unchanged
        graph of `to_networkx` or `to_igraph`, the result is the network that was exported
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
    own = Edges.of(topology, bandwidth, array)
    if own.origin and terminals is None and directed is None and not name and bandwidth is None:
        known = exchange.recalled(own)
        if known:
            return Network(known.spec, failures)
    if directed is False and own.directed:
        _weft.refuse("a directed graph has edges without a reverse", "links lead in both directions",
                     "omit directed=False, or make the graph undirected", "topology")
    if directed and not own.directed:
        own = own.as_arcs()
    built = own.build(topology, family_of(name or own.name), terminals)
    return Network(Topology.made(built.key, (built,)), failures)


_instead = {"terminals": "the text of a topology says how many, as in torus:sides=8x8,concentration=2"}
