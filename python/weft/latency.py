"""How long a request takes: the parameter `latency`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations


from .accepted import Numbers, Quantity, Sides, Whole
from .values import Latency
from .spec import named

__all__ = [
    "distances", "fixed", "uniform", "geometric", "listed",
]


@named(Latency)
def distances(
    per_hop: Quantity = 1,
    *,
    overhead: Quantity = 0,
) -> Latency:
    """The distance in this topology to a random other terminal, at a fixed time per hop, rounded up. If replies are counted
    (answers=true), their hops are included.

    Parameters
    ----------
    per_hop : Quantity, default 1
        time of a hop (in steps, in [0, 10000])
    overhead : Quantity, default 0
        latency of every request in addition to its hops (in steps, in [0, 10000000])

    Returns
    -------
    Latency

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Latency)
def fixed(
    steps: Whole | str = 7,
) -> Latency:
    """Every request has the same latency.

    Parameters
    ----------
    steps : Whole | str, default 7
        latency of every request (in steps)

    Returns
    -------
    Latency

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Latency)
def uniform(
    from_: Whole | str = 1,
    *,
    to: Whole | str = 13,
) -> Latency:
    """Every whole number of steps in a range is equally likely.

    Parameters
    ----------
    from_ : Whole | str, default 1
        minimum latency (in steps, in [0, 10000000])
    to : Whole | str, default 13
        maximum latency (in steps, in [0, 10000000])

    Returns
    -------
    Latency

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Latency)
def geometric(
    mean: Quantity = 7,
    *,
    min: Whole | str = 1,
) -> Latency:
    """After a minimum number of steps, the reply arrives in each step with the same probability. This is the exponential
    distribution of discrete time. It has no maximum.

    Parameters
    ----------
    mean : Quantity, default 7
        mean latency (in steps, in [0, 10000000])
    min : Whole | str, default 1
        minimum latency (in steps, in [0, 10000000])

    Returns
    -------
    Latency

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Latency)
def listed(
    steps: Sides = (2, 20),
    *further: Whole,
    weights: Numbers = (9, 1),
) -> Latency:
    """Any distribution: the latencies that occur and their relative frequencies, e.g. listed:steps=2x20,weights=9x1 for a
    cache that nine of ten requests hit.

    Parameters
    ----------
    steps : Sides, default (2, 20)
        possible latencies of a request (in steps, in [0, 4294967295])
    weights : Numbers, default (9, 1)
        relative frequency of each latency (in [0, 1000000000000000])

    Returns
    -------
    Latency

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
