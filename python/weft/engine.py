"""Engines of simulations.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from .spec import Flag, Given, Number, Spec, Whole, named

__all__ = [
    "rounds", "flit", "load", "flow",
]


@named("engines")
def rounds(
    *,
    execution: Given | None = None,
    queue: Given | None = None,
    delays: Flag | None = None,
    alpha: Given | None = None,
    beta: Number | None = None,
    loss: Number | None = None,
    asynchronous: Flag | None = None,
    jitter: Number | None = None,
    rate: Number | None = None,
    arrivals: Given | None = None,
    rounds: Whole | None = None,
    saturation: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
) -> Spec:
    """Synchronous rounds, one message per channel and round.

    execution: execution of a round (default automatic); `automatic`: phases for clex_recursive without an arrival rate,
        else packets; `phases`: A(l) of Lenzen & Wattenhofer in synchronous phases; with a rate, instance after
        instance; `packets`: store and forward: one message per channel and round, output queues
    queue: order of waiting messages (packets) (default fifo); `fifo`: first come, first served; `farthest_first`: the
        message with the most remaining hops; among equals the earliest arrival
    delays: record every message: distributions of rounds, hops, distance, delay and time (default false)
    alpha: delay of a hop over a channel of each class (on CLEX, of each level, lowest level first); the last value
        applies to all further classes (ns, in [0, 1000000000], default 100)
    beta: delay of a meter of cable (ns/m, in [0, 1000000000], default 5)
    loss: probability that a transmission or acknowledgment is lost (in [0, 0.9], default 0)
    asynchronous: no common rounds: every message continues as soon as it can (default false)
    jitter: asynchronous execution in which a transmission lasts 1 + U[0, jitter) rounds (rounds, in [0, 1000000],
        default 0)
    rate: steady state: mean number of messages that arrive at a terminal per round; 0: all messages start together
        (messages/round, in [0, 1000000], default 0)
    arrivals: steady state: distribution of the arrivals in a round (default bernoulli); `bernoulli`: at most one,
        independently in each round; `poisson`: a Poisson number, independently in each round
    rounds: steady state: maximum number of rounds to simulate at a rate (in [100, 1000000000000], default 4000)
    saturation: find the largest arrival rate with bounded latency, by bisection (default false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    """
    raise NotImplementedError


@named("engines")
def flit(
    *,
    router: Given | None = None,
    vcs: Whole | None = None,
    vc_buffer: Whole | None = None,
    shared_buffer: Whole | None = None,
    shared_per_vc: Whole | None = None,
    flow: Given | None = None,
    allocator: Given | None = None,
    iterations: Whole | None = None,
    arbitration: Given | None = None,
    speculative: Given | None = None,
    hold_switch_for_packet: Flag | None = None,
    atomic_vcs: Flag | None = None,
    speedup: Whole | None = None,
    input_speedup: Whole | None = None,
    output_speedup: Whole | None = None,
    output_buffer: Whole | None = None,
    routing_delay: Whole | None = None,
    route_decision: Given | None = None,
    congestion_metric: Given | None = None,
    congestion_update_period: Whole | None = None,
    ejection_vc: Given | None = None,
    vc_allocation_delay: Whole | None = None,
    switch_allocation_delay: Whole | None = None,
    switch_delay: Whole | None = None,
    credit_delay: Whole | None = None,
    latency: Given | None = None,
    latency_per_step: Number | None = None,
    meters_per_cycle: Number | None = None,
    injection_latency: Whole | None = None,
    ejection_latency: Whole | None = None,
    reference_bandwidth: Number | None = None,
    channels: Given | None = None,
    max_outstanding: Whole | None = None,
    window: Whole | None = None,
    ack_delay: Whole | None = None,
    throttle: Number | None = None,
    ecn_threshold: Whole | None = None,
    ecn_cut: Number | None = None,
    ecn_recovery: Number | None = None,
    rate: Number | None = None,
    injection: Given | None = None,
    packet_size: Given | None = None,
    size_weights: Given | None = None,
    burst: Number | None = None,
    burst_rate: Number | None = None,
    reply_size: Whole | None = None,
    reply_delay: Whole | None = None,
    flit_bytes: Number | None = None,
    header_bytes: Number | None = None,
    bandwidth: Number | None = None,
    sending: Given | None = None,
    deliveries: Flag | None = None,
    warm_up: Whole | None = None,
    precision: Number | None = None,
    cycles: Whole | None = None,
    max_cycles: Whole | None = None,
    watchdog: Whole | None = None,
    allow_deadlock: Flag | None = None,
    interval: Whole | None = None,
    interval_pairs: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
) -> Spec:
    """Clock cycles: packets of flits through routers with virtual channels and credits, wormhole or virtual cut-through;
    latency against load, saturation, deadlock.

    router: preset of defaults for other options (default none); `none`: the defaults of this list; `booksim`: the
        defaults of BookSim 2; `infiniband`: 8 data lanes, packets of 4 KiB, credits of 64 bytes; `slingshot_like`: 200
        Gb/s, 350 ns through a switch; `on_chip`: the defaults of Garnet in gem5: flits of 16 bytes, 4 per buffer
    vcs: virtual channels per port; by default more if the routing needs more; alias: num_vcs (in [1, 64], default 4)
    vc_buffer: buffer depth of a virtual channel; alias: vc_buf_size (flits, in [1, 65535], default 8)
    shared_buffer: buffer slots of each input port in addition to vc_buffer, which its virtual channels share, first
        come first served (a dynamically allocated multi-queue: Tamir & Frazier, 1992) (flits, in [0, 65534], default 0)
    shared_per_vc: maximum number of shared slots that one virtual channel may occupy; 0: no limit (flits, in [0,
        65534], default 0)
    flow: flow control; alias: flow_control (default automatic); `automatic`: wormhole, or cut_through if the routing
        needs it for deadlock freedom; `wormhole`: a packet moves flit by flit and may span several routers;
        `cut_through`: virtual cut-through: a packet advances only if the next buffer can store all of it
    allocator: allocator of virtual channels and of the switch (default islip); `islip`: outputs grant, inputs accept
        (McKeown, 1999); `input_first`: separable: each input requests one output, each output grants one input; `pim`:
        parallel iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993); `wavefront`:
        grants along the diagonals of the request matrix, starting from the next diagonal in each cycle (Tamir & Chi,
        1993); the matching is maximal
    iterations: iterations of the allocators, each of which matches further requests; wavefront needs only one (in [1,
        64], default 1)
    arbitration: order in which an arbiter grants requests (default round_robin); `round_robin`: in rotating order;
        `age`: the oldest packet first
    speculative: time at which head flits request the switch (default false); `false`: after their virtual channel is
        allocated; `true`: in the same cycle as the virtual channel; a grant without a virtual channel or credit is
        lost, and so is a grant that a non-speculative flit needs (Peh & Dally, HPCA 2001); `ideal`: in the same cycle,
        with knowledge of the VC allocation and after all other requests: no grant is lost, an upper bound on the gain
        of speculation
    hold_switch_for_packet: a packet keeps its path through the switch until its tail has passed, or until none of its
        flits can be sent (default false)
    atomic_vcs: a virtual channel accepts the next packet only once its buffer is empty; alias: wait_for_tail_credit
        (default false)
    speedup: speed of routers relative to channels: allocations and switch traversals per cycle; alias: internal_speedup
        (in [1, 16], default 1)
    input_speedup: inputs of the switch per port, which share its virtual channels: VC v uses input v modulo this
        number, which must divide vcs (in [1, 64], default 1)
    output_speedup: outputs of the switch per port, which share the input ports: input port i uses output i modulo this
        number (in [1, 64], default 1)
    output_buffer: maximum number of flits that wait behind the switch for their channel; 0: limited by credits only;
        alias: output_buffer_size (flits, in [0, 1000000000], default 0)
    routing_delay: delay of the route computation; 0: look-ahead (cycles, in [0, 10000], default 0)
    route_decision: time at which routings that compare queues at the source (UGAL) choose a path (default at_head);
        `at_head`: when the packet is at the head of its virtual channel in the source's router; `at_injection`: when
        the packet enters the source's router, even if it then waits there (BookSim 2 with look-ahead)
    congestion_metric: load of an output port as adaptive routings observe it (default credits); `credits`: credits in
        use: flits in the next buffers, flits on the channel, and credits on their way back; `committed`: credits in
        use, and the flits of packets that wait at the router for the port; heads that arrive in the same cycle choose
        one after another (sequential: Kim, Dally & Abts, SC 2006)
    congestion_update_period: period with which adaptive routings observe the queues of their router; between updates
        they use the last values (cycles, in [1, 1000000], default 1)
    ejection_vc: virtual channel on which packets are ejected to their terminal (default any); `any`: any free virtual
        channel; `same`: the virtual channel on which the packet reached its last router (BookSim 2's dragonfly)
    vc_allocation_delay: delay of the VC allocation; alias: vc_alloc_delay (cycles, in [1, 10000], default 1)
    switch_allocation_delay: delay of the switch allocation; alias: sw_alloc_delay (cycles, in [1, 10000], default 1)
    switch_delay: delay of the switch traversal; alias: st_final_delay (cycles, in [1, 10000], default 1)
    credit_delay: delay of a credit, in addition to the channel's latency (cycles, in [0, 10000], default 2)
    latency: latency of channels: one number, or one per channel class; latencies in the file of the topology replace it
        (cycles, in [1, 100000], default 1)
    latency_per_step: grids only, replaces latency: channel latency per unit of coordinate distance; 0: off (cycles, in
        [0, 100000], default 0)
    meters_per_cycle: replaces latency: distance that a signal travels per cycle along the cables of the layout; 0: off
        (m, in [0, 1000000], default 0)
    injection_latency: latency from terminals to routers (cycles, in [1, 100000], default 1)
    ejection_latency: latency from routers to terminals (cycles, in [1, 100000], default 1)
    reference_bandwidth: bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at
        most `speedup` flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals send and
        receive a flit per cycle, unless the file of the topology states the rates of their cables (in [0,
        1000000000000], default 0)
    channels: CSV file of individual channels, one direction each: columns from and to (routers), latency in cycles and
        bandwidth in units of the topology, and port (of from) if several channels connect the same routers; other
        channels and empty cells follow the options above
    max_outstanding: maximum number of unacknowledged packets of a terminal; with request_reply: of requests without a
        reply; 0: no limit; alias: max_outstanding_requests (packets, in [0, 1000000000], default 0)
    window: maximum number of unacknowledged packets of a terminal to each destination; 0: no limit (packets, in [0,
        1000000000], default 0)
    ack_delay: delay of an acknowledgment, in addition to the zero-load latency of the same path; acknowledgments occupy
        no channel (cycles, in [0, 1000000000], default 0)
    throttle: a terminal starts a packet only while at most this fraction of the buffers behind the channels of its
        router is in use; 1: no limit (in [0, 1], default 1)
    ecn_threshold: explicit congestion notification: a packet is marked at an output if more flits than this wait for
        the output in buffers of the router; its acknowledgment or reply carries the mark; 0: off (flits, in [0,
        1000000000], default 0)
    ecn_cut: fraction by which a mark reduces the rate of its source to the destination, at most once per round trip (in
        [1e-06, 1], default 0.5)
    ecn_recovery: increase of a reduced rate per 1,000 cycles (flits/cycle, in [1e-06, 1000000], default 0.01)
    rate: injection rate: the mean offered load per terminal; alias: injection_rate (flits/cycle, in [0, 1000000000],
        default 0.1)
    injection: process that creates packets at terminals; alias: injection_process (default bernoulli); `bernoulli`:
        independently in every cycle; `on_off`: in bursts: a Markov chain switches each terminal on and off; `batch`:
        all messages of the traffic are created at the start; the run ends when they have arrived; `request_reply`: as
        bernoulli, and every packet gets a reply; requests and replies each use half of the virtual channels; `timed`:
        messages with individual sizes and start times: the traffic timed_messages, or a program
    packet_size: packet size, or several sizes; timed: size of a full packet, by default 8 (flits, in [1, 65535],
        default 1)
    size_weights: relative frequency of each size; alias: packet_size_rate (in [0, 1000000000], default 1)
    burst: on_off: mean length of a burst (cycles, in [1, 1000000000], default 100)
    burst_rate: on_off: offered load in a burst; alias: burst_r1 (flits/cycle, in [0, 1], default 1)
    reply_size: request_reply: size of a reply (flits, in [1, 65535], default 1)
    reply_delay: request_reply: delay from the arrival of a request to its reply; the minimum is the time of a flit to
        the next router (cycles, in [0, 1000000000], default 0)
    flit_bytes: timed: bytes that a flit carries (bytes, in [1, 1000000], default 32)
    header_bytes: timed: header of each packet (bytes, in [0, 1000000], default 0)
    bandwidth: timed: rate of a channel of bandwidth 1, unless the file of the topology states rates; a cycle lasts
        flit_bytes / (rate * reference_bandwidth) (bytes/s, in [1e-09, 1e+18], default 12500000000)
    sending: timed: order in which a terminal sends several messages (default in_order); `in_order`: one after another,
        in order of start times; `interleaved`: a packet of each started message in turn
    deliveries: timed: adds a table with a row for each message (default false)
    warm_up: time before the measurement; 0: until the latency has settled (cycles, in [0, 1000000000000], default 0)
    precision: measure until the half-width of the 95 % confidence interval of the mean latency is at most this fraction
        of the mean (in [0, 1], default 0.02)
    cycles: length of the measurement; 0: until `precision` is reached (cycles, in [0, 1000000000000], default 0)
    max_cycles: maximum length of the run; timed: by default, no limit (cycles, in [1000, 1000000000000000], default
        200000)
    watchdog: period of deadlock checks (cycles, in [100, 1000000000], default 1000)
    allow_deadlock: run even if there are too few virtual channels for deadlock freedom (default false)
    interval: record the network, channels, routers and terminals over time, in intervals of this length; 0: off
        (cycles, in [0, 1000000000000], default 0)
    interval_pairs: also record the flits between each source and destination over time (default false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    """
    raise NotImplementedError


@named("engines")
def load(
    *,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
    bytes: Number | None = None,
    bandwidth: Number | None = None,
    alpha: Number | None = None,
) -> Spec:
    """Exact loads of all channels under a job's communication, and the throughput that they allow; no clock.

    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    bytes: bytes sent per task (mean), self-messages included (bytes, in [0, 1e+18], default 1000000)
    bandwidth: rate of a channel of bandwidth 1, e.g. 100Gb/s: the result also has seconds; 0: no times (bytes/s, in [0,
        1e+18], default 0)
    alpha: per-hop latency, added for the most distant communicating pair (seconds, in [0, 1000000000], default 0)
    """
    raise NotImplementedError


@named("engines")
def flow(
    *,
    bytes: Number | None = None,
    spread: Number | None = None,
    start: Given | None = None,
    rate: Number | None = None,
    bandwidth: Number | None = None,
    alpha: Number | None = None,
    beta: Number | None = None,
    base: Number | None = None,
    envelope: Number | None = None,
    terminals: Given | None = None,
    weight: Given | None = None,
    fairness: Given | None = None,
    factors: Given | None = None,
    paths: Given | None = None,
    precision: Number | None = None,
    resolution: Number | None = None,
    deliveries: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
) -> Spec:
    """Seconds and bytes: messages share channels max-min fairly, event by event; when each arrives, and which channels hold
    them up.

    bytes: size of a message; with spread, the median size (bytes, in [0, 1e+18], default 1000000)
    spread: standard deviation of the logarithm of log-normal sizes, which are rounded to bytes; 0: equal sizes (in [0,
        10], default 0)
    start: start times of messages (default together); `together`: all at time 0; `poisson`: at the random times of a
        Poisson process at each terminal (rate)
    rate: start=poisson: mean rate of a terminal (bytes/s, in [0, 1e+18], default 0)
    bandwidth: rate of a channel of bandwidth 1 (bytes/s, in [0.001, 1e+18], default 12500000000)
    alpha: delay of a hop (ns, in [0, 1000000000000], default 100)
    beta: delay of a meter of cable (ns/m, in [0, 1000000000000], default 5)
    base: delay of a message in addition to the delays of its hops (ns, in [0, 1000000000000], default 0)
    envelope: additional bytes of each message (bytes, in [0, 1000000000000], default 0)
    terminals: bandwidth of injection and ejection channels (default counted); `counted`: channels of bandwidth 1;
        `free`: unlimited
    weight: weights of the messages that share a channel (default equal); `equal`: weight 1 for each message; `latency`:
        weight 1 / latency: like TCP, unfair to long round trips (model CM02 of SimGrid)
    fairness: entities that share channels fairly; an entity divides its weight among its messages (default messages);
        `messages`: each message; `pairs`: all messages in flight between two terminals; `senders`: all messages in
        flight from a terminal
    factors: corrections by the size of a message: none; lv08 or smpi, the factors and weights of SimGrid; or a CSV file
        bytes,latency_factor,bandwidth_factor: above each size the latency is multiplied, the bytes are divided (default
        none)
    paths: paths of a message (default single); `single`: one path per message, drawn with the probabilities of the
        routing; `split`: all paths of the routing, in proportion to their probabilities
    precision: relative error of the channel capacities for which the rates are exact (in [0, 0.5], default 1e-06)
    resolution: events within this fraction of the current time are merged (in [0, 0.5], default 1e-09)
    deliveries: adds a table with a row for each message (default false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    """
    raise NotImplementedError
