"""Which nodes a job gets: the parameter `allocation`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "first_free", "random", "consecutive", "box", "curve", "per_group", "tree", "spread", "hybrid", "fewest_fragments",
]


@named("allocations")
def first_free() -> Spec:
    """The free nodes with the lowest numbers."""
    raise NotImplementedError


@named("allocations")
def random(
    *,
    of: Given | None = None,
) -> Spec:
    """Free nodes drawn at random.

    of: what is drawn (default nodes); `nodes`: each node; `routers`: routers, whose free nodes are used up one router
        after the other; `groups`: groups, likewise
    """
    raise NotImplementedError


@named("allocations")
def consecutive(
    *,
    fallback: Flag | None = None,
) -> Spec:
    """Nodes with consecutive numbers: the smallest free run that holds the job. A job waits if there is none, unless it may
    have several runs.

    fallback: where no run holds the job, the fewest runs that do, as in Slurm without a topology plugin (default false)
    """
    raise NotImplementedError


@named("allocations")
def box() -> Spec:
    """The smallest box of free routers that holds the job, in number of routers, then in the sum of its sides; of equal ones
    the box with the most neighbors that other jobs have, then the first. It may wrap around. The nodes of the box that
    the job does not need stay free. A job waits if no box is free."""
    raise NotImplementedError


@named("allocations")
def curve(
    *,
    fallback: Flag | None = None,
) -> Spec:
    """Nodes that follow each other along a Hilbert curve through the grid of routers: the smallest free run that holds the
    job, as in Slurm's topology/3d_torus.

    fallback: where no run holds the job, the fewest runs that do; if false, the job waits (default true)
    """
    raise NotImplementedError


@named("allocations")
def per_group() -> Spec:
    """One group if the job fits into it: of those with enough free nodes the one with the fewest. Else whole free groups, and
    for the rest again the group that suffices with the fewest free nodes, or, where none suffices, the one with the
    most."""
    raise NotImplementedError


@named("allocations")
def tree(
    *,
    dragonfly: Flag | None = None,
) -> Spec:
    """Slurm's topology/tree: the lowest switch with enough free nodes below it, of several the one with the fewest; below it,
    again and again the leaf switch that suffices for the rest with the fewest free nodes, or, where none suffices, the
    one with the most.

    dragonfly: Slurm's TopologyParam=dragonfly: one group if the job fits into it, the one with the fewest free nodes,
        else round over all groups; needs no levels (default false)
    """
    raise NotImplementedError


@named("allocations")
def spread() -> Spec:
    """One node from each group in turn, round over all groups that have free ones, until the job has its nodes: few neighbors
    share a switch, many links serve each job."""
    raise NotImplementedError


@named("allocations")
def hybrid(
    *,
    small: Whole | None = None,
    of: Given | None = None,
    larger: Given | None = None,
) -> Spec:
    """Small jobs by one allocation, larger ones by another: X. Yang, J. Jenkins, M. Mubarak, R. Ross and Z. Lan, Watch out for
    the bully! Job interference study on dragonfly network, SC 2016.

    small: the most nodes of a small job (default 16)
    of: the allocation of small jobs; in brackets if it has parameters (default per_group)
    larger: that of larger jobs (default random)
    """
    raise NotImplementedError


@named("allocations")
def fewest_fragments() -> Spec:
    """The nodes after which the fewest groups are partly used: groups that are partly used are filled up first, the smallest
    remainders first, then whole free groups are taken. Of equal choices one that fills groups exactly, then the best
    fit for the rest."""
    raise NotImplementedError
