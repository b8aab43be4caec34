# SPDX-License-Identifier: Apache-2.0
"""Tables of results."""
from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, Any, NamedTuple, overload

from . import _weft
from .notebook import table_html
from .partner import partner

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import polars
    import pyarrow

brief_rows = 10  # of a printed table


class Column(NamedTuple):
    """A column of a table: its name, unit and meaning."""

    name: str
    unit: str = ""
    doc: str = ""


class Table:
    """A table of a result: a read-only mapping from names of columns to arrays.

    As for a DataFrame of pandas, iteration yields the names of columns, and `len` is the number of rows.

    Attributes
    ----------
    name : str
        Its name in the result.

    Examples
    --------
    >>> import weft
    >>> table = weft.load("torus:sides=4x4", pattern="transpose")["throughput"]
    >>> "max_load" in table, len(table)
    (True, 2)
    >>> table["channels"]
    array([32, 32])
    """

    def __init__(self, name: str, ran: _weft.Ran) -> None:
        self._ran = ran
        self.name = name
        self._arrays: dict[int, np.ndarray[Any, Any]] = {}

    @cached_property
    def title(self) -> str:
        """The title."""
        return self._ran.table_title(self.name)

    @cached_property
    def columns(self) -> tuple[Column, ...]:
        """Name, unit and meaning of each column."""
        return tuple(Column(it[0], it[1], it[2]) for it in self._ran.columns(self.name))

    @cached_property
    def rows(self) -> tuple[tuple[Any, ...], ...]:
        """The rows as tuples; None in empty cells. Large tables are faster by column."""
        return tuple(self._ran.rows(self.name, 0, sys.maxsize))

    def head(self, count: int) -> list[tuple[Any, ...]]:
        """Returns the first rows."""
        return self._ran.rows(self.name, 0, count)

    def keys(self) -> list[str]:
        """Returns the names of the columns."""
        return [it.name for it in self.columns]

    def items(self) -> list[tuple[str, np.ndarray[Any, Any]]]:
        """Returns the names and the arrays of the columns."""
        return [(it.name, self._column(i)) for i, it in enumerate(self.columns)]

    def values(self) -> list[np.ndarray[Any, Any]]:
        """Returns the arrays of the columns."""
        return [self._column(i) for i in range(len(self.columns))]

    @overload
    def get(self, name: str) -> np.ndarray[Any, Any] | None: ...
    @overload
    def get(self, name: str, default: np.ndarray[Any, Any]) -> np.ndarray[Any, Any]: ...

    def get(self, name: str, default: np.ndarray[Any, Any] | None = None) -> np.ndarray[Any, Any] | None:
        """Returns a column, or the default if the table does not have it."""
        return self[name] if name in self else default

    def __len__(self) -> int:
        return self._ran.num_rows(self.name)

    def __iter__(self) -> Iterator[str]:
        return iter(self.keys())

    def __contains__(self, name: object) -> bool:
        return self._index(name) is not None

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        """Returns a column, read-only: whole numbers as int64, numbers as float64 (NaN in an empty cell), else objects.

        Raises
        ------
        KeyError
            If the table has no column with this name.
        """
        index = self._index(name)
        if index is None:
            rows = "; rows are in .rows" if isinstance(name, (int, slice)) else ""
            raise KeyError(f"table {self.name} has no column {name!r}; it has {', '.join(self.keys())}{rows}")
        return self._column(index)

    def _index(self, name: object) -> int | None:
        """Returns the index of the first column with this name, now or in an earlier version; None if there is none."""
        names = self.keys()
        if name in names:
            return names.index(name)  # type: ignore[arg-type]  # equal to a text, such as a topology
        others = _weft.other_column_names(name) if isinstance(name, str) else []
        return next((names.index(it) for it in others if it in names), None)

    def column(self, name: str) -> Column:
        """Returns name, unit and meaning of a column."""
        index = self._index(name)
        if index is None:
            raise KeyError(f"table {self.name} has no column {name!r}; it has {', '.join(self.keys())}")
        return self.columns[index]

    def _column(self, index: int) -> np.ndarray[Any, Any]:
        if index not in self._arrays:
            array = self._ran.column(self.name, index)
            array.setflags(write=False)
            self._arrays[index] = array
        return self._arrays[index]

    def _ipython_key_completions_(self) -> list[str]:
        return self.keys()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and self._ran.same_table(self.name, other._ran, other.name)

    def __hash__(self) -> int:
        return hash((self.name, len(self)))

    def __copy__(self) -> Table:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Table:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self.name, self.title, self._ran.columns(self.name), self.rows)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self)} rows of {', '.join(self.keys())}>"

    def __str__(self) -> str:
        return self.to_text(line=shutil.get_terminal_size().columns if sys.stdout.isatty() else 0)

    def to_text(self, rows: int = brief_rows, line: int = 0) -> str:
        """Returns the table as aligned text, as the command prints it.

        Parameters
        ----------
        rows : int
            Maximum number of rows; 0: all.
        line : int
            Characters in a line: columns that do not fit are omitted and named; 0: any number.
        """
        text = self._ran.table_text(self.name, line, rows).rstrip("\n")
        return re.sub(r"^(\.\. .* more rows?): --details \S+", r"\1: .to_text(rows=0)", text, flags=re.MULTILINE)

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a DataFrame; `attrs` contains units and meanings of its columns."""
        arrays = {i: self._ran.column(self.name, i) for i in range(len(self.columns))}
        frame: pandas.DataFrame = partner("pandas", "to_pandas").DataFrame(arrays, copy=False)
        frame.columns = self.keys()  # which may be equal in results of older versions
        frame.attrs = {"title": self.title, "units": {it.name: it.unit for it in self.columns if it.unit},
                       "docs": {it.name: it.doc for it in self.columns if it.doc}}
        return frame

    def to_polars(self) -> polars.DataFrame:
        """Returns the table as a DataFrame of Polars."""
        frame: polars.DataFrame = partner("polars", "to_polars").DataFrame(self)
        return frame

    def to_arrow(self) -> pyarrow.Table:
        """Returns the table as a table of pyarrow."""
        table: pyarrow.Table = partner("pyarrow", "to_arrow").table(self)
        return table

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns the table as a stream of Arrow's C interface: Polars, DuckDB and pyarrow read it."""
        return _weft.arrow_stream(self._ran, self.name)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text(self.to_text(line=shutil.get_terminal_size().columns))

    def _repr_html_(self) -> str:
        return table_html(self)


def make_table(name: str, title: str, columns: Sequence[Column], rows: Iterable[Iterable[Any]]) -> Table:
    """Returns a table of Python values: numbers, texts, and None or NaN for empty cells."""
    return _restored(name, title, [(it.name, it.unit, it.doc, -1, it.name) for it in columns], rows)


def _restored(name: str, title: str, columns: list[tuple[str, str, str, int, str]], rows: Iterable[Iterable[Any]]) -> Table:
    return Table(name, _weft.table_result(name, title, columns, rows))
