"""Objects of Python as the texts that Weft reads from files."""
from __future__ import annotations

from typing import Any

import numpy as np

from . import _weft

_most_dense = 10**9  # entries of a matrix that is not sparse


class Input:
    """An object of Python that Weft knows by a key, which depends on what it holds, for as long as this lives."""

    def __init__(self, key: str, value: Any) -> None:
        self.key, self.value = key, value


class GivenText(Input):
    """A text in place of a file: its key is the path."""

    def __init__(self, name: str, text: str, value: Any) -> None:
        self._held = _weft.GivenText(name, text)
        self._parts = (name, text, value)
        super().__init__(self._held.path, value)

    def __reduce__(self) -> tuple[Any, ...]:
        return GivenText, self._parts


def real_numbers(values: Any, what: str) -> np.ndarray[Any, Any]:
    """Numbers that are neither complex, nor negative, nor infinite, nor NaN."""
    array = np.asarray(values)
    if array.dtype.kind not in "biuf":
        _weft.refuse(f"{what} of {array.dtype}", "must hold real numbers", "", what)
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        _weft.refuse(f"{what} with values that are not finite", "must hold numbers from 0 on", "", what)
    if array.size and array.min() < 0:
        _weft.refuse(f"{what} with negative values", "must hold numbers from 0 on", "", what)
    return array


def whole_numbers(values: Any, what: str) -> np.ndarray[Any, Any]:
    """Whole numbers from 0 on, as int64."""
    array = real_numbers(values, what)
    if array.dtype.kind == "f" and (array != np.floor(array)).any():
        _weft.refuse(f"{what} with values that are not whole", "must hold whole numbers", "", what)
    return array.astype(np.int64)


def entries(matrix: Any, what: str) -> tuple[np.ndarray[Any, Any], np.ndarray[Any, Any], np.ndarray[Any, Any]]:
    """Rows, columns and values of the entries of a square matrix that are not 0."""
    if matrix.shape[0] != matrix.shape[1]:
        _weft.refuse(f"{what} of {matrix.shape[0]} x {matrix.shape[1]}", "must be square: a row and a column for each task", "", what)
    if hasattr(matrix, "tocoo"):
        sparse = matrix.tocoo()
        rows, columns, values = sparse.row, sparse.col, sparse.data
    else:
        if matrix.shape[0] ** 2 > _most_dense:
            _weft.refuse(f"{what} of {matrix.shape[0]} x {matrix.shape[0]} numbers", f"has more than {_most_dense} entries",
                         "give a sparse matrix of SciPy", what)
        dense = real_numbers(matrix, what)
        rows, columns = np.nonzero(dense)
        values = dense[rows, columns]
    values = real_numbers(values, what)
    kept = values != 0
    return rows[kept], columns[kept], values[kept]


def matrix_text(matrix: Any) -> GivenText:
    """A communication matrix: entry (i, j) is the amount that task i sends to task j."""
    rows, columns, values = entries(matrix, "pattern")
    whole = values.dtype.kind in "biu"
    numbers = values.astype(np.int64).tolist() if whole else values.tolist()
    lines = [f"%%MatrixMarket matrix coordinate {'integer' if whole else 'real'} general",
             f"{matrix.shape[0]} {matrix.shape[1]} {len(numbers)}"]
    lines += [f"{i} {j} {value!r}" for i, j, value in zip((rows + 1).tolist(), (columns + 1).tolist(), numbers, strict=True)]
    return GivenText("matrix.mtx", "\n".join(lines) + "\n", matrix)


def messages_text(messages: Any) -> GivenText:
    """Messages: a square matrix of their numbers, or an array with a row (sender, receiver[, number]) for each group."""
    if messages.shape[0] == messages.shape[1] or hasattr(messages, "tocoo"):
        rows, columns, values = entries(messages, "traffic")
        table = np.stack([rows.astype(np.int64), columns.astype(np.int64), whole_numbers(values, "traffic")], axis=1)
    else:
        table = whole_numbers(messages, "traffic")
        if table.shape[1] not in (2, 3):
            _weft.refuse(f"traffic of {table.shape[0]} x {table.shape[1]} numbers",
                         "must be square, or have 2 or 3 columns: sender, receiver, number of messages", "", "traffic")
    return GivenText("messages.txt", "".join(" ".join(map(str, row)) + "\n" for row in table.tolist()), messages)


def mapping_text(terminals: Any) -> GivenText:
    """A placement: the terminal of each task."""
    array = np.asarray(terminals)
    if array.ndim != 1:
        _weft.refuse(f"mapping of {array.ndim} dimensions", "must be a list: the terminal of each task", "", "mapping")
    return GivenText("placement.txt", "".join(f"{it}\n" for it in whole_numbers(array, "mapping").tolist()), terminals)


def routes_text(routes: Any) -> GivenText:
    """Routes: a sequence of sequences of routers."""
    lines = []
    for route in routes:
        if isinstance(route, str):
            _weft.refuse(f"routes with the text {route!r}", "each must be a sequence of routers", "give the path of a file alone", "routes")
        lines.append(" ".join(str(it) for it in (route.tolist() if hasattr(route, "tolist") else route)))
    return GivenText("routes.txt", "\n".join(lines) + "\n", routes)
