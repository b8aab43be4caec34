"""The verbs of Weft as functions.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .request import Progress, verb
from .result import Result
from .spec import Flag, Given, Number, Whole

__all__ = [
    "list", "show", "compare", "route", "simulate", "sweep", "load", "map", "collective", "schedule", "balance",
    "deadlock", "judge", "replay", "queue", "universality", "draw", "export",
]


@verb
def list(
    name: Given | None = None,
    *,
    schema: Flag | None = None,
    progress: Progress | None = None,
) -> Result:
    """List topologies, routings, traffic patterns, engines.

    name: name to explain: a verb, an entry of a catalog, a metric, a term, a parameter or a value such as a format; or
        a table to list, e.g. routings, verbs, metrics, terms; other words list the entries that contain them, e.g.
        livelock
    schema: study files, verbs and catalogs with the types, defaults and ranges of their parameters, as JSON Schema
        (default false)
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def show(
    topology: Given,
    *,
    metrics: Given | None = None,
    exact: Flag | None = None,
    branches: Whole | None = None,
    layout: Given | None = None,
    cost: Given | None = None,
    seed: Whole | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Metrics, distances, channels, cables and cost of a topology.

    topology: network, e.g. torus:sides=8x8x8
    metrics: keys of the metrics to compute, e.g. diameter,bisection; see weft list metrics
    exact: compute exact values if a method exists, even a slow one (default false)
    branches: with exact: maximum steps of branch and bound for the bisection of at most 64 routers (in [1,
        1000000000000], default 8000000)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    cost: cost of routers and cables, e.g. rate=100,port=500
    seed: random seed (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def compare(
    topologies: Given,
    *,
    terminals: Whole | None = None,
    at_least: Flag | None = None,
    radix: Whole | None = None,
    taper: Number | None = None,
    metrics: Given | None = None,
    exact: Flag | None = None,
    layout: Given | None = None,
    cost: Given | None = None,
    routing: Given | None = None,
    traffic: Given | None = None,
    messages: Whole | None = None,
    engine: Given | None = None,
    seed: Whole | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    jobs: Given | None = None,
    equal: Given | None = None,
    programs: Given | None = None,
    costs: Given | None = None,
    collective: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Topologies side by side: metrics, cost, a workload, programs.

    topologies: networks to compare
    terminals: number of terminals: the closest member of each family is used; 0: the networks as specified (in [0,
        4294967295], default 0)
    at_least: with terminals: members with at least this number of terminals (default false)
    radix: with terminals: maximum number of ports of a router, including ports of terminals; of the members within 5 %
        of the size, the one with the fewest routers is used; 0: any number (in [0, 65535], default 0)
    taper: with terminals: ratio of down links to up links at the edge switches of fat trees, e.g. 2 (in [1, 1000],
        default 1)
    metrics: keys of the metrics to compute, e.g. diameter,bisection; see weft list metrics
    exact: compute exact values if a method exists, even a slow one (default false)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    cost: cost of routers and cables, e.g. rate=100,port=500
    routing: routing; repeat it to compare several on each network that supports them; default: depends on the topology;
        for programs, the fastest is reported
    traffic: traffic pattern, e.g. uniform; for engine load, a communication pattern; alias: pattern
    messages: messages per terminal; 0: the default of the engine (in [0, 4294967295], default 0)
    engine: engine that runs the same workload on each network, and its options, e.g. flit:rate=0.2
    seed: random seed (in [0, 9007199254740992], default 1)
    mapping: task mapping of a job [linear]; for programs, a list of mappings to try: the fastest is reported
    grid: task grid of a job, rows x columns; 0: see weft load (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    equal: quantity that is equal on all networks that run programs (default none); `none`: same link rate, that in
        --cost, for a channel of bandwidth 1; `cost`: scale the link rate so that all networks cost as much as the first
        one at the rate in --cost; port and cable prices are proportional to the rate; `bandwidth`: scale the link rate
        so that the total bandwidth between routers equals that of the first network at the rate in --cost
    programs: program of the ranks, as in weft replay; several programs run one after another
    costs: overheads of messages in a program, e.g. L=500,o=200
    collective: algorithms of collective calls in a program, e.g. allreduce=ring
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def route(
    topology: Given,
    *,
    from_: Given | None = None,
    to: Given | None = None,
    routing: Given | None = None,
    seed: Whole | None = None,
    layout: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """The path of one message, hop by hop.

    topology: network, e.g. torus:sides=8x8x8
    from_: source terminal: its number, the coordinates or number of its router as in 0,0 and r3, or in a fabric the
        name of its host (default 0)
    to: destination terminal, in the same forms (default 0)
    routing: routing of the message; default: depends on the topology (default default)
    seed: random seed (in [0, 9007199254740992], default 1)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def simulate(
    topology: Given,
    *,
    routing: Given | None = None,
    traffic: Given | None = None,
    messages: Whole | None = None,
    engine: Given | None = None,
    seed: Whole | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    jobs: Given | None = None,
    classes: Given | None = None,
    layout: Given | None = None,
    energy: Given | None = None,
    details: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Run traffic on a network, by packets, flits, flows or loads.

    topology: network, e.g. torus:sides=8x8x8
    routing: routing; default: depends on the topology (default default)
    traffic: traffic pattern, e.g. permutation, uniform, tornado, or communication pattern of tasks, e.g. halo; default:
        halo with engine load, jobs, mapping, grid or ranks_per_node, else permutation; alias: pattern (default default)
    messages: messages per terminal (in [0, 4294967295], default 1)
    engine: engine and its options, e.g. rounds:delays=true (default rounds)
    seed: random seed (in [0, 9007199254740992], default 1)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    classes: engine flit: several simultaneous patterns, each with its rate, packets, virtual channels and priority:
        NAME:traffic=..,rate=..,vcs=..,priority=..; weft help class
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    energy: engine flit: bits of a flit, and the energy of single events, e.g. flit_bits=128,link_energy=6; empty: no
        energy is computed
    details: additional tables (default summary); `summary`: no values of single channels; `channels`: a table with a
        row for every channel
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def sweep(
    topology: Given,
    *,
    routing: Given | None = None,
    traffic: Given | None = None,
    messages: Whole | None = None,
    engine: Given | None = None,
    seed: Whole | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    jobs: Given | None = None,
    classes: Given | None = None,
    layout: Given | None = None,
    rates: Given | None = None,
    saturation: Flag | None = None,
    points: Whole | None = None,
    limit: Number | None = None,
    resolution: Number | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Latency against offered load, up to saturation and beyond.

    topology: network, e.g. torus:sides=8x8x8
    routing: routing and its virtual channels; repeat it to compare curves; default: depends on the topology (default
        default)
    traffic: traffic pattern, e.g. uniform, transpose, tornado; alias: pattern (default uniform)
    messages: messages per terminal of a relation that is sent repeatedly (in [1, 2147483648], default 1)
    engine: flit, with its options, e.g. flit:vcs=2,packet_size=4 (default flit)
    seed: random seed (in [0, 9007199254740992], default 1)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    classes: engine flit: several simultaneous patterns, each with its rate, packets, virtual channels and priority:
        NAME:traffic=..,rate=..,vcs=..,priority=..; weft help class
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    rates: injection rates, e.g. 0.1,0.2,0.4 or 0.1..0.5x5 for 5 evenly spaced rates; default: Weft chooses rates up to
        saturation and beyond (flits/cycle, in [0, 1])
    saturation: find the saturation even if rates are specified (default false)
    points: number of rates that Weft chooses (in [2, 1000], default 12)
    limit: limit of the mean latency, as a multiple of the zero-load latency (in [1.01, 1000], default 3)
    resolution: relative resolution of the rate at the limit and of the throughput, and of the saturation from 0.02 on
        (in [0.0001, 0.5], default 0.01)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def load(
    topology: Given,
    *,
    routing: Given | None = None,
    pattern: Given | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    seed: Whole | None = None,
    jobs: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    details: Given | None = None,
    users: Given | None = None,
    against: Given | None = None,
    bytes: Number | None = None,
    bandwidth: Number | None = None,
    alpha: Number | None = None,
    progress: Progress | None = None,
) -> Result:
    """Exact channel loads of an application, and its throughput bound.

    topology: network, e.g. torus:sides=8x8x8
    routing: distribution of traffic over paths; repeat it to compare; default: depends on the topology (default
        default)
    pattern: traffic pattern of the tasks, e.g. halo, transpose, all_to_all; alias: traffic (default halo)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    seed: random seed (in [0, 9007199254740992], default 1)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details: additional tables (default summary); `summary`: no values of single channels; `channels`: a table with a
        row for every channel
    users: users of a channel: 12-13 lists the flows from router 12 to router 13; channels of a task: 12, with several
        jobs JOB/12, lists the channels of its flows
    against: mapping to compare the placement with, e.g. best: the throughput of both, and the bound that no placement
        exceeds; on the same hosts, unless it names others, as hosts does
    bytes: bytes sent per task (mean), self-messages included (bytes, in [0, 1e+18], default 1000000)
    bandwidth: rate of a channel of bandwidth 1, e.g. 100Gb/s: the result also has seconds; 0: no times (bytes/s, in [0,
        1e+18], default 0)
    alpha: per-hop latency, added for the most distant communicating pair (seconds, in [0, 1000000000], default 0)
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def map(
    topology: Given,
    *,
    routing: Given | None = None,
    pattern: Given | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    seed: Whole | None = None,
    jobs: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    format: Given | None = None,
    host: Given | None = None,
    node: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Place the tasks of a job: a table, or a file for a launcher.

    topology: network, e.g. torus:sides=8x8x8
    routing: distribution of traffic over paths; repeat it to compare; default: depends on the topology (default
        default)
    pattern: traffic pattern of the tasks, e.g. halo, transpose, all_to_all; alias: traffic (default halo)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    seed: random seed (in [0, 9007199254740992], default 1)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    format: format of the output; a file for a launcher is printed, or written as -o FILE, or into -o DIR (default
        table); `table`: a table; with --csv as CSV; `rankfile`: Open MPI: mpirun --rankfile; `hostfile`: Slurm:
        SLURM_HOSTFILE with srun --distribution=arbitrary; `rank_order`: Cray MPICH: the file MPICH_RANK_ORDER, with
        MPICH_RANK_REORDER_METHOD=3; `coordinates`: Blue Gene: runjob --mapping, a line `A B C D E T` per rank, for
        grids
    host: names of nodes in files for launchers: a pattern (* is the number, ** has at least two digits), a list such as
        node[01-16] or a,b,c, or @FILE with a list; default: the names of the hosts of the topology, or node*
    node: unit that is a node in files for launchers (default automatic); `automatic`: the named hosts of a file; a
        router on tori, meshes, hypercubes and percs; else a terminal; `terminal`: a terminal; `router`: a router, whose
        terminals are its slots
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def collective(
    operation: Given,
    topology: Given,
    *,
    algorithm: Given | None = None,
    engine: Given | None = None,
    routing: Given | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    terminals: Given | None = None,
    bytes: Given | None = None,
    packets: Given | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    hop: Number | None = None,
    bandwidth: Number | None = None,
    root: Whole | None = None,
    receivers: Given | None = None,
    sends: Whole | None = None,
    reduction_delay: Whole | None = None,
    groups: Whole | None = None,
    seed: Whole | None = None,
    layout: Given | None = None,
    transfers: Given | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    details: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Time of a collective operation, by several algorithms.

    operation: operation, by its MPI name; `broadcast`: the root's message to all; `scatter`: a different message to
        each; `gather`: a message from each to the root; `reduce`: the sum of all vectors to the root; `allreduce`: the
        sum of all vectors to all; `reduce_scatter`: a fraction of the sum of all vectors to each rank; `allgather`: a
        message from each to all; `all_to_all`: a different message from each to each; `barrier`: no rank continues
        before all have arrived
    topology: network, e.g. torus:sides=8x8x8
    algorithm: algorithm, or several separated by commas; all: every algorithm that applies (default all)
    engine: schedule; or flit with its options, as in flit:vcs=8,packet_size=4: in_network also runs as packets that
        routers copy and add, cycle by cycle (default schedule)
    routing: oblivious routing that draws the path of every block; default: the paths that the algorithms were made for
        (dimension order on grids, by destination on fat trees, else shortest) (default default)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: ranks, as a number or as the task grid of the mapping; 0: one on each terminal (in [0, 4294967296], default 0)
    terminals: terminals on which ranks may run, as in 0..63,96..127, or the lowest 25%; default: all
    bytes: size of a message (for reductions, of the whole vector): 512, 64k, 1Mi, a list 1k,1M, or a sweep 1k..1G in
        doublings; default: 1M
    packets: number of packets per message; best: the fastest power of two for each size, found by executing 1, 2, 4, ..
        until no size gains, on channels of bandwidth b for 1 + log2(b) doublings (default best)
    alpha: cost of a message in addition to its bytes and hops; of each step where routers copy or add, and with hop=-1
        (seconds, in [0, 1000000000], default 1e-06)
    beta: cost of a byte on a channel of bandwidth 1 (seconds, in [0, 1000000000], default 1e-10)
    hop: cost of each hop of a message between ranks, which switches pass on while it arrives (cut-through): its bytes
        count once; -1: store-and-forward, the bytes count again at every switch, and every step costs alpha (seconds,
        in [-1, 1000000000], default 0)
    bandwidth: rate of a channel of bandwidth 1, replaces beta; 0: beta (bytes/s, in [0, 1e+18], default 0)
    root: rank of the root: 0 to the number of ranks - 1 (in [0, 4294967295], default 0)
    receivers: ranks that receive a broadcast: all, a random subset (10% or 25), or a list such as 0..63,96 (default
        all)
    sends: blocks that a node can send per slot over all its channels; 0: as many as the channels carry (in [0,
        4294967295], default 0)
    reduction_delay: with engine=flit: cycles in which a router adds up packets (cycles, in [0, 1000000], default 0)
    groups: with engine=flit: number of equal groups of consecutive ranks, which run the operation simultaneously, each
        along a separate tree; root and receivers are ranks within a group, and the time is computed for the first group
        alone (in [1, 4294967295], default 1)
    seed: random seed (in [0, 9007199254740992], default 1)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    transfers: also write the schedule to this file (one algorithm only; number of packets: the best for the largest
        message); weft schedule --schedule transfers:file=FILE runs it store-and-forward
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details: additional tables (default summary); `summary`: no arrays; `slots`: arrays `slots_ALGORITHM` of the
        channels in use in every slot, with the packets that are best for the largest messages
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def schedule(
    topology: Given,
    *,
    schedule: Given | None = None,
    relations: Whole | None = None,
    packets: Whole | None = None,
    verify: Given | None = None,
    sources: Whole | None = None,
    details: Given | None = None,
    seed: Whole | None = None,
    bytes: Number | None = None,
    bandwidth: Number | None = None,
    alpha: Number | None = None,
    progress: Progress | None = None,
) -> Result:
    """Execute a time-slotted schedule slot by slot.

    topology: network, e.g. torus:sides=8x8x8
    schedule: schedule: an all-to-all of sparse tori, e.g. general, crossing:axes=x, or an algorithm of an application,
        e.g. summa (default general)
    relations: number of consecutive all-to-alls (in [1, 4294967295], default 1)
    packets: messages of every processor: a random h-relation (h random permutations) instead of all-to-alls, sent in as
        many all-to-alls as needed; 0: none (in [0, 4294967295], default 0)
    verify: verification of the schedule (default auto); `auto`: literal up to 4,096 processors, else symmetry;
        `literal`: every message of every processor on every channel; `symmetry`: all messages of one processor, hop by
        hop; `sources` other processors are compared, hop by hop, with the translated messages; `none`: closed forms
        only: no schedule is built
    sources: verify=symmetry: processors compared with processor 0 (in [0, 4294967295], default 1000)
    details: additional tables and arrays, of slots and distances (default auto); `auto`: tables of up to 64 rows;
        `all`: all tables; `none`: no tables; `slots`: as auto, and the array `slots` of the channels in use in every
        slot
    seed: random seed (in [0, 9007199254740992], default 1)
    bytes: bytes of a packet: the capacity of a channel of bandwidth 1 in a slot (bytes, in [0, 1e+18], default 1000000)
    bandwidth: rate of a channel of bandwidth 1, e.g. 100Gb/s: the result also has seconds; 0: no times (bytes/s, in [0,
        1e+18], default 0)
    alpha: cost of a step in addition to its slots (seconds, in [0, 1000000000], default 0)
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def balance(
    topology: Given,
    *,
    every: Whole | None = None,
    latency: Given | None = None,
    answers: Flag | None = None,
    slackness: Given | None = None,
    turn: Given | None = None,
    reading: Given | None = None,
    requests: Given | None = None,
    layout: Given | None = None,
    processors: Whole | None = None,
    steps: Whole | None = None,
    exact: Flag | None = None,
    seed: Whole | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Bandwidth balance and latency hiding (parallel slackness).

    topology: network, e.g. torus:sides=8x8x8
    every: K: a processor sends a request in every K-th step in which it works (steps, in [1, 4294967296], default 1)
    latency: latency of a request, e.g. fixed:steps=7 (default distances)
    answers: count the replies to requests, which double the hops in the capacity condition and in latencies by distance
        (default false)
    slackness: virtual processors of each processor to simulate, e.g. 1x2x4x8; 0: up to twice the required number (in
        [0, 4294967295], default 0)
    turn: scheduling of virtual processors (default strict); `strict`: the next one in round-robin order; if its reply
        has not arrived, the processor waits for it, and the others wait too; `ready`: the next one in round-robin order
        whose reply has arrived
    reading: reading (variant) of the capacity condition that determines the verdict (default binding); `binding`: the
        most demanding of mean, cut and throughput, all of which uniform traffic must satisfy; `mean`: demand: the mean
        terminal distance; capacity: all channels, weighted by bandwidth; `cut`: demand: requests that cross a bisection
        of the terminals; capacity: the channels across it; `diameter`: demand: the maximum terminal distance; capacity:
        all channels, weighted by bandwidth; `throughput`: the uniform throughput under optimal routing, instead of a
        condition; `published`: as Leppanen & Penttonen count for this topology, in their first variant
    requests: requests of all processors that the network accepts in a step: network (p / k_min of the reading),
        unlimited or a number (default network)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    processors: maximum number of processors to simulate, with their fraction of the network; 0: 64, fewer for long
        latencies (in [0, 4294967295], default 0)
    steps: minimum length of the simulation, unless the state repeats earlier (steps, in [1, 1000000000000], default
        20000)
    exact: compute exact values if a method exists, even a slow one (default false)
    seed: random seed (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def deadlock(
    topology: Given,
    *,
    routing: Given | None = None,
    then: Given | None = None,
    vcs: Whole | None = None,
    routes: Given | None = None,
    layers: Flag | None = None,
    seed: Whole | None = None,
    require_free: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Check a routing for deadlock freedom (channel dependency graph).

    topology: network, e.g. torus:sides=8x8x8
    routing: routing; repeat it to compare; default: depends on the topology (default default)
    then: routing by forwarding tables that replaces --routing, switch by switch; analyzes the old and the new tables
        alone, packets of both together, and every mixture of old and new switches; failures precede the change
    vcs: virtual channels per port, analyzed even if too few; 0: as many as the routing needs, or 4 if no number is
        enough (in [0, 64], default 0)
    routes: file of routes to analyze instead of a routing, in the format of routing table; routes may revisit routers,
        and hops without a virtual channel use 0
    layers: also assign the routes (of the file, or of a routing with one route per pair) to virtual layers without
        cycles, as few as the search finds; the virtual channels of the routes are ignored (default false)
    seed: random seed (in [0, 9007199254740992], default 1)
    require_free: exit with status 3 if a deadlock is possible; by default either verdict exits with status 0 (default
        false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def judge(
    topology: Given,
    *,
    routings: Given | None = None,
    ends: Given | None = None,
    matchings: Whole | None = None,
    shifts: Given | None = None,
    weighted: Flag | None = None,
    hosts: Given | None = None,
    seed: Whole | None = None,
    require_free: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Analyze forwarding tables: reachability, link load, deadlock.

    topology: network, e.g. torus:sides=8x8x8
    routings: destination-based routing, such as forwarding:path=FOLDER; repeat it to compare (default layered)
    ends: ports that send and receive (default hosts); `hosts`: terminals: the cabled ports of hosts and InfiniBand
        routers; `all`: also the aggregation nodes of switches (SHARP)
    matchings: number of random matchings for the effective bisection bandwidth (in [0, 1000000], default 1000)
    shifts: shift permutations to evaluate, in which each terminal sends to the k-th next one (default all); `all`:
        every k > 0; `none`: not measured
    weighted: also compute loads and bisection weighted by the rates of cables, in units of the median cable of a host
        (default false)
    hosts: file with the names of the hosts that send and receive, as for the mapping hosts; default: all
    seed: random seed (in [0, 9007199254740992], default 1)
    require_free: exit with status 3 if a deadlock is possible; by default either verdict exits with status 0 (default
        false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed switches and cables by name, joined by +, as in other verbs (ib5, ib5[21], ib5-ib6); each: the effect
        of each single cable failure, without new routes
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def replay(
    topology: Given,
    *,
    program: Given | None = None,
    routing: Given | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    network: Given | None = None,
    engine: Given | None = None,
    costs: Given | None = None,
    collective: Given | None = None,
    layout: Given | None = None,
    seed: Whole | None = None,
    jobs: Given | None = None,
    ranks_per_terminal: Whole | None = None,
    skip_critical_path: Flag | None = None,
    write: Given | None = None,
    require_end: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Time of an application on a network; waiting times of its ranks.

    topology: network, e.g. torus:sides=8x8x8
    program: program of the ranks, e.g. goal:file=PATH (default pattern)
    routing: routing; default: depends on the topology (default default)
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    network: model of the network (default topology); `topology`: the topology: the engine simulates how messages share
        channels; `loggops`: no topology: equal latency between all ranks (LogGOPS, whole ns), as in LogGOPSim
    engine: flow or flit with its options, e.g. flow:bandwidth=1GB/s (default flow)
    costs: overheads of messages, as KEY=VALUE,.., e.g. L=500,o=200
    collective: algorithms of collective calls, as CALL=ALGORITHM,.., e.g. allreduce=ring
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    seed: random seed (in [0, 9007199254740992], default 1)
    jobs: several simultaneous programs, each on its terminals:
        NAME:program=[..],mapping=[..],grid=..,ranks_per_node=..,terminals=..,start=..,after=..; weft list replay_jobs
    ranks_per_terminal: consecutive ranks that share a terminal (in [1, 1000000], default 1)
    skip_critical_path: do not record the critical path, which needs 52 bytes for each operation (default false)
    write: also write the operations of all ranks to this file, in GOAL, with collective calls as messages
    require_end: exit with status 3 if the program does not end (default false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def queue(
    topology: Given,
    *,
    log: Given | None = None,
    policy: Given | None = None,
    allocation: Given | None = None,
    node: Given | None = None,
    processors_per_node: Number | None = None,
    first: Whole | None = None,
    jobs: Whole | None = None,
    load: Number | None = None,
    estimates: Given | None = None,
    too_large: Given | None = None,
    sort: Flag | None = None,
    interference: Given | None = None,
    routing: Given | None = None,
    pattern: Given | None = None,
    mapping: Given | None = None,
    communication: Number | None = None,
    strict: Flag | None = None,
    details: Given | None = None,
    seed: Whole | None = None,
    progress: Progress | None = None,
) -> Result:
    """Batch scheduling: waiting time, utilization, fragmentation.

    topology: network, e.g. torus:sides=8x8x8
    log: jobs: a log in the Standard Workload Format, NAME.csv with the columns submit, run and nodes, or a model such
        as lublin:jobs=1000 (default lublin)
    policy: scheduling policy; repeat it to compare (default easy)
    allocation: allocation of free nodes to jobs, e.g. per_group, random; repeat it to compare (default first_free)
    node: unit that is a node (default terminal); `terminal`: a terminal, or a host with all its adapters; `router`: a
        router with all its terminals
    processors_per_node: processors per node in a log in SWF; 0: MaxProcs / MaxNodes of its header, else 1 (in [0,
        1000000], default 0)
    first: first job of the log to use, from 1 (in [1, 9000000000000000], default 1)
    jobs: number of jobs of the log from there on; 0: all (in [0, 4000000000], default 0)
    load: offered load: scales the interarrival times so that the jobs request this fraction of all node-seconds; 0: as
        in the log (in [0, 1000000], default 0)
    estimates: estimates of run times by users: log, exact, factor:factor=2 (default log)
    too_large: treatment of jobs that are larger than the machine (default refuse); `refuse`: an error for the first of
        them; `drop`: these jobs are omitted and counted
    sort: sort the jobs of a log by submission time, instead of rejecting a log that is not sorted (default false)
    interference: model of the slowdown of jobs that share channels (default none); `none`: no interference; `load`:
        jobs communicate at random times, over shared channels; `worst`: all jobs always communicate, as in `weft load
        --job`
    routing: with interference: routing of the traffic (default default)
    pattern: with interference: traffic pattern of the tasks of a job; alias: traffic (default halo)
    mapping: with interference: task mapping of a job on its nodes (default linear)
    communication: with interference: fraction of its run time that a job communicates, unless the log specifies it (in
        [0, 1], default 0.2)
    strict: with interference: jobs end at their estimates even if other jobs slowed them (default false)
    details: additional tables (default summary); `summary`: the jobs that waited longest; -o also writes jobs.csv;
        `jobs`: a table with a row for every job
    seed: random seed (in [0, 9007199254740992], default 1)
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def universality(
    topology: Given,
    *,
    tree: Given | None = None,
    pattern: Given | None = None,
    mapping: Given | None = None,
    grid: Given | None = None,
    ranks_per_node: Whole | None = None,
    jobs: Given | None = None,
    message: Number | None = None,
    capacity: Number | None = None,
    layout: Given | None = None,
    details: Given | None = None,
    seed: Whole | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Slowdown of an area-universal fat tree (Leiserson 1985).

    topology: network, e.g. torus:sides=8x8x8
    tree: tree that delivers the messages (default universal); `universal`: the universal fat tree of the volume in
        which the network is laid out; `own`: the network itself, which is a tree if channels between the same routers,
        and routers of one level above the same leaves, are merged
    pattern: traffic pattern of the tasks, e.g. halo, all_to_all; default: a message on every channel of the network;
        alias: traffic
    mapping: task mapping, e.g. linear, random, blocks:sides=8x16; best tries all applicable mappings (default linear)
    grid: task grid, rows x columns; 0: the grid of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host that the mapping uses, alternating between its terminals; 0: one task on each
        terminal (in [0, 1000000], default 0)
    jobs: several simultaneous jobs, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; weft help job
    message: size of a message, relative to the traffic of the mean task: a flow is divided into messages of this size;
        0: one message per flow (in [0, 1000000], default 0)
    capacity: tree=own: number of simultaneous messages on a channel of bandwidth 1 (in [1e-09, 1000000000], default 1)
    layout: layout of the machine in space, e.g. pitch=0.8,folding=plain
    details: additional tables (default summary); `summary`: facts, levels and sets; `channels`: also the load factor of
        every channel of the tree; `messages`: also the set of every message
    seed: random seed (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def draw(
    topology: Given,
    *,
    matrix: Flag | None = None,
    layout: Given | None = None,
    output: Given | None = None,
    seed: Whole | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """A picture of a topology, as SVG, PDF or PNG.

    topology: network, e.g. torus:sides=8x8x8
    matrix: draw the adjacency matrix; also the default for large networks without known structure (default false)
    layout: draw every router at its position in this layout, e.g. folding=two_rows; default: arrange routers by the
        structure
    output: output file, .svg, .pdf or .png; default: standard output, as SVG
    seed: random seed (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError


@verb
def export(
    topology: Given,
    *,
    format: Given | None = None,
    routing: Given | None = None,
    routes: Flag | None = None,
    bandwidth: Number | None = None,
    latency: Number | None = None,
    output: Given | None = None,
    seed: Whole | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    progress: Progress | None = None,
) -> Result:
    """Write a topology as a file of another tool.

    topology: network, e.g. torus:sides=8x8x8
    format: format of the file; auto: by the extension of the output file (default auto); `auto`: by the content of the
        file; if several formats fit, by the extension; `edge_list`: a line `a b [weight]` per link, also separated by
        commas (.txt, .csv, .tsv, .edges); `metis`: METIS, the neighbors of a vertex per line (.graph, .metis); `chaco`:
        Chaco: METIS with weights that may be fractions (.chaco); `graphml`: GraphML, an XML format for graphs
        (.graphml); `gml`: GML, as NetworkX, Gephi and the Internet Topology Zoo write it (.gml); read-only;
        `matrix_market`: the adjacency matrix in the coordinate format of Matrix Market (.mtx); `anynet`: a BookSim
        network file (.anynet); `ibnetdiscover`: an InfiniBand fabric as ibnetdiscover prints it, also with -p, as ibsim
        reads it, or as OpenSM's opensm-subnet.lst (.ibnet, .topo, .net, .lst); written as a netlist of ibsim; `opensm`:
        a folder with forwarding tables for OpenSM, and the matching netlist; write-only; `slurm`: Slurm's
        topology.conf, a tree of switches with the names of nodes, or the output of `scontrol show topology` (.conf);
        `aries`: the cable list of a Cray XC (.aries); read-only; `dot`: Graphviz (.dot, .gv); write-only; `json`:
        node-link JSON of networkx and d3 (.json); write-only; `simgrid`: platform XML of SimGrid (.xml); write-only
    routing: routing whose tables or routes are written; required for opensm, optional for simgrid with routes
    routes: simgrid only: write the routes of the routing between all terminals instead of shortest paths (default
        false)
    bandwidth: rate of a channel of bandwidth 1; simgrid only (bytes/s, in [0.001, 1e+18], default 1000000000)
    latency: latency of every channel; simgrid only (s, in [0, 1000000], default 1e-06)
    output: output file; default: standard output
    seed: random seed (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError
