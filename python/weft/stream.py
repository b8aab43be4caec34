"""Streams of jobs: the parameter `log`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "lublin",
]


@named("job streams")
def lublin(
    *,
    jobs: Whole | None = None,
    kind: Given | None = None,
) -> Spec:
    """A stream of rigid jobs by the model of U. Lublin and D. Feitelson (JPDC 63, 2003): sizes are often powers of two, run
    times depend on the size, arrivals on the time of day. Estimates are the run times.

    jobs: number of jobs (in [1, 10000000], default 1000)
    kind: kind of jobs (default all); `all`: all jobs of a machine; `batch`: batch jobs; `interactive`: interactive jobs
    """
    raise NotImplementedError
