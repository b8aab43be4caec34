# SPDX-License-Identifier: Apache-2.0
"""Specs, the texts that name entries of catalogs, and objects that can be used instead."""
from __future__ import annotations

import inspect
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from . import _weft
from .given import GivenText, Input, mapping_text, matrix_text, messages_text, routes_text

Whole = int | str
Number = float | str
Flag = bool
Given = Any
"""A text, a number, a list of values, a Spec, a Network, or an object that can be used instead of a name."""


class Spec(str):
    """A text such as torus:sides=8x8, returned by the functions of weft.topology, weft.routing and so on.

    `inputs` are the objects that the text refers to by their keys, such as a matrix.

    >>> import weft
    >>> weft.topology.torus(sides=(8, 8))
    'torus:sides=8x8'
    """

    inputs: tuple[Input, ...]

    def __new__(cls, text: str, inputs: Iterable[Input] = ()) -> Spec:
        self = super().__new__(cls, text)
        self.inputs = tuple(inputs)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Spec, (str(self), self.inputs)


class HasSpec:
    """An object with a spec, such as a Network."""

    @property
    def spec(self) -> Spec:
        """The spec of the object."""
        raise NotImplementedError


@cache
def schema() -> dict[str, Any]:
    """Returns the JSON Schema of every verb and of every name in the catalogs, as printed by `weft list --schema`."""
    parsed: dict[str, Any] = json.loads(_weft.schema())
    return parsed


def spec_of(value: object, catalog: str) -> Spec | None:
    """Converts an object that represents a name of a catalog to the name; returns None for other objects."""
    if isinstance(value, Spec):
        return value
    if isinstance(value, HasSpec):
        return value.spec
    if isinstance(value, (str, os.PathLike)) or value is None:
        return None
    if catalog == "topologies" and not isinstance(value, (list, tuple, int, float)):
        from .network import network

        return network(value).spec
    readers: dict[str, tuple[str, Callable[[Any], GivenText]]] = {
        "communication patterns": ("matrix:file=", matrix_text), "traffic patterns": ("message_list:file=", messages_text),
        "mappings": ("file:path=", mapping_text)}
    read = readers.get(catalog)
    if read is None or not (hasattr(value, "ndim") or isinstance(value, (list, tuple, range))):
        return None
    return named_text(read[0], read[1](value))


def named_text(name: str, text: GivenText) -> Spec:
    """Returns a name of a catalog that ends in the path of a text."""
    return Spec(name + text.key, (text,))


def text_of(value: object, properties: Mapping[str, Any], name: str = "") -> str:
    """Formats a value of the parameter `name` as the command accepts it. `properties`: of the parameter, in the schema."""
    catalog, form = properties.get("catalog", ""), properties.get("form", "")
    spec = spec_of(value, catalog)
    if spec is not None:
        return spec
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return ("file:path=" if catalog == "topologies" else "") + str(os.fspath(value))
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if name == "routes":
        return named_text("", routes_text(value))
    if hasattr(value, "tolist"):  # of NumPy
        return text_of(value.tolist(), properties, name)
    if isinstance(value, (list, tuple, range)):
        return _text_of_list(value, properties, form, name)
    if isinstance(value, int) and value and name in ("failed_links", "failed_routers"):
        _weft.refuse(f"{name}={value}", "is a fraction, not a number of parts",
                     "write 1.0 for all, or fail some with Network.failed", name)
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"{f'{name}=' if name else ''}{value!r}: pass a number, a string, or a list of them")


def _text_of_list(value: Sequence[Any], properties: Mapping[str, Any], form: str, name: str) -> str:
    single = {key: it for key, it in properties.items() if key != "form"}
    words = [text_of(it, single, name) for it in value]
    if form == "[A,B,..]":
        text = "[" + ", ".join(words) + "]"
    else:
        text = ("x" if form == "AxBxC" else ",").join(words)
    return Spec(text, inputs_of(words))


def inputs_of(texts: Iterable[str]) -> list[Input]:
    """Returns the objects to which texts refer."""
    return [it for text in texts if isinstance(text, Spec) for it in text.inputs]


def _quoted(text: str) -> str:
    """Formats a value inside a spec: in brackets if it is a spec, in quotes if the grammar requires them."""
    if text.startswith("["):
        return text
    if any(it in text for it in ',"[]'):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def spec(kind: str, name: str, arguments: Mapping[str, object]) -> Spec:
    """Returns a name of a catalog with some of its parameters."""
    properties = schema()["catalogs"][kind]["entries"][name].get("properties", {})
    texts = {key: text_of(value, properties[key], key) for key, value in arguments.items()}
    words = [f"{key}=" + (f"[{it}]" if properties[key].get("catalog") and ":" in it else _quoted(it)) for key, it in texts.items()]
    return Spec(name + (":" + ",".join(words) if words else ""), inputs_of(texts.values()))


def nearest(name: str, names: Sequence[str]) -> str:
    """Returns `; did you mean ..?`, or an empty text."""
    import difflib

    found = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{found[0]}'?" if found else ""


P = ParamSpec("P")
R = TypeVar("R")


def calling(work: Callable[[dict[str, Any]], R], function: Callable[P, R]) -> Callable[P, R]:
    """Returns a function with the signature and docstring of `function` that calls `work` with the arguments.

    An unknown parameter raises TypeError with the nearest valid name.
    """
    signature = inspect.signature(function)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in signature.parameters:
                raise TypeError(f"{function.__name__}() has no parameter '{name}'{nearest(name, list(signature.parameters))}")
        try:
            given = signature.bind(*args, **kwargs).arguments
        except TypeError as error:
            raise TypeError(f"{function.__name__}(): {error}") from None
        for name, it in given.items():
            if it is None and signature.parameters[name].default is inspect.Parameter.empty:
                raise TypeError(f"{function.__name__}(): {name} = None: it has no default")
        return work({key.rstrip("_"): it for key, it in given.items() if it is not None})

    return call


def named(kind: str) -> Callable[[Callable[P, Spec]], Callable[P, Spec]]:
    """Turns a function into one that returns the spec of its own name in a catalog."""
    return lambda function: calling(lambda given: spec(kind, function.__name__, given), function)
