# SPDX-License-Identifier: Apache-2.0
"""Networks as graphs of NetworkX, igraph and SciPy, and back."""
from __future__ import annotations

import contextlib
import gc
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, TypeAlias

from . import _weft
from .own_network import Edges, built_with_key
from .values import Topology

if TYPE_CHECKING:
    import igraph
    import networkx
    import numpy as np
    import scipy.sparse

    from .network import Network
else:
    from .later import np

Numbers: TypeAlias = "np.ndarray[Any, Any]"


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


def has_equal_directions(net: Network) -> bool:
    """Returns whether every channel has a reverse with equal bandwidth and class, so that links are edges without direction."""
    if not net.bidirectional:
        return False
    back = net.reverse
    return bool(np.array_equal(net.bandwidth, net.bandwidth[back]) and np.array_equal(net.channel_class, net.channel_class[back]))


def exported_channels(net: Network, directed: bool) -> Numbers:
    """Returns the working channels that become edges: all, or the lower channel of each link."""
    kept = net.bandwidth > 0
    if not directed:
        kept &= np.arange(len(net.targets)) < net.reverse
    return np.flatnonzero(kept)


def graph_kind(net: Network, directed: bool | None, multigraph: bool | None) -> tuple[bool, bool]:
    """Returns whether the graph of a network has directed edges, and parallel edges. Raises InputError if it cannot be as demanded."""
    for key, value in (("directed", directed), ("multigraph", multigraph)):
        if value is not None and not isinstance(value, (bool, np.bool_)):
            raise TypeError(f"{key}={value!r}: pass True, False or None")
    equal = has_equal_directions(net)
    if directed is False and not equal:
        _weft.refuse("directed=False", "channels have no reverse, or it differs in bandwidth or class", "omit it", "directed")
    is_directed = not equal if directed is None else bool(directed)
    channels = exported_channels(net, is_directed)
    ends = np.stack([net.sources[channels], net.targets[channels]]).astype(np.int64)
    if not is_directed:
        ends.sort(axis=0)
    parallel = len(np.unique(ends[0] * net.routers + ends[1])) < len(channels)
    if multigraph is False and parallel:
        _weft.refuse("multigraph=False", "the network has parallel links", "omit it", "multigraph")
    return is_directed, parallel if multigraph is None else bool(multigraph)


def to_networkx(net: Network, directed: bool | None, multigraph: bool | None) -> networkx.Graph:
    """Returns the graph of Network.to_networkx."""
    import networkx

    is_directed, parallel = graph_kind(net, directed, multigraph)
    kinds = {(False, False): networkx.Graph, (True, False): networkx.DiGraph, (False, True): networkx.MultiGraph, (True, True): networkx.MultiDiGraph}
    graph = kinds[is_directed, parallel](name=str(net._spec))
    terminals = np.bincount(net.terminals, minlength=net.routers).tolist()
    labels, working = net.labels, working_routers(net)
    graph.add_nodes_from((labels[r], {"place": net.name(r), "terminals": terminals[r]}) for r in working)
    for r, kind in zip(working, kinds_of(net), strict=False):
        graph.nodes[labels[r]]["kind"] = kind
    names, channels = net.class_names, exported_channels(net, is_directed)
    with _collector_paused():
        graph.add_edges_from((labels[s], labels[t], {"bandwidth": b, "capacity": b, "class": names[c]}) for s, t, b, c in zip(
            *(it[channels].tolist() for it in (net.sources, net.targets, net.bandwidth, net.channel_class)), strict=True))
    return graph


def to_igraph(net: Network) -> igraph.Graph:
    """Returns the graph of Network.to_igraph."""
    import igraph

    routers, works = np.array(working_routers(net), np.int64), net.bandwidth > 0
    vertex = np.zeros(net.routers, np.int64)
    vertex[routers] = np.arange(len(routers))
    terminals = np.bincount(net.terminals, minlength=net.routers)
    ends = np.stack([vertex[net.sources[works]], vertex[net.targets[works]]], axis=1)
    bandwidth, kinds = net.bandwidth[works].tolist(), kinds_of(net)
    return igraph.Graph(len(routers), ends, directed=True, graph_attrs={"name": str(net._spec)}, vertex_attrs={
        "place": [net.name(r) for r in routers], "router": routers.tolist(), "terminals": terminals[routers].tolist(),
    } | ({"kind": kinds} if kinds else {}), edge_attrs={
        "bandwidth": bandwidth, "capacity": bandwidth, "class": [net.class_names[c] for c in net.channel_class[works]]})


def to_scipy(net: Network, copy: bool) -> scipy.sparse.csr_matrix:
    """Returns the matrix of Network.to_scipy."""
    import scipy.sparse

    values = net.bandwidth, net.targets.view(np.int32), net.first.view(np.int32)
    if net.failures:
        works = net.bandwidth > 0
        ends = np.concatenate([[0], np.cumsum(works)])[net.first].astype(np.int32)
        values = net.bandwidth[works], net.targets[works].view(np.int32), ends
    return scipy.sparse.csr_matrix(values, shape=(net.routers, net.routers), copy=copy and not net.failures)


def working_routers(net: Network) -> list[int]:
    """Returns the routers that have not failed."""
    return [it for it in range(net.routers) if not net._net.router_failed(it)]


def kinds_of(net: Network) -> list[str]:
    """Returns host, node or router for each working router; empty if all are routers."""
    kinds = [net._net.kind(it) for it in working_routers(net)]
    return kinds if any(it != "router" for it in kinds) else []


def recalled(own: Edges) -> Network | None:
    """Returns the network that a graph was exported from, if the graph is still equal to it: links, bandwidths, classes, names and
    terminals. Channels of the network have their former order, which the edges of a graph cannot hold."""
    from .network import Network

    if ":" not in own.origin and not re.fullmatch(r"\w+", own.origin):
        return None
    held = [it for it in map(built_with_key, re.findall(r"\w+:graph=[0-9a-f]+", own.origin)) if it]
    try:
        net = Network(Topology.made(own.origin, held))
    except _weft.InputError:  # a name that is no spec
        return None
    return net if str(net._spec) == own.origin and _is_equal(net, own) else None


def _is_equal(net: Network, own: Edges) -> bool:
    if net.routers != own.routers or len(working_routers(net)) != net.routers:
        return False
    names = own.names or [str(it) for it in range(net.routers)] if net._net.named else own.names
    if names and names != [net.name(it) for it in range(net.routers)]:
        return False
    kinds = own.kinds if any(it != "router" for it in own.kinds) else []
    given = own.terminals if own.terminals is not None else [1] * net.routers
    if kinds != kinds_of(net) or not np.array_equal(given, np.bincount(net.terminals, minlength=net.routers)):
        return False
    if not own.directed and not net.bidirectional:
        return False
    works = net.bandwidth > 0
    ours = _sorted_arcs((net.sources[works], net.targets[works], net.bandwidth[works], net.channel_class[works]), list(net.class_names))
    theirs = _sorted_arcs(own.arcs(), own.class_names or ["link"])
    return all(np.array_equal(a, b) for a, b in zip(ours, theirs, strict=True))


def _sorted_arcs(arcs: tuple[Numbers, Numbers, Numbers, Numbers], names: list[str]) -> tuple[Numbers, ...]:
    """Returns the ends, bandwidths and names of classes of arcs in ascending order."""
    a, b, bandwidth, classes = arcs
    ranked = sorted(set(names))
    rank = np.array([ranked.index(it) for it in names], np.int64)[classes] if len(classes) else np.empty(0, np.int64)
    order = np.lexsort((rank, bandwidth, b, a))
    texts = np.array(ranked, object)[rank] if len(rank) else rank
    return a[order], b[order], bandwidth[order], texts[order]
