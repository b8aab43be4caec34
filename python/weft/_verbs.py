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
    """What there is: topologies, routings, traffic patterns, engines.

    name: explain this one and its parameters, or list this table only, e.g. routings; other words: the entries whose
        texts contain them, e.g. livelock
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
    """What a topology is: metrics, distances, channels and cables.

    topology: the network, e.g. torus:sides=8x8x8
    metrics: only these metrics, by key: a list such as diameter,bisection, see docs/reference/metrics.md
    exact: exact values if a method is known, even if it takes long (default false)
    branches: with exact: maximum steps of branch and bound for the bisection of at most 64 routers (in [1,
        1000000000000], default 8000000)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    cost: what routers and cables cost, e.g. rate=100,port=500
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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
    """Compare topologies: metrics and cost; with an engine, traffic or messages, also the same workload on each; with
    programs, how long they take at equal cost.

    topologies: the networks
    terminals: from each family, take the member closest to this many terminals; 0: the networks as given (in [0,
        4294967295], default 0)
    metrics: only these metrics, by key: a list such as diameter,bisection, see docs/reference/metrics.md
    exact: exact values if a method is known, even if it takes long (default false)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    cost: what routers and cables cost, e.g. rate=100,port=500
    routing: the routing; by default one that suits each topology; of a program: several, of which the best counts on
        each network that they serve
    traffic: who sends to whom, e.g. uniform; for engine load, a communication pattern
    messages: messages per terminal; 0: the default of the engine (in [0, 4294967295], default 0)
    engine: the engine with its options, e.g. flit:rate=0.2
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    mapping: where the tasks of a job run; default: linear; of a program: several, of which the best counts
    grid: the task grid of a job, rows x columns; 0: see weft load (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    equal: what the networks have in common where programs run (default none); `none`: the rate of a channel of
        bandwidth 1: that of cost; `cost`: the price in all: the first network has the rate of cost, each other one the
        rate at which it costs as much; faster ports and cables cost more in proportion; `bandwidth`: the bandwidth of
        all channels between routers together: that of the first network at the rate of cost
    programs: what the ranks do, as in weft replay; several run one after the other
    costs: what messages cost the ranks of a program, e.g. L=500,o=200
    collective: the algorithms of collective calls of a program, e.g. allreduce=ring
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

    topology: the network, e.g. torus:sides=8x8x8
    from_: the terminal that sends: its number, or in a fabric the name of its host (default 0)
    to: the terminal that receives, likewise (default 0)
    routing: the routing of the message; default: what suits the topology (default default)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
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
    """Run one scenario on an engine.

    topology: the network, e.g. torus:sides=8x8x8
    routing: the routing; default: what suits the topology (default default)
    traffic: who sends to whom: a traffic pattern, e.g. permutation, uniform, tornado, or a communication pattern of
        tasks, e.g. halo; default: permutation; for tasks and for engine load, halo (default default)
    messages: messages per terminal (in [0, 4294967295], default 1)
    engine: the engine with its options, e.g. rounds:delays=true (default rounds)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    classes: engine flit: several patterns at once, each with its rate, packets, virtual channels and priority:
        NAME:traffic=..,rate=..,vcs=..,priority=..; docs/reference/classes.md
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    energy: engine flit: bits of a flit, and the energy of single events, e.g. flit_bits=128,link_energy=6; empty: no
        energy is computed
    details: what else the result holds (default summary); `summary`: nothing; `channels`: a table with a row for every
        channel
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
    """Latency against load, up to saturation and beyond, flit by flit.

    topology: the network, e.g. torus:sides=8x8x8
    routing: the routing and its virtual channels; default: what suits the topology (default default)
    traffic: who sends to whom, e.g. uniform, transpose, tornado (default uniform)
    messages: messages per terminal of a relation that is sent repeatedly (in [1, 2147483648], default 1)
    engine: flit, with its options, e.g. flit:vcs=2,packet_size=4 (default flit)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    classes: engine flit: several patterns at once, each with its rate, packets, virtual channels and priority:
        NAME:traffic=..,rate=..,vcs=..,priority=..; docs/reference/classes.md
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    rates: the injection rates, e.g. 0.1x0.2x0.4; none: Weft chooses rates up to saturation and beyond (flits/cycle, in
        [0, 1])
    saturation: find the saturation even if rates are given (default false)
    points: how many rates Weft chooses (in [2, 1000], default 12)
    limit: the mean latency to find, as a multiple of that of an idle network (in [1.01, 1000], default 3)
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
    bytes: Number | None = None,
    bandwidth: Number | None = None,
    alpha: Number | None = None,
    progress: Progress | None = None,
) -> Result:
    """The exact load of every channel under a job's communication, and the throughput that it allows.

    topology: the network, e.g. torus:sides=8x8x8
    routing: how traffic is spread over paths; default: what suits the topology (default default)
    pattern: who sends to whom among the tasks, e.g. halo, transpose, all_to_all (default halo)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details: what else the result holds (default summary); `summary`: nothing; `channels`: a table with a row for every
        channel
    users: who uses a channel: 12-13 lists the flows from router 12 to router 13; or what a task uses: 12, with several
        jobs JOB/12, lists the channels of its flows
    bytes: bytes that the mean task sends to all tasks together, what it sends to itself included (bytes, in [0, 1e+18],
        default 1000000)
    bandwidth: rate of a channel of bandwidth 1, e.g. 100Gb/s: the result also has seconds; 0: no times (bytes/s, in [0,
        1e+18], default 0)
    alpha: delay of a hop, added for the farthest tasks that exchange something (seconds, in [0, 1000000000], default 0)
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
    """Where the tasks of a job run, as a table or for a launcher.

    topology: the network, e.g. torus:sides=8x8x8
    routing: how traffic is spread over paths; default: what suits the topology (default default)
    pattern: who sends to whom among the tasks, e.g. halo, transpose, all_to_all (default halo)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    format: format of the output (default table); `table`: a table; with --csv as CSV; `rankfile`: Open MPI: mpirun
        --rankfile; `hostfile`: Slurm: SLURM_HOSTFILE with srun --distribution=arbitrary; `rank_order`: Cray MPICH: the
        file MPICH_RANK_ORDER, with MPICH_RANK_REORDER_METHOD=3; `coordinates`: Blue Gene: runjob --mapping, a line `A B
        C D E T` per rank, for grids
    host: names of nodes in files for launchers: * is the number, ** has at least two digits; or a list a,b,c; or @FILE
        that lists them; default: the names of the hosts of the topology, or node*
    node: what is a node in files for launchers (default automatic); `automatic`: the named hosts of a file; a router on
        tori, meshes, hypercubes and percs; else a terminal; `terminal`: a terminal; `router`: a router, whose terminals
        are its slots
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
    adding_delay: Whole | None = None,
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
    """A collective operation by several algorithms, executed and compared with lower bounds.

    operation: the operation, by its MPI name; `broadcast`: the root's message to all; `scatter`: a different message to
        each; `gather`: a message from each to the root; `reduce`: the sum of all vectors to the root; `allreduce`: the
        sum of all vectors to all; `reduce_scatter`: a part of the sum of all vectors to each; `allgather`: a message
        from each to all; `all_to_all`: a different message from each to each; `barrier`: no rank continues before all
        have arrived
    topology: the network, e.g. torus:sides=8x8x8
    algorithm: the algorithm, or several separated by commas; all: those that fit (default all)
    engine: schedule; or flit with its options, as in flit:vcs=8,packet_size=4: in_network also runs as packets that
        routers copy and add, cycle by cycle (default schedule)
    routing: an oblivious routing that draws the path of every block; default: the paths that the algorithms were made
        for (dimension order on grids, by destination on fat trees, else shortest) (default default)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the ranks, as a number or as the task grid of the mapping; 0: one on each terminal (in [0, 4294967296],
        default 0)
    terminals: where ranks may run, as in 0..63+96..127, or 25%, the lowest; without, anywhere
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
    root: the root, a rank (in [0, 4294967295], default 0)
    receivers: who receives a broadcast: all, a share 10% or a number 25 of random ranks, or ranks 0..63+96 (default
        all)
    sends: blocks that a node can send per slot over all its channels; 0: as many as the channels carry (in [0,
        4294967295], default 0)
    adding_delay: with engine=flit: cycles in which a router adds up packets (cycles, in [0, 1000000], default 0)
    groups: with engine=flit: the ranks in so many equal parts, in their order, which all do the operation at once, each
        along a tree of its own; root and receivers are ranks of each part, and the time is computed for the first part
        alone (in [1, 4294967295], default 1)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    transfers: also write the schedule of the only algorithm, with the packets that are best for the largest messages,
        into this file, for weft schedule --schedule transfers:file=FILE; there blocks are stored and forwarded
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    details: what else the result holds (default summary); `summary`: nothing; `slots`: arrays `slots_ALGORITHM` of the
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
    """A time-slotted schedule, executed slot by slot: all-to-alls on sparse tori with their closed forms, algorithms of
    applications with any mapping.

    topology: the network, e.g. torus:sides=8x8x8
    schedule: the schedule, e.g. general, crossing:axes=x or summa (default general)
    relations: all-to-alls back to back (in [1, 4294967295], default 1)
    packets: messages of every processor: a random h-relation (h random permutations) instead of all-to-alls, sent in as
        many all-to-alls as needed; 0: none (in [0, 4294967295], default 0)
    verify: how the schedule is executed (default auto); `auto`: literal up to 4,096 processors, else symmetry;
        `literal`: every message of every processor on every channel; `symmetry`: all messages of one processor, hop by
        hop; `sources` other processors are compared, hop by hop, with its translated messages; `none`: no schedule is
        built: only closed forms
    sources: verify=symmetry: processors compared with processor 0 (in [0, 4294967295], default 1000)
    details: which tables and arrays of single slots and distances there are (default auto); `auto`: tables of up to 64
        rows; `all`: all; `none`: none; `slots`: as auto, and the array `slots` of the channels in use in every slot
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    bytes: bytes of a packet: what a channel of bandwidth 1 carries in a slot (bytes, in [0, 1e+18], default 1000000)
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
    """Whether a network carries what its processors send, and the parallel slackness that hides its latency.

    topology: the network, e.g. torus:sides=8x8x8
    every: K: a processor sends a request in every K-th step in which it works (steps, in [1, 4294967296], default 1)
    latency: how long a request takes, e.g. fixed:steps=7 (default distances)
    answers: requests are answered: twice the hops, in the capacity condition and in latencies by distance (default
        false)
    slackness: virtual processors of each processor to simulate, e.g. 1x2x4x8; 0: up to twice what is needed (in [0,
        4294967295], default 0)
    turn: which virtual processor runs next (default strict); `strict`: the next one in round-robin order; if its answer
        has not arrived, the processor waits for it, and the others wait too; `ready`: the next one in round-robin order
        whose answer has arrived
    reading: the reading of the capacity condition that decides (default binding); `binding`: the most demanding of
        mean, cut and throughput, all of which uniform traffic must meet; `mean`: the mean distance of two terminals;
        all channels, by their bandwidth; `cut`: the requests that cross the middle; the channels that do, where each
        half has half of the terminals; `diameter`: the maximum distance between two terminals; all channels, by their
        bandwidth; `throughput`: the uniform throughput under optimal routing, instead of a condition; `published`: as
        Leppanen & Penttonen count for this topology, the first of their readings
    requests: requests of all processors that the network accepts in a step: network (p / k_min of the reading),
        unlimited or a number (default network)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    processors: simulate at most this many, with their share of the network; 0: 64, fewer for long latencies (in [0,
        4294967295], default 0)
    steps: simulate at least this many, unless the state repeats earlier (steps, in [1, 1000000000000], default 20000)
    exact: exact values if a method is known, even if it takes long (default false)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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
    """Whether the network can deadlock, proved or refuted without simulation; proofs by escape channels (adaptive routings,
    Duato) hold for virtual cut-through or one packet at a time in a virtual channel, proofs by bubbles for virtual
    cut-through.

    topology: the network, e.g. torus:sides=8x8x8
    routing: the routing; default: what suits the topology (default default)
    then: a routing by forwarding tables that replaces the other one, switch by switch: each alone, packets of both at
        once, and every mixture of old and new switches; failures come before it
    vcs: virtual channels per port, analyzed even if too few; 0: as many as the routing needs, or 4 if no number is
        enough (in [0, 64], default 0)
    routes: file of routes instead of a routing, as the routing table reads it, except that routes may visit routers
        again and come by virtual channel 0 where they name none
    layers: also assign the routes (of the file, or of a routing with one route per pair) to virtual layers without
        cycles, as few as the search finds; this ignores the virtual channels of the routes (default false)
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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
    """What the forwarding tables of a fabric do: who reaches whom, the load of every cable, effective bisection, deadlock, and
    what looks wrong; several routings side by side.

    topology: the network, e.g. torus:sides=8x8x8
    routings: a routing whose next port depends on the switch and the destination, such as forwarding:path=FOLDER;
        repeat it to compare (default layered)
    ends: who sends and receives (default hosts); `hosts`: terminals: the cabled ports of hosts and InfiniBand routers;
        `all`: also the aggregation nodes of switches (SHARP)
    matchings: random matchings of the effective bisection (in [0, 1000000], default 1000)
    shifts: the permutations in which each terminal sends to the k-th next one (default all); `all`: every k > 0;
        `none`: not measured
    weighted: also loads and bisection by the rates of cables, in units of the median cable of a host (default false)
    hosts: file with the names of the hosts that send and receive, as for the mapping hosts; default: all
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    require_free: exit with status 3 if a deadlock is possible; by default either verdict exits with status 0 (default
        false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed switches and cables by name, joined by +, as in other verbs (ib5, ib5[21], ib5-ib6); each: what every
        cable would take with it, one at a time and without new routes
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
    """How long a program takes on a machine, and which of its ranks wait.

    topology: the network, e.g. torus:sides=8x8x8
    program: what the ranks do, e.g. goal:file=PATH (default pattern)
    routing: the routing; default: what suits the topology (default default)
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    network: what is between the ranks (default topology); `topology`: the topology: messages share its channels as the
        engine says; `loggops`: none: all ranks reach each other alike (LogGOPS, whole ns), as in LogGOPSim
    engine: flow or flit with its options, e.g. flow:bandwidth=1GB/s (default flow)
    costs: what messages cost the ranks, as KEY=VALUE,.., e.g. L=500,o=200
    collective: the algorithms of collective calls, as CALL=ALGORITHM,.., e.g. allreduce=ring
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    jobs: several programs at once, each on its terminals:
        NAME:program=[..],mapping=[..],grid=..,ranks_per_node=..,terminals=..,start=..,after=..;
        docs/reference/replay_jobs.md
    ranks_per_terminal: consecutive ranks that share a terminal (in [1, 1000000], default 1)
    skip_critical_path: do not follow what determines the end, which takes 52 bytes for each operation (default false)
    write: also write what all ranks do in GOAL into this file, collective calls as messages
    require_end: exit with status 3 if the program never ends (default false)
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
    """A stream of jobs under a batch scheduler: how long they wait, how full the machine is, and what its allocation of nodes
    costs.

    topology: the network, e.g. torus:sides=8x8x8
    log: the jobs: a log in the Standard Workload Format, NAME.csv with the columns submit, run and nodes, or a model
        such as lublin:jobs=1000 (default lublin)
    policy: which job starts when (default easy)
    allocation: which of the free nodes a job gets, e.g. per_group, random (default first_free)
    node: what a node is (default terminal); `terminal`: a terminal, or a host with all its adapters; `router`: a router
        with all its terminals
    processors_per_node: processors of a log in SWF that one node has; 0: MaxProcs / MaxNodes of its header, else 1 (in
        [0, 1000000], default 0)
    first: the first job of the log that counts, from 1 (in [1, 9000000000000000], default 1)
    jobs: how many jobs of the log from there on; 0: all (in [0, 4000000000], default 0)
    load: scales the times between submissions so that the jobs ask for this part of all node-seconds; 0: as in the log
        (in [0, 1000000], default 0)
    estimates: what users say how long their jobs run: log, exact, factor:of=2 (default log)
    too_large: what happens to jobs that are larger than the machine (default refuse); `refuse`: an error that names the
        first of them; `drop`: they are left out and counted
    sort: sorts jobs whose times of submission go back, instead of refusing the log (default false)
    interference: how jobs slow each other on channels that they share (default none); `none`: jobs do not slow each
        other; `load`: they communicate at random times, over channels that they share; `worst`: all communicate all the
        time, as `weft load --job` tells
    routing: with interference: how traffic is spread over paths (default default)
    pattern: with interference: who sends to whom among the tasks of a job (default halo)
    mapping: with interference: where on its nodes the tasks of a job run (default linear)
    communication: with interference: the part of its run time that a job communicates, where the log does not say it
        (in [0, 1], default 0.2)
    strict: with interference: a job ends at its estimate also if others slowed it (default false)
    details: what else the result holds (default summary); `summary`: the jobs that waited longest; -o also writes
        jobs.csv; `jobs`: a table with a row for every job
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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
    """The load factor of messages on a fat tree, and their delivery in sets of load factor 1; the fat tree of equal volume
    that simulates a network, and its slowdown (Leiserson 1985).

    topology: the network, e.g. torus:sides=8x8x8
    tree: the tree that delivers the messages (default universal); `universal`: the universal fat tree of the volume in
        which the network is laid out; `own`: the network itself, which is a tree if channels between the same routers,
        and routers of one level above the same leaves, are taken together
    pattern: who sends to whom among the tasks, e.g. halo, all_to_all; default: a message on every channel of the
        network
    mapping: where the tasks run, e.g. linear, random, blocks:sides=8x16; best tries all that apply (default linear)
    grid: the task grid, rows x columns; 0: that of the pattern or the topology, else as square as the terminals allow
        (in [0, 4294967296], default 0)
    ranks_per_node: tasks on each host, in order, on its terminals in turn; 0: a task on each terminal (in [0, 1000000],
        default 0)
    jobs: several jobs at once, each on a part of the machine with its pattern, mapping and grid:
        NAME:pattern=..,grid=..,mapping=..,ranks_per_node=..,terminals=..,rate=..; docs/reference/jobs.md
    message: what a message carries if the mean task sends 1: a flow takes as many messages as it fills, the last one
        partly; 0: each flow takes one, however much it is (in [0, 1000000], default 0)
    capacity: tree=own: messages that pass a channel of bandwidth 1 at the same time (in [1e-09, 1000000000], default 1)
    layout: how the machine is laid out in space, e.g. pitch=0.8,folding=plain
    details: what else the result holds (default summary); `summary`: facts, levels and sets; `channels`: also the load
        factor of every channel of the tree; `messages`: also the set of every message
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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
    """A picture of a topology that shows its structure, as SVG.

    topology: the network, e.g. torus:sides=8x8x8
    matrix: draw the adjacency matrix; also the default for large networks without known structure (default false)
    layout: draw every router at its place in this layout, e.g. folding=two_rows; without, by the structure
    output: the file; default: standard output
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
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

    topology: the network, e.g. torus:sides=8x8x8
    format: format of the file; auto: by the ending of the output's name (default auto); `auto`: by the content of the
        file; if it fits several, by the ending of its name; `edge_list`: a line `a b [weight]` per link, also separated
        by commas (.txt, .csv, .tsv, .edges); `metis`: METIS, the neighbors of a vertex per line (.graph, .metis);
        `chaco`: Chaco: METIS with weights that need not be whole (.chaco); `graphml`: GraphML, an XML of graphs
        (.graphml); `gml`: GML, as NetworkX, Gephi and the Internet Topology Zoo write it (.gml); only read;
        `matrix_market`: the adjacency matrix in the coordinate format of Matrix Market (.mtx); `anynet`: the network
        file of BookSim (.anynet); `ibnetdiscover`: an InfiniBand fabric as ibnetdiscover prints it, also with -p, as
        ibsim reads it, or as OpenSM's opensm-subnet.lst (.ibnet, .topo, .net, .lst); written as a netlist of ibsim;
        `opensm`: a folder with forwarding tables for OpenSM, and the netlist that they belong to; only written;
        `slurm`: Slurm's topology.conf, a tree of switches with the names of nodes, or what `scontrol show topology`
        prints (.conf); `aries`: the cable list of a Cray XC (.aries); only read; `dot`: Graphviz (.dot, .gv); only
        written; `json`: node-link JSON of networkx and d3 (.json); only written; `simgrid`: platform XML of SimGrid
        (.xml); only written
    routing: the routing whose tables or routes are written; opensm, which needs it, and simgrid with routes
    routes: simgrid only: the routes of the routing between all terminals instead of shortest ones (default false)
    bandwidth: rate of a channel of bandwidth 1; simgrid only (bytes/s, in [0.001, 1e+18], default 1000000000)
    latency: latency of every channel; simgrid only (s, in [0, 1000000], default 1e-06)
    output: the file; default: standard output
    seed: determines all random numbers: the same seed gives the same result (in [0, 9007199254740992], default 1)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    progress: called with (label, done, total) while the verb runs, at most 10 times a second; default: a bar on a terminal or in a notebook
    """
    raise NotImplementedError
