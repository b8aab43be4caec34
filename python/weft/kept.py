# SPDX-License-Identifier: Apache-2.0
"""Files with the inputs of results: Python objects are stored with the tables, so that a result can be repeated."""
from __future__ import annotations

import json
import shutil
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import _weft
from .given import GivenText, Input

if TYPE_CHECKING:
    import numpy as np
else:
    from .later import np

_index, _folder = "inputs.json", "inputs"
_arrays_of_networks = ("a", "b", "bandwidth", "classes", "terminals")


def save_inputs(folder: Path, inputs: Iterable[Input]) -> None:
    """Writes the inputs of a result into its directory; removes the inputs of an earlier result."""
    shutil.rmtree(folder / _folder, ignore_errors=True)
    (folder / _index).unlink(missing_ok=True)
    entries = []
    for number, it in enumerate({it.key: it for it in inputs}.values()):
        (folder / _folder).mkdir(exist_ok=True)
        begin = f"{_folder}/{number}-"
        entry: dict[str, Any] = {"key": it.key, "value": _save_value(folder, begin, it.value)}
        if isinstance(it, GivenText):
            entry |= {"name": it.name, "text": begin + it.name}
            (folder / entry["text"]).write_text(it.text, encoding="utf-8")
        else:
            entry |= {"network": f"{begin}network.npz", **_save_network(folder / f"{begin}network.npz", it)}
        entries.append(entry)
    if entries:
        (folder / _index).write_text(json.dumps(entries, indent=1), encoding="utf-8")


def _save_network(path: Path, built: Any) -> dict[str, Any]:
    family, directed, routers, *arrays = built.parts
    a, b, bandwidth, classes, class_names, names, terminals, kinds = arrays
    np.savez_compressed(path, **dict(zip(_arrays_of_networks, (a, b, bandwidth, classes, terminals), strict=True)))
    return {"family": family, "directed": bool(directed), "routers": int(routers), "class_names": class_names, "names": names,
            "kinds": kinds}


def _save_value(folder: Path, begin: str, value: Any) -> dict[str, Any] | None:
    """Saves the object and returns its location; None if only the converted text is stored."""
    if isinstance(value, np.ndarray) and value.dtype.kind != "O":
        np.save(folder / f"{begin}value.npy", value, allow_pickle=False)
        return {"array": f"{begin}value.npy"}
    if hasattr(value, "tocoo"):
        import scipy.sparse

        scipy.sparse.save_npz(folder / f"{begin}value.npz", scipy.sparse.csr_matrix(value))
        return {"sparse": f"{begin}value.npz"}
    try:
        return {"list": json.loads(json.dumps(value))} if isinstance(value, (list, tuple)) else None
    except TypeError:
        return None


def saved_inputs(folder: Path) -> list[Input]:
    """Returns the inputs in a directory; may be empty. Raises InputError for files that have changed."""
    if not (folder / _index).exists():
        return []
    inputs = []
    try:
        for entry in json.loads((folder / _index).read_text(encoding="utf-8")):
            it = _read_text(folder, entry) if "text" in entry else _read_network(folder, entry)
            if it.key != entry["key"]:
                _weft.refuse(f"the file of the input {entry['key']} was changed", "", "", str(folder / _index))
            inputs.append(it)
    except (OSError, ValueError, KeyError, TypeError) as error:
        if isinstance(error, _weft.InputError):
            raise
        problem = f"{type(error).__name__}: {error}"
    else:
        return inputs
    _weft.refuse(problem, "inputs of a result were expected", "save the result again", str(folder / _index))


def _read_value(folder: Path, place: dict[str, Any] | None) -> Any:
    if place is None:
        return None
    if "array" in place:
        return np.load(folder / place["array"], allow_pickle=False)
    if "sparse" in place:
        import scipy.sparse

        return scipy.sparse.load_npz(folder / place["sparse"])
    return place["list"]


def _read_text(folder: Path, entry: dict[str, Any]) -> Input:
    text = (folder / entry["text"]).read_text(encoding="utf-8")
    value = _read_value(folder, entry["value"])
    return GivenText(entry["name"], text, text if value is None else value)


def _read_network(folder: Path, entry: dict[str, Any]) -> Input:
    from .network import Network
    from .own_network import Built
    from .values import Topology

    with np.load(folder / entry["network"], allow_pickle=False) as arrays:
        a, b, bandwidth, classes, terminals = (arrays[it] for it in _arrays_of_networks)
    built = Built(_read_value(folder, entry["value"]), entry["family"], entry["directed"], entry["routers"], a, b, bandwidth, classes,
                  entry["class_names"], entry["names"], terminals, entry["kinds"])
    if built.value is None:  # a graph of another library
        built.value = Network(Topology.made(built.key, (built,)))
    return built
