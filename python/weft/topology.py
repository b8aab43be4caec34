"""Topologies.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Number, Numbers, Path, Sides, TopologyLike, Whole
from .values import Topology
from .spec import named

__all__ = [
    "clex", "torus", "mesh", "ring", "hypercube", "complete", "all_to_all_grid", "flattened_butterfly", "hyperx",
    "cube_connected_cycles", "butterfly", "wrapped_butterfly", "kary_nfly", "de_bruijn", "kautz", "petersen",
    "hoffman_singleton", "slim_fly", "polarfly", "jellyfish", "xpander", "binary_tree", "leiserson_fat_tree",
    "kary_ntree", "xgft", "dragonfly", "dragonfly_plus", "percs", "dcell", "sparse_torus", "sparse_mesh", "coated_mesh",
    "file", "kary_ncube", "fully_connected", "fat_tree", "megafly",
]


@named(Topology)
def clex(
    m: Whole = 4,
    levels: Whole = 2,
    *,
    landing: Literal["low", "high"] = "low",
    links: Literal["full", "single"] = "full",
    bandwidth: Numbers = 1,
    clique: TopologyLike = "complete",
) -> Topology:
    """Cliques of cliques (Lenzen & Wattenhofer, CLEX: Yet Another Supercomputer Architecture?, arXiv 1607.00298): m copies of
    the system one level below, and m directed channels per node and level, all to the copy selected by the node's
    lowest digit. n = m^levels nodes of degree m * levels, diameter = levels. The parameter clique replaces the cliques
    by any local network ("the high connectivity of a CLEX system could be considered an abstraction that can be
    replaced by any efficient local communication scheme within the cliques"). Channel classes: level1, level2, ..

    Parameters
    ----------
    m : Whole, default 4
        nodes per clique, and copies per level; with clique=[..], the number of routers of the local network (in [1,
        65535])
    levels : Whole, default 2
        number of levels, including the cliques (in [1, 32])
    landing : {"low", "high"}, default "low"
        endpoint of an edge of level 2 or higher; `low`: (i, a.., b, j) -> (j, a.., b, w): the lowest digit is free;
        `high`: (i, a.., b, j) -> (j, w, a.., b): the second highest digit is free
    links : {"full", "single"}, default "full"
        m channels per node and level, or one channel with their total capacity; `full`: m channels per level, including
        self loops and parallel channels; `single`: one channel of capacity m per level >= 2: (i, a.., b, j) -> (j, a..,
        b, i)
    bandwidth : Numbers, default 1
        bandwidth of a channel of each level, lowest level first; the last value applies to all levels above; the
        bandwidth of the local network's channels is a factor on level 1 (in [1e-09, 1000000000])
    clique : TopologyLike, default "complete"
        the local network of level 1, any topology with one terminal on every router: [torus:sides=4x8]; complete: the
        clique of m nodes

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def torus(
    sides: Sides = (4, 4),
    *further: Whole,
    concentration: Whole = 1,
    doubled: bool = False,
    injection: Number = 0,
) -> Topology:
    """Routers on a grid of any number of dimensions, each linked to its neighbors along every dimension, the last to the first
    (Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5). A side of 2 has one link, a side of 1
    no link. Channel classes: one per dimension. Also called `kary_ncube`.

    Parameters
    ----------
    sides : Sides, default (4, 4)
        routers along each dimension (in [1, 4294967295])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])
    doubled : bool, default False
        a side of 2 has two links between its routers instead of one
    injection : Number, default 0
        bandwidth of a terminal's link to its router, as a multiple of the channel bandwidth (engine rounds has no such
        link); 0: unlimited in metrics and collectives, the bandwidth of one channel in engines flit and flow (in [0,
        65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def mesh(
    sides: Sides = (4, 4),
    *further: Whole,
    concentration: Whole = 1,
    doubled: bool = False,
    injection: Number = 0,
) -> Topology:
    """Routers on a grid of any number of dimensions, each linked to its neighbors along every dimension, without wrap-around
    (Dally & Towles, Principles and Practices of Interconnection Networks, ch. 5). Routers at the border have fewer
    ports. Channel classes: one per dimension.

    Parameters
    ----------
    sides : Sides, default (4, 4)
        routers along each dimension (in [1, 4294967295])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])
    doubled : bool, default False
        a side of 2 has two links between its routers instead of one
    injection : Number, default 0
        bandwidth of a terminal's link to its router, as a multiple of the channel bandwidth (engine rounds has no such
        link); 0: unlimited in metrics and collectives, the bandwidth of one channel in engines flit and flow (in [0,
        65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def ring(
    routers: Whole = 8,
    *,
    concentration: Whole = 1,
) -> Topology:
    """Routers in a cycle, each linked to its two neighbors: the torus of one dimension (Dally & Towles, Principles and
    Practices of Interconnection Networks, ch. 5). Diameter floor(routers / 2), bisection 2. Two routers have one link.
    One channel class: dim0.

    Parameters
    ----------
    routers : Whole, default 8
        number of routers (in [1, 4294967295])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def hypercube(
    dimensions: Whole = 4,
    *,
    concentration: Whole = 1,
) -> Topology:
    """2^dimensions routers, linked if their numbers differ in one bit: degree and diameter = dimensions (Dally & Towles,
    Principles and Practices of Interconnection Networks, ch. 5: the binary n-cube). Channel classes: one per dimension.

    Parameters
    ----------
    dimensions : Whole, default 4
        number of dimensions (in [1, 32])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def complete(
    routers: Whole = 8,
    *,
    concentration: Whole = 1,
) -> Topology:
    """A link between every two routers: diameter 1 at a degree of routers - 1 (Dally & Towles, Principles and Practices of
    Interconnection Networks, ch. 1). One channel class: dim0. Also called `fully_connected`.

    Parameters
    ----------
    routers : Whole, default 8
        number of routers (in [1, 65536])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def all_to_all_grid(
    side: Whole = 4,
    *,
    concentration: Whole = 1,
) -> Topology:
    """A square of routers, each linked to all routers of its row and its column (Solomonik, Network interconnect topologies,
    CS 598): degree 2 (side - 1), diameter 2. Channel classes: dim0 (rows), dim1 (columns).

    Parameters
    ----------
    side : Whole, default 4
        routers per row and column (in [1, 32768])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def flattened_butterfly(
    arity: Whole = 4,
    levels: Whole = 3,
    *,
    concentration: Whole = 0,
) -> Topology:
    """The Hamming graph H(levels - 1, arity) with arity terminals per router: a k-ary n-fly with the switches of each row
    merged into one router (Kim, Dally & Abts, Flattened Butterfly: A Cost-Efficient Topology for High-Radix Networks,
    ISCA 2007). Diameter levels - 1. Channel classes: one per dimension.

    Parameters
    ----------
    arity : Whole, default 4
        routers along each dimension (in [2, 65536])
    levels : Whole, default 3
        levels of the butterfly, one more than the number of dimensions (in [2, 33])
    concentration : Whole, default 0
        terminals per router; 0: arity (in [0, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def hyperx(
    sides: Sides = (4, 4),
    *further: Whole,
    parallel: Whole = 1,
    terminals: Whole = 1,
) -> Topology:
    """Routers on a grid of any number of dimensions, each linked to all others along every dimension (Ahn et al., HyperX:
    Topology, Routing, and Packaging of Efficient Large-Scale Networks, SC 2009). Diameter = dimensions. Channel
    classes: one per dimension.

    Parameters
    ----------
    sides : Sides, default (4, 4)
        routers along each dimension (in [1, 65536])
    parallel : Whole, default 1
        links between two neighbors (in [1, 65535])
    terminals : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def cube_connected_cycles(
    dimension: Whole = 4,
    *,
    concentration: Whole = 1,
) -> Topology:
    """A hypercube of the given dimension whose vertices are cycles. A cycle has one router per dimension, and this router has
    the link along that dimension (Preparata & Vuillemin, The cube-connected cycles, CACM 24(5), 1981): dimension *
    2^dimension routers of degree 3, diameter 2 dimension + floor(dimension / 2) - 2 from dimension 4 on. Channel
    classes: cycle, cube.

    Parameters
    ----------
    dimension : Whole, default 4
        dimension of the cube; below 3 there are loops or double links (in [1, 27])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def butterfly(
    dimension: Whole = 3,
    *,
    concentration: Whole = 1,
) -> Topology:
    """Dimension + 1 levels of 2^dimension routers; level i is linked to level i + 1 straight, and to the row that differs in
    bit i (Leighton, Introduction to Parallel Algorithms and Architectures, section 3.2). The terminals are at level 0.
    Diameter 2 dimension. Channel classes: straight, cross.

    Parameters
    ----------
    dimension : Whole, default 3
        number of levels minus one; also the bits of a row (in [1, 27])
    concentration : Whole, default 1
        terminals per router of level 0 (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def wrapped_butterfly(
    dimension: Whole = 3,
) -> Topology:
    """The butterfly with its last level merged into the first: dimension levels of 2^dimension vertices of degree 4. The
    vertices of level 0 are the P computing nodes, the others are P (log P - 1) routers (Solomonik, Network interconnect
    topologies, CS 598; Leighton, Introduction to Parallel Algorithms and Architectures, section 3.2). Diameter floor(3
    dimension / 2). Channel classes: straight, cross.

    Parameters
    ----------
    dimension : Whole, default 3
        number of levels, and bits of a row; below 3 there are loops or double links (in [1, 27])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def kary_nfly(
    arity: Whole = 2,
    stages: Whole = 3,
) -> Topology:
    """The butterfly of n stages of k x k switches, the k-ary n-fly (Dally & Towles, Principles and Practices of
    Interconnection Networks, ch. 4). The arity^stages terminals inject at the first stage and eject at the last. There
    are stages * arity^(stages-1) switches, and unidirectional channels. A unique path leads from any terminal to any
    other, over stages - 1 channels between switches. Channel classes: stage1, stage2, ..

    Parameters
    ----------
    arity : Whole, default 2
        inputs and outputs of a switch (in [1, 65535])
    stages : Whole, default 3
        number of stages of switches (in [1, 32])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def de_bruijn(
    degree: Whole = 2,
    length: Whole = 4,
    *,
    concentration: Whole = 1,
) -> Topology:
    """Degree^length routers, each a word of that length, with directed channels to the words that result from shifting in a
    digit (Samatham & Pradhan, The de Bruijn multiprocessor network, IEEE TC 38(4), 1989): diameter = length. Words of
    one digit have a self loop. One channel class: link.

    Parameters
    ----------
    degree : Whole, default 2
        outgoing channels per router; also the number of different digits (in [2, 65535])
    length : Whole, default 4
        number of digits of a word; equals the diameter (in [1, 32])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def kautz(
    degree: Whole = 2,
    length: Whole = 3,
    *,
    concentration: Whole = 1,
) -> Topology:
    """Degree^length + degree^(length-1) routers, each a word of that length without equal adjacent letters, with directed
    channels to the words that result from shifting in a letter (Kautz 1968; numbered as by Imase & Itoh, IEEE TC 32(8),
    1983): diameter = length, without self loops. One channel class: link.

    Parameters
    ----------
    degree : Whole, default 2
        outgoing channels per router; also the number of different letters minus one (in [2, 65535])
    length : Whole, default 3
        number of letters of a word; equals the diameter (in [1, 31])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def petersen(
    concentration: Whole = 1,
) -> Topology:
    """The Moore graph of degree 3 and diameter 2: 10 routers, a pentagon and a pentagram joined by spokes (Hoffman &
    Singleton, On Moore graphs with diameters 2 and 3, IBM J. 4, 1960). One channel class: link.

    Parameters
    ----------
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def hoffman_singleton(
    concentration: Whole = 1,
) -> Topology:
    """The Moore graph of degree 7 and diameter 2: 50 routers, five pentagons and five pentagrams (Hoffman & Singleton, On
    Moore graphs with diameters 2 and 3, IBM J. 4, 1960; Robertson's construction). One channel class: link.

    Parameters
    ----------
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def slim_fly(
    q: Whole = 5,
    *,
    concentration: Whole = 0,
) -> Topology:
    """Diameter 2 near the Moore bound: 2 q^2 routers of degree (3 q - delta) / 2, the McKay-Miller-Siran graph of a prime
    power q = 4 w + delta, delta -1, 0 or 1 (Besta & Hoefler, Slim Fly: A Cost Effective Low-Diameter Network Topology,
    SC 2014; Hafner, J. Comb. Theory B 90, 2004). Channel classes: column, cross.

    Parameters
    ----------
    q : Whole, default 5
        prime power other than 2 (in [2, 65521])
    concentration : Whole, default 0
        terminals per router; 0: half the degree, rounded up (in [0, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def polarfly(
    q: Whole = 7,
    *,
    concentration: Whole = 1,
) -> Topology:
    """The q^2 + q + 1 points of the projective plane of a prime power q, linked if they are orthogonal (Lakhotia et al.,
    PolarFly: A Cost-Effective and Flexible Low-Diameter Topology, SC 2022): diameter 2, degree q + 1, which approaches
    the Moore bound as q grows; the q + 1 quadrics, orthogonal to themselves, have degree q. One channel class: link.

    Parameters
    ----------
    q : Whole, default 7
        prime power (in [2, 65521])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def jellyfish(
    routers: Whole = 20,
    degree: Whole = 4,
    *,
    concentration: Whole = 1,
    seed: Whole = 1,
) -> Topology:
    """A random regular graph, connected, without loops and parallel links (Singla et al., Jellyfish: Networking Data Centers
    Randomly, NSDI 2012). Link ends are paired at random, and swaps of ends remove loops and repetitions. This algorithm
    and the seed define the graph. One channel class: link.

    Parameters
    ----------
    routers : Whole, default 20
        number of routers (in [2, 4294967295])
    degree : Whole, default 4
        links of a router; routers * degree must be even (in [1, 65535])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])
    seed : Whole, default 1
        seed of the random graph (in [0, 9000000000000000])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def xpander(
    degree: Whole = 4,
    lifts: Whole = 4,
    *,
    concentration: Whole = 1,
    seed: Whole = 1,
) -> Topology:
    """A random lift of the complete graph on degree + 1 vertices: degree + 1 groups of `lifts` routers, every two groups
    joined by a random matching (Valadarsky et al., Xpander: Towards Optimal-Performance Datacenters, CoNEXT 2016).
    Regular, connected, defined by this algorithm and the seed. One channel class: link.

    Parameters
    ----------
    degree : Whole, default 4
        links of a router (in [1, 65534])
    lifts : Whole, default 4
        routers of a group (in [1, 2147483648])
    concentration : Whole, default 1
        terminals per router (in [1, 65535])
    seed : Whole, default 1
        seed of the random matchings (in [0, 9000000000000000])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def binary_tree(
    height: Whole = 3,
) -> Topology:
    """The complete binary tree (Leighton, Introduction to Parallel Algorithms and Architectures, section 1.1): 2^height
    leaves, which are the computing nodes, and 2^height - 1 routers. Diameter 2 height; one link separates the halves.
    Channel classes: level1 (at the leaves), level2, ..

    Parameters
    ----------
    height : Whole, default 3
        links from the root to a leaf (in [0, 31])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def leiserson_fat_tree(
    leaves: Whole = 16,
    *,
    growth: Number = 2,
) -> Topology:
    """The fat tree of Leiserson (Fat-trees: universal networks for hardware-efficient supercomputing, IEEE Trans. Computers
    C-34(10), 1985): a complete binary tree above the computing nodes, where the link above a vertex of height j has
    capacity growth^j. growth = 4^(1/3) is the volume-universal choice, 2 provides full bandwidth. Bisection between
    halves of the leaves: one link of the root, (leaves/2)^log2(growth). Channel classes: level1 (at the leaves),
    level2, .. with bandwidth 1, growth, growth^2, ..

    Parameters
    ----------
    leaves : Whole, default 16
        number of computing nodes, a power of two (in [1, 2147483648])
    growth : Number, default 2
        ratio of the capacity of a link to the capacity of the link below it (in [0.001, 1000])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def kary_ntree(
    arity: Whole = 2,
    levels: Whole = 3,
) -> Topology:
    """The k-ary n-tree (Petrini & Vanneschi, k-ary n-trees: high performance networks for massively parallel architectures,
    IPPS 1997): the fat tree of equal switches. It has levels * arity^(levels-1) switches, each with arity down links
    and arity up links. Each switch of the lowest level has arity terminals. Switches of neighboring levels are linked
    if their numbers agree except in one digit. Diameter 2 (levels-1). Channel classes: level1 (lowest stage of links),
    level2, .. Also called `fat_tree`.

    Parameters
    ----------
    arity : Whole, default 2
        down links and up links of a switch (in [1, 32767])
    levels : Whole, default 3
        number of levels of switches (in [1, 32])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def xgft(
    children: Sides = (4, 4),
    *further: Whole,
    parents: Sides = (1, 2),
    concentration: Whole = 0,
) -> Topology:
    """The extended generalized fat tree (Ohring, Ibel, Das & Kumar, On generalized fat trees, IPPS 1995): children and parents
    per vertex, stage by stage from the computing nodes, which are vertices, or, with concentration, from the switches
    of the lowest level. Real fat trees of k-port switches have children=k, parents=k/2, concentration=k/2 with two
    levels of switches, and children=(k/2)x(k), parents=(k/2)x(k/2), concentration=k/2 with three. Fewer parents taper
    the tree. Channel classes: level1 (the lowest stage), level2, ..

    Parameters
    ----------
    children : Sides, default (4, 4)
        children of a vertex of level 1, 2, .. (in [1, 65535])
    parents : Sides, default (1, 2)
        parents of a vertex of level 0, 1, .. (in [1, 65535])
    concentration : Whole, default 0
        terminals per vertex of level 0, a switch; 0: these vertices are the computing nodes (in [0, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def dragonfly(
    *,
    p: Whole = 2,
    a: Whole = 4,
    h: Whole = 2,
    groups: Whole = 0,
    arrangement: Literal["palmtree", "absolute", "relative"] = "palmtree",
) -> Topology:
    """Groups of routers, each a clique, and every two groups linked (Kim, Dally, Scott & Abts, Technology-driven,
    highly-scalable dragonfly topology, ISCA 2008). Balanced if a = 2h and p = h. At most a h + 1 groups; with fewer,
    two groups share several links. Arrangements as in Camarero, Vallejo & Beivide (Topological characterization of
    hamming and dragonfly networks, ACM TACO 2014). Diameter 3. Channel classes: local, global.

    Parameters
    ----------
    p : Whole, default 2
        terminals per router (in [1, 65535])
    a : Whole, default 4
        routers per group (in [1, 65535])
    h : Whole, default 2
        global ports per router (in [1, 65535])
    groups : Whole, default 0
        number of groups; 0: the maximum, a h + 1 (in [0, 4294967295])
    arrangement : {"palmtree", "absolute", "relative"}, default "palmtree"
        rule for the group to which a global port leads; `palmtree`: port q of group G leads to group G + q + 1, port ah
        - 1 - q; `absolute`: port q of group G leads to group q, or q + 1 from q = G on; `relative`: port q of group G
        leads to group G + 1 + q, port g - 2 - q: with these port numbers the same as palmtree

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def dragonfly_plus(
    *,
    p: Whole = 2,
    leaves: Whole = 2,
    spines: Whole = 2,
    h: Whole = 2,
    groups: Whole = 0,
    arrangement: Literal["palmtree", "absolute", "relative"] = "palmtree",
) -> Topology:
    """Dragonfly+ or Megafly: a dragonfly whose groups are two-stage fat trees (Shpiner et al., Dragonfly+: low cost topology
    for scaling datacenters, HiPINEB 2017; Flajslik, Borch & Parker, Megafly: a topology for exascale systems, ISC
    2018). Every leaf of a group is linked to all its spines; the spines link every two groups. At most spines * h + 1
    groups; with fewer, two groups share several links. Terminals are at most 3 hops apart. Balanced if p = leaves =
    spines = h. Channel classes: local, global. Also called `megafly`.

    Parameters
    ----------
    p : Whole, default 2
        terminals per leaf (in [1, 65535])
    leaves : Whole, default 2
        leaf routers per group (in [1, 65535])
    spines : Whole, default 2
        spine routers per group (in [1, 65535])
    h : Whole, default 2
        global ports per spine (in [1, 65535])
    groups : Whole, default 0
        number of groups; 0: the maximum, spines h + 1 (in [0, 4294967295])
    arrangement : {"palmtree", "absolute", "relative"}, default "palmtree"
        rule for the group to which a global port leads; `palmtree`: port q of group G leads to group G + q + 1, port ah
        - 1 - q; `absolute`: port q of group G leads to group q, or q + 1 from q = G on; `relative`: port q of group G
        leads to group G + 1 + q, port g - 2 - q: with these port numbers the same as palmtree

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def percs(
    supernodes: Whole = 4,
    links: Whole = 2,
) -> Topology:
    """PERCS, the two-level direct network of IBM's POWER7-IH 775 (Arimilli et al., The PERCS high-performance interconnect,
    Hot Interconnects 2010; Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012): supernodes
    of 4 drawers of 8 nodes of 4 processors, cliques in a drawer and across drawers, and several links between every two
    supernodes. Diameter 3. The machine was built up to supernodes * links = 512. Channel classes: LL, LR, D, of 21, 5
    and 10 GB/s.

    Parameters
    ----------
    supernodes : Whole, default 4
        number of supernodes, of 32 nodes each (in [1, 33554432])
    links : Whole, default 2
        D links between two supernodes: 1, 2, 4, 8, 16 or 32 (in [1, 32])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def dcell(
    servers: Whole = 4,
    levels: Whole = 1,
    *,
    model: Literal["switch", "clique"] = "switch",
) -> Topology:
    """DCell (Guo et al., DCell: a scalable and fault-tolerant network structure for data centers, SIGCOMM 2008): servers that
    forward, in nested cells. n servers share a mini-switch. If a cell has t servers, a cell of the next level consists
    of t + 1 such cells, and every two of them are linked. The size is nearly squared at each level. Diameter below
    2^(levels+1), mini-switches as cliques. Channel classes: switch (or clique), level1, level2, ..

    Parameters
    ----------
    servers : Whole, default 4
        servers per mini-switch (in [2, 65535])
    levels : Whole, default 1
        number of levels above the mini-switches (in [0, 5])
    model : {"switch", "clique"}, default "switch"
        model of the mini-switches; `switch`: a router; the servers are computing nodes that route too; `clique`: links
        between all its servers, which are the routers

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def sparse_torus(
    dimensions: Whole = 2,
    side: Whole = 4,
) -> Topology:
    """The sparse torus ST(d, n) (Honkanen, Leppanen & Penttonen, Address-free all-to-all routing in sparse torus, PaCT 2007):
    a torus of n^d nodes with one channel per dimension, all upward. Only the n^(d-1) nodes with coordinates that sum to
    0 mod n are processors, so that the network can carry their traffic. Diameter d (n-1); processors are at distances
    n, 2n, .. (d-1) n. Channel classes: dim0, dim1, ..

    Parameters
    ----------
    dimensions : Whole, default 2
        number of dimensions, d (in [1, 32])
    side : Whole, default 4
        nodes along each dimension (in [2, 4294967295])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def sparse_mesh(
    side: Whole = 4,
) -> Topology:
    """A square mesh with processors only on its diagonal, one in every row and every column, so that the network grows faster
    than their traffic (Leppanen & Penttonen, Sparse networks: balance of processing and communication, 2007). side
    processors among side^2 routers, at most 2 (side-1) hops apart. Channel classes: dim0, dim1.

    Parameters
    ----------
    side : Whole, default 4
        routers along each dimension (in [1, 65536])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def coated_mesh(
    side: Whole = 4,
) -> Topology:
    """A square mesh of routers coated with processors, one at each of its 4 side boundary ports (Leppanen & Penttonen,
    Work-optimal simulation of PRAM models on meshes, Nordic Journal of Computing 1995). Diameter 2 side. Channel
    classes: dim0, dim1 between routers, coat at the processors.

    Parameters
    ----------
    side : Whole, default 4
        routers along each dimension (in [1, 65533])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Topology)
def file(
    path: Path = "",
    *,
    format: Literal["auto", "edge_list", "metis", "chaco", "graphml", "gml", "matrix_market", "anynet", "ibnetdiscover", "opensm", "slurm", "aries", "dot", "json", "simgrid"] = "auto",
    direction: Literal["file", "links", "arcs"] = "file",
    concentration: Whole = 1,
) -> Topology:
    """Any graph read from a file: edge list, METIS, Chaco, GraphML, Matrix Market, BookSim's anynet, an InfiniBand fabric as
    printed by ibnetdiscover, Slurm's topology.conf or the cable list of a Cray XC. A router per vertex, in the order of
    the file; weights are bandwidths. The file may specify terminals (anynet, ibnetdiscover, slurm, aries, GraphML's and
    GML's node data `terminals`). Otherwise each router has `concentration`; in a file whose node data `kind` (or
    `type`) marks hosts, each host has one instead. Hosts do not forward packets. The graph may be disconnected. Channel
    classes: the classes in the file, else one, link.

    Parameters
    ----------
    path : Path
        path to the file
    format : {"auto", "edge_list", "metis", "chaco", "graphml", "gml", "matrix_market", "anynet", "ibnetdiscover", "opensm", "slurm", "aries", "dot", "json", "simgrid"}, default "auto"
        format of the file; `auto`: detected from the content of the file, or from the extension if several formats fit;
        `edge_list`: a line `a b [weight]` per link, separated by spaces or commas (.txt, .csv, .tsv, .edges); `metis`:
        METIS: each line lists the neighbors of a vertex (.graph, .metis); `chaco`: Chaco: METIS with weights that may
        be fractions (.chaco); `graphml`: GraphML, an XML format for graphs (.graphml); `gml`: GML, as NetworkX, Gephi
        and the Internet Topology Zoo write it (.gml); read-only; `matrix_market`: the adjacency matrix in the
        coordinate format of Matrix Market (.mtx); `anynet`: a BookSim network file (.anynet); `ibnetdiscover`: an
        InfiniBand fabric as ibnetdiscover prints it, also with -p, as ibsim reads it, or as OpenSM's opensm-subnet.lst
        (.ibnet, .topo, .net, .lst); written as a netlist of ibsim; `opensm`: a folder with forwarding tables for
        OpenSM, and the matching netlist; write-only; `slurm`: Slurm's topology.conf, a tree of switches with the names
        of nodes, or the output of `scontrol show topology` (.conf); `aries`: the cable list of a Cray XC (.aries);
        read-only; `dot`: Graphviz (.dot, .gv); write-only; `json`: node-link JSON of networkx and d3 (.json);
        write-only; `simgrid`: platform XML of SimGrid (.xml); write-only
    direction : {"file", "links", "arcs"}, default "file"
        meaning of the lines of the file; `file`: as specified in the file; an edge list without header contains links;
        `links`: each line is a link, with a channel in both directions; `arcs`: each line is a channel from its first
        to its second vertex
    concentration : Whole, default 1
        terminals per router, unless the file specifies them (in [0, 65535])

    Returns
    -------
    Topology

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


# Other names in the literature.
kary_ncube = torus
fully_connected = complete
fat_tree = kary_ntree
megafly = dragonfly_plus
