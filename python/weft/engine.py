"""Engines of simulations.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import Number, Numbers, Path, Quantity, Sides, Whole
from .values import Engine
from .spec import named

__all__ = [
    "rounds", "flit", "load", "flow",
]


@named(Engine)
def rounds(
    *,
    execution: Literal["automatic", "phases", "packets"] = "automatic",
    queue: Literal["fifo", "farthest_first"] = "fifo",
    delays: bool = False,
    alpha: Numbers = 100,
    beta: Quantity = 5,
    loss: Number = 0,
    asynchronous: bool = False,
    jitter: Quantity = 0,
    rate: Quantity = 0,
    arrivals: Literal["bernoulli", "poisson"] = "bernoulli",
    rounds: Whole = 4000,
    saturation: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
) -> Engine:
    """Synchronous rounds, one message per channel and round.

    Parameters
    ----------
    execution : {"automatic", "phases", "packets"}, default "automatic"
        execution of a round; `automatic`: phases for clex_recursive without an arrival rate, else packets; `phases`:
        A(l) of Lenzen & Wattenhofer in synchronous phases; with a rate, instance after instance; `packets`: store and
        forward: one message per channel and round, output queues
    queue : {"fifo", "farthest_first"}, default "fifo"
        execution=packets: order of waiting messages; `fifo`: first come, first served; `farthest_first`: the message
        with the most remaining hops; among equals the earliest arrival
    delays : bool, default False
        record every message: distributions of rounds, hops, distance, delay and time
    alpha : Numbers, default 100
        delay of a hop over a channel of each class (on CLEX, of each level, lowest level first); the last value applies
        to all further classes (in ns, in [0, 1000000000])
    beta : Quantity, default 5
        delay of a meter of cable (in ns/m, in [0, 1000000000])
    loss : Number, default 0
        probability that a transmission or acknowledgment is lost (in [0, 0.9])
    asynchronous : bool, default False
        no common rounds: every message continues as soon as it can
    jitter : Quantity, default 0
        asynchronous execution in which a transmission lasts 1 + U[0, jitter) rounds (in rounds, in [0, 1000000])
    rate : Quantity, default 0
        steady state: mean number of messages that arrive at a terminal per round; 0: all messages start together (in
        messages/round, in [0, 1000000])
    arrivals : {"bernoulli", "poisson"}, default "bernoulli"
        steady state: distribution of the arrivals in a round; `bernoulli`: at most one, independently in each round;
        `poisson`: a Poisson number, independently in each round
    rounds : Whole, default 4000
        steady state: maximum number of rounds to simulate at a rate (in [100, 1000000000000])
    saturation : bool, default False
        find the largest arrival rate with bounded latency, by bisection
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches

    Returns
    -------
    Engine

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Engine)
def flit(
    *,
    router: Literal["none", "booksim", "infiniband", "slingshot_like", "on_chip"] = "none",
    vcs: Whole = 4,
    vc_buffer: Whole | str = 8,
    shared_buffer: Whole | str = 0,
    shared_per_vc: Whole | str = 0,
    flow: Literal["automatic", "wormhole", "cut_through"] = "automatic",
    allocator: Literal["islip", "input_first", "pim", "wavefront"] = "islip",
    iterations: Whole = 1,
    arbitration: Literal["round_robin", "age"] = "round_robin",
    speculative: Literal["false", "true", "ideal"] = "false",
    hold_switch_for_packet: bool = False,
    atomic_vcs: bool = False,
    speedup: Whole = 1,
    input_speedup: Whole = 1,
    output_speedup: Whole = 1,
    output_buffer: Whole | str = 0,
    routing_delay: Whole | str = 0,
    route_decision: Literal["at_head", "at_injection"] = "at_head",
    congestion_metric: Literal["credits", "committed"] = "credits",
    congestion_update_period: Whole | str = 1,
    ejection_vc: Literal["any", "same"] = "any",
    vc_allocation_delay: Whole | str = 1,
    switch_allocation_delay: Whole | str = 1,
    switch_delay: Whole | str = 1,
    credit_delay: Whole | str = 2,
    latency: Sides = 1,
    latency_per_step: Quantity = 0,
    meters_per_cycle: Quantity = 0,
    injection_latency: Whole | str = 1,
    ejection_latency: Whole | str = 1,
    reference_bandwidth: Number = 0,
    channels: Path = "",
    max_outstanding: Whole | str = 0,
    window: Whole | str = 0,
    ack_delay: Whole | str = 0,
    throttle: Number = 1,
    ecn_threshold: Whole | str = 0,
    ecn_cut: Number = 0.5,
    ecn_recovery: Quantity = 0.01,
    rate: Quantity = 0.1,
    injection: Literal["bernoulli", "on_off", "batch", "request_reply", "timed"] = "bernoulli",
    packet_size: Sides = 1,
    size_weights: Numbers = 1,
    burst: Quantity = 100,
    burst_rate: Quantity = 1,
    reply_size: Whole | str = 1,
    reply_delay: Whole | str = 0,
    flit_bytes: Quantity = 32,
    header_bytes: Quantity = 0,
    bandwidth: Quantity = 12500000000,
    sending: Literal["in_order", "interleaved"] = "in_order",
    deliveries: bool = False,
    warm_up: Whole | str = 0,
    precision: Number = 0.02,
    cycles: Whole | str = 0,
    max_cycles: Whole | str = 200000,
    watchdog: Whole | str = 1000,
    allow_deadlock: bool = False,
    interval: Whole | str = 0,
    interval_pairs: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
) -> Engine:
    """Clock cycles: packets of flits through routers with virtual channels and credits, wormhole or virtual cut-through;
    latency against load, saturation, deadlock.

    Parameters
    ----------
    router : {"none", "booksim", "infiniband", "slingshot_like", "on_chip"}, default "none"
        preset of defaults for other options; `none`: the defaults listed here; `booksim`: the defaults of BookSim 2;
        `infiniband`: 8 data lanes, packets of 4 KiB, a credit for each 64 bytes; `slingshot_like`: 200 Gb/s, 350 ns
        through a switch; `on_chip`: the defaults of Garnet in gem5: flits of 16 bytes, 4 per buffer
    vcs : Whole, default 4
        virtual channels per port; by default more if the routing needs more; alias: num_vcs (in [1, 64])
    vc_buffer : Whole | str, default 8
        buffer depth of a virtual channel; alias: vc_buf_size (in flits, in [1, 65535])
    shared_buffer : Whole | str, default 0
        buffer slots of each input port in addition to vc_buffer, which its virtual channels share, first come first
        served (a dynamically allocated multi-queue: Tamir & Frazier, 1992) (in flits, in [0, 65534])
    shared_per_vc : Whole | str, default 0
        maximum number of shared slots that one virtual channel may occupy; 0: no limit (in flits, in [0, 65534])
    flow : {"automatic", "wormhole", "cut_through"}, default "automatic"
        flow control; alias: flow_control; `automatic`: wormhole, or cut_through if the routing needs it for deadlock
        freedom; `wormhole`: a packet moves flit by flit and may span several routers; `cut_through`: virtual
        cut-through: a packet advances only if the downstream buffer can store all of it
    allocator : {"islip", "input_first", "pim", "wavefront"}, default "islip"
        allocator of virtual channels and of the switch; `islip`: outputs grant, inputs accept (McKeown, 1999);
        `input_first`: separable: each input requests one output, each output grants one input; `pim`: parallel
        iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993); `wavefront`: grants along
        the diagonals of the request matrix, starting from the next diagonal in each cycle (Tamir & Chi, 1993); the
        matching is maximal
    iterations : Whole, default 1
        number of iterations of an allocation, each of which matches further requests; wavefront needs only one (in [1,
        64])
    arbitration : {"round_robin", "age"}, default "round_robin"
        order in which an arbiter grants requests; `round_robin`: in rotating order; `age`: the oldest packet first
    speculative : {"false", "true", "ideal"}, default "false"
        time at which head flits request the switch; `false`: after their virtual channel is allocated; `true`: in the
        same cycle as the virtual channel; a grant without a virtual channel or credit is lost, and so is a grant that a
        non-speculative flit needs (Peh & Dally, HPCA 2001); `ideal`: in the same cycle, with knowledge of the VC
        allocation and after all other requests: no grant is lost, an upper bound on the gain of speculation
    hold_switch_for_packet : bool, default False
        a packet keeps its path through the switch until its tail has passed, or until none of its flits can be sent
    atomic_vcs : bool, default False
        a virtual channel accepts the next packet only once its buffer is empty; alias: wait_for_tail_credit
    speedup : Whole, default 1
        speed of routers relative to channels: allocations and switch traversals per cycle; alias: internal_speedup (in
        [1, 16])
    input_speedup : Whole, default 1
        inputs of the switch per port, which share its virtual channels: VC v uses input v modulo this number, which
        must divide vcs (in [1, 64])
    output_speedup : Whole, default 1
        outputs of the switch per port, which share the input ports: input port i uses output i modulo this number (in
        [1, 64])
    output_buffer : Whole | str, default 0
        maximum number of flits that wait behind the switch for their channel; 0: limited by credits only; alias:
        output_buffer_size (in flits, in [0, 1000000000])
    routing_delay : Whole | str, default 0
        delay of the route computation; 0: look-ahead (in cycles, in [0, 10000])
    route_decision : {"at_head", "at_injection"}, default "at_head"
        time at which routings that compare queues at the source (UGAL) choose a path; `at_head`: when the packet is at
        the head of its virtual channel in the source's router; `at_injection`: when the packet enters the source's
        router, even if it then waits there (BookSim 2 with look-ahead)
    congestion_metric : {"credits", "committed"}, default "credits"
        load of an output port as adaptive routings observe it; `credits`: credits in use: flits in the downstream
        buffers, flits on the channel, and returning credits; `committed`: credits in use, and the flits of packets that
        wait at the router for the port; heads that arrive in the same cycle choose one after another (sequential: Kim,
        Dally & Abts, SC 2006)
    congestion_update_period : Whole | str, default 1
        period with which adaptive routings observe the queues of their router; between updates they use the last values
        (in cycles, in [1, 1000000])
    ejection_vc : {"any", "same"}, default "any"
        virtual channel on which packets are ejected to their terminal; `any`: any free virtual channel; `same`: the
        virtual channel on which the packet reached its last router (BookSim 2's dragonfly)
    vc_allocation_delay : Whole | str, default 1
        delay of the VC allocation; alias: vc_alloc_delay (in cycles, in [1, 10000])
    switch_allocation_delay : Whole | str, default 1
        delay of the switch allocation; alias: sw_alloc_delay (in cycles, in [1, 10000])
    switch_delay : Whole | str, default 1
        delay of the switch traversal; alias: st_final_delay (in cycles, in [1, 10000])
    credit_delay : Whole | str, default 2
        delay of a credit, in addition to the channel's latency (in cycles, in [0, 10000])
    latency : Sides, default 1
        latency of channels: one number, or one per channel class; latencies in the topology's file take precedence (in
        cycles, in [1, 100000])
    latency_per_step : Quantity, default 0
        grids only, replaces latency: channel latency per unit of coordinate distance; 0: off (in cycles, in [0,
        100000])
    meters_per_cycle : Quantity, default 0
        replaces latency: distance that a signal travels per cycle along the cables of the layout; 0: off (in m, in [0,
        1000000])
    injection_latency : Whole | str, default 1
        latency from terminals to routers (in cycles, in [1, 100000])
    ejection_latency : Whole | str, default 1
        latency from routers to terminals (in cycles, in [1, 100000])
    reference_bandwidth : Number, default 0
        bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at most `speedup`
        flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals send and receive a flit
        per cycle, unless the file of the topology states the rates of their cables (in [0, 1000000000000])
    channels : Path
        CSV file of individual channels, one direction each: columns from and to (routers), latency in cycles and
        bandwidth in units of the topology, and port (of from) if several channels connect the same routers; other
        channels and empty cells follow the options above
    max_outstanding : Whole | str, default 0
        maximum number of unacknowledged packets of a terminal; with request_reply: of requests without a reply; 0: no
        limit; alias: max_outstanding_requests (in packets, in [0, 1000000000])
    window : Whole | str, default 0
        maximum number of unacknowledged packets of a terminal to each destination; 0: no limit (in packets, in [0,
        1000000000])
    ack_delay : Whole | str, default 0
        delay of an acknowledgment, in addition to the zero-load latency of the same path; acknowledgments occupy no
        channel (in cycles, in [0, 1000000000])
    throttle : Number, default 1
        a terminal starts a packet only while at most this fraction of the buffers behind the channels of its router is
        in use; 1: no limit (in [0, 1])
    ecn_threshold : Whole | str, default 0
        explicit congestion notification: a packet is marked at an output if more flits than this wait for the output in
        buffers of the router; its acknowledgment or reply carries the mark; 0: off (in flits, in [0, 1000000000])
    ecn_cut : Number, default 0.5
        fraction by which a mark reduces the rate of its source to the destination, at most once per round trip (in
        [1e-06, 1])
    ecn_recovery : Quantity, default 0.01
        increase of a reduced rate per 1,000 cycles (in flits/cycle, in [1e-06, 1000000])
    rate : Quantity, default 0.1
        injection rate: the mean offered load per terminal; alias: injection_rate (in flits/cycle, in [0, 1000000000])
    injection : {"bernoulli", "on_off", "batch", "request_reply", "timed"}, default "bernoulli"
        process that creates packets at terminals; alias: injection_process; `bernoulli`: independently in every cycle;
        `on_off`: in bursts: a Markov chain switches each terminal on and off; `batch`: all messages of the traffic are
        created at the start; the run ends when they have arrived; `request_reply`: as bernoulli, and every packet gets
        a reply; requests and replies each use half of the virtual channels; `timed`: messages with individual sizes and
        start times: the traffic timed_messages, or a program
    packet_size : Sides, default 1
        packet size, or several sizes; timed: size of a full packet, by default 8 (in flits, in [1, 65535])
    size_weights : Numbers, default 1
        relative frequency of each size; alias: packet_size_rate (in [0, 1000000000])
    burst : Quantity, default 100
        on_off: mean length of a burst (in cycles, in [1, 1000000000])
    burst_rate : Quantity, default 1
        on_off: offered load in a burst; alias: burst_r1 (in flits/cycle, in [0, 1])
    reply_size : Whole | str, default 1
        request_reply: size of a reply (in flits, in [1, 65535])
    reply_delay : Whole | str, default 0
        request_reply: delay from the arrival of a request to its reply; the minimum is the time of a flit to the next
        router (in cycles, in [0, 1000000000])
    flit_bytes : Quantity, default 32
        timed: bytes that a flit carries (in bytes, in [1, 1000000])
    header_bytes : Quantity, default 0
        timed: header of each packet (in bytes, in [0, 1000000])
    bandwidth : Quantity, default 12500000000
        timed: rate of a channel of bandwidth 1, unless the file of the topology states rates; a cycle lasts flit_bytes
        / (rate * reference_bandwidth) (in bytes/s, in [1e-09, 1e+18])
    sending : {"in_order", "interleaved"}, default "in_order"
        timed: order in which a terminal sends several messages; `in_order`: one after another, in order of start times;
        `interleaved`: in turn, one packet of each message that has started
    deliveries : bool, default False
        timed: adds a table with a row for each message
    warm_up : Whole | str, default 0
        time before the measurement; 0: until the latency has settled (in cycles, in [0, 1000000000000])
    precision : Number, default 0.02
        measure until the half-width of the 95 % confidence interval of the mean latency is at most this fraction of the
        mean (in [0, 1])
    cycles : Whole | str, default 0
        length of the measurement; 0: until `precision` is reached (in cycles, in [0, 1000000000000])
    max_cycles : Whole | str, default 200000
        maximum length of the run; timed: by default, no limit (in cycles, in [1000, 1000000000000000])
    watchdog : Whole | str, default 1000
        period of deadlock checks (in cycles, in [100, 1000000000])
    allow_deadlock : bool, default False
        run even if there are too few virtual channels for deadlock freedom
    interval : Whole | str, default 0
        record the network, channels, routers and terminals over time, in intervals of this length; 0: off (in cycles,
        in [0, 1000000000000])
    interval_pairs : bool, default False
        also record the flits between each source and destination over time
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches

    Returns
    -------
    Engine

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Engine)
def load(
    *,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
    bytes: Quantity = 1000000,
    bandwidth: Quantity = 0,
    alpha: Quantity = 0,
) -> Engine:
    """Exact loads of all channels under a job's communication, and the throughput that they allow; no clock.

    Parameters
    ----------
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    bytes : Quantity, default 1000000
        mean number of bytes that a task sends, including messages to itself (in bytes, in [0, 1e+18])
    bandwidth : Quantity, default 0
        rate of a channel of bandwidth 1, e.g. 100Gb/s; the result then also contains times in seconds; 0: no times (in
        bytes/s, in [0, 1e+18])
    alpha : Quantity, default 0
        latency of a hop, added for each hop between the farthest tasks that communicate (in seconds, in [0,
        1000000000])

    Returns
    -------
    Engine

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError


@named(Engine)
def flow(
    *,
    bytes: Quantity = 1000000,
    spread: Number = 0,
    start: Literal["together", "poisson"] = "together",
    rate: Quantity = 0,
    bandwidth: Quantity = 12500000000,
    alpha: Quantity = 100,
    beta: Quantity = 5,
    base: Quantity = 0,
    envelope: Quantity = 0,
    terminals: Literal["counted", "free"] = "counted",
    weight: Literal["equal", "latency"] = "equal",
    fairness: Literal["messages", "pairs", "senders"] = "messages",
    factors: Path = "none",
    paths: Literal["single", "split"] = "single",
    precision: Number = 1e-06,
    resolution: Number = 1e-09,
    deliveries: bool = False,
    failed_links: Number = 0,
    failed_routers: Number = 0,
    fail: str = "",
) -> Engine:
    """Messages of given sizes share channels max-min fairly, event by event; reports when each message arrives, in seconds,
    and which channels delay it.

    Parameters
    ----------
    bytes : Quantity, default 1000000
        size of a message; with spread, the median size (in bytes, in [0, 1e+18])
    spread : Number, default 0
        standard deviation of the logarithm of log-normal sizes, which are rounded to bytes; 0: equal sizes (in [0, 10])
    start : {"together", "poisson"}, default "together"
        start times of messages; `together`: all messages at time 0; `poisson`: at the random times of a Poisson process
        at each terminal (rate)
    rate : Quantity, default 0
        start=poisson: mean rate of a terminal (in bytes/s, in [0, 1e+18])
    bandwidth : Quantity, default 12500000000
        rate of a channel of bandwidth 1 (in bytes/s, in [0.001, 1e+18])
    alpha : Quantity, default 100
        delay of a hop (in ns, in [0, 1000000000000])
    beta : Quantity, default 5
        delay of a meter of cable (in ns/m, in [0, 1000000000000])
    base : Quantity, default 0
        delay of a message in addition to the delays of its hops (in ns, in [0, 1000000000000])
    envelope : Quantity, default 0
        additional bytes of each message (in bytes, in [0, 1000000000000])
    terminals : {"counted", "free"}, default "counted"
        bandwidth of injection and ejection channels; `counted`: channels of bandwidth 1; `free`: unlimited
    weight : {"equal", "latency"}, default "equal"
        weights of the messages that share a channel; `equal`: weight 1 for each message; `latency`: weight 1 / latency:
        like TCP, unfair to long round trips (model CM02 of SimGrid)
    fairness : {"messages", "pairs", "senders"}, default "messages"
        entities that share channels fairly; an entity divides its weight among its messages; `messages`: each message;
        `pairs`: all messages in flight between two terminals; `senders`: all messages in flight from a terminal
    factors : Path, default "none"
        corrections by the size of a message: none; lv08 or smpi, the factors and weights of SimGrid; or a CSV file
        bytes,latency_factor,bandwidth_factor: for messages above each size, the latency is multiplied by the one
        factor, and the bytes are divided by the other
    paths : {"single", "split"}, default "single"
        paths of a message; `single`: one path per message, drawn with the probabilities that the routing assigns;
        `split`: all paths of the routing, each with a part of the message in proportion to its probability
    precision : Number, default 1e-06
        relative error of the channel capacities for which the rates are exact (in [0, 0.5])
    resolution : Number, default 1e-09
        events within this fraction of the current time are merged (in [0, 0.5])
    deliveries : bool, default False
        adds a table with a row for each message
    failed_links : Number, default 0
        fraction of the links that have failed (in [0, 1])
    failed_routers : Number, default 0
        fraction of the routers that have failed (in [0, 1])
    fail : str
        failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40; in
        a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches

    Returns
    -------
    Engine

    Raises
    ------
    InputError
        for a wrong value
    """
    raise NotImplementedError
