"""Algorithms of collective operations.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Quantity, Whole
from .values import Algorithm
from .spec import named

__all__ = [
    "single_tree", "arc_disjoint_trees", "packed_trees", "binomial", "ring", "recursive_doubling", "rabenseifner",
    "bruck", "pairwise", "direct", "dimension_rings", "randomized", "clex_flooding", "dissemination",
    "scatter_allgather", "in_network", "flooding", "forward",
]


@named(Algorithm)
def single_tree() -> Algorithm:
    """Sends along one tree of shortest paths from (to) the root, on any network, pipelined: depth + packets - 1 steps for a
    broadcast or a reduce. Allreduce and allgather go up and down simultaneously. Scatter sends the messages of the
    farthest ranks first, gather sends them last; the branches of the tree are as equal as shortest paths allow. Routers
    without ranks copy and add. Does broadcast, scatter, gather, reduce, allreduce, allgather, barrier.

    Returns
    -------
    Algorithm
    """
    raise NotImplementedError


@named(Algorithm)
def arc_disjoint_trees() -> Algorithm:
    """Sends along the 2k arc-disjoint spanning trees of a k-D torus, of depth sum(side - 1) + 1 (Solomonik, Network
    interconnect topologies, lecture 29), or the k of a hypercube, of depth k + 1 (Johnsson & Ho, IEEE ToC 38, 1989).
    The data are distributed over the trees and pipelined: a broadcast takes depth + ceil(packets / trees) - 1 steps,
    the lower bound except for the depth. Reduce: the trees backward. Allreduce (multi-tree): reduce and broadcast one
    after another on all trees, or both simultaneously on the trees of one sign. Scatter and gather: the packets of each
    rank distributed over the trees, those of the farthest ranks first (gather: last). Allgather: gather and broadcast,
    about 2 times the lower bound. A node that feeds few links per slot (--sends) uses fewer trees or wider steps,
    whichever is faster. Requires tori with sides of 3 or more, or doubled links. Does broadcast, scatter, gather,
    reduce, allreduce, allgather, barrier.

    Returns
    -------
    Algorithm
    """
    raise NotImplementedError


@named(Algorithm)
def packed_trees() -> Algorithm:
    """Along arc-disjoint trees on any network, found by a search (Edmonds, Edge-disjoint branchings, 1973, gives the maximum
    number; the search may find fewer), pipelined as on the trees of a torus. If every rank has one channel, this is one
    tree. Routers that are not ranks copy and add. Does broadcast, scatter, gather, reduce, allreduce, allgather,
    barrier.

    Returns
    -------
    Algorithm
    """
    raise NotImplementedError


@named(Algorithm)
def binomial(
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """Sends along a binomial tree of ranks (Thakur, Rabenseifner & Gropp, Optimization of collective communication operations
    in MPICH, 2005): ceil(log2 P) rounds. In each round, every rank that has the message sends it to a rank that does
    not have it, in the first round at a distance of half of all ranks. Scatter sends each rank its own message and the
    messages of the ranks below it. Gather and reduce run backward. Does broadcast, scatter, gather, reduce.

    Parameters
    ----------
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def ring(
    order: Literal["neighbors", "plain"] = "neighbors",
    *,
    ways: Literal["one", "both"] = "one",
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """Around a logical ring of all ranks (Patarasuk & Yuan, Bandwidth optimal all-reduce algorithms, 2009): in each of P - 1
    rounds every rank forwards to the next rank the data that it received in the previous round. In reduce_scatter a
    rank first adds its own part. Allreduce is reduce_scatter, then allgather, of P parts (packets are rounded up to a
    multiple of P, with ways = both to one of 2 P): 2 (P - 1) rounds of packets / P blocks. On grids, the ranks follow a
    Hamiltonian cycle, so that all messages go to neighbors over different channels (order = plain: by number). Does
    allreduce, reduce_scatter, allgather.

    Parameters
    ----------
    order : {"neighbors", "plain"}, default "neighbors"
        order of ranks along the ring; `neighbors`: along a cycle of neighbors on a grid, else plain; `plain`: 0, 1, 2,
        ..
    ways : {"one", "both"}, default "one"
        direction around the ring; `one`: all data upward; `both`: half in each direction, simultaneously
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def recursive_doubling(
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """In round k, ranks with numbers that differ in bit k exchange all their data (Thakur, Rabenseifner & Gropp, Optimization
    of collective communication operations in MPICH, 2005): log2 P rounds of whole vectors for allreduce, of 1, 2, 4, ..
    messages for allgather. On a hypercube each round uses the links of one dimension. If P is not a power of two, let Q
    be the largest power of two below P: each rank from Q upward first sends its data to rank - Q, and receives the
    result last. Does allreduce, allgather.

    Parameters
    ----------
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def rabenseifner(
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """Reduce_scatter by recursive halving: each rank exchanges half of the remaining data with the rank at distance P/2, P/4,
    .. 1. Allreduce continues with an allgather by recursive doubling, reduce with a binomial gather (Rabenseifner,
    Optimization of collective reduction operations, 2004): 2 log2 P rounds and 2 (P - 1) / P of the vector in total. A
    vector is cut into P parts (packets are rounded up to a multiple). If P is not a power of two, let Q be the largest
    power of two below P: each rank from Q upward first sends its vector to rank - Q, and receives the result last. Does
    reduce, allreduce, reduce_scatter.

    Parameters
    ----------
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def bruck(
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """Ceil(log2 P) rounds for any P (Bruck et al., Efficient algorithms for all-to-all communications in multiport
    message-passing systems, 1997). All-to-all: in round k, every message with bit k in its distance (to - from modulo
    P) moves by 2^k ranks, so a message is sent log2(P) / 2 times on average. Allgather: in round k, rank i sends all
    its messages to rank i - 2^k, in the last round only the missing ones. Does allgather, all_to_all.

    Parameters
    ----------
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def pairwise(
    ties: Literal["plus", "split"] = "split",
    *,
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """P - 1 rounds (Thakur, Rabenseifner & Gropp, Optimization of collective communication operations in MPICH, 2005): in
    round k rank i exchanges messages with rank i xor k if P is a power of two, else it sends to rank i + k and receives
    from rank i - k (modulo P). All messages take direct paths, on grids by dimension order. Does all_to_all.

    Parameters
    ----------
    ties : {"plus", "split"}, default "split"
        direction of messages that go halfway around a ring of a torus; `plus`: upward; `split`: half upward, half
        downward, by the parity of the coordinates
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def direct(
    ties: Literal["plus", "split"] = "split",
    *,
    embedding: Literal["rounds", "slots"] = "slots",
) -> Algorithm:
    """Every message goes directly to its destination, and all start simultaneously: on grids by dimension order, elsewhere by
    shortest paths. Messages to the next ranks come first in the queues. In an allreduce every rank adds up one part of
    the vector, which it receives from all ranks, and then sends the sum to all. Does scatter, gather, allreduce,
    reduce_scatter, allgather, all_to_all.

    Parameters
    ----------
    ties : {"plus", "split"}, default "split"
        the direction of messages that go halfway around a ring of a torus; `plus`: upward; `split`: half upward, half
        downward, by the parity of the coordinates
    embedding : {"rounds", "slots"}, default "slots"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def dimension_rings(
    orders: Literal["one", "all"] = "all",
    *,
    ways: Literal["one", "both"] = "both",
    embedding: Literal["rounds", "slots"] = "slots",
) -> Algorithm:
    """All-to-all dimension by dimension (Solomonik, Network interconnect topologies, lecture 29): along each ring every node
    forwards the blocks that go m hops further, m = r - 1 .. 1. A link of a ring of r nodes transfers blocks for each of
    the P / r nodes that a node then represents. Their number is r (r - 1) / 2 with ways = one (the slide sums 2^i
    instead of i by mistake). With ways = both, which splits blocks that go halfway around, it is r^2 / 8 (r even) or
    (r^2 - 1) / 8. embedding = rounds: one dimension after the other, with ways = one in r - 1 steps; slots: a block
    turns into its next dimension as soon as possible. orders = all: equal parts of the data go through the dimensions
    in each cyclic order, simultaneously, so that all links are busy. Allreduce is a reduce-scatter around the rings of
    each dimension in turn and an allgather back: a link carries (P - 1) / P of the vector, over the number of links per
    node, twice. Needs a torus or mesh (hypercube) with one rank per router; ways = one needs a torus. Does allreduce,
    reduce_scatter, allgather, all_to_all.

    Parameters
    ----------
    orders : {"one", "all"}, default "all"
        orders of the dimensions; `one`: dimension 0 first, then 1, ..; `all`: every cyclic order, each for an equal
        fraction of the data
    ways : {"one", "both"}, default "both"
        direction around a ring; `one`: all data upward; `both`: half in each direction, simultaneously
    embedding : {"rounds", "slots"}, default "slots"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def randomized(
    draw: Literal["order", "intermediate"] = "order",
    *,
    ties: Literal["plus", "split"] = "split",
    embedding: Literal["rounds", "slots"] = "slots",
) -> Algorithm:
    """All-to-all with random choices (Solomonik, Network interconnect topologies, lecture 29). draw = order: every rank sends
    its messages directly, in its own random order, first come, first served at the channels. With embedding = rounds,
    it sends them one after another. draw = intermediate: every message goes to a random rank first (Valiant, A scheme
    for fast parallel communication, 1982): twice the load of uniform traffic, for any traffic. Does all_to_all. Also
    called `randomized`.

    Parameters
    ----------
    draw : {"order", "intermediate"}, default "order"
        quantity that is drawn at random; `order`: order of the messages of a rank; `intermediate`: intermediate rank of
        a message
    ties : {"plus", "split"}, default "split"
        the direction of messages that go halfway around a ring of a torus; `plus`: upward; `split`: half upward, half
        downward, by the parity of the coordinates
    embedding : {"rounds", "slots"}, default "slots"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def clex_flooding(
    trees: Literal["shortest", "one_edge"] = "shortest",
) -> Algorithm:
    """Allgather on clex along flooding trees (Lenzen & Wattenhofer, CLEX, arXiv 1607.00298): a node sends its message to its
    clique and over all levels that lead to another copy. A message that arrives over level i continues over the levels
    below, down to 2 (single links, trees=one_edge: also to the clique that it enters). Each node gets each message
    once. First come, first served; among messages that arrive at the same time, lower stages come first. This algorithm
    executes every copy; `flooding` counts the same rounds at any size. Does allgather.

    Parameters
    ----------
    trees : {"shortest", "one_edge"}, default "shortest"
        trees along which messages are flooded; `shortest`: shortest paths: on clex with all links, the hop of a level
        leads to all nodes of the next clique; `one_edge`: on clex: the hop of a level leads to a single node of the
        next clique, whose lowest digit equals the lowest digit of the source; it forwards the message over level 1;
        with single links the same as shortest

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def dissemination(
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Algorithm:
    """In round k, rank i informs rank i + 2^k (modulo P) that it and all ranks that have informed it have arrived (Hensgen,
    Finkel & Manber, Two algorithms for barrier synchronization, 1988): ceil(log2 P) rounds of empty messages, for any
    P. Does barrier.

    Parameters
    ----------
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def scatter_allgather() -> Algorithm:
    """Broadcast of a long message in P parts (Barnett, Shuler, van de Geijn, Gupta, Payne & Watts, Interprocessor collective
    communication library, 1994; Thakur, Rabenseifner & Gropp 2005): a scatter along a binomial tree, then an allgather
    around the ring of the ranks by number: ceil(log2 P) + P - 1 rounds. Packets are rounded up to a multiple of P; each
    round ends before the next begins. Does broadcast.

    Returns
    -------
    Algorithm
    """
    raise NotImplementedError


@named(Algorithm)
def in_network(
    router: Whole = -1,
) -> Algorithm:
    """Routers copy and add, as with SHARP and multicast groups (R. L. Graham et al., COMHPC 2016): along one tree for all
    operations of the group, of shortest paths around the router with the smallest distance to the farthest rank.
    Allreduce and barrier add up to this router and send down from it, pipelined; broadcast and reduce use the same tree
    from (to) their root. A host only sends and receives, so with --hop alpha counts once. weft collective --engine flit
    also simulates its packets. Requires channels in both directions. Does broadcast, reduce, allreduce, barrier.

    Parameters
    ----------
    router : Whole, default -1
        the center of the tree; -1: the most central of all routers, or of 2,048 evenly spaced ones (in [-1,
        4294967295])

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def flooding(
    *,
    stages: Literal["pipelined", "barrier"] = "pipelined",
    trees: Literal["shortest", "one_edge"] = "shortest",
    alpha: Quantity = 100,
    beta: Quantity = 5,
) -> Algorithm:
    """One message of every terminal to all others, by flooding: on clex level 1, then the levels from the highest down (Lenzen
    & Wattenhofer, arXiv 1607.00298); on torus and mesh dimension after dimension; elsewhere along breadth-first trees.
    Reports rounds, at any size if the symmetry of the machine allows it, and the lower bound (n - 1) / B; also with the
    sum B of the bandwidths divided in proportion to the messages of each class; and the hops, the meters of cable by
    --layout and the time of a message that never waits, alpha per hop and beta per meter. Does allgather.

    Parameters
    ----------
    stages : {"pipelined", "barrier"}, default "pipelined"
        time at which a received message is forwarded; `pipelined`: as soon as a message arrives; `barrier`: after the
        previous level (dimension, depth) has ended everywhere
    trees : {"shortest", "one_edge"}, default "shortest"
        trees along which messages are flooded; `shortest`: shortest paths: on clex with all links, the hop of a level
        leads to all nodes of the next clique; `one_edge`: on clex: the hop of a level leads to a single node of the
        next clique, whose lowest digit equals the lowest digit of the source; it forwards the message over level 1;
        with single links the same as shortest
    alpha : Quantity, default 100
        delay of a hop (in ns, in [0, 1000000000])
    beta : Quantity, default 5
        delay of a meter of cable (in ns/m, in [0, 1000000000])

    Returns
    -------
    Algorithm

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Algorithm)
def forward() -> Algorithm:
    """A different message from every terminal to every other, all sent at the start, without a schedule: by A(l) on clex
    (Lenzen & Wattenhofer, arXiv 1607.00298), elsewhere by store and forward with the default routing and queues in the
    routers. Reports rounds, and a lower bound for any routing. Does all_to_all.

    Returns
    -------
    Algorithm
    """
    raise NotImplementedError
