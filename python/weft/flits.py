# SPDX-License-Identifier: Apache-2.0
"""Simulations of flits, cycle by cycle."""
from __future__ import annotations

import contextlib
import operator
import threading
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import numpy as np

from . import _weft
from .request import check_process, pairs_of, places
from .spec import nearest, schema, text_of

Numbers = np.ndarray[Any, Any]


@dataclass(frozen=True)
class Frame:
    """The events in the cycles of a step, and the numbers of flits and packets afterwards.

    cycle: the next cycle
    born, delivered, dropped: packets in these cycles
    in_flight, waiting: current packets in the network and at their sources
    flit_hops: in these cycles
    latency: mean of the packets delivered in these cycles, in cycles; None if no packet was delivered
    accepted: flits per terminal and cycle
    sent: by channel: flits in these cycles
    buffers: by channel and virtual channel: flits that stand there
    blocked: by channel: 1 if its head has long not moved
    waiting_at: by terminal: packets that wait at their source
    """

    cycle: int
    born: int
    delivered: int
    dropped: int
    in_flight: int
    waiting: int
    flit_hops: int
    latency: float | None
    accepted: float
    sent: Numbers
    buffers: Numbers
    blocked: Numbers
    waiting_at: Numbers


class Flits:
    """The engine `flit`, cycle by cycle: an observable run of `weft.simulate`.

    Parameters are those of `weft.simulate` and of `weft.engine.flit`. The default traffic is uniform.

    >>> import weft
    >>> flits = weft.Flits("ring:routers=8", vcs=1, rate=0.9)
    >>> while not flits.deadlock:
    ...     frame = flits.step(100)
    >>> len(flits.deadlock["waiters"]) > 1
    True
    """

    def __init__(self, topology: object, **parameters: object) -> None:
        check_process()
        verb = schema()["verbs"]["simulate"]["properties"]
        engine = schema()["catalogs"]["engines"]["entries"]["flit"]["properties"]
        for key in parameters:
            if key not in verb and key not in engine or key == "engine":
                raise TypeError(f"Flits() has no parameter '{key}'{nearest(key, [it for it in (*verb, *engine) if it != 'engine'])}")
        options = [f"{key}={text_of(value, engine[key], key)}" for key, value in parameters.items() if key not in verb]
        arguments = {"topology": topology, "traffic": "uniform", **{key: it for key, it in parameters.items() if key in verb},
                     "engine": "flit" + (":" + ",".join(options) if options else "")}
        pairs, self._inputs = pairs_of(verb, arguments)
        with places(pairs):
            self._flits = _weft.LiveFlits(pairs)
        self.frame: Frame | None = None
        self._lock, self._steps = threading.RLock(), False

    def step(self, cycles: int = 1) -> Frame:
        """Simulates `cycles` cycles. Calls from several threads are serialized."""
        if operator.index(cycles) < 1:
            _weft.refuse(f"cycles={cycles}", "must be at least 1", "", "cycles")
        with self._alone():
            self._steps = True
            try:
                self.frame = Frame(**self._flits.step(cycles))
            finally:
                self._steps = False
            return self.frame

    @contextlib.contextmanager
    def _alone(self) -> Iterator[None]:
        """Locks the simulation: other threads wait; a signal handler inside a step raises RuntimeError."""
        with self._lock:
            if self._steps:
                raise RuntimeError("this simulation is in the middle of a step")
            yield

    def _now(self) -> Frame:
        if self.frame is None:
            raise ValueError("nothing has been simulated: call step")
        return self.frame

    @property
    def cycle(self) -> int:
        """The next cycle."""
        return 0 if self.frame is None else self.frame.cycle

    @property
    def buffers(self) -> Numbers:
        """The number of flits in the buffer of each channel and virtual channel after the last step."""
        return self._now().buffers

    @property
    def deadlock(self) -> dict[str, Any] | None:
        """The deadlock, once detected: `cycle`, `text`, and `waiters`, the packets that wait for each other."""
        with self._alone():
            return self._flits.deadlock

    @property
    def scenario(self) -> dict[str, str]:
        """The scenario, with every parameter."""
        return self._flits.scenario

    def __repr__(self) -> str:
        return f"<Flits {self.scenario['topology']}: cycle {self.cycle}>"
