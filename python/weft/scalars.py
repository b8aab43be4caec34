# SPDX-License-Identifier: Apache-2.0
"""Single values of results, with their units."""
from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any

from .quantity import Quantity
from .calls import nearest

if TYPE_CHECKING:
    from .result import Result
    from .table import Column, Table

Scalar = Quantity | str
"""A number with its unit, or a text."""


def scalar_of(cell: Any, column: Column) -> Scalar | None:
    """Returns a cell of a table with the unit of its column; None for an empty cell."""
    if isinstance(cell, (int, float)):
        return Quantity(cell, column.unit, column.doc)
    return None if cell is None or cell == "" else str(cell)


def _row(table: Table, row: int, names: dict[str, str]) -> Iterator[tuple[str, Scalar | None]]:
    """Yields cells of a row. `names`: by column, the names of their values."""
    cells = table.rows[row]
    for column, cell in zip(table.columns, cells, strict=True):
        if column.name in names:
            yield names[column.name], scalar_of(cell, column)


def _of_load(result: Result) -> Iterator[tuple[str, Scalar | None]]:
    """The row of the class that limits the throughput."""
    table = result.tables.get("throughput")
    marks = table.get("bottleneck") if table else None
    if table is None or marks is None:
        return
    for row in [i for i, mark in enumerate(marks) if mark][:1]:
        yield from _row(table, row, {"throughput": "throughput", "max_load": "max_load", "class": "bottleneck"})


def _of_sweep(result: Result) -> Iterator[tuple[str, Scalar | None]]:
    table = result.tables.get("saturation")
    if table is not None and len(table) == 1:
        yield from _row(table, 0, {"saturation_lower": "saturation"})


def _of_show(result: Result) -> Iterator[tuple[str, Scalar | None]]:
    table = result.tables.get("metrics")
    if table is None or "key" not in table or "value" not in table:
        return
    for row in table.rows:
        cells = dict(zip(table.keys(), row, strict=True))
        yield cells["key"], metric_of(cells["value"], cells["lower"], cells["upper"], cells["unit"] or "", cells["metric"])


def metric_of(value: Any, lower: Any, upper: Any, unit: str, doc: str) -> Quantity:
    """Returns a metric from the cells of its row: an exact value, `infinite`, or bounds."""
    if value == "infinite":
        return Quantity(math.inf, unit, doc)
    if isinstance(value, (int, float)):
        return Quantity(value, unit, doc)
    low = lower if isinstance(lower, (int, float)) else math.nan
    high = upper if isinstance(upper, (int, float)) else math.inf if not math.isnan(low) else math.nan
    return Quantity(math.nan, unit, doc, low, high)


_main: dict[str, Callable[[Result], Iterator[tuple[str, Scalar | None]]]] = {"load": _of_load, "sweep": _of_sweep, "show": _of_show}
_summarized = {("load", "throughput"), ("show", "metrics")}  # tables whose rows are above, in results of every size


def scalars_of(result: Result) -> dict[str, Scalar | None]:
    """Returns the single values of a result by name.

    First the main values of its verb, such as the throughput of a load; then the columns of tables with one row. The name of
    a column that is used already becomes `table.column`.
    """
    found = dict(_main[result.verb](result)) if result.verb in _main else {}
    for table in result.tables.values():
        if len(table) != 1 or (result.verb, table.name) in _summarized:
            continue
        for column, cell in zip(table.columns, table.rows[0], strict=True):
            name = column.name if column.name not in found else f"{table.name}.{column.name}"
            found[name] = scalar_of(cell, column)
    return found


def value_of(result: Result, name: str) -> Scalar | None:
    """Returns the value with a name: one of `scalars_of`, or `table.column`, `table[first cell].column`, `seconds.STAGE`."""
    if name in result.scalars:
        return result.scalars[name]
    found = result._ran.value(name)
    if found is None:
        cells = [f"{table.name}.{it}" for table in result.tables.values() for it in table]
        hint = nearest(name, [*result.scalars, *cells])
        raise KeyError(f"the result has no value '{name}'{hint or '; it has ' + ', '.join(result.scalars or cells)}")
    place, _, column = name.rpartition(".")
    table = result.get(place.partition("[")[0])
    if table is None:
        return Quantity(found[0], "seconds") if place == "seconds" else str(found[0])
    return scalar_of(found[0], table.column(column))


def metric_in(result: Result, key: str) -> Quantity:
    """Returns a metric of a network (`show` only)."""
    if result.verb != "show":
        raise AttributeError(f"this is a result of {result.verb}: weft.show gives metrics")
    keys = [str(it) for it in result["metrics"]["key"]] if "metrics" in result else []
    found = result.scalars.get(key)
    if key not in keys or not isinstance(found, Quantity):
        raise KeyError(f"the result has no metric '{key}'{nearest(key, keys) or '; it has ' + ', '.join(keys)}")
    return found
