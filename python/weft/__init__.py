# SPDX-License-Identifier: Apache-2.0
"""Weft: design, route, map and simulate the interconnects of supercomputers.

Every verb of the command is a function with the same name and the same parameters:

>>> import weft
>>> result = weft.show("torus:sides=4x4", metrics="diameter,avg_dist")
>>> result["metrics"]["value"][0]
4.0

Wrong input raises InputError, before anything is computed:

>>> weft.show("torsu")
Traceback (most recent call last):
    ...
weft.InputError: topology: unknown topology 'torsu'; did you mean 'torus'?

Weft takes arrays as they are. If it has to copy one, because it is strided or of another type, the logger
`weft.copies` reports it at level DEBUG.
"""
import typing as _typing

from . import _verbs, values
from ._verbs import *
from ._weft import InputError, version as __version__
from .flits import Flits
from .many import Grid, grid
from .network import Network, network
from .notebook import explore
from .quantity import Quantity
from .request import threads
from .result import Figure, Result, Table, read, report
from .spec import Spec, schema
from .study import Study, run
from .values import *

__all__ = [
    "Figure", "Flits", "Grid", "InputError", "Network", "Quantity", "Result", "Spec", "Study", "Table", "algorithm", "allocation",
    "engine", "estimates", "explore", "grid", "latency", "machine", "mapping", "network", "pattern", "policy", "program", "read",
    "report", "routing", "run", "schedules", "schema", "stream", "threads", "topology", "traffic",
]
__all__ += _verbs.__all__
__all__ += values.__all__

if _typing.TYPE_CHECKING:
    from . import algorithm, allocation, engine, estimates, latency, machine, mapping, pattern, policy, program, routing, schedules
    from . import stream, topology, traffic
else:
    def __getattr__(name):
        """Imports the module of a catalog when it is used first."""
        from importlib import import_module

        if name in __all__:
            return import_module(f".{name}", __name__)
        raise AttributeError(f"module 'weft' has no attribute '{name}'")
