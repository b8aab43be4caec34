"""Names of catalogs with parameters, as values.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import ClassVar

from .spec import Spec

__all__ = [
    "Topology", "Machine", "Routing", "Traffic", "Pattern", "Program", "Stream", "Policy", "Allocation", "Estimates",
    "Mapping", "Engine", "Schedule", "Algorithm", "Latency",
]


class Topology(Spec):
    """Families of networks. The functions of `weft.topology` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "topologies"
    accepted: ClassVar[frozenset[str]] = frozenset({"topologies"})


class Machine(Topology):
    """Networks of machines that were built, and names for networks with certain parameters. The functions of `weft.machine`
    return it; verbs accept it instead of its text.
    """

    __slots__ = ()


class Routing(Spec):
    """How packets are routed. The functions of `weft.routing` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "routings"
    accepted: ClassVar[frozenset[str]] = frozenset({"routings"})


class Traffic(Spec):
    """Which terminal sends to which. The functions of `weft.traffic` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "traffic patterns"
    accepted: ClassVar[frozenset[str]] = frozenset({"traffic patterns"})


class Pattern(Spec):
    """Which task of a job sends to which. The functions of `weft.pattern` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "communication patterns"
    accepted: ClassVar[frozenset[str]] = frozenset({"traffic patterns", "communication patterns"})


class Program(Spec):
    """Programs of the ranks of an application. The functions of `weft.program` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "programs"
    accepted: ClassVar[frozenset[str]] = frozenset({"programs"})


class Stream(Spec):
    """Models of the jobs that are submitted to a machine, in addition to files. The functions of `weft.stream` return it;
    verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "job streams"
    accepted: ClassVar[frozenset[str]] = frozenset({"job streams"})


class Policy(Spec):
    """Which job starts when. The functions of `weft.policy` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "policies"
    accepted: ClassVar[frozenset[str]] = frozenset({"policies"})


class Allocation(Spec):
    """Which of the free nodes a job gets. The functions of `weft.allocation` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "allocations"
    accepted: ClassVar[frozenset[str]] = frozenset({"allocations"})


class Estimates(Spec):
    """Models of run-time estimates by users. The functions of `weft.estimates` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "estimates"
    accepted: ClassVar[frozenset[str]] = frozenset({"estimates"})


class Mapping(Spec):
    """Which terminal each task of a job gets. The functions of `weft.mapping` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "mappings"
    accepted: ClassVar[frozenset[str]] = frozenset({"mappings"})


class Engine(Spec):
    """Engines of `weft simulate` and `weft compare`. The functions of `weft.engine` return it; verbs accept it instead of its
    text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "engines"
    accepted: ClassVar[frozenset[str]] = frozenset({"engines"})


class Schedule(Spec):
    """Transfers that are planned slot by slot. The functions of `weft.schedules` return it; verbs accept it instead of its
    text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "schedules"
    accepted: ClassVar[frozenset[str]] = frozenset({"schedules"})


class Algorithm(Spec):
    """Collective operations. The functions of `weft.algorithm` return it; verbs accept it instead of its text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "collectives"
    accepted: ClassVar[frozenset[str]] = frozenset({"collectives"})


class Latency(Spec):
    """Distributions of the latency of a request. The functions of `weft.latency` return it; verbs accept it instead of its
    text.
    """

    __slots__ = ()
    catalog: ClassVar[str] = "latencies"
    accepted: ClassVar[frozenset[str]] = frozenset({"latencies"})
