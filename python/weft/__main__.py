# SPDX-License-Identifier: Apache-2.0
"""`python -m weft`: the command `weft`."""
from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

from ._weft import version


def _places() -> Iterator[Path]:
    """Yields where the program may be: named by $WEFT, built or installed with this package, on the path."""
    if given := os.environ.get("WEFT"):
        yield Path(given)
    yield Path(__file__).resolve().parents[2] / "bin" / "weft"
    yield Path(sys.prefix) / "bin" / "weft"
    if found := shutil.which("weft"):
        yield Path(found)


def program() -> Path | None:
    """Returns the program; None if it is not installed."""
    return next((it for it in _places() if it.is_file() and os.access(it, os.X_OK)), None)


def main(arguments: list[str] | None = None) -> int:
    """Replaces this process by the program, which serves pages and starts ranks itself. Returns 2 if it is not installed."""
    found = program()
    if found is None:
        print("weft: the program weft is not installed; install it, or set WEFT to its path", file=sys.stderr)
        return 2
    stated = subprocess.run([found, "--version"], capture_output=True, text=True, check=False).stdout.split()[1:2]
    if [it.partition("+")[0] for it in stated] != [version]:
        print(f"weft: {found} has version {' '.join(stated) or 'unknown'}, but the module has {version}", file=sys.stderr)
    os.execv(found, ["weft", *(sys.argv[1:] if arguments is None else arguments)])


if __name__ == "__main__":
    sys.exit(main())
