# SPDX-License-Identifier: Apache-2.0
"""Conversion of Python objects to the texts that Weft reads from files."""
from __future__ import annotations

import contextlib
import copy
import os
import re
import sys
from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, Any

from . import _weft

if TYPE_CHECKING:
    import numpy as np
else:
    from .later import np

_max_dense = 10**9  # entries of a matrix that is not sparse


class Input:
    """A Python object that is registered under a key, which depends on its content, while this exists.

    It contains a copy, which does not change when the caller modifies the object.
    """

    def __init__(self, key: str, value: Any) -> None:
        self.key: str = key
        self.value: Any = _copied(value)

    def __repr__(self) -> str:
        return f"<{type(self).__name__} {self.key}: {type(self.value).__name__}>"


def _copied(value: Any) -> Any:
    """Returns a copy of a mutable object, or the object itself if it cannot be copied."""
    if isinstance(value, np.ndarray):
        own = value.copy()
        own.setflags(write=False)
        return own
    with contextlib.suppress(Exception):  # foreign classes may raise any exception
        return copy.deepcopy(value) if isinstance(value, (list, tuple, dict, set)) or not hasattr(value, "copy") else value.copy()
    return value


class FileStates:
    """The state of the files that a spec names. Equal if the files have equal contents."""

    def __init__(self, spec: str) -> None:
        self._digests: dict[str, str] = {}
        self._stats: dict[str, tuple[int, int] | None] = {}
        for text in re.findall(r'\bfile:path=("(?:[^"\\]|\\.)*"|[^,\]]*)', spec):
            path = re.sub(r"\\(.)", r"\1", text[1:-1]) if text.startswith('"') else text
            if os.path.isfile(path):
                path = os.path.abspath(path)
                self._stats[path], self._digests[path] = _stat(path), _digest(path)

    def check(self) -> None:
        """Raises InputError if a file has changed."""
        for path, before in self._stats.items():
            now = _stat(path)
            if now == before:
                continue
            if now is None or _digest(path) != self._digests[path]:
                _weft.refuse(f"the file {path} has changed", "the network has the former content",
                             "read it again with weft.network", "topology")
            self._stats[path] = now

    def __eq__(self, other: object) -> bool:
        return isinstance(other, FileStates) and list(self._digests.values()) == list(other._digests.values())

    def __hash__(self) -> int:
        return hash(tuple(self._digests.values()))


def _stat(path: str) -> tuple[int, int] | None:
    try:
        found = os.stat(path)
    except OSError:
        return None
    return found.st_mtime_ns, found.st_size


def _digest(path: str) -> str:
    import hashlib

    with open(path, "rb") as file:
        return hashlib.file_digest(file, "blake2b").hexdigest() if hasattr(hashlib, "file_digest") else hashlib.blake2b(file.read()).hexdigest()


class GivenText(Input):
    """A text that replaces a file; its key is the path."""

    def __init__(self, name: str, text: str, value: Any) -> None:
        self._held = _weft.GivenText(name, text)
        self.name: str = name
        self.text: str = text
        super().__init__(self._held.path, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return GivenText, (self.name, self.text, self.value)


def array_of(values: Any, what: str) -> np.ndarray[Any, Any]:
    """Returns an array from a value that can be converted: rows of equal length, without masked values."""
    try:
        array = np.asarray(values)
    except ValueError:
        _weft.refuse(f"{what} has rows that differ in length", "must be an array", "", what)
    if isinstance(values, np.ma.MaskedArray) and np.any(values.mask):
        _weft.refuse(f"{what} contains masked values", "each must be a number", "fill them, e.g. with .filled(0)", what)
    return array


def as_type(array: np.ndarray[Any, Any], form: Any, what: str) -> np.ndarray[Any, Any]:
    """Returns the array with the given type, in C order and native byte order. Copies only if necessary."""
    if array.dtype == np.int32 and form == np.uint32:
        array = array.view(np.uint32)
    taken = np.asarray(array, form, order="C")
    if "logging" in sys.modules and array.size and not np.may_share_memory(taken, array):
        import logging  # already imported by the application

        logging.getLogger("weft.copies").debug("%s: an array of %s is copied: Weft takes contiguous %s", what, array.dtype, taken.dtype)
    return taken


def real_numbers(values: Any, what: str) -> np.ndarray[Any, Any]:
    """Returns an array of numbers that are real, finite and at least 0."""
    array = array_of(values, what)
    if array.dtype.kind not in "biuf" and array.size:
        _weft.refuse(f"{what} contains {'text' if array.dtype.kind in 'SU' else array.dtype}", "must contain real numbers", "", what)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        _weft.refuse(f"{what} contains values that are not finite", "must contain numbers from 0 on", "", what)
    if array.size and array.min() < 0:
        _weft.refuse(f"{what} contains negative values", "must contain numbers from 0 on", "", what)
    return array


def whole_numbers(values: Any, what: str) -> np.ndarray[Any, Any]:
    """Returns an array of whole numbers of at least 0 that fit into int64, of any integer type."""
    array = real_numbers(values, what)
    if array.dtype.kind == "f" and (array != np.floor(array)).any():
        _weft.refuse(f"{what} contains values that are not whole", "must contain whole numbers", "", what)
    if array.size and array.max() >= 2**63:
        _weft.refuse(f"{what}={array.max()}", "must be below 2^63", "", what)
    return array if array.dtype.kind in "iu" else array.astype(np.int64)


def entries(matrix: Any, what: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Returns rows, columns and values of the nonzero entries of a square matrix."""
    if matrix.shape[0] != matrix.shape[1]:
        _weft.refuse(f"{what} has {matrix.shape[0]} rows and {matrix.shape[1]} columns", "must be square: a row and a column for each task", "", what)
    if hasattr(matrix, "tocoo"):
        sparse = matrix.tocoo()
        rows, columns, values = sparse.row, sparse.col, sparse.data
    else:
        if matrix.shape[0] ** 2 > _max_dense:
            _weft.refuse(f"{what} has {matrix.shape[0]} x {matrix.shape[0]} numbers", f"a dense matrix may have at most {_max_dense}",
                         "pass a SciPy sparse matrix", what)
        dense = real_numbers(matrix, what)
        rows, columns = np.nonzero(dense)
        values = dense[rows, columns]
    values = real_numbers(values, what)
    kept = values != 0
    return rows[kept], columns[kept], values[kept]


def _matrix(value: Any, what: str) -> Any:
    """Returns a SciPy or NumPy matrix; lists of rows become an array."""
    matrix = value if hasattr(value, "tocoo") else array_of(value, what)
    if matrix.ndim != 2:
        _weft.refuse(f"{what} has {matrix.ndim} dimensions", "must be a matrix", "", what)
    if matrix.shape[0] == 0:
        _weft.refuse(f"{what} has no rows", "must be a matrix", "", what)
    return matrix


def matrix_text(amounts: Any) -> GivenText:
    """Returns a communication matrix: entry (i, j) is the amount that task i sends to task j."""
    matrix = _matrix(amounts, "pattern")
    rows, columns, values = entries(matrix, "pattern")
    whole = values.dtype.kind in "biu"
    numbers = values.astype(np.uint64 if whole else np.float64).tolist()
    lines = [f"%%MatrixMarket matrix coordinate {'integer' if whole else 'real'} general",
             f"{matrix.shape[0]} {matrix.shape[1]} {len(numbers)}"]
    lines += [f"{i} {j} {value!r}" for i, j, value in zip((rows + 1).tolist(), (columns + 1).tolist(), numbers, strict=True)]
    return GivenText("matrix.mtx", "\n".join(lines) + "\n", amounts)


def could_be_links(array: np.ndarray[Any, Any]) -> bool:
    """Returns whether a square array can also be a list with a row (a, b[, amount]) for each link or message: whole numbers, amounts
    above 0."""
    if array.shape not in ((2, 2), (3, 3)) or array.dtype.kind not in "biuf":
        return False
    return bool((array[:, :2] == np.floor(array[:, :2])).all() and (array[:, 2:] > 0).all())


def messages_text(given: Any, form: str = "") -> GivenText:
    """Returns messages from a square matrix of their numbers, or an array with a row (sender, receiver[, number]) for each group. `form`
    selects one: matrix or messages; by default, an ambiguous array is rejected."""
    messages = _matrix(given, "traffic")
    square = hasattr(messages, "tocoo") or messages.shape[0] == messages.shape[1]
    if not form and square and not hasattr(messages, "tocoo") and could_be_links(messages):
        _weft.refuse(f"{messages.shape[0]} x {messages.shape[0]} numbers are ambiguous", "they can be a matrix or a list of messages (from, to[, number])",
                     "use weft.traffic.matrix(..) or weft.traffic.messages(..)", "traffic")
    if form == "matrix" or (not form and square):
        rows, columns, values = entries(messages, "traffic")
        table = np.stack([rows.astype(np.int64), columns.astype(np.int64), whole_numbers(values, "traffic")], axis=1)
    else:
        table = whole_numbers(messages if isinstance(messages, np.ndarray) else messages.toarray(), "traffic")
        if table.shape[1] not in (2, 3):
            _weft.refuse(f"traffic has {table.shape[0]} x {table.shape[1]} numbers",
                         "must be square, or have 2 or 3 columns: sender, receiver, number of messages", "", "traffic")
    return GivenText("messages.txt", "".join(" ".join(map(str, row)) + "\n" for row in table.tolist()), given)


def mapping_text(terminals: Any) -> GivenText:
    """Returns a placement: the terminal of each task."""
    array = array_of(terminals, "mapping")
    if array.ndim != 1:
        _weft.refuse(f"mapping has {array.ndim} dimensions", "must be a list: the terminal of each task", "", "mapping")
    return GivenText("placement.txt", "".join(f"{it}\n" for it in whole_numbers(array, "mapping").tolist()), terminals)


def _routes_of(routes: Mapping[Any, Any]) -> Iterable[Any]:
    """Yields the routes of a dict {(s, t): route} or {s: {t: route}}, except routes from a router to itself."""
    for key, value in routes.items():
        inner = {(key, t): it for t, it in value.items()} if isinstance(value, Mapping) else {key: value}
        for pair, route in inner.items():
            if isinstance(route, str) or not np.iterable(route):
                _weft.refuse(f"routes contains {route!r}", "each must be a sequence of routers", "", "routes")
            visits = list(route)
            if not isinstance(pair, tuple) or len(pair) != 2:
                _weft.refuse(f"routes contains the key {pair!r}", "each key must be a pair: {(from, to): route}", "", "routes")
            if not visits or (visits[0], visits[-1]) != pair:
                _weft.refuse(f"the route {visits!r} does not connect the pair {pair!r}", "must lead from the first to the second router", "", "routes")
            if len(visits) > 1:
                yield visits


def routes_text(routes: Any) -> GivenText:
    """Returns routes from a sequence of sequences of routers, or a dict of them by pair."""
    lines = []
    listed = _routes_of(routes) if isinstance(routes, Mapping) else routes if np.iterable(routes) else [routes]
    for route in listed:
        if isinstance(route, Mapping):
            _weft.refuse("routes contains a dict", "each must be a sequence of routers", "pass one dict of all routes", "routes")
        if isinstance(route, str) or not np.iterable(route):
            _weft.refuse(f"routes contains {route!r}", "each must be a sequence of routers", "pass the path of a file alone", "routes")
        lines.append(" ".join(str(it) for it in (route.tolist() if hasattr(route, "tolist") else route)))
    return GivenText("routes.txt", "\n".join(lines) + "\n", routes)
