"""Mappings: where the tasks of a job run.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import MappingLike, Number, Path, Quantity, Sides, Whole
from .values import Mapping
from .spec import named

__all__ = [
    "linear", "random", "blocks", "space_filling_curve", "grid_embedding", "reverse_cuthill_mckee", "greedy",
    "recursive_bisection", "scotch", "local_search", "modular_coloring", "lattice_coloring", "hybrid",
    "percs_annealing", "file", "hosts", "best",
]


@named(Mapping)
def linear(
    order: Literal["rows", "columns"] = "rows",
) -> Mapping:
    """Assigns the tasks in order to the terminals in order: the default of launchers (DEF and, by columns, COL of
    Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012).

    Parameters
    ----------
    order : {"rows", "columns"}, default "rows"
        order of the tasks; `rows`: row by row; `columns`: column by column

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def random() -> Mapping:
    """Assigns tasks to terminals uniformly at random, at most one on each. It models a scheduler that ignores locality on a
    full machine, and is the cheapest method to spread traffic.

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def blocks(
    sides: Sides = (2, 2),
    *further: Whole,
    quad: Sides = (2, 2),
    order: Literal["sequential", "random"] = "sequential",
) -> Mapping:
    """Assigns blocks of the task grid to consecutive terminals. A block consists of smaller blocks (quad) in row-major order,
    each of which is row-major inside. Blocks with as many tasks as a group of a dragonfly has terminals fill groups. On
    PERCS, sides=2x2, 4x8 and 8x16 fill nodes, drawers and supernodes: NODE, DRW and SN of Chakaravarthy et al. (Mapping
    strategies for the PERCS architecture, HiPC 2012). order=sequential is their SEQ, order=random their RND.

    Parameters
    ----------
    sides : Sides, default (2, 2)
        sides of a block; must divide the sides of the task grid (in [1, 4294967296])
    quad : Sides, default (2, 2)
        sides of the smaller blocks in a block; must divide the sides of the block, or are reduced to them (in [1,
        4294967296])
    order : {"sequential", "random"}, default "sequential"
        order of the blocks; `sequential`: row by row; `random`: uniformly random

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def space_filling_curve() -> Mapping:
    """Assigns the tasks, in the order of a Hilbert curve of the task grid, to the terminals in order. If the routers are a
    grid too, the terminals follow the Hilbert curve of that grid. If sides are not powers of two, the curve of the
    enclosing cube is used, restricted to the grid (C. H. Hamilton and A. Rau-Chaplin, Inf. Process. Lett. 105, 2008).

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def grid_embedding(
    factoring: Whole = 0,
) -> Mapping:
    """Embeds task grids in machines that are grids. Each side of the task grid is a product of factors, one per side of the
    machine (and one for the terminals of a router). The side traverses them back and forth like a reflected Gray code,
    so that a step on the task grid is mostly a step on the machine (the folding and unfolding of A. Bhatele et al.,
    Automated mapping of regular communication graphs on mesh interconnects, HiPC 2010). The default is the factoring of
    minimum total distance between neighbors on the task grid, which wraps; equal grids therefore coincide. Other
    factorings may reduce the load of the most loaded channel: the mapping best tries them.

    Parameters
    ----------
    factoring : Whole, default 0
        number of the factoring, counted from 1 by ascending distance, with the sides of the task grid in any order
        along each dimension; 0: the factoring of minimum distance (in [0, 65535])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def reverse_cuthill_mckee() -> Mapping:
    """Assigns the tasks in reverse Cuthill-McKee order of the communication to the terminals in reverse Cuthill-McKee order of
    the routers. Both orders keep neighbors together, for any shape (T. Hoefler and M. Snir, Generic topology mapping
    strategies for large-scale parallel architectures, ICS 2011). The mapping ignores the amounts of communication.

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def greedy() -> Mapping:
    """The greedy graph embedding of T. Hoefler and M. Snir (Generic topology mapping strategies for large-scale parallel
    architectures, ICS 2011): the task that exchanges most is placed on terminal 0. Then the mapping repeatedly picks,
    among all pairs of a placed and an unplaced task, the pair that exchanges most. It assigns the unplaced task to the
    free terminal nearest to the placed one. Distances are hops.

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def recursive_bisection() -> Mapping:
    """Dual recursive bisection (T. Hoefler and M. Snir, Generic topology mapping strategies for large-scale parallel
    architectures, ICS 2011): cuts the routers into two parts with little bandwidth between them, and the tasks into two
    parts that exchange little and fill the routers equally. Each half is then divided recursively, down to single
    routers. METIS computes the cuts, and Weft corrects them to the exact sizes. If parallel cuts are equally good, the
    halves may be mirrored.

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def scotch(
    *,
    tries: Whole = 1,
    seconds: Quantity = 0,
    lengths: Literal["hops", "bandwidth"] = "hops",
    imbalance: Number = 0.01,
) -> Mapping:
    """The static mapping of libscotch 7.0 (F. Pellegrini and J. Roman, HPCN 1996), best quality, one thread. It reduces the
    sum of traffic times distance, on the graph of the routers with their terminals as weights (SCOTCH_archBuild2). A
    router with more tasks than terminals moves the tasks that exchange least to the nearest free terminal. Several
    tries differ by the seed; the result is the one of minimum congestion under the actual routing. Needs a build with
    Scotch (see weft --version).

    Parameters
    ----------
    tries : Whole, default 1
        number of seeds to try: the seed of the scenario and the following ones (in [1, 1000000000])
    seconds : Quantity, default 0
        continue with further seeds until this wall-clock time has passed; the result then depends on the machine (in s,
        in [0, 1000000000])
    lengths : {"hops", "bandwidth"}, default "hops"
        length of a link for Scotch; `hops`: 1; `bandwidth`: inversely proportional to its bandwidth
    imbalance : Number, default 0.01
        maximum excess load of a router that Scotch accepts, relative to the mean load (in [0, 1])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def local_search(
    *,
    from_: MappingLike = "own",
    moves: Whole = 0,
    seconds: Quantity = 0,
    chains: Whole = 2,
) -> Mapping:
    """Simulated annealing on the maximum congestion (load over bandwidth of the most loaded channel) under the actual routing.
    It swaps tasks: mostly, tasks with traffic over one of the most loaded channels move to terminals near their
    partners. Loads are updated exactly, in integers. Several chains run in parallel, each from a different start; after
    each cooling step all chains continue from the best placement. `from` lists the starts, e.g. scotch or
    [greedy,linear]; from=own: linear, space_filling_curve, reverse_cuthill_mckee, greedy, recursive_bisection and, on
    grids, grid_embedding. Among placements of equal maximum, the one of minimum total load wins. Results are determined
    by the seed, unless `seconds` is set.

    Parameters
    ----------
    from_ : MappingLike, default "own"
        initial mapping, or several in brackets; own: mappings of Weft
    moves : Whole, default 0
        total number of attempted swaps; 0: 1000 for each task, at least 200,000, or until `seconds` have passed (in [0,
        1000000000000000])
    seconds : Quantity, default 0
        wall-clock limit, including the starts; the search cools accordingly, so the result depends on the machine; 0:
        unlimited (in s, in [0, 1000000000])
    chains : Whole, default 2
        independent searches, which run in parallel (in [1, 1024])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def modular_coloring(
    block: Sides = 0,
    *further: Whole,
) -> Mapping:
    """MOD CLR of Chakaravarthy et al. (Mapping strategies for the PERCS architecture, HiPC 2012), for the halo on networks of
    two levels: PERCS, dragonflies and other groups of routers with links between every two groups. Two blocks of tasks
    share a group (PERCS: a supernode, blocks of 8x8), so that any two groups have at most one pair of adjacent blocks.
    Block (x, y) of p x q goes to group floor(x/2) q + y in even rows, floor(x/2) q + (5y + 2) mod q in odd ones, to its
    first or second half. p is even and at least 4. q is a power of two >= 8; for other numbers such as 12, other
    factors than 5 are tried. With n links between two groups and a longer side s of a block, a channel between groups
    carries at most s / 4n of the traffic of the mean task.

    Parameters
    ----------
    block : Sides, default 0
        rows x columns of tasks in half a group; 0: as close to a square as the grid allows (in [0, 65536])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def lattice_coloring(
    tile: Sides = (4, 8),
    *further: Whole,
    shape: Literal["rectangle", "brick", "hexagon"] = "brick",
    steps: Whole = 20000000,
) -> Mapping:
    """A perfect coloring for the halo on networks of two levels: PERCS, dragonflies and other groups of routers with links
    between every two groups. Any two groups (PERCS: supernodes) share at most one border of two tiles, so that tiles as
    small as a node may be used (the open problem of Chakaravarthy et al., Mapping strategies for the PERCS
    architecture, HiPC 2012). If the longest border has s tasks and two groups n links, a channel between groups carries
    at most s / 4n of the traffic of the mean task; the D links of PERCS allow 160 n / s GB/s. Squares of 16 tasks have
    s = 4, bricks of 4x8 too, hexagons of 16 tasks 3, of 64 tasks 6. The f tiles of a group are f cosets of a lattice in
    the grid of tiles; tile t has the color offset(coset of t) + position of t in the lattice. The coloring is perfect
    if and only if the differences across all borders of one group, with their negatives, are distinct and nonzero.
    Randomized backtracking searches the offsets, for one lattice after the other. If no lattice has such offsets, tiles
    swap colors until all borders connect different pairs.

    Parameters
    ----------
    tile : Sides, default (4, 8)
        rows x columns of tasks (for a hexagon: of the underlying brick); the number of tasks must divide the terminals
        of a group (PERCS: 128) (in [1, 65536])
    shape : {"rectangle", "brick", "hexagon"}, default "brick"
        shape of the tiles; `rectangle`: tiles in rows and columns, each with four neighbors; `brick`: every other row
        shifted by half a tile: six neighbors, shorter sides; `hexagon`: bricks that extend into the row above between
        two others, so that all six sides are equal: by (height - width / 2) / 2 rows, half a tile wide
    steps : Whole, default 20000000
        maximum number of steps of the search (in [1, 1000000000000])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def hybrid() -> Mapping:
    """Mapping for the transpose on PERCS (Chakaravarthy et al., Mapping strategies for the PERCS architecture, HiPC 2012),
    dragonflies and other groups of routers: row after row, so that a group (PERCS: a supernode) contains whole rows, or
    column after column. An order is possible if the length of its rows or columns divides the terminals of a group
    (PERCS: 128). If both orders are possible, columns are used if rows are as long as two copies of the level below the
    groups (PERCS: two drawers, 64) and columns are not; otherwise rows are used.

    Returns
    -------
    Mapping
    """
    raise NotImplementedError


@named(Mapping)
def percs_annealing(
    *,
    start: Mapping | str = "linear",
    labels: bool = True,
    contents: bool = True,
    moves: Whole = 200000,
    rounds: Whole = 1,
    seconds: Quantity = 0,
) -> Mapping:
    """Starts from the placement of another mapping on PERCS and reduces the load of the most loaded channel, under the actual
    routing (percs_direct if another is used). Tasks on one node stay together, and so do tasks in one supernode. The
    first step chooses the numbers of the supernodes, which matter modulo W = 32 / links since they determine the nodes
    where the D links end. The second step assigns the contents of each supernode to its nodes. Both use simulated
    annealing (Kirkpatrick, Gelatt & Vecchi, Science 220, 1983) of swaps, and every swap updates the loads.

    Parameters
    ----------
    start : Mapping | str, default "linear"
        initial mapping, name or [name:key=value]
    labels : bool, default True
        optimize the numbers of the supernodes
    contents : bool, default True
        optimize the nodes in the supernodes
    moves : Whole, default 200000
        attempted swaps per run, for the numbers and for each supernode (in [1, 1000000000000000])
    rounds : Whole, default 1
        number of runs with different seeds; the best result is used (in [1, 1000000])
    seconds : Quantity, default 0
        time limit of the search; 0: unlimited. An interrupted result is not reproducible (in s, in [0, 1000000000])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def file(
    path: Path = "",
) -> Mapping:
    """A placement listed in a file, such as the current one: the terminal of each task, one per line, or a rankfile of Open
    MPI (`rank 3=node12 slot=1`). Node names are the names of the hosts of the topology. If hosts are unnamed, the
    number at the end of a node's name is the number of the host, counted from 0, as in `+n3`. The slots of a node are
    distributed over its terminals in turn, so that several ranks may share one. The default size of the job is the
    number of ranks of the rankfile.

    Parameters
    ----------
    path : Path
        path to the file

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def hosts(
    file: Path,
) -> Mapping:
    """Assigns the tasks in order to the hosts of a list, such as $SLURM_JOB_NODELIST (`hosts:node[01-04],node07`, with 4 tasks
    on each: `hosts:node[01-04]:4,node07:4`), or of a file, such as the hostfile of a job: a name on each line, `#` for
    comments. Valid names are hosts of the fabric, nodes of Slurm or vertices of the topology's file; elsewhere
    terminals are named t0, t1 and so on. A hostlist such as `node[1-8]` expands to several. `node1 slots=2` or
    `node1:2` accepts two tasks, and so does a name that is listed twice: on the terminals of the host in turn, so that
    the tasks of a host with one terminal share it. The default size of the job is the number of tasks that the listed
    hosts accept.

    Parameters
    ----------
    file : Path
        path to the file, or the list

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Mapping)
def best(
    starts: Whole = 12,
    *,
    seconds: Quantity = 0,
) -> Mapping:
    """Tries every mapping that supports the grid and the machine, with all promising tiles, blocks and orders. Then it runs
    the searches from the best of these placements. It evaluates each placement under the actual routing. The highest
    throughput over all channels wins, including channels of terminals; then the highest over the channels between
    routers; ties prefer the first placement. The table `candidates` lists all placements tried, and `bounds` lists
    upper bounds for all placements.

    Parameters
    ----------
    starts : Whole, default 12
        maximum number of placements from which each search starts (in [0, 1000000])
    seconds : Quantity, default 0
        time limit for trying placements; 0: all are tried. An interrupted result is not reproducible (in s, in [0,
        1000000000])

    Returns
    -------
    Mapping

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
