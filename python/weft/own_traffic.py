# SPDX-License-Identifier: Apache-2.0
"""Traffic from arrays, for arrays with several possible meanings."""
from __future__ import annotations

from collections.abc import Sequence

from .accepted import Array, Matrix, Number
from .given import messages_text
from .spec import named_text
from .values import Traffic


def messages(rows: Array | Sequence[Sequence[Number]]) -> Traffic:
    """Messages between terminals, in order.

    Parameters
    ----------
    rows : Array | Sequence[Sequence[Number]]
        a row (from, to) or (from, to, number) for each group of messages

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for numbers that are not whole or negative, and for rows of another length

    Examples
    --------
    >>> import weft
    >>> weft.simulate("ring:routers=4", traffic=weft.traffic.messages([[0, 1], [3, 2]]))["summary"]["messages"][0]
    2
    """
    return _traffic(rows, "messages")


def matrix(amounts: Matrix) -> Traffic:
    """Messages between terminals from a square matrix of their numbers.

    Parameters
    ----------
    amounts : Matrix
        entry (i, j) is the number of messages from terminal i to terminal j

    Returns
    -------
    Traffic

    Raises
    ------
    InputError
        for numbers that are not whole or negative, and for a matrix that is not square
    """
    return _traffic(amounts, "matrix")


def _traffic(given: object, form: str) -> Traffic:
    text = named_text("message_list:file=", messages_text(given, form))
    return Traffic.made(text, text.inputs)
