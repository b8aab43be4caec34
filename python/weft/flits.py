# SPDX-License-Identifier: Apache-2.0
"""Simulations of flits, cycle by cycle."""
from __future__ import annotations

import contextlib
import operator
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, NamedTuple, TypeAlias

from . import _weft
from .flits_parameters import FlitsParameters
from .request import check_process, pairs_of, places
from .spec import schema, text_of

if TYPE_CHECKING:
    import numpy as np

Numbers: TypeAlias = "np.ndarray[Any, Any]"


class Frame(NamedTuple):
    """The events in the cycles of a step, and the numbers of flits and packets afterwards.

    Attributes
    ----------
    cycle : int
        the next cycle
    born, delivered, dropped : int
        packets in these cycles
    in_flight, waiting : int
        current packets in the network and at their sources
    flit_hops : int
        in these cycles
    latency : float | None
        mean of the packets delivered in these cycles, in cycles; None if no packet was delivered
    accepted : float
        flits per terminal and cycle
    sent : numpy.ndarray
        by channel: flits in these cycles
    buffers : numpy.ndarray
        by channel and virtual channel: flits that stand there
    blocked : numpy.ndarray
        by channel: 1 if its head has long not moved
    waiting_at : numpy.ndarray
        by terminal: packets that wait at their source
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

    def __repr__(self) -> str:
        return (f"<Frame: cycle {self.cycle}, {self.born} packets born, {self.delivered} delivered, {self.dropped} dropped, "
                f"{self.in_flight} in flight, {self.waiting} waiting>")


class Flits(FlitsParameters):
    """The engine `flit`, cycle by cycle: an observable run of `weft.simulate`.

    Parameters are those of `weft.simulate` and of `weft.engine.flit`. The default traffic is uniform.

    Examples
    --------
    >>> import weft
    >>> flits = weft.Flits("ring:routers=8", vcs=1, rate=0.9)
    >>> while not flits.deadlock:
    ...     frame = flits.step(100)
    >>> len(flits.deadlock["waiters"]) > 1
    True
    """

    def _begin(self, parameters: dict[str, object]) -> None:
        check_process()
        verb = schema()["verbs"]["simulate"]["properties"]
        engine = schema()["catalogs"]["engines"]["entries"]["flit"]["properties"]
        options = [f"{key}={text_of(value, engine[key], key)}" for key, value in parameters.items() if key not in verb]
        arguments: dict[str, object] = {"traffic": "uniform", **{key: it for key, it in parameters.items() if key in verb},
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
        """The deadlock, once detected, with `cycle`, `text`, and `waiters`, the packets that wait for each other."""
        with self._alone():
            return self._flits.deadlock

    @property
    def scenario(self) -> dict[str, str]:
        """The scenario, with every parameter."""
        return self._flits.scenario

    def __repr__(self) -> str:
        return f"<Flits {self.scenario['topology']}: cycle {self.cycle}>"

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError("a simulation of flits cannot be pickled or copied, because its state is in the engine: create weft.Flits with the "
                        f"same arguments and step to cycle {self.cycle}; equal seeds give equal simulations")
