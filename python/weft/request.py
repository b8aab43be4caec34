# SPDX-License-Identifier: Apache-2.0
"""Calls of verbs."""
from __future__ import annotations

import contextlib
import operator
import re
import threading
from collections.abc import Callable, Iterator, Mapping
from typing import Any, ParamSpec

from . import _weft
from .calls import calling
from .given import Input
from .notebook import notebook_progress
from .result import Result
from .spec import inputs_of, schema, text_of

Progress = Callable[[str, int, int], object]
"""Called with label, completed steps and total steps (0: unknown)."""

P = ParamSpec("P")
_local = threading.local()
_of_all: list[threads] = []  # calls outside of a context; the last one applies
max_threads = 1024


class threads(contextlib.AbstractContextManager["threads"]):
    """Sets the number of threads of subsequent calls; 0: all cores. As a context manager it applies to the calls inside, in this thread.

    >>> import weft
    >>> with weft.threads(1):
    ...     weft.load("torus:sides=4x4").threads
    1
    """

    def __init__(self, count: int = 0) -> None:
        if not 0 <= operator.index(count) <= max_threads:
            _weft.refuse(f"threads={count}", f"must be in [0, {max_threads}]", "", "threads")
        self._count = count
        _of_all.append(self)
        del _of_all[:-max_threads]

    def __repr__(self) -> str:
        return f"<threads {self._count or 'of all cores'}>"

    def __enter__(self) -> threads:
        if self in _of_all:
            _of_all.remove(self)
        self._outer = getattr(_local, "count", None)
        _local.count = self._count
        return self

    def __exit__(self, *_: object) -> None:
        _local.count = self._outer


def thread_count() -> int:
    """Returns the number of threads of a call in this thread."""
    own: int | None = getattr(_local, "count", None)
    return own if own is not None else _of_all[-1]._count if _of_all else 0


def check_process() -> None:
    """Raises RuntimeError in a fork of a process that has computed."""
    _weft.require_own_process()


def run(name: str, arguments: dict[str, Any]) -> Result:
    """Runs a verb with some of its parameters, and `progress`."""
    check_process()
    given = arguments.pop("progress", None)
    pairs, inputs = pairs_of(schema()["verbs"][name]["properties"], arguments)
    with progress_of(given) as progress, places(pairs):
        return Result(_weft.run(name, pairs, progress, thread_count()), inputs)


@contextlib.contextmanager
def progress_of(given: Progress | None) -> Iterator[Progress | None]:
    """Yields the function that reports progress; clears the line of a notebook at the end."""
    if given is not None and not callable(given):
        raise TypeError(f"progress={given!r}: pass a function of (label, done, total)")
    line = notebook_progress() if given is None else None
    try:
        yield given or line
    finally:
        if line:
            line("", 0, 0)


@contextlib.contextmanager
def places(pairs: list[tuple[str, str]]) -> Iterator[None]:
    """Converts positions in errors to Python objects, such as mapping[3] for the fourth line of its text."""
    told: tuple[str, ...] = ()
    try:
        yield
    except _weft.InputError as error:
        found = re.match(r"(given/\w+/[a-z.]+)(?::(\d+))?", error.where)
        name = next((key for key, text in pairs if found and found[1] in text), "")
        if not found or not name:
            raise
        entry = f"[{int(found[2]) - 1}]" if found[2] and not found[1].endswith(".mtx") else ""
        told = (error.problem, error.why, error.suggestion, name + entry)
    if told:
        _weft.refuse(*told)


def verb(function: Callable[P, Result]) -> Callable[P, Result]:
    """Turns a function into one that runs the verb of its name."""
    return calling(lambda given: run(function.__name__, given), function)


def begun(constructor: Callable[P, None]) -> Callable[P, None]:
    """Turns a constructor into one that calls the method `_begin` with the arguments of the call."""
    def begin(given: dict[str, Any]) -> None:
        given.pop("self")._begin(given)

    return calling(begin, constructor, "Flits")


def pairs_of(properties: Mapping[str, Any], arguments: Mapping[str, object]) -> tuple[list[tuple[str, str]], list[Input]]:
    """Returns the arguments as texts, and the objects to which they refer."""
    texts = {key: text_of(value, properties[key], key) for key, value in arguments.items()}
    for key, text in texts.items():
        if any("\ud800" <= it <= "\udfff" for it in text):
            _weft.refuse(f"{key}={text!r}", "is not valid Unicode", "", key)
    return list(texts.items()), inputs_of(texts.values())
