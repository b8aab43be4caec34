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

/// Collective operations among the ranks of a job; names and semantics as in MPI.
enum class Operation : std::uint8_t {
  broadcast,       ///< a message of the root to all ranks
  scatter,         ///< a separate message of the root to each rank
  gather,          ///< a message of each rank to the root
  reduce,          ///< the sum of the vectors of all ranks, at the root
  allreduce,       ///< the sum of the vectors of all ranks, at all ranks
  reduce_scatter,  ///< the sum of the vectors of all ranks, one part at each rank
  allgather,       ///< a message of each rank to all ranks
  all_to_all,      ///< a separate message of each rank to each rank
  barrier,         ///< no rank continues before all ranks have arrived
};

}  // namespace weft::collective

template <>
inline constexpr weft::EnumValue<weft::collective::Operation>
    weft::enum_values<weft::collective::Operation>[] = {
        {"broadcast", weft::collective::Operation::broadcast, "the message of the root to all ranks"},
        {"scatter", weft::collective::Operation::scatter, "a different message from the root to each rank"},
        {"gather", weft::collective::Operation::gather, "a message from each rank to the root"},
        {"reduce", weft::collective::Operation::reduce, "the sum of the vectors of all ranks to the root"},
        {"allreduce", weft::collective::Operation::allreduce,
         "the sum of the vectors of all ranks to all ranks"},
        {"reduce_scatter", weft::collective::Operation::reduce_scatter,
         "the sum of the vectors of all ranks, a different block of it to each rank"},
        {"allgather", weft::collective::Operation::allgather, "a message from each rank to all ranks"},
        {"all_to_all", weft::collective::Operation::all_to_all,
         "a different message from each rank to each other "
         "rank"},
        {"barrier", weft::collective::Operation::barrier, "no rank continues before all ranks have arrived"}};

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

/// Switching of the blocks of messages between ranks: a block is forwarded after it has arrived completely,
/// or while it arrives, so that it uses all channels of its path in the same slots.
enum class Switching : std::uint8_t { store_and_forward, cut_through };

/// A collective operation to plan.
struct Task {
  Operation operation = Operation::broadcast;
  std::uint32_t root = 0;                  ///< root rank, for operations that have a root
  std::vector<std::uint32_t> receivers{};  ///< ranks that receive a broadcast, ascending; empty: all
  /// Number of blocks per message (reduce, allreduce and reduce_scatter: per vector), for pipelining.
  /// Algorithms that require a multiple of a number round it up.
  std::uint32_t packets = 1;
  /// Maximum number of blocks that a vertex sends per slot; 0: limited only by its channels
  std::uint32_t sends = 0;
  std::uint64_t seed = 1;  ///< seed of algorithms that draw random numbers
  Switching switching = Switching::store_and_forward;
};

/// A planned operation. A block of a message of `bytes` bytes has bytes / blocks_per_message bytes.
struct Plan {
  std::unique_ptr<Schedule> schedule;
  std::uint32_t blocks_per_message = 1;
  std::string text = {};  ///< notes on the plan; may be empty
  /// Number of rounds of messages between ranks, and maximum hops of a message; both determine the latency.
  /// rounds = 0: messages start in every step, and routers that have no rank copy and add.
  std::uint64_t rounds = 0, hops_per_round = 0;
  bool adds_in_routers = false;  ///< routers add blocks, whatever the value of `rounds`
};

/// An algorithm for one or several collective operations. To add one, write a file and add it in catalog.hpp.
/// `serves` returns whether an operation is supported. `check_machine` throws InputError with the name of the
/// algorithm for unsupported machines and tasks, before anything is built. `own_paths` (optional): the reason
/// why the algorithm does not support a routing. `detour` (optional) returns a lower bound on the number of
/// transfers, relative to the minimum.
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
