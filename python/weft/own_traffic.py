# SPDX-License-Identifier: Apache-2.0
"""Traffic from arrays, for arrays with several possible meanings."""
from __future__ import annotations

from typing import Any

from .given import messages_text
from .spec import Spec, named_text


def messages(rows: Any) -> Spec:
    """Returns messages between terminals, in order: a row (from, to) or (from, to, number) for each group of messages.

    >>> import weft
    >>> weft.simulate("ring:routers=4", traffic=weft.traffic.messages([[0, 1], [3, 2]]))["summary"]["messages"][0]
    2
    """
    return named_text("message_list:file=", messages_text(rows, "messages"))


def matrix(amounts: Any) -> Spec:
    """Returns messages between terminals from a square matrix: entry (i, j) is the number of messages from terminal i to terminal j."""
    return named_text("message_list:file=", messages_text(amounts, "matrix"))
