"""Streams of jobs: the parameter `log`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Whole
from .values import Stream
from .spec import named

__all__ = [
    "lublin",
]


@named(Stream)
def lublin(
    jobs: Whole = 1000,
    *,
    kind: Literal["all", "batch", "interactive"] = "all",
) -> Stream:
    """A stream of rigid jobs by the model of U. Lublin and D. Feitelson (JPDC 63, 2003): sizes are often powers of two, run
    times depend on the size, arrivals on the time of day. Estimates are the run times.

    Parameters
    ----------
    jobs : Whole, default 1000
        number of jobs (in [1, 10000000])
    kind : {"all", "batch", "interactive"}, default "all"
        kind of jobs; `all`: all jobs of a machine; `batch`: batch jobs; `interactive`: interactive jobs

    Returns
    -------
    Stream

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
