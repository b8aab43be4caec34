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

    execution: what moves in a round (default automatic); `automatic`: phases for clex_recursive without an arrival
        rate, else packets; `phases`: A(l) of Lenzen & Wattenhofer in synchronous phases; with a rate, instance after
        instance; `packets`: store and forward: one message per channel and round, output queues
    queue: which waiting message goes first (packets) (default fifo); `fifo`: first come, first served;
        `farthest_first`: the message with the most hops left; the earliest arrival among equals
    delays: follow every message: distributions of rounds, hops, distance, delay and time (default false)
    alpha: delay of a hop over a channel of each class (on CLEX, of each level, lowest level first); the last one holds
        for all further classes (ns, in [0, 1000000000], default 100)
    beta: delay of a meter of cable (ns/m, in [0, 1000000000], default 5)
    loss: probability that a transmission or acknowledgment is lost (in [0, 0.9], default 0)
    asynchronous: no common rounds: every message continues as soon as it can (default false)
    jitter: asynchronous execution in which a transmission takes 1 + U[0, jitter) rounds (rounds, in [0, 1000000],
        default 0)
    rate: steady state: messages that arrive at a terminal per round, without end; 0: all messages at once
        (messages/round, in [0, 1000000], default 0)
    arrivals: steady state: how many messages arrive in a round (default bernoulli); `bernoulli`: one or none,
        independently; `poisson`: a Poisson number, independently
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
    hold_switch: Flag | None = None,
    atomic_vcs: Flag | None = None,
    speedup: Whole | None = None,
    input_speedup: Whole | None = None,
    output_speedup: Whole | None = None,
    output_buffer: Whole | None = None,
    routing_delay: Whole | None = None,
    decision: Given | None = None,
    queues: Given | None = None,
    queue_update: Whole | None = None,
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
    full_bandwidth: Number | None = None,
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
    most_cycles: Whole | None = None,
    watchdog: Whole | None = None,
    may_deadlock: Flag | None = None,
    interval: Whole | None = None,
    interval_pairs: Flag | None = None,
    failed_links: Number | None = None,
    failed_routers: Number | None = None,
    fail: Given | None = None,
) -> Spec:
    """Clock cycles: packets of flits through routers with virtual channels and credits, wormhole or virtual cut-through;
    latency against load, saturation, deadlock.

    router: preset: the defaults of other options; a request that gives none does not state it (default none); `none`:
        the defaults of this list; `booksim`: the defaults of BookSim 2; `infiniband`: 8 data lanes, packets of 4 KiB,
        credits of 64 bytes; `slingshot_like`: 200 Gb/s, 350 ns through a switch; `on_chip`: the defaults of Garnet in
        gem5: flits of 16 bytes, 4 per buffer
    vcs: virtual channels per port; by default more if the routing needs more (in [1, 64], default 4)
    vc_buffer: buffer of a virtual channel (flits, in [1, 65535], default 8)
    shared_buffer: places of each input port beside vc_buffer, which its virtual channels share, first come first served
        (a dynamically allocated multi-queue: Tamir & Frazier, 1992) (flits, in [0, 65534], default 0)
    shared_per_vc: the most shared places that one virtual channel may take; 0: all of them (flits, in [0, 65534],
        default 0)
    flow: how packets advance (default automatic); `automatic`: wormhole, but cut_through if the routing would otherwise
        not be free of deadlock; `wormhole`: a packet moves flit by flit and may span several routers; `cut_through`:
        virtual cut-through: a packet moves only if all of it fits
    allocator: how virtual channels and the switch are allocated (default islip); `islip`: outputs grant, inputs accept
        (McKeown, 1999); `input_first`: separable: each input asks for one output, each output takes one input; `pim`:
        parallel iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993); `wavefront`:
        diagonal after diagonal of the matrix of requests, each cycle from the next one (Tamir & Chi, 1993); no request
        that could be granted is left
    iterations: how often the allocators repeat for what is not yet matched; wavefront needs no repetition (in [1, 64],
        default 1)
    arbitration: which request an arbiter grants first (default round_robin); `round_robin`: in turn; `age`: the oldest
        packet first
    speculative: when heads request the switch (default false); `false`: once they have their virtual channel; `true`:
        together with it, before they know whether they get it; a grant without a virtual channel or credit is lost, and
        so is one that a flit with a virtual channel needs (Peh & Dally, HPCA 2001); `ideal`: as if they knew it
        already, after all others: no grant is lost, a bound on what speculation gains
    hold_switch: a packet keeps its path through the switch until its tail has passed, or until it has nothing to send
        (default false)
    atomic_vcs: a virtual channel accepts the next packet only once its buffer is empty (default false)
    speedup: speed of routers relative to channels: allocations and switch traversals per cycle (in [1, 16], default 1)
    input_speedup: inputs of the switch for each port, which share its virtual channels: v uses input v modulo this;
        divides vcs (in [1, 64], default 1)
    output_speedup: outputs of the switch for each port, which share the input ports: port i uses output i modulo this
        (in [1, 64], default 1)
    output_buffer: flits that may wait behind the switch for their channel; 0: as many as credits allow (flits, in [0,
        1000000000], default 0)
    routing_delay: delay of the route computation; 0: look-ahead (cycles, in [0, 10000], default 0)
    decision: when routings that look at queues choose at the source (default front); `front`: when the packet is next
        to leave the source's router on its virtual channel; `injection`: when the packet enters that router, even if it
        then waits there for long (BookSim 2 with look-ahead)
    queues: what routings that look at queues see of an output port (default credits); `credits`: flits in the next
        buffers, on the way to them, or back as credits (credits in use); `committed`: those, and the flits of packets
        that wait at the router for the port; heads that arrive together choose one after the other (sequential: Kim,
        Dally & Abts, SC 2006)
    queue_update: how often they see the queues of their router; in between they see old ones (cycles, in [1, 1000000],
        default 1)
    ejection_vc: the virtual channel on which packets leave to their terminal (default any); `any`: any free one;
        `same`: the one on which the packet reached its last router (BookSim 2's dragonfly)
    vc_allocation_delay: delay of the VC allocation (cycles, in [1, 10000], default 1)
    switch_allocation_delay: delay of the switch allocation (cycles, in [1, 10000], default 1)
    switch_delay: delay of the switch traversal (cycles, in [1, 10000], default 1)
    credit_delay: delay of a credit, in addition to the channel's latency (cycles, in [0, 10000], default 2)
    latency: latency of channels: one number, or one per channel class; latencies that the file of the topology states
        hold instead (cycles, in [1, 100000], default 1)
    latency_per_step: on grids, replaces latency: latency of a channel per step of its coordinate; 0: off (cycles, in
        [0, 100000], default 0)
    meters_per_cycle: replaces latency: the distance that a signal travels per cycle along the cables of the layout; 0:
        off (m, in [0, 1000000], default 0)
    injection_latency: latency from terminals to routers (cycles, in [1, 100000], default 1)
    ejection_latency: latency from routers to terminals (cycles, in [1, 100000], default 1)
    full_bandwidth: bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at most
        `speedup` flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals send and
        receive a flit per cycle, unless the file of the topology states the rates of their cables (in [0,
        1000000000000], default 0)
    channels: CSV file of single channels, in one direction each: columns from and to (routers), latency in cycles and
        bandwidth in units of the topology, and port (of from) where several channels have the same ends; other channels
        and empty cells follow the options above
    max_outstanding: packets that a terminal may have in the network until they are acknowledged; with request_reply:
        requests until their answers arrive; 0: any number (packets, in [0, 1000000000], default 0)
    window: the same, to each destination (packets, in [0, 1000000000], default 0)
    ack_delay: delay of an acknowledgment, in addition to the time of an idle network for the same path; acknowledgments
        load no channel (cycles, in [0, 1000000000], default 0)
    throttle: a terminal begins a packet only while at most this share of the buffers behind the channels of its router
        is in use; 1: always (in [0, 1], default 1)
    ecn_threshold: explicit congestion notification: a packet is marked at an output for which more flits than this wait
        in buffers of the router; its acknowledgment or answer carries the mark; 0: never (flits, in [0, 1000000000],
        default 0)
    ecn_cut: share by which a mark lowers the rate of its source to that destination, at most once in a round trip (in
        [1e-06, 1], default 0.5)
    ecn_recovery: rate that the source regains per 1,000 cycles (flits/cycle, in [1e-06, 1000000], default 0.01)
    rate: injection rate: the mean load that each terminal offers (flits/cycle, in [0, 1000000000], default 0.1)
    injection: when terminals create packets (default bernoulli); `bernoulli`: independently in every cycle; `on_off`:
        in bursts: a Markov chain switches each terminal on and off; `batch`: all messages of the traffic at once; the
        run ends when they have arrived; `request_reply`: as bernoulli, and every packet gets an answer; requests and
        answers each have half of the virtual channels; `timed`: messages of some bytes at times of their own: the
        traffic timed_messages, or a program
    packet_size: one size, or a mix of several; timed: that of a full packet, by default 8 (flits, in [1, 65535],
        default 1)
    size_weights: relative frequency of each size (in [0, 1000000000], default 1)
    burst: on_off: mean length of a burst (cycles, in [1, 1000000000], default 100)
    burst_rate: on_off: load offered in a burst (flits/cycle, in [0, 1], default 1)
    reply_size: request_reply: size of an answer (flits, in [1, 65535], default 1)
    reply_delay: request_reply: delay from the arrival of a request to its answer, at least the time of a flit to a next
        router (cycles, in [0, 1000000000], default 0)
    flit_bytes: timed: bytes that a flit carries (bytes, in [1, 1000000], default 32)
    header_bytes: timed: bytes of each packet that carry nothing of the message (bytes, in [0, 1000000], default 0)
    bandwidth: timed: rate of a channel of bandwidth 1, unless the topology's file states rates; a cycle takes
        flit_bytes / (rate * full_bandwidth) (bytes/s, in [1e-09, 1e+18], default 12500000000)
    sending: timed: how a terminal sends several messages (default in_order); `in_order`: one after the other, in the
        order of their starts; `interleaved`: a packet of each that has started, in turn
    deliveries: timed: a table with a row for each message (default false)
    warm_up: time before the measurement; 0: until the latency has settled (cycles, in [0, 1000000000000], default 0)
    precision: measure until the 95 % confidence interval of the mean latency is at most plus or minus this fraction of
        it (in [0, 1], default 0.02)
    cycles: length of the measurement; 0: until precise enough (cycles, in [0, 1000000000000], default 0)
    most_cycles: end after this many cycles in any case; timed: by default, never (cycles, in [1000, 1000000000000000],
        default 200000)
    watchdog: how often to look for deadlock (cycles, in [100, 1000000000], default 1000)
    may_deadlock: run even if the virtual channels are too few to avoid deadlock (default false)
    interval: record the network, channels, routers and terminals over time, by intervals of this length; 0: off
        (cycles, in [0, 1000000000000], default 0)
    interval_pairs: record the flits between each source and destination over time, too (default false)
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
    bytes: bytes that the mean task sends to all tasks together, what it sends to itself included (bytes, in [0, 1e+18],
        default 1000000)
    bandwidth: rate of a channel of bandwidth 1, e.g. 100Gb/s: the result also has seconds; 0: no times (bytes/s, in [0,
        1e+18], default 0)
    alpha: delay of a hop, added for the farthest tasks that exchange something (seconds, in [0, 1000000000], default 0)
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
    fair: Given | None = None,
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

    bytes: bytes of a message; their median with spread (bytes, in [0, 1e+18], default 1000000)
    spread: sizes are log-normal, rounded to bytes: the standard deviation of their logarithm; 0: all are equal (in [0,
        10], default 0)
    start: when messages are sent (default together); `together`: all at time 0; `poisson`: each terminal one after the
        other, at random moments (rate)
    rate: start=poisson: what a terminal sends on average (bytes/s, in [0, 1e+18], default 0)
    bandwidth: rate of a channel of bandwidth 1 (bytes/s, in [0.001, 1e+18], default 12500000000)
    alpha: delay of a hop (ns, in [0, 1000000000000], default 100)
    beta: delay of a meter of cable (ns/m, in [0, 1000000000000], default 5)
    base: delay of a message beside that of its hops (ns, in [0, 1000000000000], default 0)
    envelope: bytes that each message has in addition (bytes, in [0, 1000000000000], default 0)
    terminals: injection and ejection channels (default counted); `counted`: they are channels of bandwidth 1; `free`:
        they do not limit
    weight: how messages that share a channel divide it (default equal); `equal`: that of each message is 1; `latency`:
        the inverse of its latency: TCP is unfair to long round trips (model CM02 of SimGrid)
    fair: whose weight is divided among its messages (default messages); `messages`: each has its own; `pairs`: those
        between two terminals that move together share one; `senders`: those of a terminal that move together share one
    factors: corrections by the size of a message: none; lv08 or smpi, SimGrid's with their weights; or a CSV file
        bytes,latency_factor,bandwidth_factor: above each size the latency is multiplied, the bytes are divided (default
        none)
    paths: the paths of a message (default drawn); `drawn`: one path per message, as often as the routing takes it;
        `spread`: the parts of all paths that the routing gives them
    precision: rates are exact for capacities that differ by this part (in [0, 0.5], default 1e-06)
    resolution: what ends within this part of the time is one event (in [0, 0.5], default 1e-09)
    deliveries: the result has a row for every message (default false)
    failed_links: fraction of the links that have failed (in [0, 1], default 0)
    failed_routers: fraction of the routers that have failed (in [0, 1], default 0)
    fail: failed links and routers by name, joined by +: 12-13+40 is the link between routers 12 and 13, and router 40;
        in a fabric ib5 is a switch, ib5[21] the cable at its port 21, ib5-ib6 all cables between two switches
    """
    raise NotImplementedError
