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

/// Collective operations of a job's ranks; names and semantics as in MPI.
enum class Operation : std::uint8_t {
  broadcast,       ///< the root's message to all
  scatter,         ///< a different message to each
  gather,          ///< a message of each to the root
  reduce,          ///< the sum of all vectors to the root
  allreduce,       ///< the sum of all vectors to all
  reduce_scatter,  ///< a part of the sum of all vectors to each
  allgather,       ///< a message of each to all
  all_to_all,      ///< a different message from each to each
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

/// Returns whether the operation is a reduction.
constexpr bool adds(Operation operation) {
  return operation == Operation::reduce || operation == Operation::allreduce ||
         operation == Operation::reduce_scatter;
}

/// Returns the name of the operation in user input.
constexpr std::string_view operation_name(Operation operation) {
  for (auto const& listed : enum_values<Operation>)
    if (listed.value == operation) return listed.name;
  return {};
}

/// Switching of the blocks of messages between ranks: after the whole block has arrived, or during its
/// arrival, so that a block uses all channels of its path in the same slots.
enum class Switching : std::uint8_t { store_and_forward, cut_through };

/// One operation to plan.
struct Task {
  Operation operation = Operation::broadcast;
  std::uint32_t root = 0;  ///< root rank, if the operation has one
  std::vector<std::uint32_t>
      receivers{};  ///< of a broadcast: the ranks that receive the message, ascending; empty: all
  /// Blocks per message (reduce, allreduce and reduce_scatter: per vector), for pipelining. Algorithms that
  /// require a multiple of some number round it up.
  std::uint32_t packets = 1;
  std::uint32_t sends = 0;  ///< maximum blocks that a vertex sends per slot; 0: limited only by its channels
  std::uint64_t seed = 1;   ///< for algorithms with random choices
  Switching switching = Switching::store_and_forward;
};

/// A planned operation. A block of a message of `bytes` bytes has bytes / blocks_per_message bytes.
struct Plan {
  std::unique_ptr<Schedule> schedule;
  std::uint32_t blocks_per_message = 1;
  std::string text = {};  ///< notes on the plan; may be empty
  /// Rounds of messages between ranks, and the maximum hops of a message, for latency. 0 rounds: messages
  /// begin in every step, and routers without ranks copy and add.
  std::uint64_t rounds = 0, hops_per_round = 0;
  bool adds_in_routers = false;  ///< independent of `rounds`
};

/// An algorithm for one or several operations. To add one, write a file and add it in catalog.hpp. `serves`:
/// the supported operations. `check_machine` throws InputError with the name of the algorithm for unsupported
/// machines and tasks, before anything is built. `own_paths` (optional): the reason that the algorithm does
/// not support a routing. `detour` (optional): number of transfers relative to the minimum.
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
