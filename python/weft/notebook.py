# SPDX-License-Identifier: Apache-2.0
"""Display in notebooks."""
from __future__ import annotations

import json
import sys
import urllib.parse
from collections.abc import Callable, Sequence
from html import escape
from os import PathLike
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, ParamSpec

from . import _weft
from .calls import calling

if TYPE_CHECKING:
    from .accepted import TopologyLike, Whole
    from .figure import Figure
    from .result import Result
    from .table import Table

_max_rows = 20  # of a table


def svg_page(svg: str) -> str:
    """Returns a picture for embedding in a page, without the XML declaration."""
    return svg[svg.find("<svg"):]


def _cell(value: object) -> str:
    if value is None:
        return ""
    return f"{value:.6g}" if isinstance(value, float) else escape(str(value))


def table_html(table: Table) -> str:
    """Returns the first rows of a table as HTML."""
    head = "".join(f'<th title="{escape(it.doc)}">{escape(it.name)}{f" [{escape(it.unit)}]" if it.unit else ""}</th>' for it in table.columns)
    body = "".join("<tr>" + "".join(f"<td>{_cell(it)}</td>" for it in row) + "</tr>" for row in table.head(_max_rows))
    more = f"<p>{len(table) - _max_rows} more rows</p>" if len(table) > _max_rows else ""
    return f"<table><caption>{escape(table.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def result_html(result: Result) -> str:
    """Returns the answer, the figures in the colors of the page, and the tables as HTML."""
    answer = f"<p><strong>{escape(result.answer)}</strong></p>" if result.answer else ""
    figures = "".join(f"<figure>{it._repr_svg_()}<figcaption>{escape(it.caption)}</figcaption></figure>" for it in result.figures.values())
    notes = "".join(f"<p>{escape(it)}</p>" for it in result.notes)
    return answer + figures + "".join(table_html(it) for it in result.tables.values()) + notes


def figure_bundle(figure: Figure) -> dict[str, Any]:
    """Returns the figure as Vega-Lite for frontends that support it, and as SVG for others."""
    bundle: dict[str, Any] = {"image/svg+xml": figure._repr_svg_(), "text/plain": repr(figure)}
    if text := figure.vega_lite:
        bundle["application/vnd.vegalite.v5+json"] = json.loads(text) | {"$schema": "https://vega.github.io/schema/vega-lite/v5.json"}
    return bundle


def in_notebook() -> bool:
    """Returns whether this process is the kernel of a notebook."""
    if "IPython" not in sys.modules:
        return False
    from IPython import get_ipython

    return type(get_ipython()).__name__ == "ZMQInteractiveShell"


def notebook_progress() -> Callable[[str, int, int], object] | None:
    """Returns a function that shows the progress in a line below the cell, which ("", 0, 0) clears; None outside of notebooks."""
    if not in_notebook():
        return None
    from IPython.display import HTML, display

    shown: list[Any] = []

    def tell(label: str, done: int, total: int) -> None:
        bar = f'<progress value="{done}" max="{total}"></progress> ' if total else ""
        line = HTML(f"{bar}{escape(label)}")
        if shown:
            shown[0].update(line)
        elif label:
            shown.append(display(line, display_id=True))

    return tell


class Explorer:
    """The explorer's page, which contains Weft and requires neither a server nor network access. A notebook shows it."""

    def __init__(self, link: str, height: int) -> None:
        self.link: str = link
        self.height: int = height

    def save(self, path: str | PathLike[str]) -> None:
        """Writes the page as one HTML file, for a browser."""
        Path(path).write_text(_weft.explorer_page(self.link), encoding="utf-8")

    def __repr__(self) -> str:
        return f"<Explorer {self.link}: a notebook shows it; .save('page.html') writes the page>"

    def _repr_html_(self) -> str:
        page = escape(_weft.explorer_page(self.link))
        return f'<iframe srcdoc="{page}" style="width:100%;height:{self.height}px;border:0" sandbox="allow-scripts allow-downloads"></iframe>'


def _explorer(given: dict[str, Any]) -> Explorer:
    """Returns the page for the arguments of `explore`."""
    from .network import network
    from .result import Result as ResultClass
    from .spec import HasSpec, schema, text_of

    what, height = given.pop("what", "torus:sides=8x8"), given.pop("height", 640)
    if isinstance(what, ResultClass):
        if what.inputs:
            raise ValueError("the result depends on Python objects, which the page does not contain")
        verb = what.verb
        own: dict[str, object] = {"seed": what.seed, **what.scenario}
        arguments = {key: it for key, it in own.items() if key in schema()["verbs"][verb]["properties"]}
    else:
        topology = text_of(what, {"catalog": "topologies"})
        verb, arguments = "show", {"topology": topology}
        if isinstance(what, HasSpec) or topology.startswith("failed:"):
            arguments = dict(network(what)._apart())
    view = {key: ",".join(map(str, it)) if isinstance(it, (list, tuple)) else it for key, it in given.items()}
    words = {key: str(it) for key, it in (arguments | view).items() if str(it)}
    return Explorer(f"{verb}?{urllib.parse.urlencode(words, quote_via=urllib.parse.quote)}", height)


P = ParamSpec("P")


def _exploring(function: Callable[P, Explorer]) -> Callable[P, Explorer]:
    return calling(_explorer, function)


@_exploring
def explore(what: TopologyLike | Result = "torus:sides=8x8", *, height: int = 640,
            see: Literal["structure", "room", "free", "matrix"] = "structure", camera: str | Sequence[float] = "",
            router: Whole | None = None, second: Whole | None = None, channel: Whole | None = None, class_: Whole | Sequence[Whole] | str = "",
            scale: Literal["lin", "log"] = "lin", range: Literal["common", "own"] = "common",
            color: Literal["load", "difference", "distance", "class", "group", "rack"] = "load",
            lines: Literal["straight", "bundled"] = "straight", parts: Literal["open", "closed"] = "open",
            opened: Whole | Sequence[Whole] | str = "", cables: str = "", saved: str = "", edges: Literal["all", "chosen"] = "all",
            high: float = 0, least: float = 0, cycle: int = 0, speed: float = 10) -> Explorer:
    """The explorer in a notebook: the page of `weft explore`, as one file.

    Parameters
    ----------
    what : TopologyLike | Result, default "torus:sides=8x8"
        a topology, or a result, to show its scenario
    height : int, default 640
        height of the page in pixels
    see : {"structure", "room", "free", "matrix"}
        the arrangement of the routers, or the matrix of their traffic
    camera : str | Sequence[float]
        x, y, z, zoom, yaw and pitch
    router, second, channel : Whole
        the chosen router, a second one, or the chosen channel
    class_ : Whole | Sequence[Whole] | str
        the classes of channels that are hidden
    scale : {"lin", "log"}
        the scale of colors
    range : {"common", "own"}
        of two networks: one scale of colors, or one for each
    color : {"load", "difference", "distance", "class", "group", "rack"}
        the meaning of the colors of channels
    lines : {"straight", "bundled"}
        bundled: channels between groups run together
    parts : {"open", "closed"}
        closed: each group, or in a room each rack, is a circle
    opened : Whole | Sequence[Whole] | str
        with parts="closed": the groups that are open
    cables : str
        "3-5": only cables between these racks are drawn; "3": only cables within this rack
    saved : str
        the name of a saved view
    edges : {"all", "chosen"}
        which channels are drawn; chosen: only those of the chosen parts
    high : float
        the end of the scale of colors; 0: the largest value
    least : float
        channels below this share of the scale are hairlines
    cycle : int
        the cycle of a simulation
    speed : float, default 10
        cycles per second

    Returns
    -------
    Explorer
        which notebooks show

    Raises
    ------
    ValueError
        for a result that was made of objects of Python, which the page does not have
    TypeError
        for an unknown parameter
    """
    raise NotImplementedError
