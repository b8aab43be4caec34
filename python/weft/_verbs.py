"""The verbs of Weft as functions.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from .accepted import MappingLike, Number, Numbers, Parts, Path, PatternLike, Place, Quantity, RoutesLike, Settings, Sides, StreamLike, TopologyLike, TrafficLike, Whole
from .values import Algorithm, Allocation, Engine, Estimates, Latency, Policy, Program, Routing, Schedule
from .request import Progress, verb
from .result import Result

__all__ = [
    "list", "show", "compare", "route", "simulate", "sweep", "load", "map", "collective", "schedule", "balance",
    "deadlock", "judge", "replay", "queue", "universality", "draw", "export",
]


@verb
def list(
    name: str = "",
    *,
    schema: bool = False,
    progress: Progress | None = None,
) -> Result:
    """List topologies, routings, traffic patterns, engines.

    Parameters
    ----------
    name : str
        name to explain: a verb, an entry of a catalog, a metric, a term, a parameter or a value such as a format; or a
        table to list, e.g. routings, verbs, metrics, terms; other words list the entries that contain them, e.g.
        livelock
    schema : bool, default False
        study files, verbs and catalogs with the types, defaults and ranges of their parameters, as JSON Schema
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `topologies`: topologies
        - `machines`: machines
        - `routings`: routings
        - `traffic_patterns`: traffic patterns
        - `communication_patterns`: communication patterns
        - `programs`: programs
        - `mappings`: mappings
        - `job_streams`: job streams
        - `policies`: policies
        - `allocations`: allocations
        - `estimates`: estimates
        - `engines`: engines
        - `jobs`: jobs
        - `classes`: classes
        - `replay_jobs`: replay jobs
        - `schedules`: schedules
        - `setup`: setup
        - `latencies`: latencies
        - `collectives`: collectives
        - `verbs`: verbs
        - `metrics`: metrics
        - `terms`: terms
        - `parameter`: Parameter
        - `parameters_of_topologies`: torus (topologies): Routers on a grid of any number of dimensions, each linked to
          its neighbors along every dimension, the last to the first (Dally & Towles, Principles and Practices of
          Interconnection Networks, ch. 5). A side of 2 has one link, a side of 1 no link. Channel classes: one per
          dimension. Also called `kary_ncube`
        - `closed_forms`: Closed forms
        - `mentions`: Entries that mention 'livelock'
        - `value`: Value

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.list("topologies")
    """
    raise NotImplementedError


@verb
def show(
    topology: TopologyLike,
    *,
    metrics: str | Sequence[str] = "",
    exact: bool = False,
    branches: Whole = 8000000,
    layout: Settings = "",
    cost: Settings = "",
    seed: Whole = 1,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Metrics, distances, channels, cables and cost of a topology.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    metrics : str | Sequence[str]
        keys of the metrics to compute, e.g. diameter,bisection; see weft list metrics
    exact : bool, default False
        compute exact values if a method exists, even a slow one
    branches : Whole, default 8000000
        with exact: maximum steps of branch and bound for the bisection of at most 64 routers (in [1, 1000000000000])
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    cost : Settings
        cost of routers and cables, e.g. rate=100,port=500
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `metrics`: Metrics
        - `distances`: Ordered pairs by distance
        - `channels`: Channels and cables by class
        - `cost`: Cost, prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)
        - `copies`: Copies: independent sub-machines

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.show("torus:8x8x8")
    """
    raise NotImplementedError


@verb
def compare(
    topologies: TopologyLike | Sequence[TopologyLike],
    *,
    terminals: Whole = 0,
    at_least: bool = False,
    radix: Whole = 0,
    taper: Number = 1,
    metrics: str | Sequence[str] = "",
    exact: bool = False,
    layout: Settings = "",
    cost: Settings = "",
    routing: Routing | str | Sequence[Routing | str] = "",
    traffic: TrafficLike = "",
    messages: Whole = 0,
    engine: Engine | str = "",
    seed: Whole = 1,
    mapping: MappingLike = "",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    jobs: Parts = "",
    equal: Literal["none", "cost", "bandwidth"] = "none",
    programs: Program | str | Sequence[Program | str] = "",
    costs: Settings = "",
    collective: Settings = "",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Topologies side by side: metrics, cost, a workload, programs.

    Parameters
    ----------
    topologies : TopologyLike | Sequence[TopologyLike]
        networks to compare
    terminals : Whole, default 0
        number of terminals: the closest member of each family is used; 0: the networks as specified (in [0,
        4294967295])
    at_least : bool, default False
        with terminals: select members with at least this number of terminals
    radix : Whole, default 0
        with terminals: maximum number of ports of a router, including ports of terminals; of the members within 5 % of
        the size, the one with the fewest routers is used; 0: any number (in [0, 65535])
    taper : Number, default 1
        with terminals: ratio of down links to up links at the edge switches of fat trees, e.g. 2 (in [1, 1000])
    metrics : str | Sequence[str]
        keys of the metrics to compute, e.g. diameter,bisection; see weft list metrics
    exact : bool, default False
        compute exact values if a method exists, even a slow one
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    cost : Settings
        cost of routers and cables, e.g. rate=100,port=500
    routing : Routing | str | Sequence[Routing | str]
        routing; repeat it to compare several on each network that supports them; default: depends on the topology; for
        programs, the fastest is reported
    traffic : TrafficLike
        traffic pattern, e.g. uniform; for engine load, a communication pattern; alias: pattern
    messages : Whole, default 0
        messages per terminal; 0: the default of the engine (in [0, 4294967295])
    engine : Engine | str
        engine that runs the same workload on each network, and its options, e.g. flit:rate=0.2
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    mapping : MappingLike
        task mapping of a job [linear]; for programs, a list of mappings to try: the fastest is reported
    grid : Sides, default 0
        task grid of a job, rows x columns; 0: see weft load (in [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    equal : {"none", "cost", "bandwidth"}, default "none"
        quantity that is equal on all networks that run programs; `none`: no scaling: on all networks, a channel of
        bandwidth 1 has the link rate in --cost; `cost`: scale the link rate so that all networks cost as much as the
        first one at the rate in --cost; port and cable prices are proportional to the rate; `bandwidth`: scale the link
        rate so that the total bandwidth between routers equals that of the first network at the rate in --cost
    programs : Program | str | Sequence[Program | str]
        program of the ranks, as in weft replay; several programs run one after another
    costs : Settings
        costs of messages at the ranks of a program, e.g. L=500,o=200
    collective : Settings
        algorithms of collective calls in a program, e.g. allreduce=ring
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `metrics`: Metrics
        - `cost`: Cost, prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)
        - `simulated`: The same workload on each network
        - `ranking`: Programs on each network, fastest first
        - `rates`: Rates and prices, prices of 2014 for links of 40 Gb/s (Besta & Hoefler, Slim Fly, SC 2014)

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.compare(["torus", "dragonfly", "slim_fly"], terminals=1000, messages=4)
    """
    raise NotImplementedError


@verb
def route(
    topology: TopologyLike,
    *,
    from_: Place = "0",
    to: Place = "0",
    routing: Routing | str = "default",
    seed: Whole = 1,
    layout: Settings = "",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """The path of one message, hop by hop.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    from_ : Place, default "0"
        source terminal: its number, the coordinates or number of its router as in 0,0 and r3, or in a fabric the name
        of its host
    to : Place, default "0"
        destination terminal, in the same forms
    routing : Routing | str, default "default"
        routing of the message; default: depends on the topology
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `route`: Hop by hop

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.route("torus:8x8", from_="0,0", to="3,5")
    """
    raise NotImplementedError


@verb
def simulate(
    topology: TopologyLike,
    *,
    routing: Routing | str = "default",
    traffic: TrafficLike = "default",
    messages: Whole = 1,
    engine: Engine | str = "rounds",
    seed: Whole = 1,
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    jobs: Parts = "",
    classes: Parts = "",
    layout: Settings = "",
    energy: Settings = "",
    details: Literal["summary", "channels"] = "summary",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Simulate traffic as packets, flits, flows or exact loads.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routing : Routing | str, default "default"
        routing; default: depends on the topology
    traffic : TrafficLike, default "default"
        traffic pattern, e.g. permutation, uniform, tornado, or communication pattern of tasks, e.g. halo; default: halo
        with engine load, jobs, mapping, grid or ranks_per_node, else permutation; alias: pattern
    messages : Whole, default 1
        messages per terminal (in [0, 4294967295])
    engine : Engine | str, default "rounds"
        engine and its options, e.g. rounds:delays=true
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    classes : Parts
        engine flit: several simultaneous traffic patterns, each with a rate, packet sizes, virtual channels and a
        priority: NAME:traffic=..,rate=..,vcs=..,priority=..; weft help class
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    energy : Settings
        engine flit: bits of a flit, and the energy of individual events, e.g. flit_bits=128,link_energy=6; empty: no
        energy is computed
    details : {"summary", "channels"}, default "summary"
        additional tables; `summary`: no values of individual channels; `channels`: a table with a row for every channel
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `latency`: Latency and throughput
        - `classes`: Traffic classes
        - `channels`: Channel utilization, by class
        - `channel_loads`: Channels by utilization
        - `virtual_channels`: Occupancy of the input buffers
        - `fairness`: Fairness among terminals
        - `latencies`: Packet latencies
        - `work`: Work of the simulation
        - `over_time`: Over time
        - `congested_channels`: Channels with the most waiting flits, over the whole run
        - `classes_over_time`: Traffic classes over time
        - `summary`: Summary
        - `round_bounds`: Lower bounds on the makespan of any routing
        - `delays`: Per-message delay
        - `delay_distribution`: Distribution of per-message delay
        - `completion`: Message times
        - `distribution`: Distribution of message times
        - `bottlenecks`: Bottleneck channels
        - `events`: Work of the simulation
        - `deliveries`: Messages in order of arrival
        - `channel_busy`: Utilization of every channel
        - `energy`: Energy in the measured cycles
        - `deflections`: Deflections
        - `deadlock`: Deadlock in clock cycle 2000: packets that wait for each other
        - `steady`: Steady state
        - `faults`: Under faults
        - `levels`: A(l), level by level
        - `phases`: A(1), phase by phase: messages left in a clique
        - `traffic`: Bits that cross channels
        - `slowdown`: A(l) under faults compared with the perfect machine
        - `local_rounds`: Level 1, round by round: messages left in a local network
        - `jobs`: Job interference
        - `job_classes`: The most loaded channels that each job uses
        - `throughput`: Throughput bound per node (saturation of the busiest channel)
        - `terminals`: Channels of terminals
        - `fullest`: Busiest channels of each class
        - `histogram`: Channels by load, as fractions of the maximum load of their class
        - `dilation`: Distance of traffic (dilation)

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type
    """
    raise NotImplementedError


@verb
def sweep(
    topology: TopologyLike,
    *,
    routing: Routing | str | Sequence[Routing | str] = "default",
    traffic: TrafficLike = "uniform",
    messages: Whole = 1,
    engine: Engine | str = "flit",
    seed: Whole = 1,
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    jobs: Parts = "",
    classes: Parts = "",
    layout: Settings = "",
    rates: Numbers = "",
    saturation: bool = False,
    points: Whole = 12,
    limit: Number = 3,
    resolution: Number = 0.01,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Latency against offered load, up to saturation and beyond.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routing : Routing | str | Sequence[Routing | str], default "default"
        routing and its virtual channels; repeat it to compare curves; default: depends on the topology
    traffic : TrafficLike, default "uniform"
        traffic pattern, e.g. uniform, transpose, tornado; alias: pattern
    messages : Whole, default 1
        messages per terminal in a relation that is sent repeatedly (in [1, 2147483648])
    engine : Engine | str, default "flit"
        flit, with its options, e.g. flit:vcs=2,packet_size=4
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    classes : Parts
        engine flit: several simultaneous traffic patterns, each with a rate, packet sizes, virtual channels and a
        priority: NAME:traffic=..,rate=..,vcs=..,priority=..; weft help class
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    rates : Numbers
        injection rates, e.g. 0.1,0.2,0.4 or 0.1..0.5x5 for 5 evenly spaced rates; default: Weft chooses rates up to
        saturation and beyond (in flits/cycle, in [0, 1])
    saturation : bool, default False
        find the saturation even if rates are specified
    points : Whole, default 12
        number of rates that Weft chooses (in [2, 1000])
    limit : Number, default 3
        limit of the mean latency, as a multiple of the zero-load latency (in [1.01, 1000])
    resolution : Number, default 0.01
        relative resolution of the rate at the limit and of the throughput, and of the saturation, there at least 0.02
        (in [0.0001, 0.5])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `curve`: Latency against load
        - `saturation`: Saturation

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.sweep("torus:8x8", traffic="uniform")
    """
    raise NotImplementedError


@verb
def load(
    topology: TopologyLike,
    *,
    routing: Routing | str | Sequence[Routing | str] = "default",
    pattern: PatternLike = "halo",
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    seed: Whole = 1,
    jobs: Parts = "",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    details: Literal["summary", "channels"] = "summary",
    users: str = "",
    against: MappingLike = "",
    bytes: Quantity = 1000000,
    bandwidth: Quantity = 0,
    alpha: Quantity = 0,
    progress: Progress | None = None,
) -> Result:
    """Exact channel loads of an application, and its throughput bound.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routing : Routing | str | Sequence[Routing | str], default "default"
        distribution of traffic over paths; repeat it to compare; default: depends on the topology
    pattern : PatternLike, default "halo"
        traffic pattern of the tasks, e.g. halo, transpose, all_to_all; alias: traffic
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details : {"summary", "channels"}, default "summary"
        additional tables; `summary`: no values of individual channels; `channels`: a table with a row for every channel
    users : str
        12-13: list the flows that use a channel from router 12 to router 13; 12 (with several jobs JOB/12): list the
        channels that the flows of task 12 use
    against : MappingLike
        mapping to compare the placement with, e.g. best; reports the throughput of both and a bound that no placement
        exceeds; uses the same hosts, unless the mapping names others, as `hosts` does
    bytes : Quantity, default 1000000
        mean number of bytes that a task sends, including messages to itself (in bytes, in [0, 1e+18])
    bandwidth : Quantity, default 0
        rate of a channel of bandwidth 1, e.g. 100Gb/s; the result then also contains times in seconds; 0: no times (in
        bytes/s, in [0, 1e+18])
    alpha : Quantity, default 0
        latency of a hop, added for each hop between the farthest tasks that communicate (in seconds, in [0,
        1000000000])
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `throughput`: Throughput bound per node (saturation of the busiest channel)
        - `terminals`: Channels of terminals
        - `fullest`: Busiest channels of each class
        - `histogram`: Channels by load, as fractions of the maximum load of their class
        - `dilation`: Distance of traffic (dilation)
        - `channel_loads`: Load of every channel
        - `users`: Flows from router 1 to router 2: 1, load 0.25
        - `time`: Seconds for the traffic of all tasks
        - `times`: Seconds of the most loaded channel of each class
        - `placements`: Throughput of the placements
        - `coloring`: Groups that are adjacent at most once
        - `jobs`: Job interference
        - `job_classes`: The most loaded channels that each job uses

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.load("torus:8x8", pattern="halo", grid=(8, 8))
    """
    raise NotImplementedError


@verb
def map(
    topology: TopologyLike,
    *,
    routing: Routing | str | Sequence[Routing | str] = "default",
    pattern: PatternLike = "halo",
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    seed: Whole = 1,
    jobs: Parts = "",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    format: Literal["table", "rankfile", "hostfile", "rank_order", "coordinates"] = "table",
    host: Path = "",
    node: Literal["automatic", "terminal", "router"] = "automatic",
    progress: Progress | None = None,
) -> Result:
    """Place the tasks of a job: a table, or a file for a launcher.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routing : Routing | str | Sequence[Routing | str], default "default"
        distribution of traffic over paths; repeat it to compare; default: depends on the topology
    pattern : PatternLike, default "halo"
        traffic pattern of the tasks, e.g. halo, transpose, all_to_all; alias: traffic
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    format : {"table", "rankfile", "hostfile", "rank_order", "coordinates"}, default "table"
        format of the output; a file for a launcher is printed, or written to the file or directory of -o; `table`: a
        table; with --csv as CSV; `rankfile`: Open MPI: mpirun --rankfile; `hostfile`: Slurm: SLURM_HOSTFILE with srun
        --distribution=arbitrary; `rank_order`: Cray MPICH: the file MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3;
        `coordinates`: Blue Gene: runjob --mapping, a line `A B C D E T` per rank, for grids
    host : Path
        names of nodes in files for launchers: a pattern (* is the number, ** has at least two digits), a list such as
        node[01-16] or a,b,c, or @FILE with a list; default: the names of the hosts of the topology, or node*
    node : {"automatic", "terminal", "router"}, default "automatic"
        unit that counts as a node in files for launchers; `automatic`: a host that the file names; otherwise, on tori,
        meshes, hypercubes and percs, a router; else a terminal; `terminal`: a terminal; `router`: a router, whose
        terminals are its slots
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `mapping`: Task mapping
        - `candidates`: Candidate mappings
        - `bounds`: Upper bounds on the throughput

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.map("torus:8x8", mapping="best")
    """
    raise NotImplementedError


@verb
def collective(
    operation: Literal["broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"],
    topology: TopologyLike,
    *,
    algorithm: Algorithm | str = "all",
    engine: Engine | str = "schedule",
    routing: Routing | str = "default",
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    terminals: str = "",
    bytes: Quantity | Sequence[Quantity] = "",
    packets: Whole | str = "best",
    alpha: Quantity = 1e-06,
    beta: Quantity = 1e-10,
    hop: Quantity = 0,
    bandwidth: Quantity = 0,
    root: Whole = 0,
    receivers: Whole | str = "all",
    sends: Whole = 0,
    reduction_delay: Whole | str = 0,
    groups: Whole = 1,
    seed: Whole = 1,
    layout: Settings = "",
    transfers: Path = "",
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    details: Literal["summary", "slots"] = "summary",
    progress: Progress | None = None,
) -> Result:
    """Time of a collective operation with several algorithms.

    Parameters
    ----------
    operation : {"broadcast", "scatter", "gather", "reduce", "allreduce", "reduce_scatter", "allgather", "all_to_all", "barrier"}
        operation, by its MPI name; `broadcast`: the message of the root to all ranks; `scatter`: a different message
        from the root to each rank; `gather`: a message from each rank to the root; `reduce`: the sum of the vectors of
        all ranks to the root; `allreduce`: the sum of the vectors of all ranks to all ranks; `reduce_scatter`: the sum
        of the vectors of all ranks, a different block of it to each rank; `allgather`: a message from each rank to all
        ranks; `all_to_all`: a different message from each rank to each other rank; `barrier`: no rank continues before
        all ranks have arrived
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    algorithm : Algorithm | str, default "all"
        algorithm, or several separated by commas; all: every algorithm that applies
    engine : Engine | str, default "schedule"
        schedule; or flit with its options, as in flit:vcs=8,packet_size=4: in_network also runs as packets that routers
        copy and add, cycle by cycle
    routing : Routing | str, default "default"
        oblivious routing that draws the path of every block; default: the paths for which the algorithms were designed
        (dimension order on grids, paths by destination on fat trees, else shortest paths)
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        ranks, as a number or as the task grid of the mapping; 0: one on each terminal (in [0, 4294967296])
    terminals : str
        terminals on which ranks may run, as in 0..63,96..127, or the lowest 25%; default: all
    bytes : Quantity | Sequence[Quantity]
        size of a message (for reductions, of the whole vector): 512, 64k, 1Mi, a list 1k,1M, or a sweep 1k..1G in
        doublings; default: 1M
    packets : Whole | str, default "best"
        number of packets per message; best: the fastest power of two for each size, found by executing 1, 2, 4, ..
        packets until no size becomes faster, on channels of bandwidth b for 1 + log2(b) doublings
    alpha : Quantity, default 1e-06
        cost of a message in addition to its bytes and hops; where routers copy or add, and with hop=-1, the cost of
        each step (in seconds, in [0, 1000000000])
    beta : Quantity, default 1e-10
        cost of a byte on a channel of bandwidth 1 (in seconds, in [0, 1000000000])
    hop : Quantity, default 0
        cost of each hop of a message between ranks, which switches pass on while it arrives (cut-through): its bytes
        count once; -1: store-and-forward, the bytes count again at every switch, and every step costs alpha (in
        seconds, in [-1, 1000000000])
    bandwidth : Quantity, default 0
        rate of a channel of bandwidth 1; overrides beta; 0: beta applies (in bytes/s, in [0, 1e+18])
    root : Whole, default 0
        rank of the root: 0 to the number of ranks - 1 (in [0, 4294967295])
    receivers : Whole | str, default "all"
        ranks that receive a broadcast: all, a random subset (10% or 25), or a list such as 0..63,96
    sends : Whole, default 0
        blocks that a node can send per slot over all its channels; 0: as many as the channels carry (in [0,
        4294967295])
    reduction_delay : Whole | str, default 0
        with engine=flit: delay of adding up packets in a router (in cycles, in [0, 1000000])
    groups : Whole, default 1
        with engine=flit: number of equal groups of consecutive ranks, which run the operation simultaneously, each
        along a separate tree; root and receivers are ranks within a group, and the time is computed for the first group
        alone (in [1, 4294967295])
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    transfers : Path
        also write the schedule to this file (one algorithm only; number of packets: the best for the largest message);
        weft schedule --schedule transfers:file=FILE runs it store-and-forward
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details : {"summary", "slots"}, default "summary"
        additional tables; `summary`: no arrays; `slots`: arrays `slots_ALGORITHM` of the channels in use in every slot,
        with the packets that are best for the largest messages
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `collective`: Time by algorithm and size of a message, executed
        - `channels`: By class of channels, for the largest messages
        - `crossover`: The fastest algorithm by message size, from each size on
        - `flooding`: One message of every terminal to all others
        - `flooding_channels`: Flooding, by class of channels
        - `flooding_paths`: Paths of messages that never wait
        - `forward`: A different message from every terminal to every other
        - `forward_channels`: Forward, by class of channels
        - `flits`: As packets of flits that routers copy and add

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.collective("allreduce", "torus:8x8", bytes="1M", bandwidth="100Gb/s")
    """
    raise NotImplementedError


@verb
def schedule(
    topology: TopologyLike,
    *,
    schedule: Schedule | str = "general",
    relations: Whole = 1,
    packets: Whole = 0,
    verify: Literal["auto", "literal", "symmetry", "none"] = "auto",
    sources: Whole = 1000,
    details: Literal["auto", "all", "none", "slots"] = "auto",
    seed: Whole = 1,
    bytes: Quantity = 1000000,
    bandwidth: Quantity = 0,
    alpha: Quantity = 0,
    progress: Progress | None = None,
) -> Result:
    """Execute a time-slotted schedule slot by slot.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    schedule : Schedule | str, default "general"
        schedule: an all-to-all of sparse tori, e.g. general, crossing:axes=x, or an algorithm of an application, e.g.
        summa
    relations : Whole, default 1
        number of consecutive all-to-alls (in [1, 4294967295])
    packets : Whole, default 0
        messages of every processor: a random h-relation (h random permutations) instead of all-to-alls, sent in as many
        all-to-alls as needed; 0: none (in [0, 4294967295])
    verify : {"auto", "literal", "symmetry", "none"}, default "auto"
        verification of the schedule; `auto`: literal up to 4,096 processors, else symmetry; `literal`: every message of
        every processor on every channel; `symmetry`: all messages of one processor, hop by hop; `sources` other
        processors are compared, hop by hop, with the translated messages; `none`: closed forms only: no schedule is
        built
    sources : Whole, default 1000
        verify=symmetry: processors compared with processor 0 (in [0, 4294967295])
    details : {"auto", "all", "none", "slots"}, default "auto"
        additional tables and arrays, of slots and distances; `auto`: tables of up to 64 rows; `all`: all tables;
        `none`: no tables; `slots`: as auto, and the array `slots` of the channels in use in every slot
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    bytes : Quantity, default 1000000
        bytes of a packet: the capacity of a channel of bandwidth 1 in a slot (in bytes, in [0, 1e+18])
    bandwidth : Quantity, default 0
        rate of a channel of bandwidth 1, e.g. 100Gb/s; the result then also contains times in seconds; 0: no times (in
        bytes/s, in [0, 1e+18])
    alpha : Quantity, default 0
        cost of a step in addition to its slots (in seconds, in [0, 1000000000])
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `schedule`: The schedule: executed, and in closed form
        - `execution`: Execution
        - `channels`: Channels by dimension
        - `launches`: Launches per slot
        - `relations`: All-to-alls back to back
        - `level_sizes`: Nodes by distance from a processor (Lemma 2)
        - `contention`: Contention by mapping
        - `phases`: Phases, executed
        - `transfers`: The schedule, executed

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.schedule("sparse_torus:dimensions=3,side=4")
    """
    raise NotImplementedError


@verb
def balance(
    topology: TopologyLike,
    *,
    every: Whole | str = 1,
    latency: Latency | str = "distances",
    answers: bool = False,
    slackness: Sides = 0,
    turn: Literal["strict", "ready"] = "strict",
    reading: Literal["binding", "mean", "cut", "diameter", "throughput", "published"] = "binding",
    requests: Whole | str = "network",
    layout: Settings = "",
    processors: Whole = 0,
    steps: Whole | str = 20000,
    exact: bool = False,
    seed: Whole = 1,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Bandwidth balance and latency hiding (parallel slackness).

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    every : Whole | str, default 1
        K: a processor sends a request in every K-th step in which it works (in steps, in [1, 4294967296])
    latency : Latency | str, default "distances"
        latency of a request, e.g. fixed:steps=7
    answers : bool, default False
        count the replies to requests, which doubles the hops in the capacity condition and in latencies that depend on
        distance
    slackness : Sides, default 0
        virtual processors of each processor to simulate, e.g. 1x2x4x8; 0: up to twice the required number (in [0,
        4294967295])
    turn : {"strict", "ready"}, default "strict"
        scheduling of virtual processors; `strict`: the next virtual processor in round-robin order; if its reply has
        not arrived, the processor waits for it, and all other virtual processors wait too; `ready`: the next virtual
        processor in round-robin order whose reply has arrived
    reading : {"binding", "mean", "cut", "diameter", "throughput", "published"}, default "binding"
        reading (variant) of the capacity condition that determines the verdict; `binding`: the most demanding of mean,
        cut and throughput, all of which uniform traffic must satisfy; `mean`: demand: the mean terminal distance;
        capacity: all channels, weighted by bandwidth; `cut`: demand: requests that cross a bisection of the terminals;
        capacity: the channels across it; `diameter`: demand: the maximum terminal distance; capacity: all channels,
        weighted by bandwidth; `throughput`: the uniform throughput under optimal routing, instead of a condition;
        `published`: processors, hops and channels as Leppanen & Penttonen count them for this topology, in their first
        variant
    requests : Whole | str, default "network"
        requests of all processors that the network accepts in a step: network (p / k_min of the reading), unlimited or
        a number
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    processors : Whole, default 0
        maximum number of processors to simulate, with their fraction of the network; 0: 64, fewer for long latencies
        (in [0, 4294967295])
    steps : Whole | str, default 20000
        minimum length of the simulation, unless the state repeats earlier (in steps, in [1, 1000000000000])
    exact : bool, default False
        compute exact values if a method exists, even a slow one
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `balance`: Processing and communication
        - `readings`: The capacity condition: processors x hops / k <= channels
        - `slackness`: Parallel slackness: share of the steps in which a processor works

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.balance("torus:8x8x8", every=4)
    """
    raise NotImplementedError


@verb
def deadlock(
    topology: TopologyLike,
    *,
    routing: Routing | str | Sequence[Routing | str] = "default",
    then: Routing | str = "",
    vcs: Whole = 0,
    routes: RoutesLike = "",
    layers: bool = False,
    seed: Whole = 1,
    require_free: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Check a routing for deadlock freedom (channel dependency graph).

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routing : Routing | str | Sequence[Routing | str], default "default"
        routing; repeat it to compare; default: depends on the topology
    then : Routing | str
        routing by forwarding tables that replaces --routing, switch by switch; analyzes the old and the new tables
        alone, packets of both together, and every mixture of old and new switches; failures precede the change
    vcs : Whole, default 0
        virtual channels per port, analyzed even if too few; 0: as many as the routing needs, or 4 if no number is
        enough (in [0, 64])
    routes : RoutesLike
        file of routes to analyze instead of a routing, in the format of routing table; routes may revisit routers, and
        hops without a virtual channel use 0
    layers : bool, default False
        also assign the routes (of the file, or of a routing with one route per pair) to virtual layers without cycles,
        as few as the search finds; the virtual channels of the routes are ignored
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    require_free : bool, default False
        exit with status 3 if a deadlock is possible; by default either verdict exits with status 0
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `verdict`: Deadlock freedom
        - `cycle`: A cycle of packets: each occupies a channel and waits for the next one
        - `change`: Changes by the new tables
        - `waits`: Cycles of packets: each occupies a channel and waits for the next one, the last for the first

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.deadlock("torus:8x8", routing="dimension_order", vcs=1)
    """
    raise NotImplementedError


@verb
def judge(
    topology: TopologyLike,
    *,
    routings: Routing | str | Sequence[Routing | str] = "layered",
    ends: Literal["hosts", "all"] = "hosts",
    matchings: Whole = 1000,
    shifts: Literal["all", "none"] = "all",
    weighted: bool = False,
    hosts: Path = "",
    seed: Whole = 1,
    require_free: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Analyze forwarding tables: reachability, link load, deadlock.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    routings : Routing | str | Sequence[Routing | str], default "layered"
        destination-based routing, such as forwarding:path=FOLDER; repeat the option to compare several
    ends : {"hosts", "all"}, default "hosts"
        ports that send and receive; `hosts`: terminals: the cabled ports of hosts and InfiniBand routers; `all`: also
        the aggregation nodes of switches (SHARP)
    matchings : Whole, default 1000
        number of random matchings for the effective bisection bandwidth (in [0, 1000000])
    shifts : {"all", "none"}, default "all"
        shift permutations to evaluate, in which each terminal sends to the k-th next one; `all`: every k > 0; `none`:
        not measured
    weighted : bool, default False
        also compute loads and bisection weighted by the rates of cables, relative to the median rate of the cables of
        hosts
    hosts : Path
        file with the names of the hosts that send and receive, as for the mapping hosts; default: all
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    require_free : bool, default False
        exit with status 3 if a deadlock is possible; by default either verdict exits with status 0
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed switches and cables by name, joined by +, as in other verbs (ib5, ib5[21], ib5-ib6); each: the effect of
        each single cable failure, without new routes
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `routings`: Routings
        - `load_bounds`: Lower bounds on the maximum link load
        - `verdict`: Deadlock (channel dependency graph, Dally & Seitz)
        - `findings`: Findings in the fabric
        - `each_failure`: Pairs that the failure of a single cable between switches disconnects, without rerouting

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type
    """
    raise NotImplementedError


@verb
def replay(
    topology: TopologyLike,
    *,
    program: Program | str = "pattern",
    routing: Routing | str = "default",
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    network: Literal["topology", "loggops"] = "topology",
    engine: Engine | str = "flow",
    costs: Settings = "",
    collective: Settings = "",
    layout: Settings = "",
    seed: Whole = 1,
    jobs: Parts = "",
    ranks_per_terminal: Whole = 1,
    skip_critical_path: bool = False,
    write: Path = "",
    require_end: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Time of an application on a network; waiting times of its ranks.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    program : Program | str, default "pattern"
        program of the ranks, e.g. goal:file=PATH
    routing : Routing | str, default "default"
        routing; default: depends on the topology
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    network : {"topology", "loggops"}, default "topology"
        model of the network; `topology`: the topology: the engine simulates how messages share channels; `loggops`: no
        topology: equal latency between all ranks (LogGOPS, whole ns), as in LogGOPSim
    engine : Engine | str, default "flow"
        flow or flit with its options, e.g. flow:bandwidth=1GB/s
    costs : Settings
        costs of messages at the ranks, as KEY=VALUE,.., e.g. L=500,o=200
    collective : Settings
        algorithms of collective calls, as CALL=ALGORITHM,.., e.g. allreduce=ring
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    jobs : Parts
        several simultaneous programs, each on its terminals:
        NAME:program=[..],mapping=[..],grid=..,ranks_per_node=..,terminals=..,start=..,after=..; weft list replay_jobs
    ranks_per_terminal : Whole, default 1
        consecutive ranks that share a terminal (in [1, 1000000])
    skip_critical_path : bool, default False
        do not record the critical path, which needs 52 bytes for each operation
    write : Path
        also write the operations of all ranks to this file, in GOAL, with collective calls as messages
    require_end : bool, default False
        exit with status 3 if the program does not end
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `summary`: Summary
        - `ranks`: Ranks
        - `collectives`: Algorithms of collective calls
        - `waits`: Longest waits between ranks
        - `messages`: Messages by size
        - `matching`: Longest queues of a rank
        - `over_time`: Over time
        - `critical_path`: Critical path
        - `critical_ranks`: Ranks on the critical path
        - `network`: In the network
        - `latency`: Latency and throughput
        - `channels`: Channel utilization, by class
        - `channel_loads`: Channels by utilization
        - `fairness`: Fairness among terminals
        - `latencies`: Packet latencies
        - `jobs`: Jobs
        - `classes`: Channels by class
        - `bottlenecks`: Bottleneck channels

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.replay("torus:8x8", program="pattern:of=halo,bytes=1MB,compute=50us,iterations=10")
    """
    raise NotImplementedError


@verb
def queue(
    topology: TopologyLike,
    *,
    log: StreamLike = "lublin",
    policy: Policy | str | Sequence[Policy | str] = "easy",
    allocation: Allocation | str | Sequence[Allocation | str] = "first_free",
    node: Literal["terminal", "router"] = "terminal",
    processors_per_node: Number = 0,
    first: Whole = 1,
    jobs: Whole = 0,
    load: Number = 0,
    estimates: Estimates | str = "log",
    too_large: Literal["refuse", "drop"] = "refuse",
    sort: bool = False,
    interference: Literal["none", "load", "worst"] = "none",
    routing: Routing | str = "default",
    pattern: PatternLike = "halo",
    mapping: MappingLike = "linear",
    communication: Number = 0.2,
    strict: bool = False,
    details: Literal["summary", "jobs"] = "summary",
    seed: Whole = 1,
    progress: Progress | None = None,
) -> Result:
    """Batch scheduling: waiting time, utilization, fragmentation.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    log : StreamLike, default "lublin"
        jobs: a log in the Standard Workload Format, NAME.csv with the columns submit, run and nodes, or a model such as
        lublin:jobs=1000
    policy : Policy | str | Sequence[Policy | str], default "easy"
        scheduling policy; repeat it to compare
    allocation : Allocation | str | Sequence[Allocation | str], default "first_free"
        allocation of free nodes to jobs, e.g. per_group, random; repeat it to compare
    node : {"terminal", "router"}, default "terminal"
        unit that counts as a node; `terminal`: a terminal, or a host with all its adapters; `router`: a router with all
        its terminals
    processors_per_node : Number, default 0
        processors per node in a log in SWF; 0: MaxProcs / MaxNodes of its header, else 1 (in [0, 1000000])
    first : Whole, default 1
        first job of the log to use, counted from 1 (in [1, 9000000000000000])
    jobs : Whole, default 0
        number of jobs to use, from the first one on; 0: all (in [0, 4000000000])
    load : Number, default 0
        offered load: scales the interarrival times so that the jobs request this fraction of all node-seconds; 0: as in
        the log (in [0, 1000000])
    estimates : Estimates | str, default "log"
        estimates of run times by users: log, exact, factor:factor=2
    too_large : {"refuse", "drop"}, default "refuse"
        handling of jobs that are larger than the machine; `refuse`: an error for the first of them; `drop`: these jobs
        are omitted and counted
    sort : bool, default False
        sort the jobs of a log by submission time, instead of rejecting a log that is not sorted
    interference : {"none", "load", "worst"}, default "none"
        model of the slowdown of jobs that share channels; `none`: no interference; `load`: jobs communicate at random
        times, over shared channels; `worst`: all jobs always communicate, as in `weft load --job`
    routing : Routing | str, default "default"
        with interference: routing of the jobs' traffic
    pattern : PatternLike, default "halo"
        with interference: traffic pattern of the tasks of a job; alias: traffic
    mapping : MappingLike, default "linear"
        with interference: mapping of the tasks of a job to its nodes
    communication : Number, default 0.2
        with interference: fraction of the run time in which a job communicates, unless the log specifies it (in [0, 1])
    strict : bool, default False
        with interference: jobs end at their estimated times even if other jobs slowed them down
    details : {"summary", "jobs"}, default "summary"
        additional tables; `summary`: the jobs that waited longest; -o also writes jobs.csv; `jobs`: a table with a row
        for every job
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `summary`: Summary
        - `machine`: Machine from the first submission to the last completion
        - `sizes`: Jobs by number of nodes
        - `fragmentation`: Fragmentation: distance within jobs of several nodes
        - `over_time`: Over time: means of intervals
        - `longest_waits`: The 20 jobs that waited longest
        - `jobs`: All jobs
        - `slowdown`: Slowdown by other jobs: run time / run time on an idle machine

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.queue("torus:8x8x8", load=0.8)
    """
    raise NotImplementedError


@verb
def universality(
    topology: TopologyLike,
    *,
    tree: Literal["universal", "own"] = "universal",
    pattern: PatternLike = "",
    mapping: MappingLike = "linear",
    grid: Sides = 0,
    ranks_per_node: Whole = 0,
    jobs: Parts = "",
    message: Number = 0,
    capacity: Number = 1,
    layout: Settings = "",
    details: Literal["summary", "channels", "messages"] = "summary",
    seed: Whole = 1,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Slowdown of an area-universal fat tree (Leiserson 1985).

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    tree : {"universal", "own"}, default "universal"
        tree that delivers the messages; `universal`: the universal fat tree of the volume in which the network is laid
        out; `own`: the network itself, which is a tree if channels between the same routers, and routers of one level
        above the same leaves, are merged
    pattern : PatternLike
        traffic pattern of the tasks, e.g. halo, all_to_all; default: a message on every channel of the network; alias:
        traffic
    mapping : MappingLike, default "linear"
        task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings
    grid : Sides, default 0
        task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow (in
        [0, 4294967296])
    ranks_per_node : Whole, default 0
        tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each terminal (in
        [0, 1000000])
    jobs : Parts
        several simultaneous jobs, each on its own part of the machine, with a pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    message : Number, default 0
        size of a message, relative to the traffic of the mean task: each flow is divided into messages of this size; 0:
        one message per flow (in [0, 1000000])
    capacity : Number, default 1
        tree=own: number of simultaneous messages on a channel of bandwidth 1 (in [1e-09, 1000000000])
    layout : Settings
        layout of the machine in space, e.g. pitch=0.8,folding=plain
    details : {"summary", "channels", "messages"}, default "summary"
        additional tables; `summary`: facts, levels and sets; `channels`: also the load factor of every channel of the
        tree; `messages`: also the set of every message
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `facts`: Simulation by the universal fat tree of the same volume
        - `levels`: The most loaded channels of the tree, from the leaves
        - `sets`: Sets of load factor at most 1

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type

    Examples
    --------
    >>> import weft
    >>> result = weft.universality("torus:8x8x8", pattern="halo")
    """
    raise NotImplementedError


@verb
def draw(
    topology: TopologyLike,
    *,
    matrix: bool = False,
    layout: Settings = "",
    output: Path = "",
    seed: Whole = 1,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """A picture of a topology, as SVG, PDF or PNG.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    matrix : bool, default False
        draw the adjacency matrix; also the default for large networks without known structure
    layout : Settings
        draw every router at its position in this layout, e.g. folding=two_rows; default: arrange routers by the
        structure
    output : Path
        output file, .svg, .pdf or .png; default: standard output, as SVG
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `picture`: Picture

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type
    """
    raise NotImplementedError


@verb
def export(
    topology: TopologyLike,
    *,
    format: Literal["auto", "edge_list", "metis", "chaco", "graphml", "gml", "matrix_market", "anynet", "ibnetdiscover", "opensm", "slurm", "aries", "dot", "json", "simgrid"] = "auto",
    routing: Routing | str = "",
    routes: bool = False,
    bandwidth: Quantity = 1000000000,
    latency: Quantity = 1e-06,
    output: Path = "",
    seed: Whole = 1,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    progress: Progress | None = None,
) -> Result:
    """Write a topology as a file of another tool.

    Parameters
    ----------
    topology : TopologyLike
        network, e.g. torus:sides=8x8x8
    format : {"auto", "edge_list", "metis", "chaco", "graphml", "gml", "matrix_market", "anynet", "ibnetdiscover", "opensm", "slurm", "aries", "dot", "json", "simgrid"}, default "auto"
        format of the file; auto: by the extension of the output file; `auto`: detected from the content of the file, or
        from the extension if several formats fit; `edge_list`: a line `a b [weight]` per link, separated by spaces or
        commas (.txt, .csv, .tsv, .edges); `metis`: METIS: each line lists the neighbors of a vertex (.graph, .metis);
        `chaco`: Chaco: METIS with weights that may be fractions (.chaco); `graphml`: GraphML, an XML format for graphs
        (.graphml); `gml`: GML, as NetworkX, Gephi and the Internet Topology Zoo write it (.gml); read-only;
        `matrix_market`: the adjacency matrix in the coordinate format of Matrix Market (.mtx); `anynet`: a BookSim
        network file (.anynet); `ibnetdiscover`: an InfiniBand fabric as ibnetdiscover prints it, also with -p, as ibsim
        reads it, or as OpenSM's opensm-subnet.lst (.ibnet, .topo, .net, .lst); written as a netlist of ibsim; `opensm`:
        a folder with forwarding tables for OpenSM, and the matching netlist; write-only; `slurm`: Slurm's
        topology.conf, a tree of switches with the names of nodes, or the output of `scontrol show topology` (.conf);
        `aries`: the cable list of a Cray XC (.aries); read-only; `dot`: Graphviz (.dot, .gv); write-only; `json`:
        node-link JSON of networkx and d3 (.json); write-only; `simgrid`: platform XML of SimGrid (.xml); write-only
    routing : Routing | str
        routing whose tables or routes are written; required for opensm, optional for simgrid with routes
    routes : bool, default False
        simgrid only: write the routes of the routing between all terminals instead of shortest paths
    bandwidth : Quantity, default 1000000000
        simgrid only: rate of a channel of bandwidth 1 (in bytes/s, in [0.001, 1e+18])
    latency : Quantity, default 1e-06
        simgrid only: latency of every channel (in s, in [0, 1000000])
    output : Path
        output file; default: standard output
    seed : Whole, default 1
        random seed (in [0, 9007199254740992])
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress : Progress
        called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a
        terminal or in a notebook

    Returns
    -------
    Result
        with some of these tables, depending on the parameters:

        - `export`: Exported file

    Raises
    ------
    InputError
        for a wrong value, before anything is computed
    TypeError
        for an unknown parameter or an object of a wrong type
    """
    raise NotImplementedError
