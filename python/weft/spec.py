# SPDX-License-Identifier: Apache-2.0
"""Names of catalogs with parameters, and objects that can be used instead."""
from __future__ import annotations

import json
import os
import types
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache
from typing import Any, ClassVar, ParamSpec, TypeVar

from . import _weft
from .calls import calling, nearest
from .given import GivenText, Input, mapping_text, matrix_text, messages_text, routes_text

Self = TypeVar("Self", bound="Spec")


class Text(str):
    """A text, and the objects to which it refers by their keys."""

    inputs: tuple[Input, ...]

    def __new__(cls, text: str, inputs: Iterable[Input] = ()) -> Text:
        self = super().__new__(cls, text)
        self.inputs = tuple(inputs)
        return self

    def __reduce__(self) -> tuple[Any, ...]:
        return Text, (str(self), self.inputs)


class Spec:
    """A name of a catalog with parameters: the base class of `weft.Topology`, `weft.Routing` and so on.

    The functions of weft.topology, weft.routing and so on return these values, and verbs accept them. `str` returns the
    text that the command accepts. A value equals its text. Values are immutable, and checked when they are made.

    Parameters
    ----------
    text : str
        the text of the command
    inputs : Iterable[Input]
        the objects to which the text refers by their keys, such as a matrix

    Raises
    ------
    InputError
        for an unknown name or a wrong value

    Examples
    --------
    >>> import weft
    >>> torus = weft.topology.torus(8, 8)
    >>> torus
    weft.Topology('torus:sides=8x8')
    >>> torus.name, dict(torus.parameters), str(torus)
    ('torus', {'sides': (8, 8)}, 'torus:sides=8x8')
    >>> weft.topology.torus(8, -8)
    Traceback (most recent call last):
        ...
    weft.InputError: topology: sides=8x-8 (must be in [1, 4294967295])
    """

    __slots__ = ("_text", "_inputs")
    catalog: ClassVar[str] = ""
    accepted: ClassVar[frozenset[str]] = frozenset()
    _text: str
    _inputs: tuple[Input, ...]

    def __init__(self, text: str, inputs: Iterable[Input] = ()) -> None:
        if not self.catalog:
            raise TypeError("Spec is the base of values: use weft.Topology, weft.Routing, ..")
        if not isinstance(text, str):
            raise TypeError(f"{type(self).__name__}({text!r}): pass a text")
        object.__setattr__(self, "_text", str(text))
        object.__setattr__(self, "_inputs", tuple(inputs) or tuple(inputs_of([text])))
        self._checked()

    @classmethod
    def made(cls: type[Self], text: str, inputs: Iterable[Input] = ()) -> Self:
        """Returns the value of a text that Weft has made, without checking it."""
        self = object.__new__(cls)
        object.__setattr__(self, "_text", str(text))
        object.__setattr__(self, "_inputs", tuple(inputs))
        return self

    def _checked(self) -> tuple[str, list[tuple[str, str]]]:
        return _weft.check_entry(self.catalog, self._text)

    @property
    def name(self) -> str:
        """The name in the catalog."""
        return self._checked()[0]

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The parameters that are not left to their defaults, by name, as Python values."""
        name, arguments = self._checked()
        entry = schema()["catalogs"][self.catalog]["entries"].get(name, {})
        properties = entry.get("properties", {})
        return types.MappingProxyType({key: value_of(text, properties.get(key, {}), self._inputs) for key, text in arguments})

    @property
    def inputs(self) -> tuple[Input, ...]:
        """The objects to which the text refers by their keys."""
        return self._inputs

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be set")

    def __delattr__(self, name: str) -> None:
        raise AttributeError(f"{type(self).__name__} is immutable: {name} cannot be deleted")

    def __str__(self) -> str:
        return self._text

    def __format__(self, form: str) -> str:
        return format(self._text, form)

    def __repr__(self) -> str:
        return f"weft.{type(self).__name__}({self._text!r})"

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Spec):
            return self._text == other._text and self.catalog == other.catalog
        if isinstance(other, str):
            return self._text == other
        return NotImplemented

    def __hash__(self) -> int:
        return hash(self._text)

    def __reduce__(self) -> tuple[Any, ...]:
        return _made, (type(self), self._text, self._inputs)


def _made(kind: type[Spec], text: str, inputs: tuple[Input, ...]) -> Spec:
    """Returns the value of a pickle."""
    return kind.made(text, inputs)


class HasSpec:
    """An object that is used as a topology, such as a Network."""

    @property
    def spec(self) -> Spec:
        """The topology."""
        raise NotImplementedError


@cache
def schema() -> dict[str, Any]:
    """Returns the JSON Schema of every verb and of every name in the catalogs, as printed by `weft list --schema`."""
    parsed: dict[str, Any] = json.loads(_weft.schema())
    return parsed


def spec_of(value: Any, catalog: str, name: str = "") -> Text | None:
    """Returns the text of an object that represents a name of a catalog; None for other objects. `name`: of the parameter.

    Raises TypeError for a value of another catalog.
    """
    if isinstance(value, HasSpec):
        value = value.spec
    if isinstance(value, Spec):
        if catalog and catalog not in value.accepted:
            raise TypeError(f"{f'{name}=' if name else ''}{value!r}: a {type(value).__name__} is not one of the {catalog}")
        return Text(str(value), value.inputs)
    if isinstance(value, (str, os.PathLike)) or value is None:
        return None
    if catalog == "mappings" and hasattr(value, "tasks"):  # a result of weft.map
        value = value.tasks
    if catalog == "topologies" and not isinstance(value, (list, tuple, int, float)):
        from .network import network

        return spec_of(network(value), catalog)
    readers: dict[str, tuple[str, Callable[[Any], GivenText]]] = {
        "communication patterns": ("matrix:file=", matrix_text), "traffic patterns": ("message_list:file=", messages_text),
        "mappings": ("file:path=", mapping_text)}
    read = readers.get(catalog)
    if read is None or not (hasattr(value, "ndim") or hasattr(value, "tocoo") or isinstance(value, (list, tuple, range))):
        return None
    return named_text(read[0], read[1](value))


def named_text(name: str, text: GivenText) -> Text:
    """Returns a name of a catalog that ends in the path of a text."""
    return Text(name + text.key, (text,))


def text_of(value: object, properties: Mapping[str, Any], name: str = "") -> str:
    """Formats a value of the parameter `name` as the command accepts it. `properties`: of the parameter, in the schema."""
    if isinstance(value, str):
        return value
    catalog, form = properties.get("catalog", ""), properties.get("form", "")
    spec = spec_of(value, catalog, name)
    if spec is not None:
        return spec
    if isinstance(value, os.PathLike):
        return ("file:path=" if catalog == "topologies" else "") + str(os.fspath(value))
    if isinstance(value, bool) or type(value).__name__ in ("bool_", "bool"):
        return "true" if value else "false"
    if name == "routes":
        return named_text("", routes_text(value))
    if hasattr(value, "tolist") and type(plain := value.tolist()) is not type(value):  # of NumPy
        return text_of(plain, properties, name)
    if isinstance(value, (list, tuple, range)):
        return _text_of_list(value, properties, form, name)
    if isinstance(value, Mapping):
        return _text_of_settings(value, properties, name)
    if isinstance(value, int) and value and name in ("failed_links", "failed_routers"):
        _weft.refuse(f"{name}={value}", "is a fraction, not a number of parts",
                     "write 1.0 for all, or fail some with Network.failed", name)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if hasattr(value, "__float__"):  # numbers of other classes, such as fractions.Fraction
        return repr(float(value))
    raise TypeError(f"{f'{name}=' if name else ''}{value!r}: pass a number, a string, or a list of them")


def _text_of_list(value: Sequence[Any], properties: Mapping[str, Any], form: str, name: str) -> str:
    single = {key: it for key, it in properties.items() if key != "form"}
    words = [text_of(it, single, name) for it in value]
    if form == "[A,B,..]":
        text = "[" + ", ".join(words) + "]"
    else:
        text = ("x" if form == "AxBxC" else ",").join(words)
    return Text(text, inputs_of(words))


def _text_of_settings(value: Mapping[str, Any], properties: Mapping[str, Any], name: str) -> str:
    """Formats a dict of parameters by name, or a dict of such dicts by the names of jobs or classes."""
    entries = schema()["catalogs"].get(properties.get("catalog") or name, {}).get("entries", {})
    if name != "collective" and len(entries) != 1:
        raise TypeError(f"{name}={value!r}: is a dict; pass a text")
    known = next(iter(entries.values()))["properties"] if entries else None
    if properties.get("form") != "[A,B,..]":
        return _settings(value, known, name)
    parts = {key: _settings(it, known, f"{name}[{key!r}]") for key, it in value.items()}
    words = [key + (":" + it if it else "") for key, it in parts.items()]
    return Text("[" + ", ".join(words) + "]", inputs_of(parts.values()))


def _settings(value: Mapping[str, Any], known: Mapping[str, Any] | None, name: str) -> str:
    """Formats a dict of parameters by name. `known`: the valid ones, with their properties."""
    if not isinstance(value, Mapping):
        raise TypeError(f"{name}: {value!r} is not a dict")
    for key in value:
        if known is not None and key not in known:
            raise TypeError(f"{name} has no parameter '{key}'{nearest(key, list(known))}")
    texts = {key: text_of(it, (known or {}).get(key, {}), key) for key, it in value.items()}
    return Text(",".join(_word(key, value[key], it, (known or {}).get(key, {})) for key, it in texts.items()), inputs_of(texts.values()))


def inputs_of(texts: Iterable[str]) -> list[Input]:
    """Returns the objects to which texts refer."""
    return [it for text in texts if isinstance(text, Text) for it in text.inputs]


def _quoted(text: str) -> str:
    """Formats a value inside a spec: in brackets if it is a spec, in quotes if the grammar requires them."""
    if text.startswith("["):
        return text
    if any(it in text for it in ',"[]'):
        return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return text


def _word(key: str, given: object, text: str, properties: Mapping[str, Any]) -> str:
    """Formats a parameter of a spec."""
    is_spec = ":" in text and (isinstance(given, Spec) or bool(properties.get("catalog")))
    return f"{key}=" + (f"[{text}]" if is_spec and not text.startswith("[") else _quoted(text))


def spec(kind: type[Self], name: str, arguments: Mapping[str, object]) -> Self:
    """Returns a name of a catalog with some of its parameters, checked."""
    properties = schema()["catalogs"][kind.catalog]["entries"][name].get("properties", {})
    texts = {key: text_of(value, properties[key], key) for key, value in arguments.items()}
    words = [_word(key, arguments[key], it, properties[key]) for key, it in texts.items()]
    return kind(name + (":" + ",".join(words) if words else ""), inputs_of(texts.values()))


def value_of(text: str, properties: Mapping[str, Any], inputs: Iterable[Input] = ()) -> object:
    """Converts the text of a parameter to a Python value; a text that is no plain number, such as 10us, remains a text."""
    kind, form = properties.get("type"), properties.get("form")
    if kind == "boolean":
        return text == "true"
    if catalog := properties.get("catalog"):
        inner = text[1:-1] if text.startswith("[") and text.endswith("]") else text
        class_ = classes().get(catalog)
        return class_.made(inner, [it for it in inputs if it.key in inner]) if class_ else text
    numbers = [_number(it) for it in text.replace(",", "x").split("x")] if form == "AxBxC" or kind in ("integer", "number") else []
    if not numbers or None in numbers:
        return text
    return tuple(numbers) if form == "AxBxC" else numbers[0]


def _number(text: str) -> int | float | None:
    try:
        return int(text)
    except ValueError:
        pass
    try:
        return float(text)
    except ValueError:
        return None


@cache
def classes() -> dict[str, type[Spec]]:
    """Returns the class of the values of each catalog."""
    from . import values

    return {it.catalog: it for it in (getattr(values, name) for name in values.__all__ if name != "Machine")}


P = ParamSpec("P")


def named(kind: type[Self]) -> Callable[[Callable[P, Self]], Callable[P, Self]]:
    """Turns a function into one that returns a value: the entry of its name in the catalog, with its arguments."""
    return lambda function: calling(lambda given: spec(kind, function.__name__, given), function)
