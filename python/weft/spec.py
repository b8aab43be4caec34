"""Texts that name what Weft knows, and objects that stand in their place."""
from __future__ import annotations

import difflib
import inspect
import json
import os
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, wraps
from typing import Any, ParamSpec, TypeVar

from . import _weft
from .given import Given as _GivenObject, mapping_text, matrix_text, messages_text, routes_text

Whole = int | str
Number = float | str
Flag = bool


class Spec(str):
    """A text such as torus:sides=8x8, made by the functions of weft.topology, weft.routing and so on.

    `inputs` holds what it is made of that has no name of its own, such as a matrix.

    >>> import weft
    >>> weft.topology.torus(sides=(8, 8))
    'torus:sides=8x8'
    """

    inputs: dict[str, Any]
    kept: tuple[Any, ...]

    def __new__(cls, text: str, inputs: Mapping[str, Any] | None = None, kept: Sequence[Any] = ()) -> Spec:
        self = super().__new__(cls, text)
        self.inputs = dict(inputs or {})
        self.kept = tuple(kept)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Spec, (str(self), self.inputs, self.kept)


class HasSpec:
    """What has a name that Weft knows: a Network."""

    spec: Spec

    def settings(self) -> dict[str, str]:
        """Further parameters that a verb gets with it."""
        return {}


Given = str | int | float | HasSpec | Sequence[Any] | Any


@cache
def schema() -> dict[str, Any]:
    """JSON Schema of every verb and of every name in the catalogs, as `weft list --schema` prints it."""
    parsed: dict[str, Any] = json.loads(_weft.schema())
    return parsed


def given_spec(name: str, key: str, given: _GivenObject, value: object) -> Spec:
    """The name of a catalog whose parameter `key` is a file, with a text in its place."""
    path = given.path
    return Spec(f"{name}:{key}={path}", {path: value}, (given,))


def spec_of(value: object, catalog: str) -> Spec | None:
    """An object that stands for a name of a catalog, as such a name; None for other objects."""
    if isinstance(value, Spec):
        return value
    if isinstance(value, HasSpec):
        return value.spec
    if isinstance(value, (str, os.PathLike)) or value is None:
        return None
    if catalog == "topologies" and not isinstance(value, (list, tuple, int, float)):
        from .network import network

        return network(value).spec
    dimensions = getattr(value, "ndim", None)
    if catalog == "communication patterns" and dimensions == 2:
        return given_spec("matrix", "file", matrix_text(value), value)
    if catalog == "traffic patterns" and dimensions == 2:
        return given_spec("message_list", "file", messages_text(value), value)
    if catalog == "mappings" and (dimensions == 1 or isinstance(value, (list, tuple, range))):
        return given_spec("file", "path", mapping_text(value), value)
    return None


def text_of(value: object, properties: Mapping[str, Any], name: str = "") -> str:
    """A value of the parameter `name` as the command takes it; `properties` are those of the schema."""
    catalog, form = properties.get("catalog", ""), properties.get("form", "")
    spec = spec_of(value, catalog)
    if spec is not None:
        return spec
    if isinstance(value, str):
        return value
    if isinstance(value, os.PathLike):
        return os.fspath(value) if catalog != "topologies" else f"file:path={os.fspath(value)}"
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if name == "routes":
        return Spec((given := routes_text(value)).path, {given.path: value}, (given,))
    if hasattr(value, "tolist"):  # of NumPy
        return text_of(value.tolist(), properties, name)
    if isinstance(value, (list, tuple, range)):
        return _text_of_list(value, properties, form)
    if isinstance(value, (int, float)):
        return repr(value)
    raise TypeError(f"{name} = {value!r}: give a number, a text, or a list of them")


def _text_of_list(value: Sequence[Any], properties: Mapping[str, Any], form: str) -> str:
    single = {key: it for key, it in properties.items() if key != "form"}
    words = [text_of(it, single) for it in value]
    if form == "[A,B,..]":
        text = "[" + ", ".join(words) + "]"
    else:
        text = ("x" if form == "AxBxC" else ",").join(words)
    return joined(text, words)


def joined(text: str, parts: Iterable[str]) -> Spec:
    """A text that keeps what its parts keep."""
    made = [it for it in parts if isinstance(it, Spec)]
    return Spec(text, {key: value for it in made for key, value in it.inputs.items()}, [kept for it in made for kept in it.kept])


def _quoted(text: str) -> str:
    """A value inside a spec: in brackets if it is one, in quotes where the grammar needs them."""
    if text.startswith("["):
        return text
    if any(it in text for it in ',"[]'):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def spec(kind: str, name: str, arguments: Mapping[str, object]) -> Spec:
    """A name of a catalog with its parameters; those that are None take their defaults."""
    properties = schema()["catalogs"][kind]["entries"][name].get("properties", {})
    texts = {key: text_of(value, properties[key], key) for key, value in arguments.items() if value is not None}
    words = [f"{key}=" + (f"[{it}]" if properties[key].get("catalog") and ":" in it else _quoted(it)) for key, it in texts.items()]
    return joined(name + (":" + ",".join(words) if words else ""), texts.values())


def nearest(name: str, names: Sequence[str]) -> str:
    """`; did you mean ..?`, or nothing."""
    found = difflib.get_close_matches(name, names, 1)
    return f"; did you mean '{found[0]}'?" if found else ""


P = ParamSpec("P")
R = TypeVar("R")


def checked(function: Callable[P, R]) -> Callable[P, R]:
    """A function that refuses parameters which it does not have with the nearest of those that it has."""
    names = list(inspect.signature(function).parameters)

    @wraps(function)
    def call(*args: P.args, **kwargs: P.kwargs) -> R:
        for name in kwargs:
            if name not in names:
                raise TypeError(f"{function.__name__}() has no parameter '{name}'{nearest(name, names)}")
        return function(*args, **kwargs)

    return call
