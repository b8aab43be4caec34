"""What users say how long jobs run: the parameter `estimates`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "log", "exact", "factor",
]


@named("estimates")
def log() -> Spec:
    """Those of the log; a job ends at its estimate, if it still runs then."""
    raise NotImplementedError


@named("estimates")
def exact() -> Spec:
    """The run times."""
    raise NotImplementedError


@named("estimates")
def factor(
    *,
    of: Number | None = None,
) -> Spec:
    """A multiple of the run times.

    of: the estimate over the run time (in [1, 1000000], default 2)
    """
    raise NotImplementedError
