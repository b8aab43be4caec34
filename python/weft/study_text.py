# SPDX-License-Identifier: Apache-2.0
"""The text of study.toml from a dict."""
from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from typing import Any

from . import _weft
from .given import Input
from .spec import inputs_of, schema, text_of

_default_verb = "simulate"


class StudyText:
    """The text of a study, which Weft reads like a file while this exists.

    path: the name of the file
    """

    def __init__(self, study: Mapping[str, Any]) -> None:
        self._inputs: dict[str, Input] = {}
        self._fields: list[str] = []
        self._lines: list[str] = []
        self._verb = str(_table(study.get("base", {}), "base").get("verb", _default_verb))
        for key, value in study.items():
            if key == "base":
                self._add("base", f"base = {self._parameters(_table(value, 'base'), 'base')}")
            elif key in ("run", "present"):
                self._add_list(key, value)
            else:
                self._add(str(key), f"{_key(key)} = {toml(value, str(key))}")
        self.text = "\n".join(self._lines) + "\n"
        self._held = _weft.GivenText("study.toml", self.text)
        self.path = self._held.path
        self.title = str(study.get("title", ""))

    @property
    def inputs(self) -> list[Input]:
        """The Python objects to which the text refers."""
        return list(self._inputs.values())

    def field(self, line: int) -> str:
        """Returns the field of the dict in a line of the text, counted from 1."""
        return self._fields[line - 1] if line <= len(self._fields) else "study"

    def __str__(self) -> str:
        return f"{self.title!r}: {sum(it.startswith('run[') for it in self._fields)} tables of runs"

    def _add(self, field: str, line: str) -> None:
        self._fields.append(field)
        self._lines.append(line)

    def _add_list(self, key: str, value: Any) -> None:
        tables = [value] if isinstance(value, Mapping) else value
        if isinstance(tables, str) or not isinstance(tables, Iterable):
            raise TypeError(f"{key}={value!r}: pass a list of dicts")
        self._add(key, f"{key} = [")
        for i, it in enumerate(tables):
            field = f"{key}[{i}]"
            table = _table(it, field)
            self._add(field, " " + (self._parameters(table, field) if key == "run" else toml(table, field)) + ",")
        self._add(key, "]")

    def _parameters(self, table: Mapping[str, Any], field: str) -> str:
        """Formats a table with parameters of a verb, whose values may be Python objects."""
        verbs = schema()["verbs"]
        properties = verbs.get(str(table.get("verb", self._verb)), {}).get("properties", {})
        own = {str(key).rstrip("_"): it for key, it in table.items() if it is not None}
        words = []
        for key, value in own.items():
            if key in properties:
                text = json_text(self._text(value, properties[key], key))
            elif key == "sweep" or (key == "zip" and isinstance(value, Mapping)):
                text = self._axes(_table(value, f"{field}.{key}"), properties, f"{field}.{key}")
            elif key == "zip":
                text = "[" + ", ".join(self._axes(_table(it, f"{field}.zip"), properties, f"{field}.zip") for it in value) + "]"
            else:
                text = toml(value, f"{field}.{key}")
            words.append(f"{_key(key)} = {text}")
        return "{ " + ", ".join(words) + " }"

    def _axes(self, axes: Mapping[str, Any], properties: Mapping[str, Any], field: str) -> str:
        words = []
        for key, values in axes.items():
            name = str(key).rstrip("_")
            if name in properties and not isinstance(values, str):
                texts = [json_text(self._text(it, properties[name], name)) for it in values]
                words.append(f"{_key(name)} = [{', '.join(texts)}]")
            else:
                words.append(f"{_key(name)} = {toml(values, f'{field}.{name}')}")
        return "{ " + ", ".join(words) + " }"

    def _text(self, value: Any, properties: Mapping[str, Any], key: str) -> str:
        text = text_of(value, properties, key)
        self._inputs |= {it.key: it for it in inputs_of([text])}
        return text


def _table(value: Any, field: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise TypeError(f"{field}={value!r}: pass a dict")
    return value


def _key(key: object) -> str:
    text = str(key)
    return text if text.replace("_", "").replace("-", "").isalnum() and text.isascii() else json_text(text)


def json_text(text: str) -> str:
    """Returns a text in quotes, as in JSON and TOML."""
    return json.dumps(str(text), ensure_ascii=False).replace("\x7f", "\\u007f")


def toml(value: Any, field: str) -> str:
    """Returns a value as TOML in one line. `field`: its place, for errors."""
    if hasattr(value, "tolist"):  # of NumPy
        value = value.tolist()
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, str):
        return json_text(value)
    if isinstance(value, int):
        return int.__repr__(value)
    if isinstance(value, float):
        return float.__repr__(value)
    if isinstance(value, Mapping):
        return "{ " + ", ".join(f"{_key(key)} = {toml(it, f'{field}.{key}')}" for key, it in value.items()) + " }"
    if isinstance(value, (list, tuple, range)):
        return "[" + ", ".join(toml(it, f"{field}[{i}]") for i, it in enumerate(value)) + "]"
    raise TypeError(f"{field}={value!r}: pass a text, a number, a list or a dict")
