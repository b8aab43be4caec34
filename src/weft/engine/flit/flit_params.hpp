#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/engine/flit/options.hpp"
#include "weft/engine/flit/traffic_class.hpp"
#include "weft/network/failures.hpp"

namespace weft::flit {

/// When terminals make packets.
enum class Injection : std::uint8_t { bernoulli, on_off, batch, request_reply, timed };

/// How a terminal sends several timed messages.
enum class Sending : std::uint8_t { in_order, interleaved };

}  // namespace weft::flit

namespace weft {
template <>
inline constexpr EnumValue<flit::AllocatorKind> enum_values<flit::AllocatorKind>[] = {
    {"islip", flit::AllocatorKind::islip, "outputs grant, inputs accept (McKeown, 1999)"},
    {"input_first", flit::AllocatorKind::input_first,
     "separable: each input asks for one output, each output takes one input"},
    {"pim", flit::AllocatorKind::pim,
     "parallel iterative matching: outputs grant and inputs accept at random (Anderson et al., 1993)"},
    {"wavefront", flit::AllocatorKind::wavefront,
     "diagonal after diagonal of the matrix of requests, each cycle from the next one (Tamir & Chi, 1993); "
     "no request that could be granted is left"}};
template <>
inline constexpr EnumValue<flit::Arbitration> enum_values<flit::Arbitration>[] = {
    {"round_robin", flit::Arbitration::round_robin, "in turn"},
    {"age", flit::Arbitration::age, "the oldest packet first"}};
template <>
inline constexpr EnumValue<flit::Decision> enum_values<flit::Decision>[] = {
    {"front", flit::Decision::front,
     "when the packet is next to leave the source's router on its virtual channel"},
    {"injection", flit::Decision::injection,
     "when the packet enters that router, even if it then waits there for long (BookSim 2 with look-ahead)"}};
template <>
inline constexpr EnumValue<flit::EjectionVc> enum_values<flit::EjectionVc>[] = {
    {"any", flit::EjectionVc::any, "any free one"},
    {"same", flit::EjectionVc::same,
     "the one on which the packet reached its last router (BookSim 2's dragonfly)"}};
template <>
inline constexpr EnumValue<flit::Speculation> enum_values<flit::Speculation>[] = {
    {"false", flit::Speculation::off, "once they have their virtual channel"},
    {"true", flit::Speculation::on,
     "together with it, before they know whether they get it; a grant without a virtual channel or credit is "
     "lost, and so is one that a flit with a virtual channel needs (Peh & Dally, HPCA 2001)"},
    {"ideal", flit::Speculation::ideal,
     "as if they knew it already, after all others: no grant is lost, a bound on what speculation gains"}};
template <>
inline constexpr EnumValue<flit::QueueMeasure> enum_values<flit::QueueMeasure>[] = {
    {"credits", flit::QueueMeasure::credits,
     "flits in the next buffers, on the way to them, or back as credits (credits in use)"},
    {"committed", flit::QueueMeasure::committed,
     "those, and the flits of packets that wait at the router for the port; heads that arrive together choose "
     "one after the other (sequential: Kim, Dally & Abts, SC 2006)"}};
template <>
inline constexpr EnumValue<flit::FlowControl> enum_values<flit::FlowControl>[] = {
    {"automatic", flit::FlowControl::automatic,
     "wormhole, but cut_through if the routing would otherwise not be free of deadlock"},
    {"wormhole", flit::FlowControl::wormhole, "a packet moves flit by flit and may span several routers"},
    {"cut_through", flit::FlowControl::cut_through,
     "virtual cut-through: a packet moves only if all of it fits"}};
template <>
inline constexpr EnumValue<flit::Injection> enum_values<flit::Injection>[] = {
    {"bernoulli", flit::Injection::bernoulli, "independently in every cycle"},
    {"on_off", flit::Injection::on_off, "in bursts: a Markov chain switches each terminal on and off"},
    {"batch", flit::Injection::batch,
     "all messages of the traffic at once; the run ends when they have arrived"},
    {"request_reply", flit::Injection::request_reply,
     "as bernoulli, and every packet gets an answer; requests and answers each have half of the virtual "
     "channels"},
    {"timed", flit::Injection::timed,
     "messages of some bytes at times of their own: the traffic timed_messages, or a program"}};
template <>
inline constexpr EnumValue<flit::Sending> enum_values<flit::Sending>[] = {
    {"in_order", flit::Sending::in_order, "one after the other, in the order of their starts"},
    {"interleaved", flit::Sending::interleaved, "a packet of each that has started, in turn"}};
}  // namespace weft

namespace weft::flit {

/// A sweep finds the rate at which the mean latency is this multiple of that of the idle network.
inline constexpr double saturation_factor = 3;

/// Options of the engine `flit`: the router (Dally & Towles, ch. 16 to 19), its channels, what terminals
/// inject (ch. 23), and how long to measure.
struct FlitParams {
  std::int64_t vcs = 4;
  std::int64_t vc_buffer = 8;
  std::int64_t shared_buffer = 0;
  std::int64_t shared_per_vc = 0;
  FlowControl flow = FlowControl::automatic;
  AllocatorKind allocator = AllocatorKind::islip;
  std::int64_t iterations = 1;
  Arbitration arbitration = Arbitration::round_robin;
  Speculation speculative = Speculation::off;
  bool hold_switch = false;
  bool atomic_vcs = false;
  std::int64_t speedup = 1;
  std::int64_t input_speedup = 1;
  std::int64_t output_speedup = 1;
  std::int64_t output_buffer = 0;
  std::int64_t routing_delay = 0;
  Decision decision = Decision::front;
  EjectionVc ejection_vc = EjectionVc::any;
  QueueMeasure queues = QueueMeasure::credits;
  std::int64_t queue_update = 1;
  std::int64_t vc_allocation_delay = 1;
  std::int64_t switch_allocation_delay = 1;
  std::int64_t switch_delay = 1;
  std::int64_t credit_delay = 2;
  Sides latency{1};
  double latency_per_step = 0;
  double meters_per_cycle = 0;
  std::int64_t injection_latency = 1;
  std::int64_t ejection_latency = 1;
  double full_bandwidth = 0;
  std::string channels = {};

  std::int64_t max_outstanding = 0;
  std::int64_t window = 0;
  std::int64_t ack_delay = 0;
  double throttle = 1;
  std::int64_t ecn_threshold = 0;
  double ecn_cut = 0.5;
  double ecn_recovery = 0.01;

  double rate = 0.1;
  Injection injection = Injection::bernoulli;
  Sides packet_size{1};
  Numbers size_weights{1};
  double burst = 100;
  double burst_rate = 1;
  std::int64_t reply_size = 1;
  std::int64_t reply_delay = 0;
  double flit_bytes = 32;
  double header_bytes = 0;
  double bandwidth = 12.5e9;
  Sending sending = Sending::in_order;
  bool deliveries = false;

  std::int64_t warm_up = 0;
  double precision = 0.02;
  std::int64_t cycles = 0;
  std::int64_t most_cycles = 200000;
  std::int64_t watchdog = 1000;
  bool may_deadlock = false;
  std::int64_t interval = 0;
  bool interval_pairs = false;
  std::int64_t flit_bits = 0;
  double clock = 0;
  double write_energy = 0.06;
  double read_energy = 0.06;
  double switch_energy = 0.08;
  double arbitration_energy = 0.04;
  double port_energy = -1;
  double link_energy = 70;
  double meter_energy = 0;
  FailureParams failures = {};

  std::vector<TrafficClass> classes = {};        ///< none: one of the options above. Not an option itself
  std::uint32_t tree_vcs = 0, adding_delay = 0;  ///< see RouterOptions; set with GroupTrees, not options
  /// Bytes/s of a channel that carries a flit per cycle; 0: `bandwidth`. Not an option: set_flit_rate() sets
  /// it with the paces of the channels.
  double flit_rate = 0;
};

constexpr std::tuple flit_schema = std::tuple_cat(
    std::tuple{
        param("vcs", &FlitParams::vcs, Range{1, 64},
              "virtual channels per port; by default more if the routing needs more"),
        param("vc_buffer", &FlitParams::vc_buffer, Range{1, 65535}, "buffer of a virtual channel", "flits"),
        param(
            "shared_buffer", &FlitParams::shared_buffer, Range{0, 65534},
            "places of each input port beside vc_buffer, which its virtual channels share, first come first "
            "served (a dynamically allocated multi-queue: Tamir & Frazier, 1992)",
            "flits"),
        param("shared_per_vc", &FlitParams::shared_per_vc, Range{0, 65534},
              "the most shared places that one virtual channel may take; 0: all of them", "flits"),
        param("flow", &FlitParams::flow, "how packets advance"),
        param("allocator", &FlitParams::allocator, "how virtual channels and the switch are allocated"),
        param("iterations", &FlitParams::iterations, Range{1, 64},
              "how often the allocators repeat for what is not yet matched; wavefront needs no repetition"),
        param("arbitration", &FlitParams::arbitration, "which request an arbiter grants first"),
        param("speculative", &FlitParams::speculative, "when heads request the switch"),
        param("hold_switch", &FlitParams::hold_switch,
              "a packet keeps its path through the switch until its tail has passed, or until it has nothing "
              "to send"),
        param("atomic_vcs", &FlitParams::atomic_vcs,
              "a virtual channel accepts the next packet only once its buffer is empty"),
        param("speedup", &FlitParams::speedup, Range{1, 16},
              "speed of routers relative to channels: allocations and switch traversals per cycle"),
        param("input_speedup", &FlitParams::input_speedup, Range{1, 64},
              "inputs of the switch for each port, which share its virtual channels: v uses input v modulo "
              "this; divides vcs"),
        param("output_speedup", &FlitParams::output_speedup, Range{1, 64},
              "outputs of the switch for each port, which share the input ports: port i uses output i modulo "
              "this"),
        param("output_buffer", &FlitParams::output_buffer, Range{0, 1e9},
              "flits that may wait behind the switch for their channel; 0: as many as credits allow",
              "flits"),
        param("routing_delay", &FlitParams::routing_delay, Range{0, 10000},
              "delay of the route computation; 0: look-ahead", "cycles"),
        param("decision", &FlitParams::decision, "when routings that look at queues choose at the source"),
        param("queues", &FlitParams::queues, "what routings that look at queues see of an output port"),
        param("queue_update", &FlitParams::queue_update, Range{1, 1e6},
              "how often they see the queues of their router; in between they see old ones", "cycles"),
        param("ejection_vc", &FlitParams::ejection_vc,
              "the virtual channel on which packets leave to their terminal"),
        param("vc_allocation_delay", &FlitParams::vc_allocation_delay, Range{1, 10000},
              "delay of the VC allocation", "cycles"),
        param("switch_allocation_delay", &FlitParams::switch_allocation_delay, Range{1, 10000},
              "delay of the switch allocation", "cycles"),
        param("switch_delay", &FlitParams::switch_delay, Range{1, 10000}, "delay of the switch traversal",
              "cycles"),
        param("credit_delay", &FlitParams::credit_delay, Range{0, 10000},
              "delay of a credit, in addition to the channel's latency", "cycles"),
        param(
            "latency", &FlitParams::latency, Range{1, 100000},
            "latency of channels: one number, or one per channel class; latencies that the file of the topology states hold instead",
            "cycles"),
        param("latency_per_step", &FlitParams::latency_per_step, Range{0, 100000},
              "on grids, replaces latency: latency of a channel per step of its coordinate; 0: off",
              "cycles"),
        param("meters_per_cycle", &FlitParams::meters_per_cycle, Range{0, 1e6},
              "replaces latency: the distance that a signal travels per cycle along the cables of the "
              "layout; 0: off",
              "m"),
        param("injection_latency", &FlitParams::injection_latency, Range{1, 100000},
              "latency from terminals to routers", "cycles"),
        param("ejection_latency", &FlitParams::ejection_latency, Range{1, 100000},
              "latency from routers to terminals", "cycles"),
        param(
            "full_bandwidth", &FlitParams::full_bandwidth, Range{0, 1e12},
            "bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at "
            "most `speedup` flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals "
            "send and receive a flit per cycle, unless the file of the topology states the rates of their cables"),
        param("channels", &FlitParams::channels,
              "CSV file of single channels, in one direction each: columns from and to (routers), latency in "
              "cycles and bandwidth in units of the topology, and port (of from) where several channels have "
              "the same ends; other channels and empty cells follow the options above"),
        param("max_outstanding", &FlitParams::max_outstanding, Range{0, 1e9},
              "packets that a terminal may have in the network until they are acknowledged; with "
              "request_reply: requests until their answers arrive; 0: any number",
              "packets"),
        param("window", &FlitParams::window, Range{0, 1e9}, "the same, to each destination", "packets"),
        param("ack_delay", &FlitParams::ack_delay, Range{0, 1e9},
              "delay of an acknowledgment, in addition to the time of an idle network for the same path; "
              "acknowledgments load no channel",
              "cycles"),
        param("throttle", &FlitParams::throttle, Range{0, 1},
              "a terminal begins a packet only while at most this share of the buffers behind the channels "
              "of its router is in use; 1: always"),
        param("ecn_threshold", &FlitParams::ecn_threshold, Range{0, 1e9},
              "explicit congestion notification: a packet is marked at an output for which more flits than "
              "this wait in buffers of the router; its acknowledgment or answer carries the mark; 0: never",
              "flits"),
        param("ecn_cut", &FlitParams::ecn_cut, Range{1e-6, 1},
              "share by which a mark lowers the rate of its source to that destination, at most once in a "
              "round trip"),
        param("ecn_recovery", &FlitParams::ecn_recovery, Range{1e-6, 1e6},
              "rate that the source regains per 1,000 cycles", "flits/cycle"),
        param("rate", &FlitParams::rate, Range{0, 1e9},
              "injection rate: the mean load that each terminal offers", "flits/cycle"),
        param("injection", &FlitParams::injection, "when terminals create packets"),
        param("packet_size", &FlitParams::packet_size, Range{1, 65535},
              "one size, or a mix of several; timed: that of a full packet, by default 8", "flits"),
        param("size_weights", &FlitParams::size_weights, Range{0, 1e9}, "relative frequency of each size"),
        param("burst", &FlitParams::burst, Range{1, 1e9}, "on_off: mean length of a burst", "cycles"),
        param("burst_rate", &FlitParams::burst_rate, Range{0, 1}, "on_off: load offered in a burst",
              "flits/cycle"),
        param("reply_size", &FlitParams::reply_size, Range{1, 65535}, "request_reply: size of an answer",
              "flits"),
        param("reply_delay", &FlitParams::reply_delay, Range{0, 1e9},
              "request_reply: delay from the arrival of a request to its answer, at least the time of a flit "
              "to a next router",
              "cycles"),
        param("flit_bytes", &FlitParams::flit_bytes, Range{1, 1e6}, "timed: bytes that a flit carries",
              "bytes"),
        param("header_bytes", &FlitParams::header_bytes, Range{0, 1e6},
              "timed: bytes of each packet that carry nothing of the message", "bytes"),
        param(
            "bandwidth", &FlitParams::bandwidth, Range{1e-9, 1e18},
            "timed: rate of a channel of bandwidth 1, unless the topology's file states rates; a cycle takes "
            "flit_bytes / (rate * full_bandwidth)",
            "bytes/s"),
        param("sending", &FlitParams::sending, "timed: how a terminal sends several messages"),
        param("deliveries", &FlitParams::deliveries, "timed: a table with a row for each message"),
        param("warm_up", &FlitParams::warm_up, Range{0, 1e12},
              "time before the measurement; 0: until the latency has settled", "cycles"),
        param(
            "precision", &FlitParams::precision, Range{0, 1},
            "measure until the 95 % confidence interval of the mean latency is at most plus or minus this fraction of it"),
        param("cycles", &FlitParams::cycles, Range{0, 1e12},
              "length of the measurement; 0: until precise enough", "cycles"),
        param("most_cycles", &FlitParams::most_cycles, Range{1000, 1e15},
              "end after this many cycles in any case; timed: by default, never", "cycles"),
        param("watchdog", &FlitParams::watchdog, Range{100, 1e9}, "how often to look for deadlock", "cycles"),
        param("may_deadlock", &FlitParams::may_deadlock,
              "run even if the virtual channels are too few to avoid deadlock"),
        param("interval", &FlitParams::interval, Range{0, 1e12},
              "record the network, channels, routers and terminals over time, by intervals of this length; "
              "0: off",
              "cycles"),
        param("interval_pairs", &FlitParams::interval_pairs,
              "record the flits between each source and destination over time, too"),
        param(
            "flit_bits", &FlitParams::flit_bits, Range{0, 1e6},
            "bits of a flit, for the energy of the network, from what its routers and channels did; 0: off"),
        param("clock", &FlitParams::clock, Range{0, 1e6},
              "with flit_bits: cycles per nanosecond, for the power of the network; 0: no power", "GHz"),
        param("write_energy", &FlitParams::write_energy, Range{0, 1e9},
              "with flit_bits: energy of writing a bit into an input buffer", "pJ"),
        param("read_energy", &FlitParams::read_energy, Range{0, 1e9}, "with flit_bits: of reading it", "pJ"),
        param("switch_energy", &FlitParams::switch_energy, Range{0, 1e9},
              "with flit_bits: of a bit's passing the switch", "pJ"),
        param("arbitration_energy", &FlitParams::arbitration_energy, Range{0, 1e9},
              "with flit_bits: of both allocations, per bit of the flit", "pJ"),
        param(
            "port_energy", &FlitParams::port_energy, Range{-1, 1e9},
            "with flit_bits: what an output port with its input takes in each cycle, busy or not; -1: 26 for "
            "each 128 bits of a flit",
            "pJ"),
        param("link_energy", &FlitParams::link_energy, Range{0, 1e9},
              "with flit_bits: of sending a bit over a channel, those of terminals included", "pJ"),
        param("meter_energy", &FlitParams::meter_energy, Range{0, 1e9},
              "with flit_bits: the same per meter between routers, by the layout", "pJ")},
    group(&FlitParams::failures, failure_schema));

/// Throws InputError at `engine` for options that contradict each other, whatever the rate.
void check(FlitParams const& params);

/// Throws InputError at `engine` for a rate at which terminals cannot send.
void check_rate(FlitParams const& all);

/// Changes the defaults of options that are not given (see `given`) to those of timed messages.
void set_timed_defaults(FlitParams& params, std::function<bool(std::string_view option)> const& given);

/// The options that concern the routers.
RouterOptions router_options(FlitParams const& params);

/// The last cycle that may be measured, unless `cycles` is given: the measured packets must still arrive.
std::int64_t last_measured_cycle(FlitParams const& params);

/// Whether sources hear of the arrival of their packets.
bool needs_acknowledgments(FlitParams const& params);

/// The number of traffic classes, at least 1.
std::size_t num_classes(FlitParams const& params);

/// The options of the packets of a class, as if it were alone.
FlitParams params_of_class(FlitParams const& params, std::size_t c);

/// The messages of a class: its own, or else those of the simulation.
Traffic const& traffic_of_class(FlitParams const& params, std::size_t c, Traffic const& others);

/// Flits of the longest packet, answers included.
std::int64_t longest_packet(FlitParams const& params);

/// The relative frequency of the i-th packet size.
double size_weight(FlitParams const& params, std::size_t i);

/// Flits of a packet of no or one class on average.
double mean_packet_size(FlitParams const& params);

/// The packets that all terminals make in a cycle on average, if so many terminals send.
double packets_per_cycle(FlitParams const& params, std::uint32_t terminals);

}  // namespace weft::flit
