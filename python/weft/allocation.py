"""Which nodes a job gets: the parameter `allocation`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Whole
from .values import Allocation
from .spec import named

__all__ = [
    "first_free", "random", "consecutive", "box", "curve", "per_group", "tree", "spread", "hybrid", "fewest_fragments",
]


@named(Allocation)
def first_free() -> Allocation:
    """The free nodes with the lowest numbers.

    Returns
    -------
    Allocation
    """
    raise NotImplementedError


@named(Allocation)
def random(
    unit: Literal["nodes", "routers", "groups"] = "nodes",
) -> Allocation:
    """Free nodes drawn at random.

    Parameters
    ----------
    unit : {"nodes", "routers", "groups"}, default "nodes"
        unit of the draws; `nodes`: single nodes; `routers`: routers; the job receives all free nodes of a router before
        the next one is drawn; `groups`: groups; the job receives all free nodes of a group before the next one is drawn

    Returns
    -------
    Allocation

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Allocation)
def consecutive(
    fallback: bool = False,
) -> Allocation:
    """Nodes with consecutive numbers: the smallest free run that fits the job. A job waits if there is no such run, unless it
    may use several runs.

    Parameters
    ----------
    fallback : bool, default False
        if no run fits the job, use as few runs as possible, as in Slurm without a topology plugin

    Returns
    -------
    Allocation

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Allocation)
def box() -> Allocation:
    """The smallest box of free routers that fits the job, by number of routers, then by the sum of its sides; among equal
    boxes the one with the most occupied neighbors, then the first. It may wrap around. Nodes of the box that the job
    does not need stay free. A job waits if no box is free.

    Returns
    -------
    Allocation
    """
    raise NotImplementedError


@named(Allocation)
def curve(
    fallback: bool = True,
) -> Allocation:
    """Nodes that follow each other along a Hilbert curve through the grid of routers: the smallest free run that fits the job,
    as in Slurm's topology/3d_torus.

    Parameters
    ----------
    fallback : bool, default True
        if no run fits the job, use as few runs as possible; if false, the job waits

    Returns
    -------
    Allocation

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Allocation)
def per_group() -> Allocation:
    """One group if the job fits into it: among the groups with enough free nodes the one with the fewest. Otherwise whole free
    groups, and for the rest again the sufficient group with the fewest free nodes, or, if no group suffices, the one
    with the most.

    Returns
    -------
    Allocation
    """
    raise NotImplementedError


@named(Allocation)
def tree(
    dragonfly: bool = False,
) -> Allocation:
    """Slurm's topology/tree: the lowest switch with enough free nodes below it, among several the one with the fewest; below
    it, repeatedly the leaf switch that suffices for the rest with the fewest free nodes, or, if no leaf switch
    suffices, the one with the most.

    Parameters
    ----------
    dragonfly : bool, default False
        Slurm's TopologyParam=dragonfly: one group if the job fits into it, the one with the fewest free nodes,
        otherwise one node per group in rotation; needs no levels

    Returns
    -------
    Allocation

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Allocation)
def spread() -> Allocation:
    """One node from each group with free nodes in rotation, until the job has its nodes: few neighbors share a switch, and
    many links serve each job.

    Returns
    -------
    Allocation
    """
    raise NotImplementedError


@named(Allocation)
def hybrid(
    max_small_nodes: Whole | str = 16,
    *,
    small: Allocation | str = "per_group",
    large: Allocation | str = "random",
) -> Allocation:
    """Uses one allocation for small jobs and another for larger jobs: X. Yang, J. Jenkins, M. Mubarak, R. Ross and Z. Lan,
    Watch out for the bully! Job interference study on dragonfly network, SC 2016.

    Parameters
    ----------
    max_small_nodes : Whole | str, default 16
        maximum size of a small job (in nodes)
    small : Allocation | str, default "per_group"
        allocation of small jobs; in brackets if it has parameters
    large : Allocation | str, default "random"
        allocation of larger jobs

    Returns
    -------
    Allocation

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Allocation)
def fewest_fragments() -> Allocation:
    """The nodes that leave the fewest groups partly used: partly used groups are filled first, the smallest remainders first,
    then whole free groups are used. Among equal choices one that fills groups exactly, then the best fit for the rest.

    Returns
    -------
    Allocation
    """
    raise NotImplementedError
