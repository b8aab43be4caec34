"""Routings.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "dimension_order", "minimal", "all_minimal", "k_shortest", "minimal_adaptive", "valiant", "ugal", "o1turn", "romm",
    "turn_model", "dal", "par", "booksim_ugal", "nearest_common_ancestor", "destination_tag", "up_down", "layered",
    "deflection", "clex_direct", "clex_recursive", "percs_direct", "percs_indirect", "table", "forwarding", "balanced",
]


@named("routings")
def dimension_order(
    *,
    rings: Given | None = None,
    direction: Given | None = None,
    tie: Given | None = None,
) -> Spec:
    """Corrects the coordinates one after another, lowest dimension first, each along the shorter direction (Dally & Towles,
    Principles and Practices of Interconnection Networks, ch. 8, 14.2). Minimal, and deterministic except for ties:
    halfway around a ring of even size, a packet goes in either direction. Parallel links share the load equally. Needs
    one virtual channel on meshes, hypercubes and HyperX, and two on dimensions that wrap (one with bubble flow
    control). A packet that reaches a failed link continues by an up*/down* path on a further virtual channel. On engine
    rounds it continues by a shortest path. Needs a grid (torus, mesh, hypercube, hyperx, .., sparse_torus,
    coated_mesh). Supports failures. Engines: rounds, flit and deadlock, load and mapping, judge and export (derived).
    Also called `dor`, `dim_order`, `xy`.

    rings: virtual channels of dimensions that wrap (default automatic); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    direction: direction of packets on a ring (default shortest); `shortest`: the shorter direction; `plus`: always the
        plus direction, as if links were unidirectional
    tie: direction on a ring if both are equally long (default random); `random`: random direction; `plus`: the plus
        direction
    """
    raise NotImplementedError


@named("routings")
def minimal(
    *,
    choice: Given | None = None,
    structure: Given | None = None,
    samples: Whole | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Routes along a shortest path of the working network. Hop i uses the i-th class of virtual channels (Gopal, IEEE Trans.
    Communications 33(12), 1985), so it needs one virtual channel per hop of the longest path. Trees, where packets go
    up and then down, need one. On dragonflies and PERCS, a path has at most one global channel, a random one between
    the two groups. This needs two virtual channels: the lower before the global channel, the upper from the global
    channel on (Kim, Dally, Scott & Abts, ISCA 2008). With failures, a packet uses another global channel between the
    two groups, and if none remains, an up*/down* path on further virtual channels. Needs any topology. Supports
    failures. Engines: rounds, flit and deadlock, load and mapping, judge and export (derived). Also called `min`.

    choice: choice among the ports on shortest paths; with structure=groups, only random (default random); `random`:
        any, uniformly at random; `lowest`: the lowest port number; `adaptive`: the port with the shortest queue
    structure: structure of the network that the routing uses: groups or a graph (default automatic); `automatic`: grid
        or groups if the topology has that structure, else graph; also graph on a grid with failures; `grid`: dimension
        order on a grid; `groups`: groups of routers (dragonfly, PERCS): at most one global channel per leg; `graph`:
        shortest paths on the graph
    samples: adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all
        ports are compared, and heads that arrive in the same cycle use the same port (in [0, 16], default 2)
    threshold: adaptive choice: difference by which another queue must be shorter than the queue of the first drawn port
        (flits, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def all_minimal() -> Spec:
    """Every shortest path between two routers carries an equal share, on any network. Each parallel channel forms a separate
    path. Needs any topology. Supports failures. Engines: load and mapping."""
    raise NotImplementedError


@named("routings")
def k_shortest(
    *,
    paths: Whole | None = None,
) -> Spec:
    """The `paths` shortest paths that visit no router twice share the traffic equally, on any network. Among paths of equal
    length, those with the lower ports come first. If there are fewer paths, all of them share (J. Y. Yen, Finding the k
    shortest loopless paths in a network, Management Science 17, 1971; with 8 paths the routing of A. Singla et al.,
    Jellyfish, NSDI 2012). Needs any topology. Supports failures. Engines: load and mapping.

    paths: paths per pair (in [1, 65536], default 8)
    """
    raise NotImplementedError


@named("routings")
def minimal_adaptive(
    *,
    selection: Given | None = None,
    escape: Given | None = None,
    rings: Given | None = None,
    tie: Given | None = None,
    samples: Whole | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Any productive port, on any virtual channel except the lowest ones. These are the escape channels, requested at low
    priority (Duato, A new theory of deadlock-free adaptive routing in wormhole networks, IEEE TPDS 4(12), 1993). Needs
    virtual cut-through or atomic virtual channels. On grids, packets escape in dimension order, and all paths are
    minimal. Meshes, hypercubes and HyperX need two virtual channels. Dimensions that wrap need three, or two with
    bubble flow control (Puente et al., The adaptive bubble router, JPDC 2001). On other topologies, and with failures,
    packets escape by up*/down* paths, which may be longer (Silla & Duato, High-performance routing in networks of
    workstations with irregular topology, IEEE TPDS 11(7), 2000). This needs two virtual channels. Needs a topology in
    which every channel has a reverse. Supports failures. Engines: rounds, flit and deadlock.

    selection: selection of the requested ports among the productive ports (default all); `all`: all productive ports;
        the allocator of the router decides; `least_loaded`: the port with the shortest queue, ties at random; `lowest`:
        only the port of the lowest dimension; an escape channel, if there is one, has equal priority (as in min_adapt
        of BookSim 2, where output sets keep one entry per priority)
    escape: permission to leave the escape channels; `leave` is for grids (default stay); `stay`: packets stay in the
        escape channels; `leave`: packets return to adaptive channels (Duato)
    rings: escape channels of dimensions that wrap (default balanced); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie: direction on a ring if both are equally long, on the escape channels (default random); `random`: random
        direction; `plus`: the plus direction
    samples: adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all
        ports are compared, and heads that arrive in the same cycle use the same port (in [0, 16], default 2)
    threshold: adaptive choice: difference by which another queue must be shorter than the queue of the first drawn port
        (flits, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def valiant(
    *,
    rings: Given | None = None,
    tie: Given | None = None,
    structure: Given | None = None,
) -> Spec:
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

    rings: virtual channels of dimensions that wrap (default balanced); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie: direction on a ring if both are equally long (default random); `random`: random direction; `plus`: the plus
        direction
    structure: structure of the network that the routing uses (default automatic); `automatic`: grid or groups if the
        topology has that structure, else graph; also graph on a grid with failures; `grid`: dimension order on a grid;
        `groups`: groups of routers (dragonfly, PERCS): at most one global channel per leg; `graph`: shortest paths on
        the graph
    """
    raise NotImplementedError


@named("routings")
def ugal(
    *,
    view: Given | None = None,
    bias: Number | None = None,
    threshold: Whole | None = None,
    rings: Given | None = None,
    tie: Given | None = None,
) -> Spec:
    """Universal globally-adaptive load balancing (Singh, Load-balanced routing in interconnection networks, PhD thesis,
    Stanford 2005; Kim, Dally & Abts, Flattened butterfly, ISCA 2007): the source chooses the minimal path, or the path
    through a random router if its queues are shorter. On grids, packets follow dimension order, and each leg has half
    of the virtual channels: two on meshes, hypercubes and HyperX, four where dimensions wrap. On dragonflies, PERCS and
    any other network, paths and virtual channels are the same as for valiant. Needs terminals that inject and eject at
    the same router. Supports failures. Engines: flit and deadlock. Also called `ugal_l`.

    view: queues that the decision compares (default local); `local`: UGAL-L: the source router's own output ports; a
        path costs its hops times the queue at its first port; `global`: UGAL-G: all routers; a path costs the sum of
        the queues at its ports
    bias: minimal unless it costs more than bias times the non-minimal path, plus threshold (in [0, 1000000], default 1)
    threshold: see bias (flits, in [-1000000000, 1000000000], default 0)
    rings: virtual channels of dimensions that wrap (default balanced); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie: direction on a ring if both are equally long (default random); `random`: random direction; `plus`: the plus
        direction
    """
    raise NotImplementedError


@named("routings")
def o1turn(
    *,
    rings: Given | None = None,
    tie: Given | None = None,
) -> Spec:
    """Dimension order, lowest or highest dimension first, chosen at random at the source (Seo, Ali, Lim, Rafique &
    Thottethodi, Near-optimal worst-case throughput routing for two-dimensional mesh networks, ISCA 2005). Minimal. Each
    order has half of the virtual channels: two on meshes, hypercubes and HyperX, four where dimensions wrap. Needs a
    grid (torus, mesh, hypercube, hyperx, ..). Engines: rounds (derived), flit and deadlock, load and mapping (derived),
    judge and export (derived). Also called `xy_yx`.

    rings: virtual channels of dimensions that wrap (default balanced); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie: direction on a ring if both are equally long (default random); `random`: random direction; `plus`: the plus
        direction
    """
    raise NotImplementedError


@named("routings")
def romm(
    *,
    rings: Given | None = None,
    tie: Given | None = None,
) -> Spec:
    """Randomized, oblivious, multi-phase, minimal (Nesson & Johnsson, ROMM routing on mesh and torus networks, SPAA 1995), in
    two phases: first to a router chosen uniformly at random in the box that the source and the destination span, then
    to the destination. Each phase runs in dimension order. Minimal. Each phase has half of the virtual channels: two on
    meshes, hypercubes and HyperX, four where dimensions wrap. Needs a grid (torus, mesh, hypercube, hyperx, ..).
    Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and export (derived).

    rings: virtual channels of dimensions that wrap (default balanced); `automatic`: `wrap_ahead` if packets always go
        plus, else `balanced`; `balanced`: selected at the entry into the dimension, then kept: in the plus direction,
        the upper half if the wrap-around channel is ahead; in the minus direction, the upper half if it is not
        (BookSim); `at_dateline`: the upper half on the wrap-around channel and after it; `past_dateline`: the upper
        half after the wrap-around channel; `wrap_ahead`: the lower half while the wrap-around channel is ahead (Dally &
        Seitz, 1987); `bubble`: one class; a packet enters a ring only if two packets fit (Puente et al., 1999); needs
        virtual cut-through
    tie: direction on a ring if both are equally long (default random); `random`: random direction; `plus`: the plus
        direction
    """
    raise NotImplementedError


@named("routings")
def turn_model(
    *,
    model: Given | None = None,
    selection: Given | None = None,
    samples: Whole | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Adaptive without escape channels: some turns are forbidden, so that channel dependencies are acyclic (Glass & Ni, The
    turn model for adaptive routing, ISCA 1992). Minimal. Needs one virtual channel. For meshes and hypercubes. Needs a
    grid without dimensions that wrap (mesh, hypercube, ..); model=odd_even: at most two dimensions. Engines: rounds
    (derived), flit and deadlock.

    model: rule that forbids turns (default west_first); `west_first`: hops in the minus direction come first, in all
        dimensions but the last (all-but-one-negative-first); `north_last`: hops in the plus direction come last, in all
        dimensions but the first (all-but-one-positive-last); `negative_first`: hops in minus directions come first; on
        hypercubes: p-cube; `odd_even`: eastbound packets do not turn in even columns, and packets do not turn west in
        odd columns (Chiu, IEEE TPDS 11(7), 2000); at most two dimensions
    selection: selection of the requested ports among the allowed ones (default all); `all`: all productive ports; the
        allocator of the router decides; `least_loaded`: the port with the shortest queue, ties at random; `lowest`:
        only the port of the lowest dimension; an escape channel, if there is one, has equal priority (as in min_adapt
        of BookSim 2, where output sets keep one entry per priority)
    samples: adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all
        ports are compared, and heads that arrive in the same cycle use the same port (in [0, 16], default 2)
    threshold: adaptive choice: difference by which another queue must be shorter than the queue of the first drawn port
        (flits, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def dal(
    *,
    escape: Given | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Dimensionally adaptive load balancing (Ahn, Binkert, Davis, McLaren & Schreiber, HyperX: topology, routing, and
    packaging of efficient large-scale networks, SC 2009): every router chooses the cheapest hop. A hop either corrects
    a coordinate, or it is a deroute: it leads to another router along a dimension that still needs correction. Each
    dimension allows one deroute. A hop costs the queue at its port times the number of hops to the destination, this
    hop included. Virtual channel 0 is the escape channel, in dimension order, requested at low priority. Needs virtual
    cut-through or atomic virtual channels. Needs a grid with links from each router to all others along every dimension
    (hyperx, flattened_butterfly, ..), of at most 15 dimensions of more than two routers. Engines: flit and deadlock.

    escape: permission to leave the escape channel (default stay); `stay`: packets stay in the escape channels; `leave`:
        packets return to adaptive channels (Duato)
    threshold: cost added to deroutes (flits, in [-1000000000, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def par(
    *,
    bias: Number | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Progressive adaptive routing on dragonflies (Jiang, Kim & Dally, Indirect adaptive routing on large scale
    interconnection networks, ISCA 2009): as UGAL-L at the source. A packet that started minimally compares the paths
    once more at the gateway of its group, and may still leave through an intermediate group. Needs four virtual
    channels. Handles failures as valiant does. Needs pairwise linked groups of routers (dragonfly, percs). Supports
    failures. Engines: flit and deadlock.

    bias: minimal unless its queue is longer than bias times twice that of the non-minimal path, plus threshold (in [0,
        1000000], default 1)
    threshold: see bias (flits, in [-1000000000, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def booksim_ugal(
    *,
    threshold: Whole | None = None,
) -> Spec:
    """UGAL on dragonflies as in BookSim 2 (routing function ugal_dragonflynew), for comparison. The source sends a packet
    through the router of any terminal in another group, unless the queue of the minimal path is at most twice that of
    the other path plus a threshold. There are three virtual channels, but the whole path to the intermediate router
    (local, global and local channel) uses the first: the routing can deadlock with any number of virtual channels.
    Needs pairwise linked groups of routers (dragonfly, percs). Engines: flit and deadlock.

    threshold: difference by which the minimal queue may be longer (flits, in [-1000000000, 1000000000], default 30)
    """
    raise NotImplementedError


@named("routings")
def nearest_common_ancestor(
    *,
    choice: Given | None = None,
    samples: Whole | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Routing of trees, fat trees and butterflies with all terminals at one end: up to a nearest router above both source and
    destination, then down the only path (Leiserson, IEEE Trans. Computers C-34(10), 1985). Minimal, and free of
    deadlock with one virtual channel. With failures, up to an ancestor with an intact path down; if there is none, by
    an up*/down* path on a second virtual channel. Needs a tree or butterfly (binary_tree, leiserson_fat_tree,
    kary_ntree, xgft, butterfly). Supports failures. Engines: rounds (derived), flit and deadlock, load and mapping,
    judge and export (derived). Also called `nca`.

    choice: selection of the upward channel (default random); `random`: any, uniformly at random at each router;
        `adaptive`: of two randomly drawn ports, the one with the shorter queue (see samples); `d_mod_k`: digits of the
        destination, so that packets to one terminal use one root (Zahavi, Johnson, Kerbyson & Lang, CCPE 22(2), 2010)
    samples: adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all
        ports are compared, and heads that arrive in the same cycle use the same port (in [0, 16], default 2)
    threshold: adaptive choice: difference by which another queue must be shorter than the queue of the first drawn port
        (flits, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def destination_tag() -> Spec:
    """Routing of the k-ary n-fly: at each stage, the next digit of the destination selects the output, the most significant
    digit first (Dally & Towles, Principles and Practices of Interconnection Networks, section 8.4.1). This is the only
    path. Needs one virtual channel. Needs kary_nfly. Engines: rounds (derived), flit and deadlock, load and mapping
    (derived), judge and export (derived). Also called `dest_tag`."""
    raise NotImplementedError


@named("routings")
def up_down(
    *,
    up: Given | None = None,
    root: Whole | None = None,
    choice: Given | None = None,
    samples: Whole | None = None,
    threshold: Whole | None = None,
) -> Spec:
    """Up*/down* on any network of links (Schroeder et al., Autonet, IEEE J. Selected Areas in Communications 9(8), 1991):
    first channels up, then channels down, by a shortest such path, around failures. In trees, fat or not, paths go
    through the nearest common ancestors. If two linked routers are on the same level, the one with the lower number is
    above. Needs one virtual channel. Paths may be longer than the shortest, and channels near the root carry the most.
    Needs a topology in which every channel has a reverse. Supports failures. Engines: rounds (derived), flit and
    deadlock, load and mapping, judge and export (derived).

    up: rule for the upper one of two linked routers (default automatic); `automatic`: `terminals` if every link joins
        routers at different distances from the terminals and one router is above all, as in trees; else `root`; `root`:
        closer to the root of a breadth-first spanning tree; `terminals`: farther from the nearest router with terminals
    root: root of the tree, for up=root; -1: the router with the most channels (in [-1, 4294967294], default -1)
    choice: selection among the shortest such paths (default random); `random`: at each router any port on a shortest
        path, uniformly at random; `lowest`: at each router the lowest port on a shortest path; `adaptive`: at each
        router, of two randomly drawn ports on shortest paths, the one with the shorter queue (see samples); `even`: all
        paths share the traffic equally; loads only
    samples: adaptive choice: number of randomly drawn ports, of which the one with the shortest queue is used; 0: all
        ports are compared, and heads that arrive in the same cycle use the same port (in [0, 16], default 2)
    threshold: adaptive choice: difference by which another queue must be shorter than the queue of the first drawn port
        (flits, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def layered(
    *,
    method: Given | None = None,
    layers: Whole | None = None,
) -> Spec:
    """One shortest path of the working network for each pair of routers, and a virtual layer for each path. The channel
    dependencies of each layer are acyclic (LASH, DFSSSP). The number of virtual channels is the number of layers that
    the method finds; finding the minimum is NP-complete. With layers=1 all paths share all virtual channels, as in
    BookSim's routing of any network: this can deadlock unless one layer is enough. Needs any topology. Supports
    failures. Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and export (derived).

    method: selection of paths and layers (default dfsssp); `lash`: shortest paths over the lowest ports; each path is
        added to the first layer that stays acyclic (Skeie, Lysne & Theiss, IPDPS 2002); `dfsssp`: shortest paths over
        the channels with the fewest paths so far; routes of a cycle are moved to the next layer (Domke, Hoefler &
        Nagel, IPDPS 2011)
    layers: maximum number of layers; the remaining paths share the last one; 0: no limit (in [0, 64], default 0)
    """
    raise NotImplementedError


@named("routings")
def deflection(
    *,
    priority: Given | None = None,
    matching: Given | None = None,
    entry: Given | None = None,
    epoch: Whole | None = None,
) -> Spec:
    """Hot-potato routing (Baran, On distributed communications networks, 1964): routers have no buffers. In each step, every
    packet leaves its router. It uses a productive port if it wins one, otherwise it is deflected to another port.
    Priorities prevent livelock. Deadlock is impossible, because no packet waits in the network. A terminal sends when
    its router has a free port. The flits of a packet travel independently, and the destination reassembles them.
    Virtual channels only partition the queue of a terminal. Needs a topology with as many working input as output
    channels at each router, and no hosts between channels. Supports failures. Engines: rounds, flit and deadlock. Also
    called `hot_potato`.

    priority: order in which the packets of a router choose their ports (default oldest); `random`: a new random order
        in each router and step; no bound, livelock has probability 0; `oldest`: the oldest packet; the oldest packet in
        the network is never deflected, so k packets arrive within k diameters (Moscibroda & Mutlu, A case for
        bufferless routing in on-chip networks, ISCA 2009); `closest`: the packet with the fewest remaining hops; on
        hypercubes k packets arrive within n + 2 (k - 1) steps (Hajek, Bounds on evacuation time for deflection routing,
        Distributed Computing 5, 1991); `farthest`: the packet with the most remaining hops; no bound; `restricted`: the
        packet with the fewest productive ports; O(n sqrt k) steps for k packets on an n x n mesh (Ben-Dor, Halevi &
        Schuster, Potential function analysis of greedy hot-potato routing, 1998); `golden`: the packets of one source,
        which changes after each epoch, then a random order; the oldest packet of that source arrives within the epoch
        (Fallin, Craik & Mutlu, CHIPPER, HPCA 2011)
    matching: matching of packets with ports (default one_pass); `one_pass`: each packet chooses a free productive port;
        packets without such a port get the remaining ports (greedy in the sense of Ben-Dor, Halevi & Schuster);
        `maximum`: the maximum number of packets advance: a packet may move an earlier one to another productive port
    entry: condition for a packet to enter the network (default any_port); `any_port`: a packet enters as soon as its
        router has a free port, and competes with the packets in transit; `good_port`: a packet enters when packets in
        transit leave a productive port free
    epoch: priority=golden: length of an epoch; 0: one more than the longest shortest path (hops, in [0, 1000000000],
        default 0)
    """
    raise NotImplementedError


@named("routings")
def clex_direct() -> Spec:
    """The route of at most l hops on CLEX (Lenzen & Wattenhofer, arXiv 1607.00298). It moves the required top digit to the
    lowest position, crosses the edge of that level, and repeats this for the lower levels: levels 1, l, l - 1, .., 2.
    It uses at most one edge of each level, so one virtual channel is free of deadlock. With landing=high or
    links=single, routes return to level 1 up to ceil(l/2) - 1 or l - 1 times, each time in a further virtual channel.
    With a local network instead of the cliques, its default routing moves the required digit to the lowest position, on
    separate virtual channels for each visit to level 1. A packet that reaches a failed channel continues by a shortest
    path, on a further virtual channel for each hop. Needs clex. Supports failures. Engines: rounds, flit and deadlock,
    load and mapping (derived), judge and export (derived)."""
    raise NotImplementedError


@named("routings")
def clex_recursive(
    *,
    mode: Given | None = None,
    accept: Given | None = None,
    copies: Given | None = None,
    copy_count: Whole | None = None,
    copy_factor: Number | None = None,
    estimate_error: Number | None = None,
    estimate_period: Whole | None = None,
    subset: Given | None = None,
    redistribute: Whole | None = None,
    direct: Flag | None = None,
    payload: Whole | None = None,
    batch: Whole | None = None,
    last_phase: Whole | None = None,
) -> Spec:
    """The routes of A(l) of Lenzen & Wattenhofer (arXiv 1607.00298) on CLEX: 2^(l-1) visits to cliques, with a random edge of
    a level between visits. Each visit uses one channel, to a random digit or to a digit of the destination. Any pattern
    loads the channels of a level evenly. On engine rounds, a packet goes over a random relay if its channel in the
    clique is busy. Needs a virtual channel for each visit of a level: 2^(l-1) on level 1, 2^(l-i) on level i. With a
    local network instead of the cliques, a visit uses the channels of its default routing, without relays, on the
    virtual channels that it needs. Needs clex of at most 15 levels. Engines: rounds, flit and deadlock, load and
    mapping (derived), judge and export (derived). On engine rounds it moves in phases unless execution=packets. In
    phases it has these parameters.

    mode: cost of redundancy in A(1) (default dense); `dense`: copies are requests; only a granted message moves;
        `light`: copies are the messages: fewer rounds, more traffic
    accept: selection of the granted request for a target at a relay (default random); `random`: a uniformly random one;
        `first_come`: the first in order of (sender, position in its queue, copy)
    copies: number of copies of a message per relaying phase (default literal); `literal`: max(1, min(floor(ln m),
        floor(c m^2 / messages left))); `fixed`: a constant number; `growth`: k <- min(k e^(k/c), sqrt(log n)) from
        phase to phase (STOC'11)
    copy_count: copies per message when copies=fixed (in [1, 65535], default 2)
    copy_factor: c of copies=literal and copies=growth (in [1e-06, 1000000], default 1)
    estimate_error: copies=literal: the estimate of the remaining messages in the clique at its nodes is off by a random
        factor between 1 / (1 + this) and 1 + this (in [0, 1000], default 0)
    estimate_period: copies=literal: period with which the nodes update the number of remaining messages, from the start
        of phase 1 on (phases, in [1, 1000000000], default 1)
    subset: selection of the edges with one additional message in step 2 (default independent); `independent`: a fresh
        uniformly random subset at every node and step; `pooled`: one of m permutations, drawn once per run and used
        cyclically (the published artifact)
    redistribute: Valiant's trick: A(i) first spreads the messages over their copies of this level i (levels: the whole
        machine; less: the lightweight form; 0: none) (in [0, 32], default 0)
    direct: phase 1 of A(1) sends a message over each channel to its target (section III-A of the paper); false: copies
        go to relays from phase 1 on (section II-D) (default true)
    payload: size of a message without its header, which determines the relative cost of requests and acknowledgments
        (bits, in [1, 1000000000], default 1024)
    batch: perpetual operation: maximum messages of a node per instance of A(l); 0: m (messages, in [0, 1000000000],
        default 0)
    last_phase: perpetual operation: A(1) ends after this phase, and the remaining messages join the next instance; 0:
        no limit (in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("routings")
def percs_direct(
    *,
    inside: Given | None = None,
    local: Flag | None = None,
    first: Flag | None = None,
    middle: Flag | None = None,
    last: Flag | None = None,
) -> Spec:
    """Traffic between supernodes of percs is divided equally among the `links` paths L-D-L (Chakaravarthy et al., Mapping
    strategies for the PERCS architecture, HiPC 2012). Needs percs. Engines: load and mapping.

    inside: paths of traffic inside a supernode (default striped); `striped`: 1/8 over each node of the source's drawer,
        in two hops; `single_hop`: the direct link
    local: count the hops of traffic inside a supernode (default true)
    first: count the hops before the first D link (default true)
    middle: count the hops between two D links (default true)
    last: count the hops after the last D link (default true)
    """
    raise NotImplementedError


@named("routings")
def percs_indirect(
    *,
    inside: Given | None = None,
    local: Flag | None = None,
    first: Flag | None = None,
    middle: Flag | None = None,
    last: Flag | None = None,
) -> Spec:
    """Traffic goes over every D link that leaves the source's supernode, to any supernode, then the D link of the same bucket
    to the destination: L-D-L-D-L (Chakaravarthy et al., HiPC 2012). Needs percs. Engines: load and mapping.

    inside: paths of traffic inside a supernode (default striped); `striped`: 1/8 over each node of the source's drawer,
        in two hops; `single_hop`: the direct link
    local: count the hops of traffic inside a supernode (default true)
    first: count the hops before the first D link (default true)
    middle: count the hops between two D links (default true)
    last: count the hops after the last D link (default true)
    """
    raise NotImplementedError


@named("routings")
def table(
    *,
    file: Given,
) -> Spec:
    """Routes listed in a file, on any network. A line is a route: the routers that it visits, by number, or by name where the
    routers have names. Lines of the same pair share its traffic; `weight=3` at the end of a line gives it three shares.
    `router:vc` sets the virtual channel on which packets arrive at the router; by default they arrive on channel 0, or
    on all if the file sets none; `router@port` sets the output port of the previous router, if several lead there. `#`
    begins a comment. Weft rejects a route that visits a router twice or uses a channel that does not exist, and traffic
    between routers without a route; engine flit counts such packets as unreachable. `weft deadlock --routes` reads the
    same files. Needs any topology. Engines: rounds (derived), flit and deadlock, load and mapping (derived), judge and
    export (derived).

    file: path to the file of routes
    """
    raise NotImplementedError


@named("routings")
def forwarding(
    *,
    path: Given | None = None,
    lfts: Given | None = None,
    sl2vl: Given | None = None,
    service_levels: Given | None = None,
) -> Spec:
    """The forwarding tables of a fabric: the next port depends on the switch and the terminal of the destination, the virtual
    channel on the service level of the pair (InfiniBand). It reads the dumps of OpenSM (opensm-lfts.dump, opensm.fdbs,
    opensm-sl2vl.dump, opensm-path-records.dump) and the output of ibroute, dump_fts and ibdiagnet, and detects the form
    of each file by its content. Switches are matched by GUID. Without SL2VL tables the virtual lane is the service
    level modulo the data lanes, without service levels each pair has level 0. Needs channels in both directions and at
    most 254 ports per router. Supports failures. Engines: flit and deadlock, load and mapping, judge and export.

    path: folder with the tables, or one file of forwarding tables
    lfts: file of forwarding tables
    sl2vl: file of SL2VL tables
    service_levels: file of the service levels of pairs, or a QoS policy
    """
    raise NotImplementedError


@named("routings")
def balanced(
    *,
    layers: Whole | None = None,
    seed: Whole | None = None,
    effort: Number | None = None,
) -> Spec:
    """Weft's own forwarding tables for any network of links, with or without failures: a search that minimizes the maximum
    load of a channel if every terminal sends to every other one. The next port depends on the router and the terminal
    of the destination; paths may be longer than the shortest. Each pair of a source router and a destination terminal
    is assigned to a virtual layer, so that the channel dependencies within a layer are acyclic; the search uses few
    layers. Simulated annealing reassigns the next channel of single routers toward one terminal. Needs channels in both
    directions and at most 254 ports per router. Supports failures. Engines: flit and deadlock, load and mapping, judge
    and export.

    layers: maximum number of layers (in [1, 15], default 8)
    seed: random seed of the search (in [0, 1000000000], default 1)
    effort: factor of the search time (in [0.001, 1000], default 1)
    """
    raise NotImplementedError
