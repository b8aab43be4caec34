# SPDX-License-Identifier: Apache-2.0
"""The backend `weft` of NetworkX, from version 3.2: shortest paths without weights, and betweenness.

NetworkX loads this module if a function is called with `backend="weft"`, with a `weft.Network`, or with Weft among the backends of
`networkx.config`. Functions have the names, parameters, results and errors of NetworkX.
"""
from __future__ import annotations

import inspect
from collections.abc import Callable, Iterator, Mapping
from functools import wraps
from typing import Any, ParamSpec, TypeVar

import networkx
import numpy as np

from . import _weft
from .exchange import graph_kind
from .network import Network
from .request import check_process, thread_count

Numbers = np.ndarray[Any, Any]
Node = Any
_unreachable = np.iinfo(np.uint32).max


class Graph:
    """A graph of NetworkX as arrays: the neighbors of each node in the order of NetworkX, each once.

    Parameters
    ----------
    nodes
        The nodes in their order.
    first, heads
        The graph as CSR, by index in `nodes`.
    directed, multigraph
        The kind of the graph.
    edges
        By entry of `heads`: the attributes of the edge, or attributes by key in a multigraph. None: no attributes.
    data
        By node: its attributes. None: no attributes.
    attributes
        Of the graph.
    """

    __networkx_backend__ = "weft"

    def __init__(self, nodes: list[Node], first: Numbers, heads: Numbers, directed: bool, multigraph: bool, edges: list[Any] | None = None,
                 data: list[dict[Any, Any]] | None = None, attributes: Mapping[Any, Any] | None = None) -> None:
        self.nodes, self.first, self.heads = nodes, first, heads
        self.directed, self.multigraph = directed, multigraph
        self.edges, self.data, self.attributes = edges, data, dict(attributes or {})
        self._adj = {node: i for i, node in enumerate(nodes)}
        self.searched = _weft.Graph(first, heads)
        self._objects = np.empty(len(nodes), object)
        for i, node in enumerate(nodes):  # an assignment of all would take tuples for rows
            self._objects[i] = node

    def __contains__(self, node: Node) -> bool:
        try:
            return node in self._adj
        except TypeError:  # not hashable
            return False

    def __len__(self) -> int:
        return len(self.nodes)

    def __iter__(self) -> Iterator[Node]:
        return iter(self.nodes)

    def is_directed(self) -> bool:
        """Returns whether edges have a direction."""
        return self.directed

    def is_multigraph(self) -> bool:
        """Returns whether the graph supports parallel edges."""
        return self.multigraph

    @property
    def tails(self) -> Numbers:
        """The tail of each entry of `heads`."""
        return np.repeat(np.arange(len(self.nodes)), np.diff(self.first.astype(np.int64)))

    def names(self, numbers: Numbers) -> list[Node]:
        """Returns nodes by number."""
        found: list[Node] = self._objects[numbers].tolist()
        return found

    def to_networkx(self) -> networkx.Graph:
        """Returns the graph as one of NetworkX, with the attributes that were converted."""
        kinds = {(False, False): networkx.Graph, (True, False): networkx.DiGraph,
                 (False, True): networkx.MultiGraph, (True, True): networkx.MultiDiGraph}
        graph = kinds[self.directed, self.multigraph]()
        graph.graph.update(self.attributes)
        graph.add_nodes_from(zip(self.nodes, self.data or ({} for _ in self.nodes), strict=True))
        for i, (tail, head) in enumerate(zip(self.tails.tolist(), self.heads.tolist(), strict=True)):
            if not self.directed and head < tail:
                continue
            a, b = self.nodes[tail], self.nodes[head]
            if self.multigraph:
                keyed = self.edges[i] if self.edges else {0: {}}
                graph.add_edges_from((a, b, key, data) for key, data in keyed.items())
            else:
                graph.add_edges_from([(a, b, self.edges[i] if self.edges else {})])
        return graph


def convert_from_nx(graph: Any, edge_attrs: Mapping[str, Any] | None = None, node_attrs: Mapping[str, Any] | None = None,
                    preserve_edge_attrs: bool = False, preserve_node_attrs: bool = False, preserve_graph_attrs: bool = False,
                    name: str | None = None, graph_name: str | None = None) -> Any:
    """Returns the graph for this backend. NetworkX specifies the attributes that it needs, with their defaults."""
    if isinstance(graph, (Graph, Network)):
        return graph
    nodes, multigraph = list(graph), graph.is_multigraph()
    index = {node: i for i, node in enumerate(nodes)}
    first, heads = [0], []
    edges: list[Any] | None = [] if preserve_edge_attrs or edge_attrs or multigraph else None

    def kept(data: Mapping[Any, Any], wanted: Mapping[str, Any] | None, every: bool) -> dict[Any, Any]:
        if every:
            return dict(data)
        return {key: data.get(key, default) for key, default in (wanted or {}).items() if default is not None or key in data}

    for _, neighbors in graph.adjacency():
        heads.extend([index[it] for it in neighbors])
        first.append(len(heads))
        if edges is None:
            continue
        for data in neighbors.values():
            edges.append({key: kept(it, edge_attrs, preserve_edge_attrs) for key, it in data.items()} if multigraph
                         else kept(data, edge_attrs, preserve_edge_attrs))
    data = [kept(it, node_attrs, preserve_node_attrs) for _, it in graph.nodes(data=True)] if preserve_node_attrs or node_attrs else None
    return Graph(nodes, np.array(first, np.uint64), np.array(heads, np.uint32), graph.is_directed(), multigraph, edges, data,
                 graph.graph if preserve_graph_attrs else None)


def convert_to_nx(result: Any, *, name: str | None = None) -> Any:
    """Returns a result of this backend as one of NetworkX."""
    return result.to_networkx() if isinstance(result, (Graph, Network)) else result


def _graph(graph: Graph | Network) -> Graph:
    """Returns the graph of the working parts of a network: that of its to_networkx()."""
    if isinstance(graph, Graph):
        return graph
    is_directed, multigraph = graph_kind(graph, None, None)
    works = np.array([not graph._net.router_failed(it) for it in range(graph.routers)])
    number = np.cumsum(works) - 1
    channels = graph.bandwidth > 0
    tails, heads = number[graph.sources[channels]], number[graph.targets[channels]]
    routers = int(works.sum())
    pairs, where, counts = np.unique(tails * routers + heads, return_index=True, return_counts=True)
    order = np.argsort(where)
    pairs, counts = pairs[order], counts[order]
    tails, heads = pairs // routers, pairs % routers
    if not is_directed:
        counts[tails == heads] //= 2  # both channels of a loop are one edge
    first = np.concatenate([[0], np.cumsum(np.bincount(tails, minlength=routers))])
    edges: list[Any] | None = [{key: {} for key in range(it)} for it in counts.tolist()] if multigraph else None
    labels = graph.labels
    return Graph([labels[it] for it in np.flatnonzero(works).tolist()], first.astype(np.uint64), heads.astype(np.uint32), is_directed, multigraph, edges)


P = ParamSpec("P")
R = TypeVar("R")
_signatures: dict[str, inspect.Signature] = {}
functions: list[Callable[..., Any]] = []


def _function(function: Callable[P, R]) -> Callable[P, R]:
    """Marks a function as one of NetworkX. Its calls raise NotImplementedError if `can_run` is false, which NetworkX 3.2 does not check for
    graphs of a backend."""
    name = function.__name__
    _signatures[name] = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        if not can_run(name, args, kwargs):
            raise NotImplementedError(f"'{name}' of Weft does not support these arguments")
        return function(*args, **kwargs)

    functions.append(call)
    return call


def _threads() -> int:
    """Returns the number of threads of a computation."""
    check_process()
    return thread_count()


def _check_node(graph: Graph, node: Node, what: str = "Source") -> None:
    if node not in graph:
        raise networkx.NodeNotFound(f"{what} {node} is not in G")


def _lengths(graph: Graph, source: Node, cutoff: float | None) -> dict[Node, int]:
    order, hops = graph.searched.search(graph._adj[source])
    if cutoff is not None:
        count = max(1, int(np.count_nonzero(hops < cutoff + 1)))  # a level follows if the last one is below the cutoff
        order, hops = order[:count], hops[:count]
    return dict(zip(graph.names(order), hops.tolist(), strict=True))


@_function
def single_source_shortest_path_length(G: Graph | Network, source: Node, cutoff: float | None = None) -> dict[Node, int]:
    """Returns the hops to each node that a path leads to, in the order of the search."""
    graph = _graph(G)
    _check_node(graph, source)
    return _lengths(graph, source, cutoff)


@_function
def all_pairs_shortest_path_length(G: Graph | Network, cutoff: float | None = None) -> Iterator[tuple[Node, dict[Node, int]]]:
    """Yields each node with its dict of `single_source_shortest_path_length`."""
    graph = _graph(G)
    for node in graph:
        yield node, _lengths(graph, node, cutoff)


@_function
def shortest_path_length(G: Graph | Network, source: Node = None, target: Node = None, weight: None = None, method: str = "dijkstra") -> Any:
    """Returns hops: a number for a pair, a dict for a source or for a target of an undirected graph, an iterator for all pairs."""
    if method not in ("dijkstra", "bellman-ford"):
        raise ValueError(f"method not supported: {method}")
    graph = _graph(G)
    if source is None and target is None:
        return all_pairs_shortest_path_length(graph)
    if source is None or target is None:
        return single_source_shortest_path_length(graph, target if source is None else source)
    _check_node(graph, source)
    _check_node(graph, target, "Target")
    order, hops = graph.searched.search(graph._adj[source])
    found = np.flatnonzero(order == graph._adj[target])
    if not len(found):
        raise networkx.NetworkXNoPath(f"No path between {source} and {target}.")
    return int(hops[found[0]])


@_function
def eccentricity(G: Graph | Network, v: Node = None, sp: None = None, weight: None = None) -> Any:
    """Returns the eccentricity of a node, or a dict for several nodes, by default for all."""
    graph = _graph(G)
    nodes = list(networkx.Graph.nbunch_iter(graph, v))
    if v in graph:
        order, hops = graph.searched.search(graph._adj[v])
        found = np.array([hops[-1] if len(order) == len(graph) else _unreachable])
    else:
        found = graph.searched.eccentricities(_threads())[[graph._adj[it] for it in nodes]] if nodes else np.empty(0, np.uint32)
    if (found == _unreachable).any():
        why = "digraph is not strongly connected" if graph.directed else "graph is not connected"
        raise networkx.NetworkXError(f"Found infinite path length because the {why}")
    return int(found[0]) if v in graph else dict(zip(nodes, found.tolist(), strict=True))


def _eccentricities(graph: Graph, e: Mapping[Node, int] | None, usebounds: bool) -> Mapping[Node, int]:
    if e is not None:
        return e
    try:
        found: dict[Node, int] = eccentricity(graph)
    except networkx.NetworkXError:
        if usebounds is not True or graph.directed:
            raise
        raise networkx.NetworkXError("Cannot compute metric because graph is not connected.") from None
    return found


@_function
def diameter(G: Graph | Network, e: Mapping[Node, int] | None = None, usebounds: bool = False, weight: None = None) -> int:
    """Returns the maximum eccentricity."""
    graph = _graph(G)
    if e is None and len(graph):
        pairs, apart = graph.searched.distance_counts(_threads())
        if not apart:
            return len(pairs) - 1
    return max(_eccentricities(graph, e, usebounds).values())


@_function
def radius(G: Graph | Network, e: Mapping[Node, int] | None = None, usebounds: bool = False, weight: None = None) -> int:
    """Returns the minimum eccentricity."""
    return min(_eccentricities(_graph(G), e, usebounds).values())


@_function
def periphery(G: Graph | Network, e: Mapping[Node, int] | None = None, usebounds: bool = False, weight: None = None) -> list[Node]:
    """Returns the nodes with the maximum eccentricity."""
    found = _eccentricities(_graph(G), e, usebounds)
    most = max(found.values())
    return [node for node, it in found.items() if it == most]


@_function
def center(G: Graph | Network, e: Mapping[Node, int] | None = None, usebounds: bool = False, weight: None = None) -> list[Node]:
    """Returns the nodes with the minimum eccentricity."""
    found = _eccentricities(_graph(G), e, usebounds)
    least = min(found.values())
    return [node for node, it in found.items() if it == least]


@_function
def average_shortest_path_length(G: Graph | Network, weight: None = None, method: str | None = None) -> float:
    """Returns the mean number of hops over all ordered pairs of nodes."""
    if method not in (None, "unweighted"):
        raise ValueError(f"method not supported: {method}")
    graph = _graph(G)
    n = len(graph)
    if n == 0:
        raise networkx.NetworkXPointlessConcept("the null graph has no paths, thus there is no average shortest path length")
    if n == 1:
        return 0
    pairs, apart = graph.searched.distance_counts(_threads())
    if apart:
        raise networkx.NetworkXError("Graph is not strongly connected." if graph.directed else "Graph is not connected.")
    total: int = sum(hops * count for hops, count in enumerate(pairs.tolist()))
    return total / (n * (n - 1))


def _scaled(sums: Numbers, pairs_of: int, normalized: bool, directed: bool) -> list[float]:
    """Returns sums over ordered pairs as NetworkX scales them. `pairs_of`: the number of nodes that form pairs."""
    if pairs_of >= 2:
        sums = sums * (1 / (pairs_of * (pairs_of - 1)) if normalized else 1 if directed else 0.5)
    scaled: list[float] = sums.tolist()
    return scaled


@_function
def betweenness_centrality(G: Graph | Network, k: None = None, normalized: bool = True, weight: None = None, endpoints: bool = False,
                           seed: object = None) -> dict[Node, float]:
    """Returns the part of all pairs of nodes of which a shortest path traverses each node."""
    graph = _graph(G)
    sums = graph.searched.vertex_betweenness(bool(endpoints), _threads())
    return dict(zip(graph.nodes, _scaled(sums, len(graph) if endpoints else len(graph) - 1, normalized, graph.directed), strict=True))


@_function
def edge_betweenness_centrality(G: Graph | Network, k: None = None, normalized: bool = True, weight: None = None,
                                seed: object = None) -> dict[tuple[Node, ...], float]:
    """Returns the part of all pairs of nodes of which a shortest path traverses each edge."""
    graph = _graph(G)
    tails, heads = graph.tails, graph.heads.astype(np.int64)
    kept = np.ones(len(heads), bool) if graph.directed else tails <= heads
    arcs = np.flatnonzero(kept)
    edge = np.empty(len(heads), np.uint32)
    edge[arcs] = np.arange(len(arcs))
    keys = tails[arcs] * len(graph) + heads[arcs]
    order = np.argsort(keys)
    back = heads[~kept] * len(graph) + tails[~kept]
    edge[~kept] = order[np.searchsorted(keys, back, sorter=order)]
    values = _scaled(graph.searched.edge_betweenness(edge, len(arcs), _threads()), len(graph), normalized, graph.directed)
    ends = zip(graph.names(tails[arcs]), graph.names(heads[arcs]), strict=True)
    if not graph.multigraph:
        return dict(zip(ends, values, strict=True))
    assert graph.edges is not None
    shared: dict[tuple[Node, ...], float] = {}
    for (a, b), value, arc in zip(ends, values, arcs.tolist(), strict=True):
        shared.update({(a, b, key): value / len(graph.edges[arc]) for key in graph.edges[arc]})
    return shared


_short = ("shortest_path_length", "single_source_shortest_path_length")


def _given(name: str, args: Any, kwargs: Any) -> dict[str, Any] | None:
    """Returns the arguments of a call by name; None if they do not match."""
    try:
        return dict(_signatures[name].bind(*args, **kwargs).arguments)
    except TypeError:
        return None


def can_run(name: str, args: Any, kwargs: Any) -> bool:
    """Returns whether this backend computes the call: without weights, and not from precomputed paths or a sample of sources."""
    if name not in _signatures:
        return False
    given = _given(name, args, kwargs)
    if given is None:
        return True  # the call raises TypeError
    graph = given["G"]
    if not all(given.get(key) is None for key in ("weight", "sp", "k")):
        return False
    if name == "average_shortest_path_length" and given.get("method") in ("dijkstra", "bellman-ford", "floyd-warshall", "floyd-warshall-numpy"):
        return False
    if name == "shortest_path_length" and given.get("source") is None and given.get("target") is not None:
        return not _graph_is_directed(graph)  # NetworkX reverses a copy
    return not (name == "center" and len(graph) == 0)


def _graph_is_directed(graph: Any) -> bool:
    return graph_kind(graph, None, None)[0] if isinstance(graph, Network) else bool(graph.is_directed())


def should_run(name: str, args: Any, kwargs: Any) -> bool:
    """Returns whether this backend is faster: not for a single search, unless the graph has been converted for an earlier call."""
    given = _given(name, args, kwargs)
    if given is None or name not in _short:
        return True
    if name == "shortest_path_length" and given.get("source") is None and given.get("target") is None:
        return True
    graph = given["G"]
    known: dict[str, Any] = getattr(graph, "__networkx_cache__", None) or {}
    return isinstance(graph, (Graph, Network)) or bool(known.get("backends", {}).get("weft"))
