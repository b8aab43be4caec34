# SPDX-License-Identifier: Apache-2.0
"""Display in notebooks."""
from __future__ import annotations

import json
import sys
import urllib.parse
from collections.abc import Callable
from html import escape
from typing import TYPE_CHECKING, Any

from . import _weft

if TYPE_CHECKING:
    from .result import Figure, Result, Table

_most_rows = 20  # of a table


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
    body = "".join("<tr>" + "".join(f"<td>{_cell(it)}</td>" for it in row) + "</tr>" for row in table.rows[:_most_rows])
    more = f"<p>{len(table) - _most_rows} more rows</p>" if len(table) > _most_rows else ""
    return f"<table><caption>{escape(table.title)}</caption><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def result_html(result: Result) -> str:
    """Returns the answer, the figures in the colors of the page, and the tables as HTML."""
    answer = f"<p><strong>{escape(result.answer)}</strong></p>" if result.answer else ""
    figures = "".join(f"<figure>{it._repr_svg_()}<figcaption>{escape(it.caption)}</figcaption></figure>" for it in result.figures.values())
    notes = "".join(f"<p>{escape(it)}</p>" for it in result.notes)
    return answer + figures + "".join(table_html(it) for it in result.tables.values()) + notes


def figure_bundle(figure: Figure) -> dict[str, Any]:
    """Returns the figure as Vega-Lite for frontends that support it, and as SVG for others."""
    bundle: dict[str, Any] = {"image/svg+xml": figure._repr_svg_(), "text/plain": f"<Figure {figure.name}: {figure.title}>"}
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
    """The explorer's page in a notebook, which contains Weft and requires neither a server nor network access."""

    def __init__(self, link: str, height: int) -> None:
        self.link, self.height = link, height

    def _repr_html_(self) -> str:
        page = escape(_weft.explorer_page(self.link))
        return f'<iframe srcdoc="{page}" style="width:100%;height:{self.height}px;border:0" sandbox="allow-scripts allow-downloads"></iframe>'


def explore(what: object = "torus:sides=8x8", *, height: int = 640, **view: object) -> Explorer:
    """The explorer in a notebook: the page of `weft explore`, as one file.

    what: a topology, or a result, to show its scenario
    height: height of the page in pixels
    view: the state of the page, as in its links, such as see="room" or router=17
    """
    from .network import network
    from .result import Result as ResultClass
    from .spec import HasSpec, schema, text_of

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
    words = {key: str(it) for key, it in (arguments | view).items() if str(it)}
    return Explorer(f"{verb}?{urllib.parse.urlencode(words, quote_via=urllib.parse.quote)}", height)
