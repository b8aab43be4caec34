// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/failures.hpp"

namespace weft::flow {

/// The moments at which messages are sent.
enum class Start : std::uint8_t { together, poisson };
/// Whether injection and ejection channels limit the rates.
enum class TerminalChannels : std::uint8_t { counted, free };
/// Whose messages have the same weight.
enum class Weighting : std::uint8_t { equal, latency };
/// Whose messages in flight together have the weight of one.
enum class Fairness : std::uint8_t { messages, pairs, senders };
/// Whether a message takes one path or is spread over all paths of its routing.
enum class PathUse : std::uint8_t { drawn, spread };

}  // namespace weft::flow

namespace weft {
template <>
inline constexpr EnumValue<flow::Start> enum_values<flow::Start>[] = {
    {"together", flow::Start::together, "all at time 0"},
    {"poisson", flow::Start::poisson, "each terminal one after the other, at random moments (rate)"}};
template <>
inline constexpr EnumValue<flow::TerminalChannels> enum_values<flow::TerminalChannels>[] = {
    {"counted", flow::TerminalChannels::counted, "they are channels of bandwidth 1"},
    {"free", flow::TerminalChannels::free, "they do not limit"}};
template <>
inline constexpr EnumValue<flow::Weighting> enum_values<flow::Weighting>[] = {
    {"equal", flow::Weighting::equal, "that of each message is 1"},
    {"latency", flow::Weighting::latency,
     "the inverse of its latency: TCP is unfair to long round trips (model CM02 of SimGrid)"}};
template <>
inline constexpr EnumValue<flow::Fairness> enum_values<flow::Fairness>[] = {
    {"messages", flow::Fairness::messages, "each has its own"},
    {"pairs", flow::Fairness::pairs, "those between two terminals that move together share one"},
    {"senders", flow::Fairness::senders, "those of a terminal that move together share one"}};
template <>
inline constexpr EnumValue<flow::PathUse> enum_values<flow::PathUse>[] = {
    {"drawn", flow::PathUse::drawn, "one path per message, as often as the routing takes it"},
    {"spread", flow::PathUse::spread, "the parts of all paths that the routing gives them"}};
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
  Fairness fair = Fairness::messages;
  std::string factors = "none";
  PathUse paths = PathUse::drawn;
  double precision = 1e-6;
  double resolution = 1e-9;
  bool deliveries = false;
  FailureParams failures = {};
};

constexpr std::tuple flow_schema = std::tuple_cat(
    std::tuple{
        param("bytes", &FlowParams::bytes, Range{0, 1e18}, "bytes of a message; their median with spread",
              "bytes"),
        param(
            "spread", &FlowParams::spread, Range{0, 10},
            "sizes are log-normal, rounded to bytes: the standard deviation of their logarithm; 0: all are equal"),
        param("start", &FlowParams::start, "when messages are sent"),
        param("rate", &FlowParams::rate, Range{0, 1e18}, "start=poisson: what a terminal sends on average",
              "bytes/s"),
        param("bandwidth", &FlowParams::bandwidth, Range{1e-3, 1e18}, "rate of a channel of bandwidth 1",
              "bytes/s"),
        param("alpha", &FlowParams::alpha, Range{0, 1e12}, "delay of a hop", "ns"),
        param("beta", &FlowParams::beta, Range{0, 1e12}, "delay of a meter of cable", "ns/m"),
        param("base", &FlowParams::base, Range{0, 1e12}, "delay of a message beside that of its hops", "ns"),
        param("envelope", &FlowParams::envelope, Range{0, 1e12}, "bytes that each message has in addition",
              "bytes"),
        param("terminals", &FlowParams::terminals, "injection and ejection channels"),
        param("weight", &FlowParams::weight, "how messages that share a channel divide it"),
        param("fair", &FlowParams::fair, "whose weight is divided among its messages"),
        param(
            "factors", &FlowParams::factors,
            "corrections by the size of a message: none; lv08 or smpi, SimGrid's with their weights; or a CSV "
            "file bytes,latency_factor,bandwidth_factor: above each size the latency is multiplied, the bytes "
            "are divided"),
        param("paths", &FlowParams::paths, "the paths of a message"),
        param("precision", &FlowParams::precision, Range{0, 0.5},
              "rates are exact for capacities that differ by this part"),
        param("resolution", &FlowParams::resolution, Range{0, 0.5},
              "what ends within this part of the time is one event"),
        param("deliveries", &FlowParams::deliveries, "the result has a row for every message")},
    group(&FlowParams::failures, failure_schema));

}  // namespace weft::flow
