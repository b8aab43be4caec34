"""The parameters of `weft.Flits`.

Written by `weft docs --python`; do not edit.
"""
from __future__ import annotations

from typing import Literal

from .accepted import MappingLike, Number, Numbers, Parts, Path, Quantity, Settings, Sides, TopologyLike, TrafficLike, Whole
from .values import Routing
from .request import begun

__all__ = [
    "FlitsParameters",
]


class FlitsParameters:
    """Parameters of `weft.simulate` and of `weft.engine.flit`."""

    @begun
    def __init__(
        self,
        topology: TopologyLike,
        *,
        routing: Routing | str = "default",
        traffic: TrafficLike = "uniform",
        messages: Whole = 1,
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
    ) -> None:
        """Begins a simulation of flits.

        Parameters
        ----------
        topology : TopologyLike
            network, e.g. torus:sides=8x8x8
        routing : Routing | str, default "default"
            routing; default: depends on the topology
        traffic : TrafficLike, default "uniform"
            traffic pattern, e.g. permutation, uniform, tornado, or communication pattern of tasks, e.g. halo; default: halo
            with engine load, jobs, mapping, grid or ranks_per_node, else permutation; alias: pattern
        messages : Whole, default 1
            messages per terminal (in [0, 4294967295])
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
        """
        raise NotImplementedError
