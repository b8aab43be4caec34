"""How long a request takes: the parameter `latency`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "distances", "fixed", "uniform", "geometric", "listed",
]


@named("latencies")
def distances(
    *,
    per_hop: Number | None = None,
    overhead: Number | None = None,
) -> Spec:
    """The distance in this topology to a random other terminal, at a fixed time per hop, rounded up. If replies are counted
    (answers=true), their hops are included.

    per_hop: time of a hop (steps, in [0, 10000], default 1)
    overhead: latency of every request in addition to its hops (steps, in [0, 10000000], default 0)
    """
    raise NotImplementedError


@named("latencies")
def fixed(
    *,
    steps: Whole | None = None,
) -> Spec:
    """Every request has the same latency.

    steps: latency of every request (steps, default 7)
    """
    raise NotImplementedError


@named("latencies")
def uniform(
    *,
    from_: Whole | None = None,
    to: Whole | None = None,
) -> Spec:
    """Every whole number of steps of a range is equally likely.

    from_: minimum latency (steps, in [0, 10000000], default 1)
    to: maximum latency (steps, in [0, 10000000], default 13)
    """
    raise NotImplementedError


@named("latencies")
def geometric(
    *,
    mean: Number | None = None,
    min: Whole | None = None,
) -> Spec:
    """After a minimum number of steps, the reply arrives in each step with the same probability. This is the exponential
    distribution of discrete time. It has no maximum.

    mean: mean latency (steps, in [0, 10000000], default 7)
    min: minimum latency (steps, in [0, 10000000], default 1)
    """
    raise NotImplementedError


@named("latencies")
def listed(
    *,
    steps: Given | None = None,
    weights: Given | None = None,
) -> Spec:
    """Any distribution: the latencies that occur and their relative frequencies, e.g. listed:steps=2x20,weights=9x1 for a
    cache that nine of ten requests hit.

    steps: possible latencies of a request (steps, in [0, 4294967295], default 2x20)
    weights: relative frequency of each latency (in [0, 1000000000000000], default 9x1)
    """
    raise NotImplementedError
