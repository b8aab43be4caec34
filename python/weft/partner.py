# SPDX-License-Identifier: Apache-2.0
"""Optional partners: libraries that a few functions need."""
from __future__ import annotations

from importlib import import_module
from typing import Any


def partner(module: str, use: str) -> Any:
    """Returns an optional library.

    Parameters
    ----------
    module : str
        The name of the module.
    use : str
        The function that needs it, for the error.

    Raises
    ------
    ModuleNotFoundError
        If it is not installed.
    """
    package = module.partition(".")[0]
    try:
        return import_module(module)
    except ModuleNotFoundError as error:
        if error.name is None or error.name.partition(".")[0] != package:
            raise
    raise ModuleNotFoundError(f"{use} needs {package}, which is not installed: pip install {package}", name=package)
