# SPDX-License-Identifier: Apache-2.0
"""Functions that are declared with all defaults, and receive only the arguments of a call."""
from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import wraps
from typing import TYPE_CHECKING, Any, ParamSpec, TypeVar, cast

if TYPE_CHECKING:
    import types

P = ParamSpec("P")
R = TypeVar("R")

_takes_further = 0x04  # of code objects: the function has *further


def nearest(name: str, names: Sequence[str]) -> str:
    """Returns `; did you mean ..?`, or an empty text."""
    import difflib

    found = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{found[0]}'?" if found else ""


def calling(work: Callable[[dict[str, Any]], R], function: Callable[P, R], name: str = "") -> Callable[P, R]:
    """Returns a function with the signature and docstring of `function` that calls `work` with the arguments of the call.

    Defaults are omitted, and so are parameters with a default whose argument is None. If `function` has `*further`, several
    positional arguments are the elements of its first parameter.

    Parameters
    ----------
    work : Callable[[dict[str, Any]], R]
        called with the arguments by name; `_` at the end of names is omitted
    function : Callable[P, R]
        declares the parameters; is not called
    name : str
        the name in errors; by default that of the function

    Raises
    ------
    TypeError
        for an unknown parameter, with the nearest valid name; for a missing or repeated one
    """
    declared = cast("types.FunctionType", function)
    code = declared.__code__
    positional = code.co_varnames[:code.co_argcount]
    parameters = code.co_varnames[:code.co_argcount + code.co_kwonlyargcount]
    required = (*positional[:len(positional) - len(declared.__defaults__ or ())],
                *(it for it in parameters[len(positional):] if it not in (declared.__kwdefaults__ or {})))
    known, called = frozenset(parameters), name or function.__name__
    renamed = {it: it.rstrip("_") for it in parameters if it.endswith("_")}
    has_further = bool(code.co_flags & _takes_further)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        given: dict[str, Any] = dict(zip(positional, args))
        if len(args) > len(positional):
            if not has_further:
                raise TypeError(f"{called}(): too many positional arguments")
            given[positional[-1]] = args[len(positional) - 1:]
        for key, value in kwargs.items():
            if key not in known:
                raise TypeError(f"{called}() has no parameter '{key}'{nearest(key, parameters)}")
            if key in given:
                raise TypeError(f"{called}(): multiple values for argument '{key}'")
            given[key] = value
        for key in required:
            if key not in given:
                raise TypeError(f"{called}(): missing a required argument: '{key}'")
            if given[key] is None:
                raise TypeError(f"{called}(): {key} = None: it has no default")
        return work({renamed.get(key, key): it for key, it in given.items() if it is not None})

    return call
