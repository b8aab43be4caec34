# SPDX-License-Identifier: Apache-2.0
"""Studies: many runs, their tables and figures."""
from __future__ import annotations

import os
from collections.abc import Sequence

from . import _weft
from .request import Progress, check_process, progress_of, thread_count
from .result import Result


def run(study: str | os.PathLike[str], output: str | os.PathLike[str] = "", *, only: str | Sequence[str] = (),
        progress: Progress | None = None) -> Result:
    """Runs a study: a directory with study.toml. Runs with a result in the output directory are not run again.

    study: the directory
    output: the directory of the results; default: out/NAME
    only: run only the runs with one of these labels, such as torus or machine=torus
    progress: called with (label, done, total), at most 10 times a second; default: a bar on a terminal or in a notebook

    The result has the tables of the study; `runs` holds the result of each run.
    """
    check_process()
    labels = [only] if isinstance(only, str) and only else list(only)
    with progress_of(progress) as told:
        return Result(_weft.run_study(os.fspath(study), os.fspath(output), labels, told, thread_count()))
