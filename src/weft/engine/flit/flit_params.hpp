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

/// When terminals make packets.
enum class Injection : std::uint8_t { bernoulli, on_off, batch, request_reply, timed };

/// How a terminal sends several timed messages.
enum class Sending : std::uint8_t { in_order, interleaved };

}  // namespace weft::flit

namespace weft {
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

/// Latency and bandwidth of the channels.
struct ChannelParams {
  Sides latency{1};
  double latency_per_step = 0;
  double meters_per_cycle = 0;
  std::int64_t injection_latency = 1;
  std::int64_t ejection_latency = 1;
  double full_bandwidth = 0;
  std::string channels = {};
};

constexpr std::tuple channel_schema{
    param(
        "latency", &ChannelParams::latency, Range{1, 100000},
        "latency of channels: one number, or one per channel class; latencies that the file of the topology states hold instead",
        "cycles"),
    param("latency_per_step", &ChannelParams::latency_per_step, Range{0, 100000},
          "on grids, replaces latency: latency of a channel per step of its coordinate; 0: off", "cycles"),
    param("meters_per_cycle", &ChannelParams::meters_per_cycle, Range{0, 1e6},
          "replaces latency: the distance that a signal travels per cycle along the cables of the "
          "layout; 0: off",
          "m"),
    param("injection_latency", &ChannelParams::injection_latency, Range{1, 100000},
          "latency from terminals to routers", "cycles"),
    param("ejection_latency", &ChannelParams::ejection_latency, Range{1, 100000},
          "latency from routers to terminals", "cycles"),
    param(
        "full_bandwidth", &ChannelParams::full_bandwidth, Range{0, 1e12},
        "bandwidth of a channel that carries a flit per cycle, in units of the topology; routers send at "
        "most `speedup` flits per cycle on faster channels; 0: the bandwidth of the fastest channel. Terminals "
        "send and receive a flit per cycle, unless the file of the topology states the rates of their cables"),
    param("channels", &ChannelParams::channels,
          "CSV file of single channels, in one direction each: columns from and to (routers), latency in "
          "cycles and bandwidth in units of the topology, and port (of from) where several channels have "
          "the same ends; other channels and empty cells follow the options above")};

/// Limits of what terminals have in the network, and control of congestion.
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
    param("max_outstanding", &CongestionParams::max_outstanding, Range{0, 1e9},
          "packets that a terminal may have in the network until they are acknowledged; with "
          "request_reply: requests until their answers arrive; 0: any number",
          "packets"),
    param("window", &CongestionParams::window, Range{0, 1e9}, "the same, to each destination", "packets"),
    param("ack_delay", &CongestionParams::ack_delay, Range{0, 1e9},
          "delay of an acknowledgment, in addition to the time of an idle network for the same path; "
          "acknowledgments load no channel",
          "cycles"),
    param("throttle", &CongestionParams::throttle, Range{0, 1},
          "a terminal begins a packet only while at most this share of the buffers behind the channels "
          "of its router is in use; 1: always"),
    param("ecn_threshold", &CongestionParams::ecn_threshold, Range{0, 1e9},
          "explicit congestion notification: a packet is marked at an output for which more flits than "
          "this wait in buffers of the router; its acknowledgment or answer carries the mark; 0: never",
          "flits"),
    param("ecn_cut", &CongestionParams::ecn_cut, Range{1e-6, 1},
          "share by which a mark lowers the rate of its source to that destination, at most once in a "
          "round trip"),
    param("ecn_recovery", &CongestionParams::ecn_recovery, Range{1e-6, 1e6},
          "rate that the source regains per 1,000 cycles", "flits/cycle")};

/// The packets that terminals inject (Dally & Towles, ch. 23).
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
    param("rate", &InjectionParams::rate, Range{0, 1e9},
          "injection rate: the mean load that each terminal offers", "flits/cycle"),
    param("injection", &InjectionParams::injection, "when terminals create packets"),
    param("packet_size", &InjectionParams::packet_size, Range{1, 65535},
          "one size, or a mix of several; timed: that of a full packet, by default 8", "flits"),
    param("size_weights", &InjectionParams::size_weights, Range{0, 1e9}, "relative frequency of each size"),
    param("burst", &InjectionParams::burst, Range{1, 1e9}, "on_off: mean length of a burst", "cycles"),
    param("burst_rate", &InjectionParams::burst_rate, Range{0, 1}, "on_off: load offered in a burst",
          "flits/cycle"),
    param("reply_size", &InjectionParams::reply_size, Range{1, 65535}, "request_reply: size of an answer",
          "flits"),
    param("reply_delay", &InjectionParams::reply_delay, Range{0, 1e9},
          "request_reply: delay from the arrival of a request to its answer, at least the time of a flit "
          "to a next router",
          "cycles"),
    param("flit_bytes", &InjectionParams::flit_bytes, Range{1, 1e6}, "timed: bytes that a flit carries",
          "bytes"),
    param("header_bytes", &InjectionParams::header_bytes, Range{0, 1e6},
          "timed: bytes of each packet that carry nothing of the message", "bytes"),
    param("bandwidth", &InjectionParams::bandwidth, Range{1e-9, 1e18},
          "timed: rate of a channel of bandwidth 1, unless the topology's file states rates; a cycle takes "
          "flit_bytes / (rate * full_bandwidth)",
          "bytes/s"),
    param("sending", &InjectionParams::sending, "timed: how a terminal sends several messages"),
    param("deliveries", &InjectionParams::deliveries, "timed: a table with a row for each message")};

/// What a run measures, and for how long.
struct MeasurementParams {
  std::int64_t warm_up = 0;
  double precision = 0.02;
  std::int64_t cycles = 0;
  std::int64_t most_cycles = 200000;
  std::int64_t watchdog = 1000;
  bool may_deadlock = false;
  std::int64_t interval = 0;
  bool interval_pairs = false;
};

constexpr std::tuple measurement_schema{
    param("warm_up", &MeasurementParams::warm_up, Range{0, 1e12},
          "time before the measurement; 0: until the latency has settled", "cycles"),
    param(
        "precision", &MeasurementParams::precision, Range{0, 1},
        "measure until the 95 % confidence interval of the mean latency is at most plus or minus this fraction of it"),
    param("cycles", &MeasurementParams::cycles, Range{0, 1e12},
          "length of the measurement; 0: until precise enough", "cycles"),
    param("most_cycles", &MeasurementParams::most_cycles, Range{1000, 1e15},
          "end after this many cycles in any case; timed: by default, never", "cycles"),
    param("watchdog", &MeasurementParams::watchdog, Range{100, 1e9}, "how often to look for deadlock",
          "cycles"),
    param("may_deadlock", &MeasurementParams::may_deadlock,
          "run even if the virtual channels are too few to avoid deadlock"),
    param("interval", &MeasurementParams::interval, Range{0, 1e12},
          "record the network, channels, routers and terminals over time, by intervals of this length; "
          "0: off",
          "cycles"),
    param("interval_pairs", &MeasurementParams::interval_pairs,
          "record the flits between each source and destination over time, too")};

/// Options of the engine `flit`, in groups.
struct FlitOptions : RouterParams, ChannelParams, CongestionParams, InjectionParams, MeasurementParams {
  RouterPreset router = RouterPreset::none;
  FailureParams failures = {};
};

/// The options, and parameters of a simulation that follow from other parts of a request.
struct FlitParams : FlitOptions {
  std::vector<TrafficClass> classes = {};        ///< empty: one, by the options
  std::uint32_t tree_vcs = 0, adding_delay = 0;  ///< of GroupTrees; see RouterOptions
  double flit_rate = 0;  ///< bytes/s of a channel that carries a flit per cycle; 0: `bandwidth`
};

constexpr std::tuple flit_schema = std::tuple_cat(
    std::tuple{param("router", &FlitOptions::router,
                     "preset: the defaults of other options; a request that gives none does not state it")},
    router_schema, channel_schema, congestion_schema, injection_schema, measurement_schema,
    group(&FlitOptions::failures, failure_schema));

/// Reads the options of a spec; options that it does not state have the values of its preset, else the
/// defaults. Throws InputError at `engine`; for figures of energy it names the setting of the request.
Given<FlitParams> read_flit_params(Spec const& spec);

/// The arguments that read_flit_params turns into `params`: all of them, but the preset only if there is one.
std::vector<Spec::Argument> write_flit_params(FlitParams const& params);

/// Throws InputError at `engine` for options that contradict each other, whatever the rate.
void check(FlitParams const& params);

/// Throws InputError at `engine` for a rate at which terminals cannot send.
void check_rate(FlitParams const& all);

/// Changes the defaults of options that are not given to those of timed messages.
void set_timed_defaults(Given<FlitParams>& params);

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
