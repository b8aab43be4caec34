"""Traffic among the tasks of a job: the parameter `pattern`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "halo", "transpose", "all_to_all", "multicast", "traffic", "matrix", "monitoring", "program", "worst_case",
]


@named("communication patterns")
def halo(
    *,
    corners: Flag | None = None,
    wrap: Flag | None = None,
) -> Spec:
    """Each task sends the same amount to both neighbors in every dimension of the task grid, which wraps unless wrap=false: in
    two dimensions the Halo of Chakaravarthy et al. (Mapping strategies for the PERCS architecture, HiPC 2012), in three
    the 7-point, in four the 9-point stencil of Bhatele et al. (SC 2011). With corners=true it sends to all 3^d - 1
    tasks whose coordinates differ by at most one. A neighbor along a side of 1 is the task itself; a side of 2 has the
    same neighbor twice.

    corners: include the diagonal neighbors: 9 points in two dimensions, 27 in three (default false)
    wrap: the first and the last task of a side are neighbors (default true)
    """
    raise NotImplementedError


@named("communication patterns")
def transpose() -> Spec:
    """Each task of a P x Q grid sends 1/(2Q) of its data to every task of its row and 1/(2P) to every task of its column,
    including itself: matrix transposition in distributed transforms, after Chakaravarthy et al. (Mapping strategies for
    the PERCS architecture, HiPC 2012). In d dimensions, 1/d of it along each."""
    raise NotImplementedError


@named("communication patterns")
def all_to_all() -> Spec:
    """Each task sends the same amount to every task, including itself: the average of uniformly random traffic, as in the
    RandomAccess and Graph500 benchmarks."""
    raise NotImplementedError


@named("communication patterns")
def multicast(
    *,
    size: Whole | None = None,
) -> Spec:
    """The tasks, in order, form groups of `size`. The first task of each group sends the same amount to every other task
    (many-to-many and one-to-many collectives of Bhatele et al., SC 2011).

    size: tasks in a group; 0: the last side of the task grid (in [0, 4294967296], default 0)
    """
    raise NotImplementedError


@named("communication patterns")
def traffic(
    *,
    of: Given | None = None,
    messages: Whole | None = None,
) -> Spec:
    """Any traffic pattern (weft list traffic_patterns) with tasks instead of terminals, e.g. traffic:of=tornado or
    traffic:of=[shift:by=3]: random permutations, nearest neighbors in turn, bit complement, h-relations. Patterns on a
    grid use the task grid; the groups of next_group are by default as many consecutive tasks as fill a group of the
    topology. Uniform traffic is replaced by its expectation, equal for all tasks; other random choices are drawn once,
    from the seed.

    of: the pattern (default permutation)
    messages: messages per task; no effect on uniform traffic, whose load is its expectation (in [1, 1048576], default
        1)
    """
    raise NotImplementedError


@named("communication patterns")
def matrix(
    *,
    file: Given,
) -> Spec:
    """A communication matrix in Matrix Market format: entry (i, j) is the amount that task i sends to task j, counted from 1,
    e.g. the bytes between the ranks of a real program. Whole numbers are exact; others are rounded to 40 bits of the
    maximum.

    file: path to the file of the matrix
    """
    raise NotImplementedError


@named("communication patterns")
def monitoring(
    *,
    file: Given,
    kinds: Given | None = None,
    amount: Given | None = None,
) -> Spec:
    """The traffic that Open MPI's monitoring component recorded in a run: `mpirun --mca pml_monitoring_enable 2 --mca
    pml_monitoring_enable_output 3 --mca pml_monitoring_filename NAME` writes NAME.RANK.prof for every rank (G. Bosilca
    et al., Online dynamic monitoring of MPI communications, Euro-Par 2017). Lines `E from to N bytes M msgs sent ..`,
    separated by tabs. Task = rank.

    file: one .prof file, several with a * in the name, or a directory of them
    kinds: kinds of lines to include: E point to point, I inside the library (collectives, for example), S put and R get
        in windows; C instead of I: the payload of collectives, whatever their algorithm (default EISR)
    amount: unit of the amounts (default bytes); `bytes`: number of bytes; `messages`: number of messages
    """
    raise NotImplementedError


@named("communication patterns")
def program(
    *,
    of: Given | None = None,
) -> Spec:
    """The bytes that the ranks of a program (weft list programs) send to each other, collective calls as messages, so that
    mappings can be searched for it: program:of=[fft:points=64]. Rank i is task i.

    of: the program, in brackets if it has parameters (default stencil)
    """
    raise NotImplementedError


@named("communication patterns")
def worst_case() -> Spec:
    """The permutation that maximizes the load of the most loaded channel under the routing, with task i on terminal i (mapping
    linear): for each channel, the heaviest matching of senders and receivers by the shares that it carries (Towles &
    Dally, Worst-case traffic for oblivious routing functions, SPAA 2002). One task per terminal."""
    raise NotImplementedError
