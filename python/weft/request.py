"""Calls of verbs."""
from __future__ import annotations

import contextlib
import os
import threading
from collections.abc import Callable, Mapping
from typing import Any

from . import _weft
from .notebook import notebook_progress
from .result import Result
from .spec import HasSpec, Spec, schema, text_of

Progress = Callable[[str, int, int], object]
"""Called with label, steps done and steps in all (0: unknown)."""

_process = os.getpid()
_local = threading.local()
_of_all = 0


class threads(contextlib.AbstractContextManager["threads"]):
    """The number of threads of the calls that follow, 0: all cores; as a context, of the calls within it, in this thread.

    >>> import weft
    >>> with weft.threads(1):
    ...     weft.load("torus:sides=4x4").threads
    1
    """

    def __init__(self, count: int = 0) -> None:
        global _of_all
        if count < 0:
            raise ValueError(f"threads = {count}: must be at least 0")
        self._count, self._before = count, _of_all
        _of_all = count

    def __enter__(self) -> threads:
        global _of_all
        _of_all = self._before
        self._outer = getattr(_local, "count", None)
        _local.count = self._count
        return self

    def __exit__(self, *_: object) -> None:
        _local.count = self._outer


def thread_count() -> int:
    """The number of threads that a call of this thread has."""
    own = getattr(_local, "count", None)
    return _of_all if own is None else own


def check_process() -> None:
    """Refuses to compute in a fork of the process that imported Weft."""
    if os.getpid() != _process:
        raise RuntimeError("Weft cannot compute in a fork: its threads stayed behind. "
                           "Use multiprocessing.get_context('spawn'), or threads: Weft frees the lock of Python")


def run(verb: str, arguments: Mapping[str, object], progress: Progress | None) -> Result:
    """Runs a verb; arguments that are None take their defaults."""
    check_process()
    pairs, inputs, kept = pairs_of(schema()["verbs"][verb]["properties"], arguments)
    ran = _weft.run(verb, pairs, progress or notebook_progress(), thread_count())
    del kept
    return Result(ran, inputs)


def pairs_of(properties: Mapping[str, Any], arguments: Mapping[str, object]) -> tuple[list[tuple[str, str]], dict[str, Any], list[Any]]:
    """Arguments as texts, what they are made of, and what must live until the call ends."""
    texts: dict[str, str] = {}
    for key, value in arguments.items():
        if value is None:
            continue
        texts[key] = text_of(value, properties[key], key)
        for more, text in value.settings().items() if isinstance(value, HasSpec) else ():
            if more in properties and arguments.get(more) is None:
                texts[more] = text
    made = [it for it in texts.values() if isinstance(it, Spec)]
    inputs = {key: value for it in made for key, value in it.inputs.items()}
    return list(texts.items()), inputs, [it.kept for it in made]
