# SPDX-License-Identifier: Apache-2.0
"""Comparisons in long form."""
from __future__ import annotations

import math
import re
from typing import Any

from .table import Column, Table, make_table

_labels = ("metric", "fact", "key", "unit")  # columns that are no network
_columns = (
    Column("topology", "", "name of the network"), Column("key", "", "key of the metric, or name of the fact"),
    Column("quantity", "", "name of the metric or fact"), Column("unit"),
    Column("value", "", "exact value; infinite where the quantity is; empty if only bounds are known"),
    Column("lower", "", "lower bound"), Column("upper", "", "upper bound"))
_number = r"(-?[\d.]+(?:e[+-]?\d+)?)"


def numbers_of(cell: Any) -> tuple[float | None, float | None, float | None]:
    """Returns value, lower and upper bound of a cell: a number, `infinite`, `A to B`, `at least A`, or `unknown`."""
    if isinstance(cell, (int, float)):
        return cell, cell, cell
    text = str(cell or "")
    if text == "infinite":
        return math.inf, math.inf, math.inf
    if found := re.fullmatch(f"{_number} to {_number}", text):
        return None, float(found[1]), float(found[2])
    if found := re.fullmatch(f"at least {_number}", text):
        return None, float(found[1]), math.inf
    if found := re.fullmatch(f"at most {_number}", text):
        return None, None, float(found[1])
    return None, None, None


def tidy_comparison(table: Table) -> Table:
    """Returns a table with a column per network in long form: a row for each network and quantity."""
    names = table.keys()
    rows = [dict(enumerate(it)) for it in table.rows]
    place = {it: names.index(it) for it in _labels if it in names}
    quantity = place.get("metric", place.get("fact", 0))
    long = [(name, row[place.get("key", quantity)], row[quantity], row[place["unit"]], *numbers_of(row[i]))
            for i, name in enumerate(names) if i not in place.values() for row in rows]
    return make_table(table.name, table.title, _columns, long)
