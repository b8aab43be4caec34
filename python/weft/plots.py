# SPDX-License-Identifier: Apache-2.0
"""Charts for matplotlib."""
from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from . import _weft
from .notebook import in_notebook
from .partner import partner

if TYPE_CHECKING:
    from matplotlib.axes import Axes
    from matplotlib.figure import Figure as Plot

    from .figure import Figure


def plot(figure: Figure, ax: Axes | Sequence[Axes] | None = None) -> Plot:
    """Draws the chart from the data of the figure, into a new matplotlib figure or into the given axes."""
    data = figure.data
    if data is None:
        raise ValueError(f"{figure.name} is a picture, not a chart of lines, bars or distributions: use .svg")
    charts = data if isinstance(data, list) else [data]
    places = _new_axes(len(charts)) if ax is None else _given_axes(ax, len(charts), figure.name)
    for axes, chart in zip(places, charts, strict=True):
        _draw(axes, chart)
    drawn: Plot = places[0].figure
    if in_notebook():
        import_module("matplotlib_inline.backend_inline")  # without it, notebooks show figures that pyplot did not make as text
    return drawn


def _new_axes(count: int) -> list[Axes]:
    columns = min(2, count)
    rows = -(-count // columns)
    drawn = partner("matplotlib.figure", "plot").Figure(figsize=(7 * columns, 4.2 * rows), layout="constrained")
    places = list(drawn.subplots(rows, columns, squeeze=False).flat)
    for axes in places[count:]:
        axes.set_visible(False)
    return places[:count]


def _given_axes(ax: Axes | Sequence[Axes], count: int, name: str) -> list[Axes]:
    places = list(np.ravel(np.asarray(ax, object)))
    for it in places:
        if not hasattr(it, "get_legend_handles_labels"):
            raise TypeError(f"ax={it!r}: pass axes of matplotlib")
    if len(places) != count:
        _weft.refuse(f"{len(places)} axes", f"{name} has {count} charts, each of which needs one", "", "ax")
    return places


def _title(axis: dict[str, Any]) -> str:
    return f"{axis['title']} ({axis['unit']})" if axis["unit"] else str(axis["title"])


def _scale(axes: Axes, name: str, axis: dict[str, Any]) -> None:
    getattr(axes, f"set_{name}label")(_title(axis))
    if axis["log"]:
        getattr(axes, f"set_{name}scale")("log")
    if axis["min"] is not None or axis["max"] is not None:
        getattr(axes, f"set_{name}lim")(axis["min"], axis["max"])


def _draw(axes: Axes, chart: dict[str, Any]) -> None:
    {"lines": _lines, "bars": _bars, "distributions": _distributions}[chart["kind"]](axes, chart)
    _scale(axes, "y", chart["y"])
    if "x" in chart:
        _scale(axes, "x", chart["x"])
    for i, line in enumerate(chart["references"]):
        mark = axes.axvline if line["vertical"] else axes.axhline
        mark(line["value"], color=f"{0.3 + 0.1 * (i % 4)}", linestyle="--", linewidth=1, label=line["name"])
    axes.set_title(chart["title"])
    if axes.get_legend_handles_labels()[0]:
        axes.legend()


def _lines(axes: Axes, chart: dict[str, Any]) -> None:
    for series in chart["series"]:
        x, y = series["x"], series["y"]
        count = min(len(x), len(y))
        x, y = x[:count], y[:count]
        style = ("--" if series["dashed"] else "-") if series["line"] else ""
        (line,) = axes.plot(x, y, linestyle=style or "none", marker="o" if series["markers"] else "", markersize=4, label=series["name"])
        low, high = series["low"], series["high"]
        if len(low) and len(high) and series["band"]:
            axes.fill_between(x, low[:count], high[:count], color=line.get_color(), alpha=0.2, linewidth=0)
        elif len(low) and len(high):
            axes.errorbar(x, y, yerr=np.abs([y - low[:count], high[:count] - y]), fmt="none", ecolor=line.get_color(), capsize=2)
    right = axes.get_xlim()[1]
    for it in chart["ranges"]:
        axes.axvspan(it["from"], right if it["to"] is None else it["to"], alpha=0.1, label=it["name"])


def _bars(axes: Axes, chart: dict[str, Any]) -> None:
    places = np.arange(len(chart["categories"]))
    width = 0.8 / max(1, len(chart["series"]))
    for i, series in enumerate(chart["series"]):
        at = places + (i - (len(chart["series"]) - 1) / 2) * width
        values, low, high = series["values"], series["low"], series["high"]
        errors = np.abs([values - low, high - values]) if len(low) and len(high) else None
        axes.bar(at, values, width, yerr=errors, capsize=2, label=series["name"])
    axes.set_xticks(places, chart["categories"])
    axes.set_xlabel(chart["category_title"])


def _distributions(axes: Axes, chart: dict[str, Any]) -> None:
    for one in chart["series"]:
        values = one["values"]
        weights = one["weights"] if len(one["weights"]) else np.ones(len(values))
        if chart["by_mean"]:
            values = values / np.average(values, weights=weights)
        if chart["form"] == "density":
            axes.hist(values, bins=50, weights=weights, density=True, histtype="stepfilled", alpha=0.5, label=one["name"])
            continue
        order = np.argsort(values)
        share = np.cumsum(weights[order]) / weights.sum()
        axes.step(values[order], share if chart["form"] == "cumulative" else 1 - share, where="post", label=one["name"])
