# SPDX-License-Identifier: Apache-2.0
"""A plugin of pytest for the tests of NetworkX: writes how often each function of the backend ran, and the tests that failed, to the file WEFT_CALLS."""
import collections
import functools
import json
import os

import pytest
import scipy.sparse
from weft import networkx_backend

calls: collections.Counter = collections.Counter()
failed: list[str] = []
if not hasattr(scipy.sparse, "sparray"):  # before SciPy 1.11; NetworkX only asks whether a result is one
    scipy.sparse.sparray = type("sparray", (), {})


def counted(function):
    """Returns the function, with a count of its calls."""
    @functools.wraps(function)
    def call(*args, **kwargs):
        calls[function.__name__] += 1
        return function(*args, **kwargs)

    return call


def pytest_configure():
    for it in networkx_backend.functions:
        setattr(networkx_backend, it.__name__, counted(it))


@pytest.hookimpl(hookwrapper=True)
def pytest_runtest_makereport(item):
    made = yield
    if made.get_result().failed:
        failed.append(f"{item.path}::{item.nodeid.partition('::')[2]}")


def pytest_sessionfinish():
    with open(os.environ["WEFT_CALLS"], "w", encoding="utf-8") as file:
        json.dump({"calls": calls, "failed": failed}, file)
