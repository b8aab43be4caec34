# SPDX-License-Identifier: Apache-2.0
"""NumPy, which is imported when it is used first: that takes longer than the import of Weft."""
from __future__ import annotations

from typing import Any


class _Later:
    def __getattr__(self, name: str) -> Any:
        import numpy

        found = getattr(numpy, name)
        setattr(self, name, found)  # not asked for again
        return found


np: Any = _Later()
