"""Which job starts when: the parameter `policy`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "fcfs", "easy", "conservative",
]


@named("policies")
def fcfs() -> Spec:
    """First come, first served: the job that has waited longest starts as soon as it finds a place; no job overtakes another."""
    raise NotImplementedError


@named("policies")
def easy() -> Spec:
    """EASY backfilling: the job that has waited longest has a reservation at the moment at which, by the estimates, it finds a
    place. Others start before it if they end by then, or leave the nodes that it needs (D. Lifka, The ANL/IBM SP
    scheduling system, JSSPP 1995; A. Mu'alem and D. Feitelson, TPDS 12, 2001)."""
    raise NotImplementedError


@named("policies")
def conservative() -> Spec:
    """Conservative backfilling: every job that waits has, in order, the earliest reservation that delays none before it (A.
    Mu'alem and D. Feitelson, TPDS 12, 2001). Reservations are made again whenever jobs come or end."""
    raise NotImplementedError
