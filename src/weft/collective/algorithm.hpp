// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <concepts>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "weft/collective/ranks.hpp"
#include "weft/core/param.hpp"
#include "weft/traffic/schedule/schedule.hpp"

namespace weft::collective {

/// The operations of a job's ranks; names and meaning are MPI's.
enum class Operation : std::uint8_t {
  broadcast,       ///< the root's message to all
  scatter,         ///< a different message to each
  gather,          ///< a message of each to the root
  reduce,          ///< the sum of all vectors to the root
  allreduce,       ///< the sum of all vectors to all
  reduce_scatter,  ///< a part of the sum of all vectors to each
  allgather,       ///< a message of each to all
  all_to_all,      ///< another message of each to each
  barrier,         ///< no rank continues before all have arrived
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Operation>
    weft::enum_values<weft::collective::Operation>[] = {
        {"broadcast", weft::collective::Operation::broadcast, "the root's message to all"},
        {"scatter", weft::collective::Operation::scatter, "a different message to each"},
        {"gather", weft::collective::Operation::gather, "a message from each to the root"},
        {"reduce", weft::collective::Operation::reduce, "the sum of all vectors to the root"},
        {"allreduce", weft::collective::Operation::allreduce, "the sum of all vectors to all"},
        {"reduce_scatter", weft::collective::Operation::reduce_scatter,
         "a part of the sum of all vectors to each"},
        {"allgather", weft::collective::Operation::allgather, "a message from each to all"},
        {"all_to_all", weft::collective::Operation::all_to_all, "a different message from each to each"},
        {"barrier", weft::collective::Operation::barrier, "no rank continues before all have arrived"}};

namespace weft::collective {

/// Whether the operation adds up what the ranks contribute.
constexpr bool adds(Operation operation) {
  return operation == Operation::reduce || operation == Operation::allreduce ||
         operation == Operation::reduce_scatter;
}

/// The word that users write for it.
constexpr std::string_view name_of(Operation operation) {
  for (auto const& listed : enum_values<Operation>)
    if (listed.value == operation) return listed.name;
  return {};
}

/// How switches forward the blocks of messages between ranks: after the whole block has arrived, or while it
/// arrives, so that a block uses all channels of its path in the same slots.
enum class Switching : std::uint8_t { store_and_forward, cut_through };

/// One operation to be planned.
struct Task {
  Operation operation = Operation::broadcast;
  std::uint32_t root = 0;  ///< rank; where the operation has one
  std::vector<std::uint32_t>
      receivers{};  ///< of a broadcast: the ranks that must get the message, ascending; empty: all
  /// Blocks that a message (of reduce, allreduce and reduce_scatter: the whole vector) is cut into so that
  /// its parts can follow one another; algorithms that need a multiple of some number round it up.
  std::uint32_t packets = 1;
  std::uint32_t sends = 0;  ///< blocks that a vertex can send per slot; 0: as many as its channels carry
  std::uint64_t seed = 1;   ///< of algorithms that draw
  Switching switching = Switching::store_and_forward;
};

/// A planned operation. The block of `bytes` bytes per message has bytes / blocks_per_message bytes.
struct Plan {
  std::unique_ptr<Schedule> schedule;
  std::uint32_t blocks_per_message = 1;
  std::string text = {};  ///< notes on the plan; may be empty
  /// Rounds of messages between ranks, and the maximum hops of a message that cost time. 0 rounds: messages
  /// begin in every step, and routers without ranks copy and add.
  std::uint64_t rounds = 0, hops_per_round = 0;
  bool adds_in_routers = false;  ///< for any `rounds`
};

/// An algorithm for one or several operations. Adding one = one file and one entry in catalog.hpp. `serves`:
/// the operations that it does. `check_machine` throws InputError, naming the algorithm, for machines and
/// tasks that it does not fit, before anything is built. `own_paths` (optional): why it cannot take a
/// routing. `detour` (optional): its transfers relative to the minimum.
template <class A>
concept Algorithm = requires(A const a, typename A::Params const& params, Ranks const& ranks,
                             Task const& task, Operation operation) {
  { A::name } -> std::convertible_to<std::string_view>;
  { A::doc } -> std::convertible_to<std::string_view>;
  A::schema;
  A{params};
  { A::serves(operation) } -> std::same_as<bool>;
  a.check_machine(ranks, task);
  { a.plan(ranks, task) } -> std::same_as<Plan>;
};

}  // namespace weft::collective
