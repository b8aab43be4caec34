"""Which job starts when: the parameter `policy`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations


from .values import Policy
from .spec import named

__all__ = [
    "fcfs", "easy", "conservative",
]


@named(Policy)
def fcfs() -> Policy:
    """First come, first served: the job that has waited longest starts as soon as it can be placed; no job overtakes another.

    Returns
    -------
    Policy
    """
    raise NotImplementedError


@named(Policy)
def easy() -> Policy:
    """EASY backfilling: the job that has waited longest has a reservation for the first time at which, by the estimates, it
    can be placed. Other jobs start before it if they end by then, or if they do not use the nodes that it needs (D.
    Lifka, The ANL/IBM SP scheduling system, JSSPP 1995; A. Mu'alem and D. Feitelson, TPDS 12, 2001).

    Returns
    -------
    Policy
    """
    raise NotImplementedError


@named(Policy)
def conservative() -> Policy:
    """Conservative backfilling: every waiting job has, in order, the earliest reservation that delays no earlier job (A.
    Mu'alem and D. Feitelson, TPDS 12, 2001). Reservations are recomputed when jobs arrive or end.

    Returns
    -------
    Policy
    """
    raise NotImplementedError
