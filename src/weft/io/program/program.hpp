// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace weft {

/// Kinds of operations of a rank.
enum class OperationKind : std::uint8_t {
  send,
  receive,
  compute,
  nothing,
  call,      ///< a collective operation of a group of ranks
  wait_any,  ///< ends when a request of its rank ends that no earlier wait has consumed, and consumes it
  wait_some  ///< like wait_any, but consumes all requests that have ended
};

/// An operation of a rank of a program.
struct Operation {
  static constexpr std::uint32_t any = 0xffffffff;  ///< wildcard for the peer or the tag of a receive
  OperationKind kind = OperationKind::nothing;
  std::uint8_t cpu = 0,
               nic = 0;         ///< stream of the rank, and network interface
  bool is_request : 1 = false;  ///< counts as a request for wait_any and wait_some
  /// a send of any size with data that leave immediately; the send ends when the data arrive
  bool is_independent : 1 = false;
  std::uint32_t peer = 0;  ///< peer rank of a message; number of a call
  /// Tag of a message. For wait_any and wait_some: the minimum number of requests of the rank that earlier
  /// waits have consumed.
  std::uint32_t tag = 0;
  /// Context of a message (an MPI communicator); must match between send and receive. For wait_any and
  /// wait_some: the number of earlier waits that consumed all requests.
  std::uint32_t context = 0;
  /// bytes of a message; ns of computation; wait_any and wait_some: number of requests so far
  double amount = 0;
  friend bool operator==(Operation const&, Operation const&) = default;
};

constexpr bool is_message(Operation const& operation) {
  return operation.kind == OperationKind::send || operation.kind == OperationKind::receive;
}
constexpr bool waits_for_requests(Operation const& operation) {
  return operation.kind == OperationKind::wait_any || operation.kind == OperationKind::wait_some;
}

/// MPI collective operations.
enum class CallKind : std::uint8_t {
  barrier,
  broadcast,
  reduce,
  allreduce,
  reduce_scatter,
  scan,
  exscan,
  gather,
  scatter,
  allgather,
  all_to_all,
};

/// Returns whether the operation has a root, to which all ranks send or from which all receive.
constexpr bool has_root(CallKind kind) {
  return kind == CallKind::broadcast || kind == CallKind::reduce || kind == CallKind::gather ||
         kind == CallKind::scatter;
}

/// A collective operation as called by one rank.
struct CollectiveCall {
  CallKind kind = CallKind::barrier;
  std::uint32_t group = 0;  ///< Program::group
  std::uint32_t root = 0;   ///< position in the group
  /// Size of the message of broadcast, gather, scatter, allgather and all_to_all (from one rank to one), or
  /// of the whole vector otherwise.
  double bytes = 0;
  double compute = 0;  ///< ns of computation after the messages
  /// Message sizes if they differ (gatherv and similar calls): bytes that this rank sends to each member of
  /// the group (gather, allgather: one entry, the size of this rank); empty: `bytes`.
  std::vector<double> sizes = {};
  friend bool operator==(CollectiveCall const&, CollectiveCall const&) = default;
};

/// The operations of all ranks, numbered rank by rank, with their dependencies on ends and starts of other
/// operations of their rank (requires and irequires of GOAL).
class Program {
 public:
  std::uint32_t num_ranks() const { return static_cast<std::uint32_t>(first_operation_.size() - 1); }
  std::uint32_t num_operations() const { return static_cast<std::uint32_t>(operations_.size()); }
  Operation const& operation(std::uint32_t i) const { return operations_[i]; }
  /// Returns the first operation of a rank. The rank has the operations first_operation(rank) ..
  /// first_operation(rank + 1) - 1.
  std::uint32_t first_operation(std::uint32_t rank) const { return first_operation_[rank]; }
  std::uint32_t rank_of(std::uint32_t operation) const;
  /// Returns the number of operations on which an operation depends.
  std::uint32_t num_waits(std::uint32_t operation) const { return waits_[operation]; }
  /// Returns the operations that depend on the end of an operation, in the order in which the dependencies
  /// were added.
  std::span<std::uint32_t const> after_end(std::uint32_t operation) const {
    return list(after_end_, first_after_end_, operation);
  }
  std::span<std::uint32_t const> after_start(std::uint32_t operation) const {
    return list(after_start_, first_after_start_, operation);
  }
  /// Returns the collective calls to which operations of kind `call` refer. Engines run programs without
  /// calls (collective::without_calls).
  std::vector<CollectiveCall> const& calls() const { return calls_; }
  /// Returns the ranks of a group. Group 0 contains all ranks.
  std::vector<std::uint32_t> const& group(std::uint32_t number) const { return groups_[number]; }
  std::uint32_t num_groups() const { return static_cast<std::uint32_t>(groups_.size()); }
  /// Returns one more than the largest context of the messages.
  std::uint32_t num_contexts() const { return contexts_; }
  /// Returns a hash of the program.
  std::uint64_t digest() const;
  std::uint8_t num_cpus() const { return cpus_; }
  std::uint8_t num_nics() const { return nics_; }

 private:
  friend class ProgramBuilder;
  static std::span<std::uint32_t const> list(std::vector<std::uint32_t> const& all,
                                             std::vector<std::uint32_t> const& first, std::uint32_t i) {
    return std::span(all).subspan(first[i], first[i + 1] - first[i]);
  }

  std::vector<Operation> operations_;
  std::vector<std::uint32_t> first_operation_{0}, waits_;
  std::vector<std::uint32_t> after_end_, first_after_end_, after_start_, first_after_start_;
  std::vector<CollectiveCall> calls_;
  std::vector<std::vector<std::uint32_t>> groups_;
  std::uint32_t contexts_ = 1;
  std::uint8_t cpus_ = 1, nics_ = 1;
};

/// Builder of a program.
class ProgramBuilder {
 public:
  /// Maximum number of ranks.
  static constexpr std::uint64_t max_ranks = std::uint64_t{1} << 26;
  /// Begins the operations of a rank. Ranks may come in any order, each once.
  void begin_rank(std::uint32_t rank);
  /// Adds an operation to the rank. Returns its number within the rank. Throws InputError for more than 2^32
  /// - 2 operations.
  std::uint32_t add(Operation const& operation);
  /// Adds a collective call. `as`: its stream, and whether it is a request.
  std::uint32_t add(CollectiveCall call, Operation as = {});
  /// Adds a group of ranks in addition to group 0, which contains all. Returns its number.
  std::uint32_t add_group(std::vector<std::uint32_t> members);
  /// Make operation `waiter` of the rank depend on the end, or the start, of operation `of`.
  void wait_for_end(std::uint32_t waiter, std::uint32_t of) { ends_.push_back({base_ + waiter, base_ + of}); }
  void wait_for_start(std::uint32_t waiter, std::uint32_t of) {
    starts_.push_back({base_ + waiter, base_ + of});
  }
  /// Returns the program. Ranks that have not begun have no operations.
  Program finish(std::uint32_t num_ranks) &&;

 private:
  struct Wait {
    std::uint32_t waiter, of;
  };
  struct Block {
    std::uint32_t rank, first;
  };
  std::vector<Operation> operations_;
  std::vector<Block> blocks_;
  std::vector<Wait> ends_, starts_;
  std::vector<CollectiveCall> calls_;
  std::vector<std::vector<std::uint32_t>> groups_{{}};
  std::uint32_t base_ = 0;
};

/// Concatenates programs without calls: the ranks of each program follow the ranks of the previous one.
/// Throws InputError for too many operations.
Program joined(std::span<Program const* const> programs);

/// Returns the operations of a cycle of dependencies, in the order of the cycle. If it is empty, every
/// operation can run once its messages arrive.
std::vector<std::uint32_t> waiting_cycle(Program const& program);

}  // namespace weft
