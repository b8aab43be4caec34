"""Traffic among the tasks of a job: the parameter `pattern`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Path, TrafficLike, Whole
from .values import Pattern, Program
from .spec import named

__all__ = [
    "halo", "transpose", "all_to_all", "multicast", "traffic", "matrix", "monitoring", "program", "worst_case",
]


@named(Pattern)
def halo(
    corners: bool = False,
    *,
    wrap: bool = True,
) -> Pattern:
    """Each task sends the same amount to both neighbors in every dimension of the task grid, which wraps unless wrap=false: in
    two dimensions the Halo of Chakaravarthy et al. (Mapping strategies for the PERCS architecture, HiPC 2012), in three
    the 7-point, in four the 9-point stencil of Bhatele et al. (SC 2011). With corners=true it sends to all 3^d - 1
    tasks whose coordinates differ by at most one. A neighbor along a side of 1 is the task itself; a side of 2 has the
    same neighbor twice.

    Parameters
    ----------
    corners : bool, default False
        include the diagonal neighbors: 9 points in two dimensions, 27 in three
    wrap : bool, default True
        the first and the last task of a side are neighbors

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def transpose() -> Pattern:
    """Each task of a P x Q grid sends 1/(2Q) of its data to every task of its row and 1/(2P) to every task of its column,
    including itself: matrix transposition in distributed transforms, after Chakaravarthy et al. (Mapping strategies for
    the PERCS architecture, HiPC 2012). In d dimensions, 1/d of it along each.

    Returns
    -------
    Pattern
    """
    raise NotImplementedError


@named(Pattern)
def all_to_all() -> Pattern:
    """Each task sends the same amount to every task, including itself: the average of uniformly random traffic, as in the
    RandomAccess and Graph500 benchmarks.

    Returns
    -------
    Pattern
    """
    raise NotImplementedError


@named(Pattern)
def multicast(
    size: Whole = 0,
) -> Pattern:
    """The tasks, in order, form groups of `size`. The first task of each group sends the same amount to every other task
    (many-to-many and one-to-many collectives of Bhatele et al., SC 2011).

    Parameters
    ----------
    size : Whole, default 0
        tasks in a group; 0: the last side of the task grid (in [0, 4294967296])

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def traffic(
    of: TrafficLike = "permutation",
    *,
    messages: Whole = 1,
) -> Pattern:
    """Any traffic pattern (weft list traffic_patterns) with tasks instead of terminals, e.g. traffic:of=tornado or
    traffic:of=[shift:by=3]: random permutations, nearest neighbors in turn, bit complement, h-relations. Patterns on a
    grid use the task grid; the groups of next_group are by default as many consecutive tasks as fill a group of the
    topology. Uniform traffic is replaced by its expectation, equal for all tasks; other random choices are drawn once,
    from the seed.

    Parameters
    ----------
    of : TrafficLike, default "permutation"
        the pattern
    messages : Whole, default 1
        messages per task; no effect on uniform traffic, whose load is its expectation (in [1, 1048576])

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def matrix(
    file: Path,
) -> Pattern:
    """A communication matrix in Matrix Market format: entry (i, j) is the amount that task i sends to task j, counted from 1,
    e.g. the bytes between the ranks of a real program. Whole numbers are exact; others are rounded to 40 bits of the
    maximum.

    Parameters
    ----------
    file : Path
        path to the file of the matrix

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def monitoring(
    file: Path,
    *,
    kinds: str = "EISR",
    amount: Literal["bytes", "messages"] = "bytes",
) -> Pattern:
    """The traffic that Open MPI's monitoring component recorded in a run: `mpirun --mca pml_monitoring_enable 2 --mca
    pml_monitoring_enable_output 3 --mca pml_monitoring_filename NAME` writes NAME.RANK.prof for every rank (G. Bosilca
    et al., Online dynamic monitoring of MPI communications, Euro-Par 2017). Lines `E from to N bytes M msgs sent ..`,
    separated by tabs. Task = rank.

    Parameters
    ----------
    file : Path
        one .prof file, several with a * in the name, or a directory of them
    kinds : str, default "EISR"
        kinds of lines to include: E point to point, I inside the library (collectives, for example), S put and R get in
        windows; C instead of I: the payload of collectives, whatever their algorithm
    amount : {"bytes", "messages"}, default "bytes"
        unit of the amounts; `bytes`: number of bytes; `messages`: number of messages

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def program(
    of: Program | str = "stencil",
) -> Pattern:
    """The bytes that the ranks of a program (weft list programs) send to each other, collective calls as messages, so that
    mappings can be searched for it: program:of=[fft:points=64]. Rank i is task i.

    Parameters
    ----------
    of : Program | str, default "stencil"
        the program, in brackets if it has parameters

    Returns
    -------
    Pattern

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Pattern)
def worst_case() -> Pattern:
    """The permutation that maximizes the load of the most loaded channel under the routing, with task i on terminal i (mapping
    linear): for each channel, the heaviest matching of senders and receivers by the shares that it carries (Towles &
    Dally, Worst-case traffic for oblivious routing functions, SPAA 2002). Requires one task per terminal.

    Returns
    -------
    Pattern
    """
    raise NotImplementedError
