"""Transfers slot by slot: the parameter `schedule`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import MappingLike, Path, Sides, Whole
from .values import Schedule
from .spec import named

__all__ = [
    "general", "two_state", "split", "crossing", "states", "transfers", "cannon", "summa", "matmul_3d", "halo",
]


@named(Schedule)
def general() -> Schedule:
    """All-to-all on a sparse torus by groups of path patterns, longest first, in the n slices of time (Honkanen, Leppanen &
    Penttonen, Address-free all-to-all routing in sparse torus, PaCT 2007). Routers shift by up to d - 1 dimensions
    simultaneously.

    Returns
    -------
    Schedule
    """
    raise NotImplementedError


@named(Schedule)
def two_state() -> Schedule:
    """Like general, with routers that only shift by 0 or 1: if a path makes no hop along a dimension between two others with
    hops, it makes a full turn of n hops there.

    Returns
    -------
    Schedule
    """
    raise NotImplementedError


@named(Schedule)
def split() -> Schedule:
    """Like general, with long paths cut into legs of n hops. Processors always remove every message that arrives. They forward
    it in the same slot if it has not reached its destination, so they need no state.

    Returns
    -------
    Schedule
    """
    raise NotImplementedError


@named(Schedule)
def crossing(
    axes: Literal["x", "both"] = "both",
) -> Schedule:
    """All-to-all on a sparse torus of two dimensions: all routers cross at slots 0, n, 2 n, .. and are straight at all others
    (Leppanen & Penttonen, Sparse networks, slides, 2007).

    Parameters
    ----------
    axes : {"x", "both"}, default "both"
        axes along which messages leave; `x`: every message leaves along x; `both`: along the axis on which it can leave
        first

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def states(
    file: Path,
) -> Schedule:
    """The actions of the routers and processors of a sparse torus in every slot, from a file as written by `weft schedule -o
    DIR` (states.csv).

    Parameters
    ----------
    file : Path
        path to the file, such as states.csv

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def transfers(
    file: Path,
    *,
    sends: Whole = 0,
    receives: Whole = 0,
) -> Schedule:
    """Timed transfers of blocks over the channels of any topology, from a file as `weft collective --transfers FILE` writes
    it: lines `holdings one_place|copies|sums|unions`, `participants VERTEX..`, `block B START GOAL..|all [due SLOTS]`
    (of sums and unions without START), `slot T [WIDTH]` and transfers `FROM TO B [add] [port P] [carrier C
    enter|pass|leave]`; a vertex is a router number, or t followed by a terminal number.

    Parameters
    ----------
    file : Path
        path to the file
    sends : Whole, default 0
        blocks that a node can send per slot; 0: no limit (in [0, 4294967295])
    receives : Whole, default 0
        blocks that a node can receive per slot; 0: no limit (in [0, 4294967295])

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def cannon(
    grid: Sides = 0,
    *further: Whole,
    mapping: MappingLike = "natural",
    embedding: Literal["rounds", "slots"] = "rounds",
) -> Schedule:
    """Cannon's matrix multiplication (L. E. Cannon, A cellular computer to implement the Kalman filter algorithm, 1969) on q x
    q tasks, each with one block of each matrix. Row i of the first matrix rotates i positions to the left, and column j
    of the second j positions up, each in the shorter direction: floor(q / 2) rounds. Then all blocks advance by one
    position, q - 1 times. Both matrices move at the same time over different links.

    Parameters
    ----------
    grid : Sides, default 0
        task grid, last coordinate fastest; 0: one task per terminal, in a grid that the algorithm supports (in [0,
        4294967295])
    mapping : MappingLike, default "natural"
        placement of tasks: natural (neighbors on the task grid are neighbors in the machine; each dimension of the task
        grid uses one or several dimensions of the machine), or any other mapping (weft list mappings), in brackets if
        it has parameters
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def summa(
    *,
    grid: Sides = 0,
    mapping: MappingLike = "natural",
    embedding: Literal["rounds", "slots"] = "rounds",
    panels: Whole = 0,
) -> Schedule:
    """SUMMA (R. A. van de Geijn & J. Watts, Scalable universal matrix multiplication algorithm, 1997) on r x c tasks: panels
    of columns of the first matrix are broadcast along the rows of tasks, and panels of rows of the second along the
    columns. Each panel travels in both directions from the task that owns it. A panel starts two rounds after the
    previous one (one round if no panel makes two hops), so that no link carries two: 2 (panels - 1) + floor(s / 2)
    rounds, s = max(r, c) (s - 1 instead of floor(s / 2) if the machine does not wrap). A block is the part of a panel
    that one task owns.

    Parameters
    ----------
    grid : Sides, default 0
        task grid, last coordinate fastest; 0: one task per terminal, in a grid that the algorithm supports (in [0,
        4294967295])
    mapping : MappingLike, default "natural"
        placement of tasks: natural (neighbors on the task grid are neighbors in the machine; each dimension of the task
        grid uses one or several dimensions of the machine), or any other mapping (weft list mappings), in brackets if
        it has parameters
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority
    panels : Whole, default 0
        a multiple of rows and of columns; 0: their least common multiple

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def matmul_3d(
    *,
    grid: Sides = 0,
    mapping: MappingLike = "natural",
    embedding: Literal["rounds", "slots"] = "rounds",
    packets: Whole = 1,
) -> Schedule:
    """3-D matrix multiplication (R. C. Agarwal et al., A three-dimensional approach to parallel matrix multiplication, 1995;
    E. Dekel, D. Nassimi & S. Sahni, Parallel matrix and graph algorithms, 1981) on a x b x c tasks (i, j, k): block (i,
    k) of the first matrix is broadcast from (i, 0, k) along j and block (k, j) of the second from (0, j, k) along i,
    simultaneously; the products are summed along k at (i, j, 0). Blocks travel in both directions, cut into packets
    that follow one another: floor(max(a, b) / 2) + packets - 1 rounds, then floor(c / 2) + packets - 1.

    Parameters
    ----------
    grid : Sides, default 0
        task grid, last coordinate fastest; 0: one task per terminal, in a grid that the algorithm supports (in [0,
        4294967295])
    mapping : MappingLike, default "natural"
        placement of tasks: natural (neighbors on the task grid are neighbors in the machine; each dimension of the task
        grid uses one or several dimensions of the machine), or any other mapping (weft list mappings), in brackets if
        it has parameters
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority
    packets : Whole, default 1
        packets per block of a matrix (in [1, 65536])

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Schedule)
def halo(
    *,
    grid: Sides = 0,
    mapping: MappingLike = "natural",
    embedding: Literal["rounds", "slots"] = "rounds",
    periodic: bool = True,
) -> Schedule:
    """Exchange of ghost zones: every task sends one block to each neighbor along each dimension of the task grid, all at the
    same time, in one round. Along a side of 2 both neighbors are the same task.

    Parameters
    ----------
    grid : Sides, default 0
        task grid, last coordinate fastest; 0: one task per terminal, in a grid that the algorithm supports (in [0,
        4294967295])
    mapping : MappingLike, default "natural"
        placement of tasks: natural (neighbors on the task grid are neighbors in the machine; each dimension of the task
        grid uses one or several dimensions of the machine), or any other mapping (weft list mappings), in brackets if
        it has parameters
    embedding : {"rounds", "slots"}, default "rounds"
        translation of messages into transfers; `rounds`: round by round and hop by hop; each step lasts as many slots
        as its most loaded channel requires; `slots`: a block continues as soon as it has arrived and a channel is free;
        blocks with the most remaining hops have priority
    periodic : bool, default True
        the first and the last task of a side are neighbors

    Returns
    -------
    Schedule

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
