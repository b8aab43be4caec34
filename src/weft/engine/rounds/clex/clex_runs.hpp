// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cmath>
#include <cstdint>
#include <limits>
#include <string>
#include <type_traits>
#include <utility>
#include <vector>

#include <fmt/format.h>

#include "weft/core/memory.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/clex/clex_recursion.hpp"
#include "weft/engine/rounds/clex/clex_simulation.hpp"

/// Runs of A(l) for any delivery on level 1.
namespace weft::rounds {

using RecordedMessage = TrackedMessage<std::uint64_t>;

inline constexpr char const* fewer_messages = "reduce the messages, or use a smaller CLEX";

inline std::string format_messages(ClexMachine const& machine, Traffic const& traffic) {
  return fmt::format("{} messages on {} nodes", traffic.num_messages(), machine.nodes());
}

/// Runs A(l). `make` creates the first level of a thread. Throws InputError if the messages do not fit in
/// memory.
template <class Message, class Offset, class Make>
ClexMeasures run_plain(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                       std::uint64_t seed, Make make, Progress& progress) {
  using FirstLevel = std::invoke_result_t<Make&>;
  ClexRecursion<Message, Offset, FirstLevel> recursion(machine, options, seed, traffic, std::move(make));
  require_memory(recursion.bytes_needed(), format_messages(machine, traffic), fewer_messages);
  progress.start("A(l)", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  auto measures = recursion.run();
  progress.finish();
  return measures;
}

/// Sum of the hop delays of a path as a function of its number of hops: every path crosses each level above
/// the first a fixed number of times.
class HopDelays {
 public:
  HopDelays(ClexMachine const& machine, ClexOptions const& options, RoundTimes const& times)
      : in_clique_ps_(times.hop_ps(0)) {
    for (Call const& call : calls_in_order(machine.levels, options.redistribute)) {
      if (call.exchange == 0) continue;
      ++hops_between_;
      between_ps_ += times.hop_ps(call.exchange - 1);
    }
  }
  std::uint64_t operator()(std::uint64_t hops) const {
    return between_ps_ + (hops - hops_between_) * in_clique_ps_;
  }

 private:
  std::uint64_t in_clique_ps_, hops_between_ = 0, between_ps_ = 0;
};

/// Runs A(l) and records every message. Throws InputError if the messages do not fit in memory.
template <class Make>
ClexOutcome run_recorded(ClexMachine const& machine, Traffic const& traffic, ClexOptions const& options,
                         std::uint64_t seed, ClexCables const& cables, Make make, Progress& progress) {
  using Message = RecordedMessage;
  using FirstLevel = std::invoke_result_t<Make&>;
  auto const& length = cables.length;
  auto const between = [&](std::uint64_t from, std::uint64_t to) -> std::uint32_t {
    return length ? length({static_cast<std::uint32_t>(from)}, {static_cast<std::uint32_t>(to)}) : 0;
  };
  std::vector<std::uint32_t> in_clique;
  if (length)
    for (std::uint32_t from = 0; from < machine.m; ++from)
      for (std::uint32_t to = 0; to < machine.m; ++to) in_clique.push_back(between(from, to));
  std::vector<DelayStatistics> delays(num_threads(), DelayStatistics{cables.beta_ns_per_meter});
  HopDelays const hop_delays(machine, options, cables.times);
  ClexRecursion<Message, std::uint32_t, FirstLevel> recursion(machine, options, seed, traffic,
                                                              std::move(make));
  require_memory(recursion.bytes_needed(), "following " + format_messages(machine, traffic), fewer_messages);
  recursion.set_lengths(HopLengths{machine.m, std::move(in_clique), cables.times.round_ps(0)}, between,
                        cables.times);
  recursion.set_sink([&](std::uint64_t, CliqueInput<Message> const& in, unsigned worker) {
    for (std::size_t i = 0; i < in.size; ++i) {
      auto const& message = in.message[i];
      delays[worker].add(
          {message.rounds, message.hops, message.distance, hop_delays(message.hops), message.time_ps});
    }
  });
  progress.start("A(l) with a record of every message", recursion.work(), "messages");
  recursion.set_tick([&](std::uint64_t messages) { progress.advance(messages); });
  ClexOutcome outcome{recursion.run(), DelayStatistics{cables.beta_ns_per_meter}};
  progress.finish();
  for (auto const& each : delays) outcome.delays->merge(each);
  weft::merge_over_ranks(*outcome.delays);
  return outcome;
}

}  // namespace weft::rounds
