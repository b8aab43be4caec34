"""What ranks do: the parameter `program`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "pattern", "goal", "ti",
]


@named("programs")
def pattern(
    *,
    of: Given | None = None,
    bytes: Number | None = None,
    compute: Number | None = None,
    iterations: Whole | None = None,
) -> Spec:
    """Iterations in which each rank computes, then sends and receives all messages of a communication pattern at once, and
    waits for them.

    of: a communication pattern; in brackets if it has parameters (default halo)
    bytes: of a message; where messages differ, of the largest (bytes, in [0, 1e+18], default 1000)
    compute: time that a rank computes in an iteration (ns, in [0, 1e+18], default 0)
    iterations: how often (in [1, 1000000000], default 1)
    """
    raise NotImplementedError


@named("programs")
def goal(
    *,
    file: Given | None = None,
) -> Spec:
    """A schedule in GOAL, the language of LogGOPSim: operations of each rank, and what waits for what (Hoefler, Siebert &
    Lumsdaine, ICPP 2009).

    file: path to the schedule
    """
    raise NotImplementedError


@named("programs")
def ti(
    *,
    file: Given | None = None,
    speed: Number | None = None,
) -> Spec:
    """A time-independent trace, recorded by smpirun -trace-ti of SimGrid: messages between two ranks, and computing in
    operations. Collective calls are refused.

    file: path to the trace of all ranks, or to a list of the files of single ranks
    speed: operations per second that a rank computes (in [1, 1e+24], default 1000000000)
    """
    raise NotImplementedError
