# SPDX-License-Identifier: Apache-2.0
"""Studies: many runs, their tables and figures."""
from __future__ import annotations

import contextlib
import os
import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from . import _weft
from .request import Progress, check_process, progress_of, thread_count
from .result import Result
from .study_text import StudyText


class Study:
    """A study: runs, and the tables and figures that present their results.

    Parameters
    ----------
    study : dict or path
        The fields of study.toml, which the reference of studies lists, or a directory with study.toml. In a dict,
        parameters of verbs may be any Python values that the functions of the verbs accept.

    Examples
    --------
    >>> import weft
    >>> study = weft.Study({
    ...     "title": "Two rings",
    ...     "base": {"verb": "show", "metrics": "diameter"},
    ...     "run": [{"label": {"size": "small"}, "topology": "ring:routers=8"}, {"label": {"size": "large"}, "topology": "ring:routers=16"}],
    ...     "present": [{"kind": "table", "name": "hops", "title": "Diameters", "columns": ["size", "metrics[diameter].value"]}],
    ... })
    >>> study.run()["hops"].rows
    (('small', 4), ('large', 8))
    """

    def __init__(self, study: Mapping[str, Any] | str | os.PathLike[str]) -> None:
        self._text = StudyText(study) if isinstance(study, Mapping) else None
        self._path = "" if isinstance(study, Mapping) else os.fspath(study)
        self.source = dict(study) if isinstance(study, Mapping) else self._path

    @property
    def toml(self) -> str:
        """The text of study.toml; Python objects in it can be read only while this object exists."""
        if self._text:
            return self._text.text
        path = os.path.join(self._path, "study.toml") if os.path.isdir(self._path) else self._path
        with open(path, encoding="utf-8") as file:
            return file.read()

    def run(self, output: str | os.PathLike[str] | None = None, *, only: str | Sequence[str] = (), progress: Progress | None = None) -> Result:
        """Runs the study.

        Parameters
        ----------
        output : path, optional
            The directory of the results: runs that have a result there are not run again. By default nothing is written.
        only : str or sequence of str
            Only the runs with one of these labels, such as ``torus`` or ``machine=torus``.
        progress : callable, optional
            Called with (label, done, total), at most 10 times a second; default: a bar on a terminal or in a notebook.

        Returns
        -------
        Result
            The tables of the study; `runs` contains the result of each run.

        Raises
        ------
        InputError
            For an invalid study, before the first run; for a run that fails, after the others.
        """
        check_process()
        labels = [only] if isinstance(only, str) and only else list(only)
        path = self._text.path if self._text else self._path
        with progress_of(progress) as told, _folder(output) as folder, places_in(self._text):
            ran = _weft.run_study(path, folder, labels, told, thread_count(), self._text.title if self._text else "")
        return Result(ran, self._text.inputs if self._text else ())

    def __repr__(self) -> str:
        return f"<Study {self._path or self._text}>"


@contextlib.contextmanager
def _folder(output: str | os.PathLike[str] | None) -> Iterator[str]:
    """Yields the directory of the results, by default a temporary one."""
    if output is not None:
        yield os.fspath(output)
        return
    import tempfile

    with tempfile.TemporaryDirectory(prefix="weft-") as folder:
        yield folder


@contextlib.contextmanager
def places_in(study: StudyText | None) -> Iterator[None]:
    """Converts lines of the text in errors to fields of the dict, such as run[2]."""
    try:
        yield
    except _weft.InputError as error:
        wrong = error
        found = study and re.match(re.escape(study.path) + r"(?::(\d+))?(?::\d+)?$", error.where)
        if not found or not study:
            raise
        where = study.field(int(found[1])) if found[1] else "study"
    else:
        return
    _weft.refuse(wrong.problem.replace(study.path, "the study"), wrong.why, wrong.suggestion, where)


def run(study: Mapping[str, Any] | str | os.PathLike[str], output: str | os.PathLike[str] = "", *, only: str | Sequence[str] = (),
        progress: Progress | None = None) -> Result:
    """Runs a study: a directory with study.toml, or a dict. Runs with a result in the output directory are not run again.

    study: the directory, or the fields of study.toml
    output: the directory of the results; default: out/NAME, as the command; for a dict, nothing is written
    only: run only the runs with one of these labels, such as torus or machine=torus
    progress: called with (label, done, total), at most 10 times a second; default: a bar on a terminal or in a notebook

    The result has the tables of the study; `runs` holds the result of each run.
    """
    given = os.fspath(output)
    return Study(study).run((given or None) if isinstance(study, Mapping) else given, only=only, progress=progress)
