// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/engine/flit/router_params.hpp"
#include "weft/engine/flit/router_presets.hpp"
#include "weft/engine/flit/traffic_class.hpp"
#include "weft/network/failures.hpp"

namespace weft::flit {

/// Arrival process of the packets of a terminal.
enum class Injection : std::uint8_t { bernoulli, on_off, batch, request_reply, timed };

/// Order in which a terminal sends several timed messages.
enum class Sending : std::uint8_t { in_order, interleaved };

}  // namespace weft::flit

namespace weft {
template <>
inline constexpr EnumValue<flit::Injection> enum_values<flit::Injection>[] = {
    {"bernoulli", flit::Injection::bernoulli, "independently in every cycle"},
    {"on_off", flit::Injection::on_off, "in bursts: a Markov chain switches each terminal on and off"},
    {"batch", flit::Injection::batch,
     "all messages of the traffic are created at the start; the run ends when they have arrived"},
    {"request_reply", flit::Injection::request_reply,
     "as bernoulli, and every packet gets a reply; requests and replies each use half of the virtual channels"},
    {"timed", flit::Injection::timed,
     "messages with individual sizes and start times: the traffic timed_messages, or a program"}};
template <>
inline constexpr EnumValue<flit::Sending> enum_values<flit::Sending>[] = {
    {"in_order", flit::Sending::in_order, "one after another, in order of start times"},
    {"interleaved", flit::Sending::interleaved, "in turn, one packet of each message that has started"}};
}  // namespace weft

namespace weft::flit {

/// Default latency limit that defines saturation, as a multiple of the zero-load latency.
inline constexpr double saturation_factor = 3;

/// Latency and bandwidth of the channels.
struct ChannelParams {
  Sides latency{1};
  double latency_per_step = 0;
  double meters_per_cycle = 0;
  std::int64_t injection_latency = 1;
  std::int64_t ejection_latency = 1;
  double reference_bandwidth = 0;
  std::string channels = {};
};

constexpr std::tuple channel_schema{
    param("latency", &ChannelParams::latency, Range{1, 100000},
          "latency of channels: one number, or one per channel class; latencies in the topology's file "
          "take precedence",
          "cycles"),
    param("latency_per_step", &ChannelParams::latency_per_step, Range{0, 100000},
          "grids only, replaces latency: channel latency per unit of coordinate distance; 0: off", "cycles"),
    param("meters_per_cycle", &ChannelParams::meters_per_cycle, Range{0, 1e6},
          "replaces latency: distance that a signal travels per cycle along the cables of the layout; 0: off",
          "m"),
    param("injection_latency", &ChannelParams::injection_latency, Range{1, 100000},
          "latency from terminals to routers", "cycles"),
    param("ejection_latency", &ChannelParams::ejection_latency, Range{1, 100000},
          "latency from routers to terminals", "cycles"),
    param(
        "reference_bandwidth", &ChannelParams::reference_bandwidth, Range{0, 1e12},
        "bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at "
        "most `speedup` flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals "
        "send and receive a flit per cycle, unless the file of the topology states the rates of their cables")
        .formerly("full_bandwidth"),
    param("channels", &ChannelParams::channels,
          "CSV file of individual channels, one direction each: columns from and to (routers), latency in "
          "cycles and bandwidth in units of the topology, and port (of from) if several channels connect the "
          "same routers; other channels and empty cells follow the options above")};

/// Limits on the packets in flight of each terminal, and congestion control.
struct CongestionParams {
  std::int64_t max_outstanding = 0;
  std::int64_t window = 0;
  std::int64_t ack_delay = 0;
  double throttle = 1;
  std::int64_t ecn_threshold = 0;
  double ecn_cut = 0.5;
  double ecn_recovery = 0.01;
};

constexpr std::tuple congestion_schema{
    param(
        "max_outstanding", &CongestionParams::max_outstanding, Range{0, 1e9},
        "maximum number of unacknowledged packets of a terminal; with request_reply: of requests without a reply; 0: no "
        "limit",
        "packets")
        .also("max_outstanding_requests"),
    param("window", &CongestionParams::window, Range{0, 1e9},
          "maximum number of unacknowledged packets of a terminal to each destination; 0: no limit",
          "packets"),
    param(
        "ack_delay", &CongestionParams::ack_delay, Range{0, 1e9},
        "delay of an acknowledgment, in addition to the zero-load latency of the same path; acknowledgments "
        "occupy no channel",
        "cycles"),
    param("throttle", &CongestionParams::throttle, Range{0, 1},
          "a terminal starts a packet only while at most this fraction of the buffers behind the channels "
          "of its router is in use; 1: no limit"),
    param(
        "ecn_threshold", &CongestionParams::ecn_threshold, Range{0, 1e9},
        "explicit congestion notification: a packet is marked at an output if more flits than this "
        "wait for the output in buffers of the router; its acknowledgment or reply carries the mark; 0: off",
        "flits"),
    param(
        "ecn_cut", &CongestionParams::ecn_cut, Range{1e-6, 1},
        "fraction by which a mark reduces the rate of its source to the destination, at most once per round trip"),
    param("ecn_recovery", &CongestionParams::ecn_recovery, Range{1e-6, 1e6},
          "increase of a reduced rate per 1,000 cycles", "flits/cycle")};

/// Packets that terminals inject (Dally & Towles, ch. 23).
struct InjectionParams {
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
};

constexpr std::tuple injection_schema{
    param("rate", &InjectionParams::rate, Range{0, 1e9}, "injection rate: the mean offered load per terminal",
          "flits/cycle")
        .also("injection_rate"),
    param("injection", &InjectionParams::injection, "process that creates packets at terminals")
        .also("injection_process"),
    param("packet_size", &InjectionParams::packet_size, Range{1, 65535},
          "packet size, or several sizes; timed: size of a full packet, by default 8", "flits"),
    param("size_weights", &InjectionParams::size_weights, Range{0, 1e9}, "relative frequency of each size")
        .also("packet_size_rate"),
    param("burst", &InjectionParams::burst, Range{1, 1e9}, "on_off: mean length of a burst", "cycles"),
    param("burst_rate", &InjectionParams::burst_rate, Range{0, 1}, "on_off: offered load in a burst",
          "flits/cycle")
        .also("burst_r1"),
    param("reply_size", &InjectionParams::reply_size, Range{1, 65535}, "request_reply: size of a reply",
          "flits"),
    param(
        "reply_delay", &InjectionParams::reply_delay, Range{0, 1e9},
        "request_reply: delay from the arrival of a request to its reply; the minimum is the time of a flit "
        "to the next router",
        "cycles"),
    param("flit_bytes", &InjectionParams::flit_bytes, Range{1, 1e6}, "timed: bytes that a flit carries",
          "bytes"),
    param("header_bytes", &InjectionParams::header_bytes, Range{0, 1e6}, "timed: header of each packet",
          "bytes"),
    param(
        "bandwidth", &InjectionParams::bandwidth, Range{1e-9, 1e18},
        "timed: rate of a channel of bandwidth 1, unless the file of the topology states rates; a cycle lasts "
        "flit_bytes / (rate * reference_bandwidth)",
        "bytes/s"),
    param("sending", &InjectionParams::sending, "timed: order in which a terminal sends several messages"),
    param("deliveries", &InjectionParams::deliveries, "timed: adds a table with a row for each message")};

/// Scope and length of a measurement.
struct MeasurementParams {
  std::int64_t warm_up = 0;
  double precision = 0.02;
  std::int64_t cycles = 0;
  std::int64_t max_cycles = 200000;
  std::int64_t watchdog = 1000;
  bool allow_deadlock = false;
  std::int64_t interval = 0;
  bool interval_pairs = false;
};

constexpr std::tuple measurement_schema{
    param("warm_up", &MeasurementParams::warm_up, Range{0, 1e12},
          "time before the measurement; 0: until the latency has settled", "cycles"),
    param(
        "precision", &MeasurementParams::precision, Range{0, 1},
        "measure until the half-width of the 95 % confidence interval of the mean latency is at most this fraction of the mean"),
    param("cycles", &MeasurementParams::cycles, Range{0, 1e12},
          "length of the measurement; 0: until `precision` is reached", "cycles"),
    param("max_cycles", &MeasurementParams::max_cycles, Range{1000, 1e15},
          "maximum length of the run; timed: by default, no limit", "cycles")
        .formerly("most_cycles"),
    param("watchdog", &MeasurementParams::watchdog, Range{100, 1e9}, "period of deadlock checks", "cycles"),
    param("allow_deadlock", &MeasurementParams::allow_deadlock,
          "run even if there are too few virtual channels for deadlock freedom")
        .formerly("may_deadlock"),
    param("interval", &MeasurementParams::interval, Range{0, 1e12},
          "record the network, channels, routers and terminals over time, in intervals of this length; "
          "0: off",
          "cycles"),
    param("interval_pairs", &MeasurementParams::interval_pairs,
          "also record the flits between each source and destination over time")};

/// Options of the engine `flit`, in groups.
struct FlitOptions : RouterParams, ChannelParams, CongestionParams, InjectionParams, MeasurementParams {
  RouterPreset router = RouterPreset::none;
  FailureParams failures = {};
};

/// Options, and parameters of a simulation that follow from other parts of a request.
struct FlitParams : FlitOptions {
  std::vector<TrafficClass> classes = {};           ///< empty: one class, with the options above
  std::uint32_t tree_vcs = 0, reduction_delay = 0;  ///< see RouterOptions
  double flit_rate = 0;  ///< bytes/s of a channel that carries a flit per cycle; 0: `bandwidth`
};

constexpr std::tuple flit_schema =
    std::tuple_cat(std::tuple{param("router", &FlitOptions::router, "preset of defaults for other options")},
                   router_schema, channel_schema, congestion_schema, injection_schema, measurement_schema,
                   group(&FlitOptions::failures, failure_schema));

/// Returns `spec` with aliases replaced by the names of their options.
Spec without_aliases(Spec spec);

/// Reads the options of a spec. Options that the spec omits have the values of its preset, or else the
/// defaults. Throws InputError at `engine`; for energy options, the error suggests `weft simulate --energy`.
Given<FlitParams> read_flit_params(Spec const& spec);

/// Returns all options as arguments, and the preset if there is one. Inverse of read_flit_params.
std::vector<Spec::Argument> write_flit_params(FlitParams const& params);

/// Throws InputError for options that conflict or have no effect, regardless of the rate.
void check(FlitParams const& params);

/// Throws InputError at `engine` for a rate that terminals cannot inject, or a rate of 0.
void check_rate(FlitParams const& all);

/// Sets `injection` to timed, and options that the request does not specify to their defaults for timed
/// messages.
void set_timed_defaults(Given<FlitParams>& params);

/// Returns the options of the routers.
RouterOptions router_options(FlitParams const& params);

/// Returns the last cycle that may be measured if `cycles` is 0; later cycles are reserved for the arrival of
/// the measured packets.
std::int64_t last_measured_cycle(FlitParams const& params);

/// Returns whether sources receive acknowledgments of their packets.
bool needs_acknowledgments(FlitParams const& params);

/// Returns the number of traffic classes, at least 1.
std::size_t num_classes(FlitParams const& params);

/// Returns the options with the rate and the packet sizes of class `c`, without classes.
FlitParams params_of_class(FlitParams const& params, std::size_t c);

/// Returns the traffic of class `c`, or `others` if the class does not specify any.
Traffic const& traffic_of_class(FlitParams const& params, std::size_t c, Traffic const& others);

/// Returns the size of the longest packet in flits, including replies.
std::int64_t longest_packet(FlitParams const& params);

/// Returns the relative frequency of the i-th packet size.
double size_weight(FlitParams const& params, std::size_t i);

/// Returns the mean packet size in flits, for options without classes.
double mean_packet_size(FlitParams const& params);

/// Returns the mean number of packets that `terminals` terminals create per cycle.
double packets_per_cycle(FlitParams const& params, std::uint32_t terminals);

}  // namespace weft::flit
