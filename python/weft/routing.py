"""Routings.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Number, Path, Whole
from .values import Routing
from .spec import named

__all__ = [
    "dimension_order", "minimal", "all_minimal", "k_shortest", "minimal_adaptive", "valiant", "ugal", "o1turn", "romm",
    "turn_model", "dal", "par", "booksim_ugal", "nearest_common_ancestor", "destination_tag", "up_down", "layered",
    "deflection", "clex_direct", "clex_recursive", "percs_direct", "percs_indirect", "table", "forwarding", "balanced",
    "dor", "dim_order", "xy", "min", "val", "vlb", "ugal_l", "xy_yx", "nca", "dest_tag", "hot_potato",
]


@named(Routing)
def dimension_order(
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "automatic",
    *,
    direction: Literal["shortest", "plus"] = "shortest",
    tie: Literal["random", "plus"] = "random",
) -> Routing:
    """Corrects the coordinates one after another, lowest dimension first, each along the shorter direction (Dally & Towles,
    Principles and Practices of Interconnection Networks, ch. 8, 14.2). Minimal, and deterministic except for ties:
    halfway around a ring of even size, a packet goes in either direction. Parallel links share the load equally. Needs
    one virtual channel on meshes, hypercubes and HyperX, and two on dimensions that wrap (one with bubble flow
    control). A packet that reaches a failed link continues by an up*/down* path on a further virtual channel. On engine
    rounds it continues by a shortest path. Needs a grid (torus, mesh, hypercube, hyperx, .., sparse_torus,
    coated_mesh). Supports failures. Engines: rounds, flit and deadlock, load and mapping, judge and export (derived).
    Also called `dor`, `dim_order`, `xy`.

    Parameters
    ----------
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "automatic"
        virtual channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    direction : {"shortest", "plus"}, default "shortest"
        direction of packets on a ring; `shortest`: the shorter direction; `plus`: always the plus direction, as if
        links were unidirectional
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long; `random`: random direction; `plus`: the plus direction

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def minimal(
    *,
    choice: Literal["random", "lowest", "adaptive"] = "random",
    structure: Literal["automatic", "grid", "groups", "graph"] = "automatic",
    samples: Whole = 2,
    threshold: Whole | str = 0,
) -> Routing:
    """Routes along a shortest path of the working network. Hop i uses the i-th class of virtual channels (Gopal, IEEE Trans.
    Communications 33(12), 1985), so it needs one virtual channel per hop of the longest path. Trees, where packets go
    up and then down, need one. On dragonflies and PERCS, a path has at most one global channel, a random one between
    the two groups. This needs two virtual channels: the lower before the global channel, the upper from the global
    channel on (Kim, Dally, Scott & Abts, ISCA 2008). With failures, a packet uses another global channel between the
    two groups, and if none remains, an up*/down* path on further virtual channels. Needs any topology. Supports
    failures. Engines: rounds, flit and deadlock, load and mapping, judge and export (derived). Also called `min`.

    Parameters
    ----------
    choice : {"random", "lowest", "adaptive"}, default "random"
        choice among the ports on shortest paths; with structure=groups, only random; `random`: any port, uniformly at
        random; `lowest`: the lowest port number; `adaptive`: the port with the shortest queue
    structure : {"automatic", "grid", "groups", "graph"}, default "automatic"
        structure of the network that the routing uses: groups or a graph; `automatic`: grid or groups if the topology
        has that structure, else graph; also graph on a grid with failures; `grid`: dimension order on a grid; `groups`:
        groups of routers (dragonfly, PERCS): at most one global channel per leg; `graph`: shortest paths on the graph
    samples : Whole, default 2
        adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports
        are compared, and heads that arrive in the same cycle use the same port (in [0, 16])
    threshold : Whole | str, default 0
        adaptive choice: difference in queue length from which another port is preferred to the first drawn port (in
        flits, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def all_minimal() -> Routing:
    """Every shortest path between two routers carries an equal share, on any network. Each parallel channel forms a separate
    path. Needs any topology. Supports failures. Engines: load and mapping.

    Returns
    -------
    Routing
    """
    raise NotImplementedError


@named(Routing)
def k_shortest(
    paths: Whole = 8,
) -> Routing:
    """The `paths` shortest paths that visit no router twice share the traffic equally, on any network. Among paths of equal
    length, those with the lower ports come first. If there are fewer paths, all of them share (J. Y. Yen, Finding the k
    shortest loopless paths in a network, Management Science 17, 1971; with 8 paths the routing of A. Singla et al.,
    Jellyfish, NSDI 2012). Needs any topology. Supports failures. Engines: load and mapping.

    Parameters
    ----------
    paths : Whole, default 8
        paths per pair (in [1, 65536])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def minimal_adaptive(
    *,
    selection: Literal["all", "least_loaded", "lowest"] = "all",
    escape: Literal["stay", "leave"] = "stay",
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "balanced",
    tie: Literal["random", "plus"] = "random",
    samples: Whole = 2,
    threshold: Whole | str = 0,
) -> Routing:
    """Any productive port, on any virtual channel except the lowest ones. These are the escape channels, requested at low
    priority (Duato, A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 4(12), 1993). Needs
    virtual cut-through or atomic virtual channels. On grids, packets escape in dimension order, and all paths are
    minimal. Meshes, hypercubes and HyperX need two virtual channels. Dimensions that wrap need three, or two with
    bubble flow control (Puente et al., The adaptive bubble router, JPDC 2001). On other topologies, and with failures,
    packets escape by up*/down* paths, which may be longer (Silla & Duato, High-performance routing in networks of
    workstations with irregular topology, IEEE TPDS 11(7), 2000). This needs two virtual channels. Needs a topology in
    which every channel has a reverse. Supports failures. Engines: rounds, flit and deadlock.

    Parameters
    ----------
    selection : {"all", "least_loaded", "lowest"}, default "all"
        selection of the requested ports among the productive ports; `all`: all productive ports; the allocator of the
        router decides; `least_loaded`: the port with the shortest queue, ties at random; `lowest`: only the port of the
        lowest dimension; an escape channel, if there is one, has equal priority (as in min_adapt of BookSim 2, where
        output sets keep one entry per priority)
    escape : {"stay", "leave"}, default "stay"
        permission to leave the escape channels; `leave` is for grids; `stay`: packets stay in the escape channels;
        `leave`: packets return to adaptive channels (Duato)
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "balanced"
        escape channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long, on the escape channels; `random`: random direction;
        `plus`: the plus direction
    samples : Whole, default 2
        adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports
        are compared, and heads that arrive in the same cycle use the same port (in [0, 16])
    threshold : Whole | str, default 0
        adaptive choice: difference in queue length from which another port is preferred to the first drawn port (in
        flits, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def valiant(
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "balanced",
    *,
    tie: Literal["random", "plus"] = "random",
    structure: Literal["automatic", "grid", "groups", "graph"] = "automatic",
) -> Routing:
    """Routes through an intermediate router chosen at random (Valiant & Brebner, Universal schemes for parallel communication,
    STOC 1981): any traffic loads the network like twice uniform traffic. On grids the intermediate router is any
    router. Each leg runs in dimension order with half of the virtual channels: two in total on meshes, hypercubes and
    HyperX, four where dimensions wrap. On dragonflies and PERCS the intermediate router is the end of a global channel
    to a third group; from there the path is minimal (Kim, Dally, Scott & Abts, ISCA 2008). This needs three virtual
    channels. With failures, a packet uses another third group, or another of its global channels; if none is left, and
    after the intermediate router, see minimal. Elsewhere, and on grids with failures, the intermediate router is the
    router of another terminal, or for a host, a router linked to it: hosts do not forward. Each leg follows random
    shortest paths, with a virtual channel for each hop; on trees, for each leg. Needs terminals that inject and eject
    at the same router. Supports failures. Engines: rounds, flit and deadlock, load and mapping, judge and export
    (derived). Also called `val`, `vlb`.

    Parameters
    ----------
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "balanced"
        virtual channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long; `random`: random direction; `plus`: the plus direction
    structure : {"automatic", "grid", "groups", "graph"}, default "automatic"
        structure of the network that the routing uses; `automatic`: grid or groups if the topology has that structure,
        else graph; also graph on a grid with failures; `grid`: dimension order on a grid; `groups`: groups of routers
        (dragonfly, PERCS): at most one global channel per leg; `graph`: shortest paths on the graph

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def ugal(
    *,
    view: Literal["local", "global"] = "local",
    bias: Number = 1,
    threshold: Whole | str = 0,
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "balanced",
    tie: Literal["random", "plus"] = "random",
) -> Routing:
    """Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, PhD thesis,
    Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): the source chooses the minimal path, or the path
    through a random router if its queues are shorter. On grids, packets follow dimension order, and each leg has half
    of the virtual channels: two on meshes, hypercubes and HyperX, four where dimensions wrap. On dragonflies, PERCS and
    any other network, paths and virtual channels are the same as for valiant. Needs terminals that inject and eject at
    the same router. Supports failures. Engines: flit and deadlock. Also called `ugal_l`.

    Parameters
    ----------
    view : {"local", "global"}, default "local"
        queues that the source compares; `local`: UGAL-L: the source router's own output ports; a path costs its hops
        times the queue at its first port; `global`: UGAL-G: all routers; a path costs the sum of the queues at its
        ports
    bias : Number, default 1
        a packet is routed minimally unless the minimal path costs more than bias * (cost of the non-minimal path) +
        threshold (in [0, 1000000])
    threshold : Whole | str, default 0
        see bias (in flits, in [-1000000000, 1000000000])
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "balanced"
        virtual channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long; `random`: random direction; `plus`: the plus direction

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def o1turn(
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "balanced",
    *,
    tie: Literal["random", "plus"] = "random",
) -> Routing:
    """Dimension order, lowest or highest dimension first, chosen at random at the source (Seo, Ali, Lim, Rafique &
    Thottethodi, Near-optimal worst-case throughput routing for two-dimensional mesh networks, ISCA 2005). Minimal. Each
    order has half of the virtual channels: two on meshes, hypercubes and HyperX, four where dimensions wrap. Needs a
    grid (torus, mesh, hypercube, hyperx, ..). Engines: rounds (derived), flit and deadlock, load and mapping (derived),
    judge and export (derived). Also called `xy_yx`.

    Parameters
    ----------
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "balanced"
        virtual channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long; `random`: random direction; `plus`: the plus direction

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def romm(
    rings: Literal["automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"] = "balanced",
    *,
    tie: Literal["random", "plus"] = "random",
) -> Routing:
    """Randomized, oblivious, multi-phase, minimal (Nesson & Johnsson, ROMM routing on mesh and torus networks, SPAA 1995), in
    two phases: first to a router chosen uniformly at random in the box that the source and the destination span, then
    to the destination. Each phase runs in dimension order. Minimal. Each phase has half of the virtual channels: two on
    meshes, hypercubes and HyperX, four where dimensions wrap. Needs a grid (torus, mesh, hypercube, hyperx, ..).
    Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and export (derived).

    Parameters
    ----------
    rings : {"automatic", "balanced", "at_dateline", "past_dateline", "wrap_ahead", "bubble"}, default "balanced"
        virtual channels of dimensions that wrap; `automatic`: `wrap_ahead` if packets always travel in the plus
        direction, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus
        direction, the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is
        not (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie : {"random", "plus"}, default "random"
        direction on a ring if both directions are equally long; `random`: random direction; `plus`: the plus direction

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def turn_model(
    *,
    model: Literal["west_first", "north_last", "negative_first", "odd_even"] = "west_first",
    selection: Literal["all", "least_loaded", "lowest"] = "all",
    samples: Whole = 2,
    threshold: Whole | str = 0,
) -> Routing:
    """Adaptive without escape channels: some turns are forbidden, so that channel dependencies are acyclic (Glass & Ni, The
    turn model for adaptive routing, ISCA 1992). Minimal. Needs one virtual channel. For meshes and hypercubes. Needs a
    grid without dimensions that wrap (mesh, hypercube, ..); model=odd_even: at most two dimensions. Engines: rounds
    (derived), flit and deadlock.

    Parameters
    ----------
    model : {"west_first", "north_last", "negative_first", "odd_even"}, default "west_first"
        rule that forbids turns; `west_first`: hops in the minus direction come first, in all dimensions but the last
        (all-but-one-negative-first); `north_last`: hops in the plus direction come last, in all dimensions but the
        first (all-but-one-positive-last); `negative_first`: hops in minus directions come first; on hypercubes: p-cube;
        `odd_even`: eastbound packets do not turn in even columns, and packets do not turn west in odd columns (Chiu,
        IEEE TPDS 11(7), 2000); at most two dimensions
    selection : {"all", "least_loaded", "lowest"}, default "all"
        selection of the requested ports among the allowed ones; `all`: all productive ports; the allocator of the
        router decides; `least_loaded`: the port with the shortest queue, ties at random; `lowest`: only the port of the
        lowest dimension; an escape channel, if there is one, has equal priority (as in min_adapt of BookSim 2, where
        output sets keep one entry per priority)
    samples : Whole, default 2
        adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports
        are compared, and heads that arrive in the same cycle use the same port (in [0, 16])
    threshold : Whole | str, default 0
        adaptive choice: difference in queue length from which another port is preferred to the first drawn port (in
        flits, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def dal(
    escape: Literal["stay", "leave"] = "stay",
    *,
    threshold: Whole | str = 0,
) -> Routing:
    """Dimensionally adaptive load balancing (Ahn, Binkert, Davis, McLaren & Schreiber, HyperX: topology, routing, and
    packaging of efficient large-scale networks, SC 2009): every router chooses the cheapest hop. A hop either corrects
    a coordinate, or it is a deroute: it leads to another router along a dimension that still needs correction. Each
    dimension allows one deroute. A hop costs the queue at its port times the number of hops to the destination, this
    hop included. Virtual channel 0 is the escape channel, in dimension order, requested at low priority. Needs virtual
    cut-through or atomic virtual channels. Needs a grid with links from each router to all others along every dimension
    (hyperx, flattened_butterfly, ..), of at most 15 dimensions of more than two routers. Engines: flit and deadlock.

    Parameters
    ----------
    escape : {"stay", "leave"}, default "stay"
        permission to leave the escape channel; `stay`: packets stay in the escape channels; `leave`: packets return to
        adaptive channels (Duato)
    threshold : Whole | str, default 0
        cost added to deroutes (in flits, in [-1000000000, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def par(
    bias: Number = 1,
    *,
    threshold: Whole | str = 0,
) -> Routing:
    """Progressive adaptive routing on dragonflies (Jiang, Kim & Dally, Indirect adaptive routing on large scale
    interconnection networks, ISCA 2009): as UGAL-L at the source. A packet that started minimally compares the paths
    once more at the gateway of its group, and may still leave through an intermediate group. Needs four virtual
    channels. Handles failures as valiant does. Needs pairwise linked groups of routers (dragonfly, percs). Supports
    failures. Engines: flit and deadlock.

    Parameters
    ----------
    bias : Number, default 1
        a packet is routed minimally unless the queue of the minimal path is longer than 2 * bias * (queue of the
        non-minimal path) + threshold (in [0, 1000000])
    threshold : Whole | str, default 0
        see bias (in flits, in [-1000000000, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def booksim_ugal(
    threshold: Whole | str = 30,
) -> Routing:
    """UGAL on dragonflies as in BookSim 2 (routing function ugal_dragonflynew), for comparison. The source sends a packet
    through the router of any terminal in another group, unless the queue of the minimal path is at most twice that of
    the other path plus a threshold. There are three virtual channels, but the whole path to the intermediate router
    (local, global and local channel) uses the first: the routing can deadlock with any number of virtual channels.
    Needs pairwise linked groups of routers (dragonfly, percs). Engines: flit and deadlock.

    Parameters
    ----------
    threshold : Whole | str, default 30
        number of flits by which the queue of the minimal path may be longer (in flits, in [-1000000000, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def nearest_common_ancestor(
    choice: Literal["random", "adaptive", "d_mod_k"] = "random",
    *,
    samples: Whole = 2,
    threshold: Whole | str = 0,
) -> Routing:
    """Routing of trees, fat trees and butterflies with all terminals at one end: up to a nearest router above both source and
    destination, then down the only path (Leiserson, IEEE Trans. Computers C-34(10), 1985). Minimal, and free of
    deadlock with one virtual channel. With failures, up to an ancestor with an intact path down; if there is none, by
    an up*/down* path on a second virtual channel. Needs a tree or butterfly (binary_tree, leiserson_fat_tree,
    kary_ntree, xgft, butterfly). Supports failures. Engines: rounds (derived), flit and deadlock, load and mapping,
    judge and export (derived). Also called `nca`.

    Parameters
    ----------
    choice : {"random", "adaptive", "d_mod_k"}, default "random"
        selection of the upward channel; `random`: any upward port, uniformly at random at each router; `adaptive`: the
        port with the shorter queue of two randomly drawn ports (see samples); `d_mod_k`: the port that the digits of
        the destination determine, so that all packets to one terminal use one root (Zahavi, Johnson, Kerbyson & Lang,
        CCPE 22(2), 2010)
    samples : Whole, default 2
        adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports
        are compared, and heads that arrive in the same cycle use the same port (in [0, 16])
    threshold : Whole | str, default 0
        adaptive choice: difference in queue length from which another port is preferred to the first drawn port (in
        flits, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def destination_tag() -> Routing:
    """Routing of the k-ary n-fly: at each stage, the next digit of the destination selects the output, the most significant
    digit first (Dally & Towles, Principles and Practices of Interconnection Networks, section 8.4.1). This is the only
    path. Needs one virtual channel. Needs kary_nfly. Engines: rounds (derived), flit and deadlock, load and mapping
    (derived), judge and export (derived). Also called `dest_tag`.

    Returns
    -------
    Routing
    """
    raise NotImplementedError


@named(Routing)
def up_down(
    *,
    up: Literal["automatic", "root", "terminals"] = "automatic",
    root: Whole = -1,
    choice: Literal["random", "lowest", "adaptive", "even"] = "random",
    samples: Whole = 2,
    threshold: Whole | str = 0,
) -> Routing:
    """Up*/down* on any network of links (Schroeder et al., Autonet, IEEE J. Selected Areas in Communications 9(8), 1991):
    packets take channels up, then channels down, along a shortest path of this form that avoids failures. In trees, fat
    or not, paths go through the nearest common ancestors. If two linked routers are on the same level, the one with the
    lower number is above. Needs one virtual channel. Paths may be longer than the shortest, and channels near the root
    carry the most traffic. Needs a topology in which every channel has a reverse. Supports failures. Engines: rounds
    (derived), flit and deadlock, load and mapping, judge and export (derived).

    Parameters
    ----------
    up : {"automatic", "root", "terminals"}, default "automatic"
        rule for the upper one of two linked routers; `automatic`: `terminals` if every link joins routers at different
        distances from the terminals and one router is above all, as in trees; else `root`; `root`: closer to the root
        of a breadth-first spanning tree; `terminals`: farther from the nearest router with terminals
    root : Whole, default -1
        with up=root: root of the tree; -1: the router with the most channels (in [-1, 4294967294])
    choice : {"random", "lowest", "adaptive", "even"}, default "random"
        selection among the shortest up*/down* paths; `random`: at each router any port on a shortest path, uniformly at
        random; `lowest`: at each router the lowest port on a shortest path; `adaptive`: at each router, the port with
        the shorter queue of two randomly drawn ports on shortest paths (see samples); `even`: all paths share the
        traffic equally; only for exact loads
    samples : Whole, default 2
        adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all ports
        are compared, and heads that arrive in the same cycle use the same port (in [0, 16])
    threshold : Whole | str, default 0
        adaptive choice: difference in queue length from which another port is preferred to the first drawn port (in
        flits, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def layered(
    method: Literal["lash", "dfsssp"] = "dfsssp",
    *,
    layers: Whole = 0,
) -> Routing:
    """One shortest path of the working network for each pair of routers, and a virtual layer for each path. The channel
    dependencies of each layer are acyclic (LASH, DFSSSP). The number of virtual channels is the number of layers that
    the method finds; finding the minimum is NP-complete. With layers=1 all paths share all virtual channels, as in
    BookSim's routing of any network: this can deadlock unless one layer is enough. Needs any topology. Supports
    failures. Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and export (derived).

    Parameters
    ----------
    method : {"lash", "dfsssp"}, default "dfsssp"
        selection of paths and layers; `lash`: shortest paths over the lowest ports; each path is added to the first
        layer that stays acyclic (Skeie, Lysne & Theiss, IPDPS 2002); `dfsssp`: shortest paths over the channels with
        the fewest paths so far; routes of a cycle are moved to the next layer (Domke, Hoefler & Nagel, IPDPS 2011)
    layers : Whole, default 0
        maximum number of layers; the remaining paths share the last one; 0: no limit (in [0, 64])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def deflection(
    *,
    priority: Literal["random", "oldest", "closest", "farthest", "restricted", "golden"] = "oldest",
    matching: Literal["one_pass", "maximum"] = "one_pass",
    entry: Literal["any_port", "good_port"] = "any_port",
    epoch: Whole | str = 0,
) -> Routing:
    """Hot-potato routing (Baran, On distributed communications networks, 1964): routers have no buffers. In each step, every
    packet leaves its router. It leaves through a productive port if one is granted, otherwise it is deflected to
    another port. Priorities prevent livelock. Deadlock is impossible, because no packet waits in the network. A
    terminal sends when its router has a free port. The flits of a packet travel independently, and the destination
    reassembles them. Virtual channels only partition the queue of a terminal. Needs a topology with as many working
    input as output channels at each router, and no hosts between channels. Supports failures. Engines: rounds, flit and
    deadlock. Also called `hot_potato`.

    Parameters
    ----------
    priority : {"random", "oldest", "closest", "farthest", "restricted", "golden"}, default "oldest"
        order in which the packets of a router choose their ports; `random`: a new random order in each router and step;
        no bound, livelock has probability 0; `oldest`: the oldest packet; the oldest packet in the network is never
        deflected, so k packets arrive within k diameters (Moscibroda & Mutlu, A case for bufferless routing in on-chip
        networks, ISCA 2009); `closest`: the packet with the fewest remaining hops; on hypercubes k packets arrive
        within n + 2 (k - 1) steps (Hajek, Bounds on evacuation time for deflection routing, Distributed Computing 5,
        1991); `farthest`: the packet with the most remaining hops; no bound; `restricted`: the packet with the fewest
        productive ports; O(n sqrt k) steps for k packets on an n x n mesh (Ben-Dor, Halevi & Schuster, Potential
        function analysis of greedy hot-potato routing, 1998); `golden`: the packets of one source, which changes after
        each epoch, then a random order; the oldest packet of that source arrives within the epoch (Fallin, Craik &
        Mutlu, CHIPPER, HPCA 2011)
    matching : {"one_pass", "maximum"}, default "one_pass"
        matching of packets with ports; `one_pass`: each packet chooses a free productive port; packets without such a
        port get the remaining ports (greedy in the sense of Ben-Dor, Halevi & Schuster); `maximum`: the maximum number
        of packets advance: a packet may move an earlier one to another productive port
    entry : {"any_port", "good_port"}, default "any_port"
        condition for a packet to enter the network; `any_port`: a packet enters as soon as its router has a free port,
        and competes with the packets in transit; `good_port`: a packet enters when packets in transit leave a
        productive port free
    epoch : Whole | str, default 0
        priority=golden: length of an epoch; 0: one more than the longest shortest path (in hops, in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def clex_direct() -> Routing:
    """The route of at most l hops on CLEX (Lenzen & Wattenhofer, arXiv 1607.00298). It moves the required top digit to the
    lowest position, crosses the edge of that level, and repeats this for the lower levels: levels 1, l, l - 1, .., 2.
    It uses at most one edge of each level, so one virtual channel is free of deadlock. With landing=high or
    links=single, routes return to level 1 up to ceil(l/2) - 1 or l - 1 times, each time in a further virtual channel.
    With a local network instead of the cliques, its default routing moves the required digit to the lowest position, on
    separate virtual channels for each visit to level 1. A packet that reaches a failed channel continues by a shortest
    path, on a further virtual channel for each hop. Needs clex. Supports failures. Engines: rounds, flit and deadlock,
    load and mapping (derived), judge and export (derived).

    Returns
    -------
    Routing
    """
    raise NotImplementedError


@named(Routing)
def clex_recursive(
    *,
    mode: Literal["dense", "light"] = "dense",
    accept: Literal["random", "first_come"] = "random",
    copies: Literal["literal", "fixed", "growth"] = "literal",
    copy_count: Whole = 2,
    copy_factor: Number = 1,
    estimate_error: Number = 0,
    estimate_period: Whole | str = 1,
    subset: Literal["independent", "pooled"] = "independent",
    redistribute: Whole = 0,
    direct: bool = True,
    payload: Whole | str = 1024,
    batch: Whole | str = 0,
    last_phase: Whole = 0,
) -> Routing:
    """The routes of A(l) of Lenzen & Wattenhofer (arXiv 1607.00298) on CLEX: 2^(l-1) visits to cliques, with a random edge of
    a level between visits. Each visit uses one channel, to a random digit or to a digit of the destination. Any pattern
    loads the channels of a level evenly. On engine rounds, a packet goes over a random relay if its channel in the
    clique is busy. Needs a virtual channel for each visit of a level: 2^(l-1) on level 1, 2^(l-i) on level i. With a
    local network instead of the cliques, a visit uses the channels of its default routing, without relays, on the
    virtual channels that it needs. Needs clex of at most 15 levels. Engines: rounds, flit and deadlock, load and
    mapping (derived), judge and export (derived). On engine rounds it runs in phases, unless execution=packets. In
    phases it has these parameters.

    Parameters
    ----------
    mode : {"dense", "light"}, default "dense"
        meaning of the copies in A(1); `dense`: copies are requests; only a granted message moves; `light`: copies are
        the messages: fewer rounds, more traffic
    accept : {"random", "first_come"}, default "random"
        selection of the granted request for a target at a relay; `random`: a uniformly random request; `first_come`:
        the first request in order of (sender, position in its queue, copy)
    copies : {"literal", "fixed", "growth"}, default "literal"
        number of copies of a message per relaying phase; `literal`: max(1, min(floor(ln m), floor(c m^2 / messages
        left))); `fixed`: a constant number; `growth`: k <- min(k e^(k/c), sqrt(log n)) from phase to phase (STOC'11)
    copy_count : Whole, default 2
        copies per message when copies=fixed (in [1, 65535])
    copy_factor : Number, default 1
        the constant c of copies=literal and copies=growth (in [1e-06, 1000000])
    estimate_error : Number, default 0
        copies=literal: the nodes estimate the number of messages left in their clique with an error, a random factor
        between 1 / (1 + this) and 1 + this (in [0, 1000])
    estimate_period : Whole | str, default 1
        copies=literal: period with which the nodes update the number of remaining messages, from the start of phase 1
        on (in phases, in [1, 1000000000])
    subset : {"independent", "pooled"}, default "independent"
        selection of the edges with one additional message in step 2; `independent`: a fresh uniformly random subset at
        every node and step; `pooled`: one of m permutations, drawn once per run and used cyclically (the published
        artifact)
    redistribute : Whole, default 0
        Valiant's trick: with i = redistribute, A(i) first spreads the messages at random over its copy of level i
        (levels: over the whole machine; a lower level: the lightweight form; 0: not used) (in [0, 32])
    direct : bool, default True
        phase 1 of A(1) sends a message over each channel to its target (section III-A of the paper); false: copies go
        to relays from phase 1 on (section II-D)
    payload : Whole | str, default 1024
        size of a message without its header, which determines the relative cost of requests and acknowledgments (in
        bits, in [1, 1000000000])
    batch : Whole | str, default 0
        perpetual operation: maximum messages of a node per instance of A(l); 0: m (in messages, in [0, 1000000000])
    last_phase : Whole, default 0
        perpetual operation: A(1) ends after this phase, and the remaining messages join the next instance; 0: no limit
        (in [0, 1000000000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def percs_direct(
    *,
    inside: Literal["striped", "single_hop"] = "striped",
    local: bool = True,
    first: bool = True,
    middle: bool = True,
    last: bool = True,
) -> Routing:
    """Traffic between supernodes of percs is divided equally among the `links` paths L-D-L (Chakaravarthy et al., Mapping
    strategies for the PERCS architecture, HiPC 2012). Needs percs. Engines: load and mapping.

    Parameters
    ----------
    inside : {"striped", "single_hop"}, default "striped"
        paths of traffic inside a supernode; `striped`: 1/8 over each node of the source's drawer, in two hops;
        `single_hop`: the direct link
    local : bool, default True
        count the hops of traffic inside a supernode
    first : bool, default True
        count the hops before the first D link
    middle : bool, default True
        count the hops between two D links
    last : bool, default True
        count the hops after the last D link

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def percs_indirect(
    *,
    inside: Literal["striped", "single_hop"] = "striped",
    local: bool = True,
    first: bool = True,
    middle: bool = True,
    last: bool = True,
) -> Routing:
    """Traffic goes over every D link that leaves the source's supernode, to any supernode, then the D link of the same bucket
    to the destination: L-D-L-D-L (Chakaravarthy et al., HiPC 2012). Needs percs. Engines: load and mapping.

    Parameters
    ----------
    inside : {"striped", "single_hop"}, default "striped"
        paths of traffic inside a supernode; `striped`: 1/8 over each node of the source's drawer, in two hops;
        `single_hop`: the direct link
    local : bool, default True
        count the hops of traffic inside a supernode
    first : bool, default True
        count the hops before the first D link
    middle : bool, default True
        count the hops between two D links
    last : bool, default True
        count the hops after the last D link

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def table(
    file: Path,
) -> Routing:
    """Routes listed in a file, on any network. A line is a route: the routers that it visits, by number, or by name where the
    routers have names. Lines of the same pair share its traffic; `weight=3` at the end of a line gives it three shares.
    `router:vc` sets the virtual channel on which packets arrive at the router; by default they arrive on channel 0, or
    on all if the file sets none; `router@port` sets the output port of the previous router, if several lead there. `#`
    begins a comment. Weft rejects a route that visits a router twice or uses a channel that does not exist, and traffic
    between routers without a route; engine flit counts such packets as unreachable. `weft deadlock --routes` reads the
    same files. Needs any topology. Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and
    export (derived).

    Parameters
    ----------
    file : Path
        path to the file of routes

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def forwarding(
    path: Path = "",
    *,
    lfts: Path = "",
    sl2vl: Path = "",
    service_levels: Path = "",
) -> Routing:
    """The forwarding tables of a fabric: the next port depends on the switch and the terminal of the destination, the virtual
    channel on the service level of the pair (InfiniBand). It reads the dumps of OpenSM (opensm-lfts.dump, opensm.fdbs,
    opensm-sl2vl.dump, opensm-path-records.dump) and the output of ibroute, dump_fts and ibdiagnet, and detects the form
    of each file by its content. Switches are matched by GUID. Without SL2VL tables the virtual lane is the service
    level modulo the data lanes, without service levels each pair has level 0. Needs channels in both directions and at
    most 254 ports per router. Supports failures. Engines: flit and deadlock, load and mapping, judge and export.

    Parameters
    ----------
    path : Path
        folder with the tables, or a single file of forwarding tables
    lfts : Path
        file of forwarding tables
    sl2vl : Path
        file of SL2VL tables
    service_levels : Path
        file of the service levels of pairs, or a QoS policy

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Routing)
def balanced(
    layers: Whole = 8,
    *,
    seed: Whole = 1,
    effort: Number = 1,
) -> Routing:
    """Weft's own forwarding tables for any network of links, with or without failures: a search that minimizes the maximum
    load of a channel if every terminal sends to every other one. The next port depends on the router and the terminal
    of the destination; paths may be longer than the shortest. Each pair of a source router and a destination terminal
    is assigned to a virtual layer, so that the channel dependencies within a layer are acyclic; the search uses few
    layers. Simulated annealing reassigns the next channel of single routers toward one terminal. Needs channels in both
    directions and at most 254 ports per router. Supports failures. Engines: flit and deadlock, load and mapping, judge
    and export.

    Parameters
    ----------
    layers : Whole, default 8
        maximum number of layers (in [1, 15])
    seed : Whole, default 1
        random seed of the search (in [0, 1000000000])
    effort : Number, default 1
        factor by which the search time is multiplied (in [0.001, 1000])

    Returns
    -------
    Routing

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


# Other names in the literature.
dor = dimension_order
dim_order = dimension_order
xy = dimension_order
min = minimal
val = valiant
vlb = valiant
ugal_l = ugal
xy_yx = o1turn
nca = nearest_common_ancestor
dest_tag = destination_tag
hot_potato = deflection
