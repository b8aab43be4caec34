// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/rounds/forward/forward_settings.hpp"
#include "weft/engine/rounds/steady/steady_series.hpp"
#include "weft/network/failures.hpp"

namespace weft::rounds {

/// Execution model: phases of A(l), or packets that queue for channels.
enum class Execution { automatic, phases, packets };

}  // namespace weft::rounds

namespace weft {
template <>
inline constexpr EnumValue<rounds::Execution> enum_values<rounds::Execution>[] = {
    {"automatic", rounds::Execution::automatic,
     "phases for clex_recursive without an arrival rate, else packets"},
    {"phases", rounds::Execution::phases,
     "A(l) of Lenzen & Wattenhofer in synchronous phases; with a rate, instance after instance"},
    {"packets", rounds::Execution::packets,
     "store and forward: one message per channel and round, output queues"}};
template <>
inline constexpr EnumValue<rounds::QueueOrder> enum_values<rounds::QueueOrder>[] = {
    {"fifo", rounds::QueueOrder::fifo, "first come, first served"},
    {"farthest_first", rounds::QueueOrder::farthest_first,
     "the message with the most remaining hops; among equals the earliest arrival"}};
template <>
inline constexpr EnumValue<rounds::ArrivalProcess> enum_values<rounds::ArrivalProcess>[] = {
    {"bernoulli", rounds::ArrivalProcess::bernoulli, "at most one, independently in each round"},
    {"poisson", rounds::ArrivalProcess::poisson, "a Poisson number, independently in each round"}};
}  // namespace weft

namespace weft::rounds {

/// Options of the engine `rounds`: synchronous rounds, one message per channel and round.
struct RoundsParams {
  Execution execution = Execution::automatic;
  QueueOrder queue = QueueOrder::fifo;
  bool delays = false;
  Numbers alpha{100};
  double beta = 5;
  double loss = 0;
  bool asynchronous = false;
  double jitter = 0;
  FailureParams failures = {};
  double rate = 0;
  ArrivalProcess arrivals = ArrivalProcess::bernoulli;
  std::int64_t rounds = 4000;
  bool saturation = false;
};

constexpr std::tuple rounds_schema = std::tuple_cat(
    std::tuple{
        param("execution", &RoundsParams::execution, "execution of a round"),
        param("queue", &RoundsParams::queue, "execution=packets: order of waiting messages"),
        param("delays", &RoundsParams::delays,
              "record every message: distributions of rounds, hops, distance, delay and time"),
        param(
            "alpha", &RoundsParams::alpha, Range{0, 1e9},
            "delay of a hop over a channel of each class (on CLEX, of each level, lowest level first); the last value applies to all further classes",
            "ns"),
        param("beta", &RoundsParams::beta, Range{0, 1e9}, "delay of a meter of cable", "ns/m"),
        param("loss", &RoundsParams::loss, Range{0, 0.9},
              "probability that a transmission or acknowledgment is lost"),
        param("asynchronous", &RoundsParams::asynchronous,
              "no common rounds: every message continues as soon as it can"),
        param("jitter", &RoundsParams::jitter, Range{0, 1e6},
              "asynchronous execution in which a transmission lasts 1 + U[0, jitter) rounds", "rounds"),
        param(
            "rate", &RoundsParams::rate, Range{0, 1e6},
            "steady state: mean number of messages that arrive at a terminal per round; 0: all messages start together",
            "messages/round"),
        param("arrivals", &RoundsParams::arrivals, "steady state: distribution of the arrivals in a round"),
        param("rounds", &RoundsParams::rounds, Range{100, 1e12},
              "steady state: maximum number of rounds to simulate at a rate"),
        param("saturation", &RoundsParams::saturation,
              "find the largest arrival rate with bounded latency, by bisection")},
    group(&RoundsParams::failures, failure_schema));

}  // namespace weft::rounds
