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
    unit: Given | None = None,
) -> Spec:
    """Free nodes drawn at random.

    unit: unit of the draws (default nodes); `nodes`: single nodes; `routers`: routers; the job receives all free nodes
        of a router before the next one is drawn; `groups`: groups; the job receives all free nodes of a group before
        the next one is drawn
    """
    raise NotImplementedError


@named("allocations")
def consecutive(
    *,
    fallback: Flag | None = None,
) -> Spec:
    """Nodes with consecutive numbers: the smallest free run that fits the job. A job waits if there is none, unless it may
    have several runs.

    fallback: if no run fits the job, the fewest runs that do, as in Slurm without a topology plugin (default false)
    """
    raise NotImplementedError


@named("allocations")
def box() -> Spec:
    """The smallest box of free routers that fits the job, by number of routers, then by the sum of its sides; among equal
    boxes the one with the most occupied neighbors, then the first. It may wrap around. Nodes of the box that the job
    does not need stay free. A job waits if no box is free."""
    raise NotImplementedError


@named("allocations")
def curve(
    *,
    fallback: Flag | None = None,
) -> Spec:
    """Nodes that follow each other along a Hilbert curve through the grid of routers: the smallest free run that fits the job,
    as in Slurm's topology/3d_torus.

    fallback: if no run fits the job, the fewest runs that do; if false, the job waits (default true)
    """
    raise NotImplementedError


@named("allocations")
def per_group() -> Spec:
    """One group if the job fits into it: among the groups with enough free nodes the one with the fewest. Otherwise whole free
    groups, and for the rest again the sufficient group with the fewest free nodes, or, if no group suffices, the one
    with the most."""
    raise NotImplementedError


@named("allocations")
def tree(
    *,
    dragonfly: Flag | None = None,
) -> Spec:
    """Slurm's topology/tree: the lowest switch with enough free nodes below it, among several the one with the fewest; below
    it, repeatedly the leaf switch that suffices for the rest with the fewest free nodes, or, if no leaf switch
    suffices, the one with the most.

    dragonfly: Slurm's TopologyParam=dragonfly: one group if the job fits into it, the one with the fewest free nodes,
        otherwise one node per group in rotation; needs no levels (default false)
    """
    raise NotImplementedError


@named("allocations")
def spread() -> Spec:
    """One node from each group with free nodes in rotation, until the job has its nodes: few neighbors share a switch, and
    many links serve each job."""
    raise NotImplementedError


@named("allocations")
def hybrid(
    *,
    max_small_nodes: Whole | None = None,
    small: Given | None = None,
    large: Given | None = None,
) -> Spec:
    """Small jobs by one allocation, larger ones by another: X. Yang, J. Jenkins, M. Mubarak, R. Ross and Z. Lan, Watch out for
    the bully! Job interference study on dragonfly network, SC 2016.

    max_small_nodes: maximum size of a small job (nodes, default 16)
    small: allocation of small jobs; in brackets if it has parameters (default per_group)
    large: allocation of larger jobs (default random)
    """
    raise NotImplementedError


@named("allocations")
def fewest_fragments() -> Spec:
    """The nodes that leave the fewest groups partly used: partly used groups are filled first, the smallest remainders first,
    then whole free groups are used. Among equal choices one that fills groups exactly, then the best fit for the rest."""
    raise NotImplementedError
