// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/failures.hpp"

namespace weft::flow {

/// Start times of messages.
enum class Start : std::uint8_t { together, poisson };
/// Whether injection and ejection channels limit the rates.
enum class TerminalChannels : std::uint8_t { counted, free };
/// Weights of messages.
enum class Weighting : std::uint8_t { equal, latency };
/// Unit of fairness: units have equal weights, and the messages of a unit divide its weight equally.
enum class Fairness : std::uint8_t { messages, pairs, senders };
/// Paths of a message: one, or all paths of its routing.
enum class PathUse : std::uint8_t { single, split };

}  // namespace weft::flow

namespace weft {
template <>
inline constexpr EnumValue<flow::Start> enum_values<flow::Start>[] = {
    {"together", flow::Start::together, "all messages at time 0"},
    {"poisson", flow::Start::poisson, "at the random times of a Poisson process at each terminal (rate)"}};
template <>
inline constexpr EnumValue<flow::TerminalChannels> enum_values<flow::TerminalChannels>[] = {
    {"counted", flow::TerminalChannels::counted, "channels of bandwidth 1"},
    {"free", flow::TerminalChannels::free, "unlimited"}};
template <>
inline constexpr EnumValue<flow::Weighting> enum_values<flow::Weighting>[] = {
    {"equal", flow::Weighting::equal, "weight 1 for each message"},
    {"latency", flow::Weighting::latency,
     "weight 1 / latency: like TCP, unfair to long round trips (model CM02 of SimGrid)"}};
template <>
inline constexpr EnumValue<flow::Fairness> enum_values<flow::Fairness>[] = {
    {"messages", flow::Fairness::messages, "each message"},
    {"pairs", flow::Fairness::pairs, "all messages in flight between two terminals"},
    {"senders", flow::Fairness::senders, "all messages in flight from a terminal"}};
template <>
inline constexpr EnumValue<flow::PathUse> enum_values<flow::PathUse>[] = {
    {"single", flow::PathUse::single,
     "one path per message, drawn with the probabilities that the "
     "routing assigns",
     "drawn"},
    {"split", flow::PathUse::split,
     "all paths of the routing, each with a part of the message in "
     "proportion to its probability",
     "spread"}};
}  // namespace weft

namespace weft::flow {

/// Options of the engine `flow`: messages share channels max-min fairly.
struct FlowParams {
  double bytes = 1e6;
  double spread = 0;
  Start start = Start::together;
  double rate = 0;
  double bandwidth = 12.5e9;
  double alpha = 100;
  double beta = 5;
  double base = 0;
  double envelope = 0;
  TerminalChannels terminals = TerminalChannels::counted;
  Weighting weight = Weighting::equal;
  Fairness fairness = Fairness::messages;
  std::string factors = "none";
  PathUse paths = PathUse::single;
  double precision = 1e-6;
  double resolution = 1e-9;
  bool deliveries = false;
  FailureParams failures = {};
};

constexpr std::tuple flow_schema = std::tuple_cat(
    std::tuple{
        param("bytes", &FlowParams::bytes, Range{0, 1e18}, "size of a message; with spread, the median size",
              "bytes"),
        param(
            "spread", &FlowParams::spread, Range{0, 10},
            "standard deviation of the logarithm of log-normal sizes, which are rounded to bytes; 0: equal sizes"),
        param("start", &FlowParams::start, "start times of messages"),
        param("rate", &FlowParams::rate, Range{0, 1e18}, "start=poisson: mean rate of a terminal", "bytes/s"),
        param("bandwidth", &FlowParams::bandwidth, Range{1e-3, 1e18}, "rate of a channel of bandwidth 1",
              "bytes/s"),
        param("alpha", &FlowParams::alpha, Range{0, 1e12}, "delay of a hop", "ns"),
        param("beta", &FlowParams::beta, Range{0, 1e12}, "delay of a meter of cable", "ns/m"),
        param("base", &FlowParams::base, Range{0, 1e12},
              "delay of a message in addition to the delays of its hops", "ns"),
        param("envelope", &FlowParams::envelope, Range{0, 1e12}, "additional bytes of each message", "bytes"),
        param("terminals", &FlowParams::terminals, "bandwidth of injection and ejection channels"),
        param("weight", &FlowParams::weight, "weights of the messages that share a channel"),
        param("fairness", &FlowParams::fairness,
              "entities that share channels fairly; an entity divides its weight among its messages")
            .formerly("fair"),
        param("factors", &FlowParams::factors,
              "corrections by the size of a message: none; lv08 or smpi, the factors and weights of "
              "SimGrid; or a CSV file bytes,latency_factor,bandwidth_factor: for messages above each "
              "size, the latency is multiplied by the one factor, and the bytes are divided by the other"),
        param("paths", &FlowParams::paths, "paths of a message"),
        param("precision", &FlowParams::precision, Range{0, 0.5},
              "relative error of the channel capacities for which the rates are exact"),
        param("resolution", &FlowParams::resolution, Range{0, 0.5},
              "events within this fraction of the current time are merged"),
        param("deliveries", &FlowParams::deliveries, "adds a table with a row for each message")},
    group(&FlowParams::failures, failure_schema));

}  // namespace weft::flow
