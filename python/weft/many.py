# SPDX-License-Identifier: Apache-2.0
"""Many runs of a verb, as one table."""
from __future__ import annotations

import itertools
import math
import operator
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple, NoReturn, overload

from . import _verbs, _weft
from .calls import nearest
from .quantity import Quantity
from .request import Progress, check_process, max_threads, pairs_of, progress_of, thread_count
from .result import Result, inputs_in
from .spec import inputs_of, schema, text_of
from .table import Column, Table, make_table

if TYPE_CHECKING:
    import pandas
    import polars
    import pyarrow

Label = str | int | float | bool | None
"""The value of an argument in a table: a number, or a text."""


class Skipped(NamedTuple):
    """A combination of arguments that the verb rejects."""

    labels: tuple[Label, ...]
    error: str


class Grid(Sequence[Result]):
    """The results of many runs: a sequence of results, and tables of all of them.

    Attributes
    ----------
    verb : str
        The verb of all runs.
    varied : dict
        The varied arguments, with the values in tables.
    results : tuple of Result
        The results, in the order of the product of the arguments: the last varies fastest. They have no arrays;
        ``result.rerun()`` computes one with its arrays.
    skipped : tuple of Skipped
        The combinations that the verb rejects, with ``labels``, the values of the varied arguments, and ``error``.
    """

    def __init__(self, verb: str, varied: Mapping[str, Sequence[Label]], points: Sequence[tuple[Label, ...]], results: Sequence[Result],
                 skipped: Sequence[Skipped] = ()) -> None:
        self.verb, self.varied = verb, {key: tuple(it) for key, it in varied.items()}
        self._points = tuple(points)
        self.results, self.skipped = tuple(results), tuple(skipped)
        self._tables: dict[str, Table] = {}

    def __len__(self) -> int:
        return len(self.results)

    @overload
    def __getitem__(self, index: int) -> Result: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Result, ...]: ...

    def __getitem__(self, index: int | slice) -> Result | tuple[Result, ...]:
        return self.results[index]

    def __iter__(self) -> Iterator[Result]:
        return iter(self.results)

    def table(self, name: str = "") -> Table:
        """Returns a table of all runs.

        Parameters
        ----------
        name : str
            The name of a table of the results, such as ``curve``: its rows in all runs. By default a row for each run, with its
            single values (`Result.scalars`).

        Returns
        -------
        Table
            A column for each varied argument, then those of the values. A metric that is only bounded is NaN, and has columns
            `NAME.lower` and `NAME.upper`.

        Raises
        ------
        KeyError
            If no result has the table.
        """
        if name not in self._tables:
            self._tables[name] = self._rows_of(name) if name else self._summary()
        return self._tables[name]

    def _summary(self) -> Table:
        records = [_record(it) for it in self.results]
        columns: dict[str, Column] = {}
        for record in records:
            for key, cell in record.items():
                if key not in columns or (isinstance(cell, Quantity) and not columns[key].unit):
                    columns[key] = Column(key, cell.unit, cell.doc) if isinstance(cell, Quantity) else Column(key)
        rows = [(*labels, *(_cell(record.get(key)) for key in columns)) for labels, record in zip(self._points, records, strict=True)]
        return make_table(self.verb, f"Runs of {self.verb}", [*self._arguments(), *self._renamed(columns.values(), "result")], rows)

    def _rows_of(self, name: str) -> Table:
        columns: dict[str, Column] = {}
        for result in self.results:
            for column in result[name].columns if name in result else ():
                columns.setdefault(column.name, column)
        if not columns:
            known = list(dict.fromkeys(it for result in self.results for it in result))
            raise KeyError(f"no result has a table '{name}'{nearest(name, known) or '; they have ' + ', '.join(known)}")
        rows = []
        for labels, result in zip(self._points, self.results, strict=True):
            table = result.get(name)
            if table is None:
                continue
            places = [table.keys().index(it) if it in table.keys() else None for it in columns]
            rows += [(*labels, *(None if i is None else row[i] for i in places)) for row in table.rows]
        return make_table(name, next(it[name].title for it in self.results if name in it),
                          [*self._arguments(), *self._renamed(columns.values(), name)], rows)

    def _arguments(self) -> list[Column]:
        properties = schema()["verbs"][self.verb]["properties"]
        return [Column(it, properties[it].get("unit", ""), properties[it].get("description", "")) for it in self.varied]

    def _renamed(self, columns: Any, prefix: str) -> list[Column]:
        return [it._replace(name=f"{prefix}.{it.name}") if it.name in self.varied else it for it in columns]

    def to_pandas(self, name: str = "") -> pandas.DataFrame:
        """Returns `table(name)` as a DataFrame."""
        return self.table(name).to_pandas()

    def to_polars(self, name: str = "") -> polars.DataFrame:
        """Returns `table(name)` as a DataFrame of Polars."""
        return self.table(name).to_polars()

    def to_arrow(self, name: str = "") -> pyarrow.Table:
        """Returns `table(name)` as a table of pyarrow."""
        return self.table(name).to_arrow()

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns the table of the runs as a stream of Arrow's C interface."""
        return self.table().__arrow_c_stream__(requested_schema)

    def __repr__(self) -> str:
        over = ", ".join(f"{key} ({len(it)})" for key, it in self.varied.items())
        skipped = f", {len(self.skipped)} skipped" if self.skipped else ""
        return f"<Grid {self.verb}: {len(self)} runs{' over ' + over if over else ''}{skipped}>"

    def __str__(self) -> str:
        return str(self.table())

    def _repr_html_(self) -> str:
        return self.table()._repr_html_()


def _cell(value: Any) -> Any:
    return int(value) if isinstance(value, Quantity) and value.is_count else value


def _record(result: Result) -> dict[str, Any]:
    """Returns the values of a run by column; a metric that is only bounded has its bounds too."""
    record: dict[str, Any] = {}
    for name, it in result.scalars.items():
        record[name] = it
        if isinstance(it, Quantity) and math.isnan(it) and not (math.isnan(it.lower) and math.isnan(it.upper)):
            record[f"{name}.lower"], record[f"{name}.upper"] = Quantity(it.lower, it.unit), Quantity(it.upper, it.unit)
    return record


def grid(verb: Callable[..., Result] | str, *, store: str | os.PathLike[str] | None = None, workers: int | None = None,
         skip_invalid: bool = False, progress: Progress | None = None, **arguments: Any) -> Grid:
    """Runs a verb for each combination of arguments, in parallel.

    Parameters
    ----------
    verb : function or str
        A verb, such as ``weft.load``.
    store : path, optional
        A directory that keeps the result of each run as soon as it is finished: after an interruption, the same call computes
        only what is missing. The command `weft results` lists it. By default nothing is written.
    workers : int, optional
        Number of runs at the same time, each on one thread; 0: one per core. By default as set by `weft.threads`.
    skip_invalid : bool
        Whether to omit combinations that the verb rejects, such as a routing that does not support a topology.
    progress : callable, optional
        Called with (label, done, total), at most 10 times a second; default: a bar on a terminal or in a notebook.
    **arguments
        Arguments of the verb. A list, a range or a one-dimensional array is varied; so is a dict, whose keys name the values in
        tables. Everything else is one value: a tuple such as ``rates=(0.1, 0.2)``, a matrix, a network.

    Returns
    -------
    Grid
        The results, with tables of all runs.

    Raises
    ------
    InputError
        For an invalid combination, before the first run; for a run that fails, after the others.

    Examples
    --------
    >>> import weft
    >>> runs = weft.grid(weft.show, topology=["ring:routers=8", "torus:sides=4x4"], metrics="diameter")
    >>> runs.table().rows
    (('ring:routers=8', 4), ('torus:sides=4x4', 4))
    """
    check_process()
    name = _verb_name(verb)
    given = _checked(name, arguments)
    axes = {key: _axis(key, it, name) for key, it in given.items() if _varies(it)}
    base, inputs = pairs_of(schema()["verbs"][name]["properties"], {key: it for key, it in given.items() if key not in axes})
    inputs += inputs_of(text for axis in axes.values() for _, text in axis if text is not None)
    points = list(itertools.product(*axes.values()))
    labels = [tuple(label for label, _ in it) for it in points]
    sets = [base + [(key, text) for key, (_, text) in zip(axes, it, strict=True) if text is not None] for it in points]
    named = [[(key, str(label)) for key, label in zip(axes, it, strict=True)] for it in labels]
    folder = "" if store is None else os.fspath(store)
    with progress_of(progress) as told:
        ran, rejected = _weft.run_grid(name, sets, named, folder, not skip_invalid, told, _count(workers))
    if rejected and not (skip_invalid and any(ran)):
        index, _, parts = rejected[0]
        _refuse(dict(zip(axes, labels[index], strict=True)), *parts)
    done = [(labels[i], Result(it, inputs_in(it, inputs))) for i, it in enumerate(ran) if it is not None]
    return Grid(name, {key: [label for label, _ in it] for key, it in axes.items()}, [it for it, _ in done], [it for _, it in done],
                [Skipped(labels[index], error) for index, error, _ in rejected])


def _count(workers: int | None) -> int:
    if workers is None:
        return thread_count()
    if not 0 <= operator.index(workers) <= max_threads:
        _weft.refuse(f"workers={workers}", f"must be in [0, {max_threads}]", "", "workers")
    return operator.index(workers)


def _refuse(varied: Mapping[str, Label], problem: str, why: str, remedy: str, where: str) -> NoReturn:
    """Raises InputError for a combination; names the varied arguments, unless one of them is wrong by itself."""
    if where in varied or not varied:
        _weft.refuse(problem, why, remedy, where)
    at = ", ".join(f"{key}={label!r}" for key, label in varied.items())
    _weft.refuse(f"{where}: {problem}" if where else problem, why, remedy, at)


def _verb_name(verb: Callable[..., Result] | str) -> str:
    name = verb if isinstance(verb, str) else getattr(verb, "__name__", "")
    if name not in _verbs.__all__ or (not isinstance(verb, str) and getattr(_verbs, name) is not verb):
        hint = nearest(name, _verbs.__all__) if isinstance(verb, str) else ", such as weft.load"
        raise TypeError(f"grid(): verb={verb!r} is not a verb of Weft{hint}")
    return name


def _checked(name: str, arguments: Mapping[str, Any]) -> dict[str, Any]:
    """Returns the arguments by the names of the schema. Raises TypeError for unknown and missing ones."""
    import inspect

    parameters = inspect.signature(getattr(_verbs, name)).parameters
    for key in arguments:
        if key not in parameters:
            raise TypeError(f"grid(): {name}() has no parameter '{key}'{nearest(key, list(parameters))}")
    missing = [key for key, it in parameters.items() if it.default is inspect.Parameter.empty and arguments.get(key) is None]
    if missing:
        raise TypeError(f"grid(): {name}() needs {' and '.join(missing)}")
    return {key.rstrip("_"): it for key, it in arguments.items() if it is not None}


def _varies(value: Any) -> bool:
    return isinstance(value, (list, range, Mapping)) or getattr(value, "ndim", 0) == 1


def _axis(key: str, values: Any, verb: str) -> list[tuple[Label, Any]]:
    """Returns labels and texts of the values of a varied argument."""
    properties = schema()["verbs"][verb]["properties"][key]
    items = values.items() if isinstance(values, Mapping) else enumerate(values.tolist() if hasattr(values, "tolist") else values)
    axis: list[tuple[Label, Any]] = []
    for i, value in items:
        text = None if value is None else text_of(value, properties, key)
        if isinstance(values, Mapping):
            label: Label = i if isinstance(i, (str, int, float)) else str(i)
        else:
            label = _label(value, text, f"{key}[{i}]")
        axis.append((label, text))
    if not axis:
        _weft.refuse(f"{key} has no values", "a grid needs at least one", "", key)
    return axis


def _label(value: Any, text: str | None, otherwise: str) -> Label:
    """Returns a number or text for a value; `otherwise` for objects of Python, whose texts are digests."""
    if hasattr(value, "item") and getattr(value, "ndim", 0) == 0:  # a number of NumPy
        value = value.item()
    if isinstance(value, (bool, int, float)) or value is None:
        return value
    return otherwise if text is not None and inputs_of([text]) else text
