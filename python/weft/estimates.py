"""Estimates of run times by users: the parameter `estimates`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "log", "exact", "factor",
]


@named("estimates")
def log() -> Spec:
    """Estimates of the log; a job that still runs at the end of its estimate is killed."""
    raise NotImplementedError


@named("estimates")
def exact() -> Spec:
    """The run times."""
    raise NotImplementedError


@named("estimates")
def factor(
    *,
    factor: Number | None = None,
) -> Spec:
    """A multiple of the run times.

    factor: ratio of the estimate to the run time (in [1, 1000000], default 2)
    """
    raise NotImplementedError
