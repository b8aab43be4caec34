# SPDX-License-Identifier: Apache-2.0
"""Results as values of Python."""
from __future__ import annotations

import json
import keyword
from collections.abc import ItemsView, Iterable, Iterator, KeysView, Mapping, Sequence, ValuesView
from functools import cached_property
from os import PathLike, fspath
from os.path import join
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _weft
from .figure import Figure
from .given import Input
from .kept import save_inputs, saved_inputs
from .notebook import result_html
from .quantity import Quantity
from .scalars import Scalar, metric_in, scalars_of, value_of
from .spec import Text
from .table import Column, Table
from .tidy import tidy_comparison

if TYPE_CHECKING:
    import numpy as np
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot
else:
    from .later import np

__all__ = ["Column", "Figure", "Result", "Table", "read", "report"]


class Result(Mapping[str, Table]):
    """The result of a verb, with all data required to repeat it: a read-only mapping from names to tables.

    `result["curve"]` is a table, `result.value("summary.makespan")` a single value with its unit. `result.arrays["channel_load"]`
    is an array, for data too large for a table.
    A failed channel has no value: NaN in an array (use `np.nanmax` instead of `max`), None in a table.

    answer: the answer to the question in a sentence; may be empty
    scenario: every parameter of every part; request: the arguments of the call, which repeat it; contents: by file in the scenario, a hash of its content
    seed, version, host, threads, timings: how it was computed
    revision: the revision of the source that computed it, in git; `.edited` at its end: with changes; empty if unknown
    run_id: results with equal ids are interchangeable
    met: False if the command would exit with status 3
    """

    def __init__(self, ran: _weft.Ran, inputs: Iterable[Input] = ()) -> None:
        data = json.loads(ran.head())
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
        self.tables: dict[str, Table] = {it: Table(it, ran) for it in ran.table_names}
        self.arrays: dict[str, np.ndarray[Any, Any]] = ran.arrays()
        self.met: bool = ran.met

    def _with_inputs(self, text: str) -> str:
        """Returns the text with the objects to which it refers; the text can be used while it exists."""
        named = [it for it in self._inputs if it.key in text]
        return Text(text, named) if named else text

    @property
    def revision(self) -> str:
        """The revision of the source code."""
        return self.version.partition("+")[2]

    @property
    def inputs(self) -> dict[str, Any]:
        """The Python objects to which the scenario refers, unchanged, by their keys."""
        return {it.key: it.value for it in self._inputs}

    @cached_property
    def request(self) -> dict[str, Any]:
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

    @property
    def command(self) -> str:
        """The shell command that repeats the run; empty for a study and for a result of an older version.

        Raises ValueError for a result of Python objects, which a shell does not have: use `rerun`.

        >>> import weft
        >>> weft.route("ring:routers=4", from_=0, to=2).command
        'weft route ring:routers=4 --to 2'
        """
        if self._inputs:
            raise ValueError(f"the result was computed from {len(self._inputs)} Python objects, which a shell does not have: use .rerun()")
        return self._ran.command

    def rerun(self, **changes: Any) -> Result:
        """Repeats the call with the installed version of Weft.

        Parameters
        ----------
        **changes
            Arguments of the verb that replace those of the call, such as ``seed=2``.

        Returns
        -------
        Result
            The new result. Without changes it is equal to this one if the version of Weft is equal.

        Raises
        ------
        ValueError
            For a study and for a result of an older version, which do not contain their request.
        """
        if not self.request:
            raise ValueError("the result does not contain its request, so it cannot be repeated")
        from . import _verbs

        return getattr(_verbs, self.verb)(**{**self.request, **changes})  # type: ignore[no-any-return]

    @cached_property
    def document(self) -> str | None:
        """The text of verbs that produce a file, such as draw; otherwise None."""
        return self._ran.document

    @cached_property
    def runs(self) -> tuple[Result, ...]:
        """The results of the runs of a study, in its order."""
        return tuple(Result(it, inputs_in(it, self._inputs)) for it in self._ran.runs)

    def __getitem__(self, name: str) -> Table:
        found = self._table_name(name)
        if found is None:
            raise KeyError(f"the result has no table {name!r}; it has {', '.join(self.tables)}")
        return self.tables[found]

    def _table_name(self, name: object) -> str | None:
        """Returns the name of the table that has this name, now or in an earlier version; None if there is none."""
        if not isinstance(name, str):
            return None
        return next((it for it in (name, *_weft.other_table_names(name)) if it in self.tables), None)

    def __contains__(self, name: object) -> bool:
        return self._table_name(name) is not None

    def __iter__(self) -> Iterator[str]:
        return iter(self.tables)

    def __len__(self) -> int:
        return len(self.tables)

    def __bool__(self) -> bool:
        return True  # also without tables

    def keys(self) -> KeysView[str]:
        """Returns the names of the tables."""
        return self.tables.keys()

    def items(self) -> ItemsView[str, Table]:
        """Returns the names and the tables."""
        return self.tables.items()

    def values(self) -> ValuesView[Table]:
        """Returns the tables."""
        return self.tables.values()

    def _ipython_key_completions_(self) -> list[str]:
        return list(self.tables)

    @cached_property
    def figures(self) -> dict[str, Figure]:
        """The figures of the result, by name."""
        return {it.name: Figure(it, self._ran) for it in self._ran.figures()}

    def figure(self, name: str = "") -> Figure:
        """Returns the figure with this name, or the first figure."""
        if not self.figures:
            raise KeyError("the result has no figures")
        if name and name not in self.figures:
            raise KeyError(f"the result has no figure '{name}'; it has {', '.join(self.figures)}")
        return self.figures[name] if name else next(iter(self.figures.values()))

    def plot(self, name: str = "", ax: Axes | Sequence[Axes] | None = None) -> Plot:
        """Draws a chart with matplotlib.

        Parameters
        ----------
        name : str
            The name of the figure; by default the first chart.
        ax : Axes or sequence of Axes, optional
            The axes to draw into; by default those of a new figure.

        Returns
        -------
        matplotlib.figure.Figure
            The figure of the axes.
        """
        charts = [it.name for it in self.figures.values() if it.data is not None]
        if not name and not charts:
            raise KeyError("the result has no charts")
        return self.figure(name or charts[0]).plot(ax)

    def chart(self, name: str) -> dict[str, Any]:
        """Returns a chart as Vega-Lite, for `altair.Chart.from_dict`."""
        return self.figure(name).chart()

    def _of(self, verb: str, table: str) -> Table:
        """Returns a table that only one verb produces."""
        if table not in self.tables:
            raise AttributeError(f"a result of {self.verb} has no table {table}: use weft.{verb}")
        return self.tables[table]

    # Single values.

    @cached_property
    def scalars(self) -> dict[str, Scalar | None]:
        """The single values by name, first the main values of the verb, then the columns of tables with one row.

        A column whose name is used already is `table.column`. Numbers are a `Quantity`, with their unit.
        """
        return scalars_of(self)

    def value(self, name: str) -> Scalar | None:
        """Returns a single value.

        Parameters
        ----------
        name : str
            A name in `scalars`, a cell such as ``summary.makespan`` or ``throughput[dim0].max_load`` (the row with this first
            cell), or the time of a stage such as ``seconds.run``. `seconds.` is followed by a name in `timings`.

        Returns
        -------
        Quantity, str or None
            A number with its unit, a text, or None for an empty cell.

        Raises
        ------
        KeyError
            If there is no such value, with the nearest name.
        """
        return value_of(self, name)

    def metric(self, key: str) -> Quantity:
        """Returns a metric of the network (`show` only): NaN with `lower` and `upper` if only bounds are known.

        >>> import weft
        >>> weft.show("torus:sides=4x4").metric("diameter")
        Quantity(4, 'hops')
        """
        return metric_in(self, key)

    @property
    def verdict(self) -> str:
        """Another name of `answer`."""
        return self.answer

    @property
    def throughput(self) -> Quantity | None:
        """The throughput (`load`: the bound of a node, in units of the bandwidth; `sweep`: accepted beyond saturation).

        None if a sweep did not measure it, because its rates were specified.
        """
        if self.verb not in ("load", "sweep"):
            raise AttributeError(f"this is a result of {self.verb}: weft.load and weft.sweep give the throughput")
        found = self.scalars.get("throughput")
        return found if isinstance(found, Quantity) else None

    def tidy(self, table: str = "metrics") -> Table:
        """Returns a table of a comparison with a row for each network and quantity (`compare` only).

        Parameters
        ----------
        table : str
            ``metrics`` or ``cost``.

        Returns
        -------
        Table
            The columns topology, key, quantity, unit, value, lower and upper. `value` is a number: inf for an infinite quantity,
            and NaN if only bounds are known, which the comparison states with 5 digits.
        """
        self._of("compare", "metrics")
        return tidy_comparison(self[table])

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
        self._of("load", "throughput")
        return str(self.scalars.get("bottleneck") or "")

    @property
    def saturation(self) -> Quantity | None:
        """The highest rate tried at which the network is not saturated, in flits per cycle and terminal (`sweep` only).

        None if the sweep did not search for it, because its rates were specified.
        """
        self._of("sweep", "curve")
        found = self.scalars.get("saturation")
        return found if isinstance(found, Quantity) else None

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


def inputs_in(ran: _weft.Ran, inputs: Iterable[Input]) -> list[Input]:
    """Returns the inputs to which the request of a result refers."""
    return [it for it in inputs if any(it.key in value for _, value in ran.request)]


def restored_ran(files: list[tuple[str, bytes]], rest: Any) -> _weft.Ran:
    """Returns a result of C++ from the files of a saved one, and the data that the files omit."""
    import tempfile

    with tempfile.TemporaryDirectory(prefix="weft-") as folder:
        for name, content in files:
            with open(join(folder, name), "wb") as file:  # a Path would keep the name of every folder
                file.write(content)
        ran = _weft.read(folder)
    ran.rest = rest
    return ran


def _restored(files: list[tuple[str, bytes]], rest: Any, inputs: tuple[Input, ...]) -> Result:
    return Result(restored_ran(files, rest), inputs)


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
