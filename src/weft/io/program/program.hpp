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
  wait_any,  ///< ends when a request of its rank that no wait has taken has ended; takes this request
  wait_some  ///< likewise; takes all requests that have ended
};

/// What a rank of a program does.
struct Operation {
  static constexpr std::uint32_t any = 0xffffffff;  ///< a receive takes any peer, or any tag
  OperationKind kind = OperationKind::nothing;
  std::uint8_t cpu = 0,
               nic = 0;         ///< on which stream of its rank it runs, and which network interface it uses
  bool is_request : 1 = false;  ///< wait_any and wait_some count its end
  bool is_independent : 1 = false;  ///< a send whose data of any size leave at once; it ends when they arrive
  std::uint32_t peer = 0;           ///< rank that it sends to or receives from; the number of a call
  /// Of a message. Of wait_any and wait_some: the minimum number of requests of the rank that earlier waits
  /// have taken.
  std::uint32_t tag = 0;
  /// A receive takes no message of another context (a communicator of MPI). Of wait_any and wait_some: how
  /// often earlier waits have taken all requests.
  std::uint32_t context = 0;
  double amount = 0;  ///< bytes of a message; ns of computing; of wait_any and wait_some: requests so far
  friend bool operator==(Operation const&, Operation const&) = default;
};

constexpr bool is_message(Operation const& it) {
  return it.kind == OperationKind::send || it.kind == OperationKind::receive;
}
constexpr bool waits_for_requests(Operation const& it) {
  return it.kind == OperationKind::wait_any || it.kind == OperationKind::wait_some;
}

/// The collective operations of MPI.
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

/// Whether it has one rank that all send to or receive from.
constexpr bool has_root(CallKind kind) {
  return kind == CallKind::broadcast || kind == CallKind::reduce || kind == CallKind::gather ||
         kind == CallKind::scatter;
}

/// A collective operation as one rank calls it.
struct CollectiveCall {
  CallKind kind = CallKind::barrier;
  std::uint32_t group = 0;  ///< Program::group
  std::uint32_t root = 0;   ///< place in the group
  /// Of the message of broadcast, gather, scatter, allgather and all_to_all (from one rank to one), of the
  /// whole vector otherwise.
  double bytes = 0;
  double compute = 0;  ///< ns of computing after the messages
  /// Where ranks have messages of different sizes (gatherv and the like): bytes of those that this rank
  /// sends to each member of the group (gather, allgather: one, that of this rank); empty: `bytes`.
  std::vector<double> sizes = {};
  friend bool operator==(CollectiveCall const&, CollectiveCall const&) = default;
};

/// The operations of all ranks, numbered rank by rank, and what each waits for: the ends of some operations
/// of its rank and the starts of others (requires and irequires of GOAL).
class Program {
 public:
  std::uint32_t num_ranks() const { return static_cast<std::uint32_t>(first_operation_.size() - 1); }
  std::uint32_t num_operations() const { return static_cast<std::uint32_t>(operations_.size()); }
  Operation const& operation(std::uint32_t i) const { return operations_[i]; }
  /// The operations of a rank are first_operation(rank) .. first_operation(rank + 1) - 1.
  std::uint32_t first_operation(std::uint32_t rank) const { return first_operation_[rank]; }
  std::uint32_t rank_of(std::uint32_t operation) const;
  /// How many others an operation waits for.
  std::uint32_t num_waits(std::uint32_t operation) const { return waits_[operation]; }
  /// The operations that wait for its end, in the order in which they were made to.
  std::span<std::uint32_t const> after_end(std::uint32_t operation) const {
    return list(after_end_, first_after_end_, operation);
  }
  std::span<std::uint32_t const> after_start(std::uint32_t operation) const {
    return list(after_start_, first_after_start_, operation);
  }
  /// The collective calls that operations of kind `call` name. Engines run programs without calls
  /// (collective::without_calls).
  std::vector<CollectiveCall> const& calls() const { return calls_; }
  /// The ranks of a group. Group 0: all.
  std::vector<std::uint32_t> const& group(std::uint32_t number) const { return groups_[number]; }
  std::uint32_t num_groups() const { return static_cast<std::uint32_t>(groups_.size()); }
  /// One more than the largest context of its messages.
  std::uint32_t num_contexts() const { return contexts_; }
  /// A hash of all of it.
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

/// Makes a program.
class ProgramBuilder {
 public:
  /// At most 2^26 ranks.
  static constexpr std::uint64_t most_ranks = std::uint64_t{1} << 26;
  /// Begins the operations of a rank; ranks come in any order, each once.
  void begin_rank(std::uint32_t rank);
  /// Adds an operation to the rank; returns its number within it. Throws InputError for more than 2^32 - 2.
  std::uint32_t add(Operation const& operation);
  /// Adds a collective call. `as`: on which stream it runs, and whether it is a request.
  std::uint32_t add(CollectiveCall call, Operation as = {});
  /// A group of ranks beside group 0, all of them: its number.
  std::uint32_t add_group(std::vector<std::uint32_t> members);
  /// Operation `waiter` of the rank waits for the end, or the start, of another one of it.
  void wait_for_end(std::uint32_t waiter, std::uint32_t of) { ends_.push_back({base_ + waiter, base_ + of}); }
  void wait_for_start(std::uint32_t waiter, std::uint32_t of) {
    starts_.push_back({base_ + waiter, base_ + of});
  }
  /// The program; ranks that have not begun do nothing.
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

/// Programs without calls side by side: the ranks of each follow those of the one before. Throws InputError
/// if they have too many operations.
Program joined(std::span<Program const* const> programs);

/// Operations that wait for each other in a cycle, in its order; empty: there is none, and every operation
/// can run if its messages come.
std::vector<std::uint32_t> waiting_cycle(Program const& program);

}  // namespace weft
