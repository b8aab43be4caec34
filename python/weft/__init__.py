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
from . import algorithm, allocation, engine, estimates, latency, machine, mapping, pattern, policy, program, routing, schedules, stream
from . import topology, traffic
from ._verbs import *
from ._verbs import __all__ as _verb_names
from ._weft import InputError, version as __version__
from .flits import Flits
from .network import Network, network
from .notebook import explore
from .request import threads
from .result import Figure, Result, Table, read, report
from .spec import Spec, schema
from .study import run

__all__ = [
    *_verb_names, "Figure", "Flits", "InputError", "Network", "Result", "Spec", "Table", "algorithm", "allocation", "engine", "estimates",
    "explore", "latency", "machine", "mapping", "network", "pattern", "policy", "program", "read", "report", "routing", "run", "schedules",
    "schema", "stream", "threads", "topology", "traffic",
]
