# SPDX-License-Identifier: Apache-2.0
"""Results as values of Python."""
from __future__ import annotations

import json
import keyword
from collections.abc import Iterable
from functools import cached_property
from os import PathLike, fspath
from os.path import join
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from . import _weft
from .given import Input
from .kept import save_inputs, saved_inputs
from .notebook import figure_bundle, result_html, svg_page, table_html
from .spec import Spec

if TYPE_CHECKING:
    import pandas
    from matplotlib.figure import Figure as Plot


class Column(NamedTuple):
    """A column of a table: its name, unit and meaning."""

    name: str
    unit: str = ""
    doc: str = ""


class Table:
    """A table of a result. `table["latency"]` is a column as a NumPy array."""

    def __init__(self, data: dict[str, Any], ran: _weft.Ran) -> None:
        self._ran = ran
        self.name: str = data["name"]
        self.title: str = data["title"]
        self.columns = tuple(Column(it["name"], it["unit"], it["doc"]) for it in data["columns"])
        self.rows: tuple[tuple[Any, ...], ...] = tuple(tuple(row) for row in data["rows"])

    def __len__(self) -> int:
        return len(self.rows)

    def __getitem__(self, name: str) -> np.ndarray[Any, Any]:
        """Returns a column: whole numbers as int64, numbers as float64 (NaN where a cell is empty), else objects."""
        names = [it.name for it in self.columns]
        if name not in names:
            name = next((it for it in _weft.other_column_names(name) if it in names), name)
        if name not in names:
            raise KeyError(f"table {self.name} has no column '{name}'; it has {', '.join(names)}")
        values = [row[names.index(name)] for row in self.rows]
        numbers = [it for it in values if it is not None]
        if values and all(type(it) is int for it in values):
            return np.array(values, np.int64)
        if numbers and all(type(it) in (int, float) for it in numbers):
            return np.array([np.nan if it is None else it for it in values], np.float64)
        column = np.empty(len(values), object)
        column[:] = values
        return column

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Table) and (self.name, self.title, self.columns, self.rows) == (
            other.name, other.title, other.columns, other.rows)

    def __repr__(self) -> str:
        return f"<Table {self.name}: {len(self)} rows of {', '.join(it.name for it in self.columns)}>"

    def to_pandas(self) -> pandas.DataFrame:
        """Returns the table as a DataFrame; `attrs` contains units and meanings of its columns."""
        import pandas

        frame = pandas.DataFrame({it.name: self[it.name] for it in self.columns})
        frame.attrs = {"title": self.title, "units": {it.name: it.unit for it in self.columns if it.unit},
                       "docs": {it.name: it.doc for it in self.columns if it.doc}}
        return frame

    def __arrow_c_stream__(self, requested_schema: object = None) -> object:
        """Returns the table as a stream of Arrow's C interface: polars, DuckDB and pyarrow read it."""
        return _weft.arrow_stream(self._ran, self.name)

    def _repr_html_(self) -> str:
        return table_html(self)


class Figure:
    """A figure of a result.

    name, title, caption: its texts
    alt: a description of the picture in words
    table: the name of the table with its data
    """

    def __init__(self, figure: _weft.Figure) -> None:
        self._figure = figure
        self.name: str = figure.name
        self.title: str = figure.title
        self.caption: str = figure.caption
        self.alt: str = figure.alt
        self.table: str = figure.table

    @property
    def svg(self) -> str:
        """The picture as SVG."""
        return self._figure.svg(False)

    @property
    def vega_lite(self) -> str:
        """The chart as Vega-Lite; empty if the figure is not a chart."""
        return self._figure.vega_lite()

    @property
    def data(self) -> Any:
        """The data of a chart of lines, bars or distributions, as a dict or a list of them; None for other figures."""
        return self._figure.data()

    def chart(self) -> dict[str, Any]:
        """Returns the chart as Vega-Lite, for `altair.Chart.from_dict`."""
        if not self.vega_lite:
            raise ValueError(f"{self.name} is a picture, not a chart: use .svg")
        parsed: dict[str, Any] = json.loads(self.vega_lite)
        return parsed

    def plot(self) -> Plot:
        """Returns the chart as a matplotlib figure."""
        from .plots import plot

        return plot(self)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture as SVG, to a file with the extension .svg or without one."""
        ending = Path(path).suffix
        if ending.lower() not in ("", ".svg"):
            of_charts = f", or write the chart by .plot().savefig({Path(path).name!r})" if self.data is not None else ""
            _weft.refuse(f"{Path(path).name} is not an SVG file", "pictures are written as SVG",
                         f"use {Path(path).with_suffix('.svg').name}{of_charts}", "path")
        Path(path).write_text(self.svg, encoding="utf-8")

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return figure_bundle(self)

    def _repr_svg_(self) -> str:
        return svg_page(self._figure.svg(True))


class Result:
    """The result of a verb, with all data required to repeat it.

    `result["curve"]` is a table. `result.arrays["channel_load"]` is an array, for data too large for a table.
    A failed channel has no value: NaN in an array (use `np.nanmax` instead of `max`), None in a table.

    answer: the answer to the question in a sentence; may be empty
    scenario: every parameter of every part; request: the arguments of the call, which repeat it; contents: by file in the scenario, a hash of its content
    seed, version, host, threads, timings: how it was computed
    revision: the revision of the source that computed it, in git; `.edited` at its end: with changes; empty if unknown
    run_id: results with equal ids are interchangeable
    met: False if the command would exit with status 3
    """

    def __init__(self, ran: _weft.Ran, inputs: Iterable[Input] = ()) -> None:
        data = json.loads(ran.json())
        self._ran = ran
        self.verb: str = data.get("verb", "")
        self._inputs = tuple(inputs)
        stated: dict[str, str] = dict(data["scenario"])
        begin = "contents of "
        self.scenario: dict[str, str] = {key: self._with_inputs(it) for key, it in stated.items() if not key.startswith(begin)}
        self.contents: dict[str, str] = {key.removeprefix(begin): it for key, it in stated.items() if key.startswith(begin)}
        self.answer: str = data.get("answer", "")
        self.run_id: str = data["run"]
        self.version: str = data["version"]
        self.seed: int = data["seed"]
        self.host: str = data["host"]
        self.threads: int = data["threads"]
        self.timings: dict[str, float] = data["seconds"]
        self.notes: tuple[str, ...] = tuple(data["notes"])
        self.tables: dict[str, Table] = {it["name"]: Table(it, ran) for it in data["tables"]}
        self.arrays: dict[str, np.ndarray[Any, Any]] = ran.arrays()
        self.met: bool = ran.met

    def _with_inputs(self, text: str) -> str:
        """Returns the text with the objects to which it refers; the text can be used while it exists."""
        named = [it for it in self._inputs if it.key in text]
        return Spec(text, named) if named else text

    @property
    def revision(self) -> str:
        """The revision of the source code."""
        return self.version.partition("+")[2]

    @property
    def inputs(self) -> dict[str, Any]:
        """The Python objects to which the scenario refers, unchanged, by their keys."""
        return {it.key: it.value for it in self._inputs}

    @cached_property
    def request(self) -> dict[str, str]:
        """The arguments of the call, without redundant ones; they repeat the call, for every verb.

        Empty for a result of an older version of Weft.

        >>> import weft
        >>> route = weft.route("ring:routers=4", from_=0, to=2)
        >>> route.request
        {'topology': 'ring:routers=4,concentration=1', 'from_': '0', 'to': '2'}
        >>> weft.route(**route.request) == route
        True
        """
        return {key + "_" * keyword.iskeyword(key): self._with_inputs(it) for key, it in self._ran.request}

    @cached_property
    def document(self) -> str | None:
        """The text of verbs that produce a file, such as draw; otherwise None."""
        return self._ran.document

    @cached_property
    def runs(self) -> tuple[Result, ...]:
        """The results of the runs of a study, in its order."""
        return tuple(Result(it) for it in self._ran.runs)

    def __getitem__(self, name: str) -> Table:
        if name not in self.tables:
            name = next((it for it in _weft.other_table_names(name) if it in self.tables), name)
        if name not in self.tables:
            raise KeyError(f"the result has no table '{name}'; it has {', '.join(self.tables)}")
        return self.tables[name]

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures of the result, by name."""
        return {it.name: Figure(it) for it in self._ran.figures()}

    def figure(self, name: str = "") -> Figure:
        """Returns the figure with this name, or the first figure."""
        if not self.figures:
            raise KeyError("the result has no figures")
        if name and name not in self.figures:
            raise KeyError(f"the result has no figure '{name}'; it has {', '.join(self.figures)}")
        return self.figures[name] if name else next(iter(self.figures.values()))

    def plot(self, name: str = "") -> Plot:
        """Returns a chart as a matplotlib figure; by default the first chart."""
        charts = [it.name for it in self.figures.values() if it.data is not None]
        if not name and not charts:
            raise KeyError("the result has no charts")
        return self.figure(name or charts[0]).plot()

    def chart(self, name: str) -> dict[str, Any]:
        """Returns a chart as Vega-Lite, for `altair.Chart.from_dict`."""
        return self.figure(name).chart()

    def _of(self, verb: str, table: str) -> Table:
        """Returns a table that only one verb produces."""
        if table not in self.tables:
            raise AttributeError(f"a result of {self.verb} has no table {table}: use weft.{verb}")
        return self.tables[table]

    # Single values of the results of verbs.

    @property
    def free(self) -> bool:
        """Whether the routing cannot deadlock (`deadlock` only)."""
        return bool(self._of("deadlock", "verdict")["deadlock"][0] == "none")

    @property
    def proof(self) -> str:
        """The reason that no deadlock is possible; empty if one is (`deadlock` only)."""
        return str(self._of("deadlock", "verdict")["proof"][0] or "")

    @property
    def cycle(self) -> Table | None:
        """The cycle of waiting packets, if a deadlock is possible (`deadlock` only)."""
        return None if self.free else self["cycle"]

    @property
    def tasks(self) -> np.ndarray[Any, Any]:
        """The terminal of each task (`map` only)."""
        return self._of("map", "mapping")["terminal"]

    @property
    def bottleneck(self) -> str:
        """The class of the most loaded channels (`load` only)."""
        table = self._of("load", "throughput")
        return next((str(name) for name, mark in zip(table["class"], table["bottleneck"], strict=True) if mark), "")

    @property
    def saturation(self) -> float | None:
        """The highest rate tried at which the network is not saturated, in flits per cycle and terminal (`sweep` only).

        None if the sweep did not search for it, because its rates were specified.
        """
        self._of("sweep", "curve")
        return float(self["saturation"]["saturation_lower"][0]) if "saturation" in self.tables else None

    def fullest(self, count: int = 10) -> list[tuple[int, float]]:
        """Returns the most loaded channels, with their loads (`load` only)."""
        self._of("load", "throughput")
        loads = self.arrays["channel_load"]
        working = int(np.count_nonzero(~np.isnan(loads)))
        order = np.argsort(-loads, kind="stable")[:min(count, working)]
        return [(int(it), float(loads[it])) for it in order]

    # Files.

    def save(self, path: str | PathLike[str]) -> None:
        """Writes result.json, the tables as CSV, the arrays as .npy and the figures into a directory, as -o does, and
        its inputs; `weft.read` reads them."""
        self._ran.save(fspath(path))
        save_inputs(Path(path), self._inputs)

    def report(self, path: str | PathLike[str], title: str = "") -> None:
        """Writes the result as one self-contained HTML file."""
        _weft.report(fspath(path), [self._ran], title)

    def write(self, form: str, path: str | PathLike[str], host: str = "") -> None:
        """Writes the placement for a launcher (`map` only); `form` and `host` are the parameters `format` and `host` of `weft.map`."""
        self._of("map", "mapping")
        Path(path).write_text(_weft.launch_file(self._ran, form, host), encoding="utf-8")

    def to_json(self) -> str:
        """Returns the result as printed by the command with --json; arrays are listed with the files of `save`."""
        return self._ran.json()

    def __eq__(self, other: object) -> bool:
        """Whether both are results of the same run with the same version and revision, so that they differ only in their times."""
        return isinstance(other, Result) and (self.verb, self.run_id, self.version) == (other.verb, other.run_id, other.version)

    def __hash__(self) -> int:
        return hash(self.run_id)

    def __reduce__(self) -> tuple[Any, ...]:
        return _restored, (self._ran.files(), self._ran.rest, self._inputs)

    def __repr__(self) -> str:
        return f"<Result {self.verb} {self.run_id}: {self.answer or ', '.join(self.tables)}>"

    def __str__(self) -> str:
        return self._ran.text(0)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        import shutil

        printer.text(self._ran.text(shutil.get_terminal_size().columns))

    def _repr_html_(self) -> str:
        return result_html(self)


def _restored(files: list[tuple[str, bytes]], rest: Any, inputs: tuple[Input, ...]) -> Result:
    """Returns a result from the files of a saved one, and the data that the files omit."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="weft-") as folder:
        for name, content in files:
            with open(join(folder, name), "wb") as file:  # a Path would keep the name of every folder
                file.write(content)
        ran = _weft.read(folder)
    ran.rest = rest
    return Result(ran, inputs)


def read(path: str | PathLike[str]) -> Result:
    """Reads a saved result: a result.json, or the directory that `save` or -o wrote. Python inputs are read too, so that the
    result can be repeated."""
    where = Path(path)
    return Result(_weft.read(fspath(path)), saved_inputs(where if where.is_dir() else where.parent))


def report(results: Result | Iterable[Result], path: str | PathLike[str], title: str = "") -> None:
    """Writes results, side by side, as one self-contained HTML file."""
    given = [results] if isinstance(results, Result) else list(results)
    if not given or not all(isinstance(it, Result) for it in given):
        raise TypeError("pass at least one result of Weft")
    _weft.report(fspath(path), [it._ran for it in given], title)
