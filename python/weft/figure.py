# SPDX-License-Identifier: Apache-2.0
"""Figures of results."""
from __future__ import annotations

import json
from collections.abc import Sequence
from os import PathLike, fspath
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _weft
from .notebook import figure_bundle, svg_page

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot


class Figure:
    """A figure of a result.

    Attributes
    ----------
    name, title, caption : str
        Its texts.
    alt : str
        A description of the picture in words.
    table : str
        The name of the table with its data.
    """

    def __init__(self, figure: _weft.Figure, ran: _weft.Ran) -> None:
        self._figure, self._ran = figure, ran
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

    def plot(self, ax: Axes | Sequence[Axes] | None = None) -> Plot:
        """Draws the chart with matplotlib.

        Parameters
        ----------
        ax : Axes or sequence of Axes, optional
            The axes to draw into; a figure with several charts needs as many. By default those of a new figure.

        Returns
        -------
        matplotlib.figure.Figure
            The figure of the axes.
        """
        from .plots import plot

        return plot(self, ax)

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the picture, by the extension of the file: .svg, .pdf or .png; without one as SVG.

        Raises
        ------
        InputError
            For other extensions.
        """
        try:
            content = self._figure.picture(fspath(path))
        except _weft.InputError as error:
            wrong = error
        else:
            Path(path).write_bytes(content)
            return
        _weft.refuse(wrong.problem, wrong.why, wrong.suggestion, "path")

    def __copy__(self) -> Figure:
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> Figure:
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        if self._ran.runs:
            raise TypeError("a figure of a study cannot be pickled, because it depends on all of its runs: pickle .svg or .data")
        return _restored, (self._ran.files(), self._ran.rest, self.name)

    def __repr__(self) -> str:
        return f"<Figure {self.name}: {self.title}>"

    def _repr_mimebundle_(self, include: object = None, exclude: object = None) -> dict[str, Any]:
        return figure_bundle(self)

    def _repr_svg_(self) -> str:
        return svg_page(self._figure.svg(True))


def _restored(files: list[tuple[str, bytes]], rest: Any, name: str) -> Figure:
    from .result import restored_ran

    ran = restored_ran(files, rest)
    return Figure(next(it for it in ran.figures() if it.name == name), ran)
