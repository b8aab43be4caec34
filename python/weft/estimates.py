"""Estimates of run times by users: the parameter `estimates`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations


from .accepted import Number
from .values import Estimates
from .spec import named

__all__ = [
    "log", "exact", "factor",
]


@named(Estimates)
def log() -> Estimates:
    """The estimates in the log; a job that still runs when its estimated time ends is killed.

    Returns
    -------
    Estimates
    """
    raise NotImplementedError


@named(Estimates)
def exact() -> Estimates:
    """The actual run times.

    Returns
    -------
    Estimates
    """
    raise NotImplementedError


@named(Estimates)
def factor(
    factor: Number = 2,
) -> Estimates:
    """A multiple of the actual run times.

    Parameters
    ----------
    factor : Number, default 2
        ratio of the estimate to the run time (in [1, 1000000])

    Returns
    -------
    Estimates

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
