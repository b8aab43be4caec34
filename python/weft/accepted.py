# SPDX-License-Identifier: Apache-2.0
"""Types of arguments that functions accept."""
from __future__ import annotations

import os
from collections.abc import Mapping as Dict
from collections.abc import Sequence
from typing import Any, Protocol, SupportsFloat, SupportsIndex, TypeAlias, Union

from .spec import HasSpec
from .values import Mapping, Pattern, Stream, Topology, Traffic


class Array(Protocol):
    """An array of NumPy, or an object with its interface."""

    @property
    def ndim(self) -> int:
        """The number of dimensions."""
    @property
    def shape(self) -> tuple[int, ...]:
        """The number of elements along each dimension."""
    def tolist(self) -> Any:
        """Returns the elements as nested lists."""


class SparseMatrix(Protocol):
    """A sparse matrix of SciPy, or an object with its interface."""

    @property
    def shape(self) -> Any:
        """The numbers of rows and columns."""
    def tocoo(self) -> Any:
        """Returns the matrix as rows, columns and values."""


class NetworkXGraph(Protocol):
    """A graph of NetworkX, or an object with its interface."""

    @property
    def nodes(self) -> Any:
        """The nodes, with their attributes."""
    @property
    def edges(self) -> Any:
        """The edges, with their attributes."""
    def is_directed(self) -> bool:
        """Returns whether edges have one direction."""
    def is_multigraph(self) -> bool:
        """Returns whether two nodes may have several edges."""


class IgraphGraph(Protocol):
    """A graph of igraph, or an object with its interface."""

    def vcount(self) -> int:
        """Returns the number of vertices."""
    def get_edgelist(self) -> Any:
        """Returns the edges as pairs of vertices."""
    def is_directed(self) -> bool:
        """Returns whether edges have one direction."""


class Neighbors(Protocol):
    """A topology of the user: routers with ports, and the router at the other end of each."""

    @property
    def routers(self) -> int:
        """The number of routers."""
    def degree(self, router: int, /) -> int:
        """Returns the number of ports of a router."""
    def neighbor(self, router: int, port: int, /) -> Any:
        """Returns the router at the other end of a port."""


Whole: TypeAlias = SupportsIndex
"""A whole number: an int, or one of NumPy."""
Number: TypeAlias = Union[SupportsFloat, SupportsIndex]
"""A number: an int, a float, or one of NumPy."""
Quantity: TypeAlias = Union[Number, str]
"""A number, or a text with a unit such as 1us or 100Gb/s."""
Numbers: TypeAlias = Union[Number, Sequence[Number], Array, str]
"""A number, several numbers, or their text: 0.5x1x2, or 0.1..0.5x5 for five evenly spaced numbers."""
Sides: TypeAlias = Union[Whole, Sequence[Whole], Array, str]
"""A whole number or several ones, such as (8, 8), or their text: 8x8."""
Path: TypeAlias = Union[str, "os.PathLike[str]"]
"""The path of a file."""
Place: TypeAlias = Union[Whole, str, Sequence[Whole]]
"""A terminal: its number, its name, or the coordinates of its router."""
Settings: TypeAlias = Union[str, Dict[str, object]]
"""Parameters by name: a dict, or a text such as pitch=0.8,folding=plain."""
Parts: TypeAlias = Union[str, Sequence[str], Dict[str, Dict[str, object]]]
"""Jobs or classes: their texts, or the parameters of each by its name, as in {"a": {"grid": 8}, "b": {}}."""
Routes: TypeAlias = Union[Sequence[object], Dict[Any, object]]
"""Routes as sequences of routers, or a dict of them by pair of routers: {(from, to): route} or {from: {to: route}}."""
RoutesLike: TypeAlias = Union[Path, Routes]
"""Routes, or the path of a file of routes."""
Graph: TypeAlias = Union[NetworkXGraph, IgraphGraph, SparseMatrix, Array, Neighbors]
"""A network of the user: a graph of NetworkX or igraph, a matrix, an array of links, or an object with ports."""
TopologyLike: TypeAlias = Union[Topology, HasSpec, Path, Graph]
"""A topology, a network, the text of a topology, the path of a graph file, or a network of the user."""
Matrix: TypeAlias = Union[Array, SparseMatrix, Sequence[Sequence[Number]]]
"""A matrix: an array, a sparse matrix, or a list of rows."""
TrafficLike: TypeAlias = Union[Traffic, Pattern, str, Matrix]
"""Traffic, its text, a square matrix of numbers of messages, or an array with a row (from, to[, number]) for each group of messages."""
PatternLike: TypeAlias = Union[Pattern, str, Matrix]
"""A communication pattern, its text, or a matrix: entry (i, j) is the amount that task i sends to task j."""
MappingLike: TypeAlias = Union[Mapping, str, Array, Sequence[Whole]]
"""A mapping, its text, or a placement: the terminal of each task."""
StreamLike: TypeAlias = Union[Stream, Path]
"""A stream of jobs, its text, or the path of a log."""
