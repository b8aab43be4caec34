// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/error.hpp"
#include "weft/core/random.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

/// Counts the requests of each rank that have ended and those that waits have taken, and remembers the wait
/// that blocks the rank. Which of the ended requests a wait takes does not matter: a wait that names requests
/// passes only when these have ended.
class RequestCounts {
 public:
  static constexpr std::uint32_t none = Operation::any;

  explicit RequestCounts(std::uint32_t ranks) : ranks_(ranks) {}

  /// Returns whether a wait_any or wait_some passes, and if so counts the requests that it takes. It passes,
  /// too, if no request is left to wait for. Otherwise `operation` becomes the wait that blocks the rank.
  bool try_to_pass(std::uint32_t rank, Operation const& wait, std::uint32_t operation) {
    auto& counts = ranks_[rank];
    if (wait.context != counts.epoch) counts = {.ended = counts.ended, .epoch = wait.context};
    auto const taken = std::max(wait.tag, counts.taken);
    auto const issued = static_cast<std::uint32_t>(wait.amount);
    if (counts.ended < std::min(taken + 1, issued)) {
      WEFT_EXPECT(counts.waiting == none);
      counts.waiting = operation;
      return false;
    }
    counts.taken = wait.kind == OperationKind::wait_some ? counts.ended : taken + 1;
    return true;
  }
  /// Counts the end of a request. Returns the wait that blocked its rank if it passes now, else `none`.
  std::uint32_t end_request(std::uint32_t rank, Program const& program) {
    auto& counts = ranks_[rank];
    ++counts.ended;
    auto const waiting = counts.waiting;
    if (waiting == none) return none;
    counts.waiting = none;
    return try_to_pass(rank, program.operation(waiting), waiting) ? waiting : none;
  }

 private:
  struct Counts {
    std::uint32_t ended = 0;
    std::uint32_t taken = 0;  ///< by waits; 0 in a new epoch, whose first wait states it (Operation::tag)
    std::uint32_t epoch = 0;  ///< Operation::context of the last wait
    std::uint32_t waiting = none;
  };
  std::vector<Counts> ranks_;
};

/// What receives and messages are matched by.
struct MatchKey {
  std::uint32_t rank, source, tag, context;
  friend bool operator==(MatchKey const&, MatchKey const&) = default;
};

/// A queue of items for each key. Keys without items take no memory: an open hash table of the others, their
/// items in lists in one array.
class ItemQueues {
 public:
  struct Item {
    std::uint64_t number;  ///< of the moment at which it came
    std::uint32_t item, slot;
  };

  /// The first item of a key, or null.
  Item const* front(MatchKey const& key) const {
    if (table_.empty()) return nullptr;
    auto const& entry = table_[place_of(key)];
    return entry.head == none ? nullptr : &nodes_[entry.head].item;
  }
  void push(MatchKey const& key, Item const& item);
  /// Takes away the first item of a key that has one.
  void pop(MatchKey const& key);

 private:
  static constexpr std::uint32_t none = 0xffffffff;
  struct Entry {
    MatchKey key{};
    std::uint32_t head = none, tail = none;
  };
  struct Node {
    Item item;
    std::uint32_t next;
  };

  static std::size_t hash(MatchKey const& key) {
    return mix64(mix64(std::uint64_t{key.rank} << 32 | key.source) ^
                 (std::uint64_t{key.context} << 32 | key.tag));
  }
  /// Where a key is, or would be.
  std::size_t place_of(MatchKey const& key) const {
    auto at = hash(key) & (table_.size() - 1);
    while (table_[at].head != none && table_[at].key != key) at = (at + 1) & (table_.size() - 1);
    return at;
  }
  void grow();
  void erase(std::size_t at);

  std::vector<Entry> table_;  // a power of two
  std::vector<Node> nodes_;
  std::uint32_t free_ = none;  // a list of nodes
  std::size_t keys_ = 0;
};

/// Whether a receive of the program takes any source or any tag.
bool takes_any(Program const& program);

/// Matches messages with receives as MPI does: a message with the earliest posted receive that takes it, a
/// receive with the earliest message that it takes. Receives may take any source or any tag. Each step takes
/// constant time.
class Matching {
 public:
  static constexpr std::uint32_t any = Operation::any;

  /// `wildcards`: receives may have `any` source or tag.
  Matching(bool wildcards, std::uint32_t ranks) : wildcards_(wildcards), waiting_(ranks) {}

  /// A message of `source` for `send.peer` is there. Returns the receive that takes it, if one is posted.
  std::optional<std::uint32_t> arrive(std::uint32_t source, Operation const& send, std::uint32_t message);
  /// A receive of `rank` is posted. Returns the message that it takes, if one is there.
  std::optional<std::uint32_t> post(std::uint32_t rank, Operation const& it, std::uint32_t receive);
  /// The most that ever waited at one rank, and which.
  struct Longest {
    std::uint32_t rank = 0, count = 0;
  };
  Longest const& most_messages() const { return most_messages_; }
  Longest const& most_receives() const { return most_receives_; }
  /// Messages that wait.
  std::uint64_t waiting_messages() const { return messages_; }

 private:
  struct Waiting {
    std::uint32_t messages = 0, receives = 0;
  };
  static void add(std::uint32_t& count, std::uint32_t rank, Longest& longest) {
    if (++count > longest.count) longest = {rank, count};
  }

  bool wildcards_;
  std::vector<Waiting> waiting_;  // by rank
  Longest most_messages_, most_receives_;
  /// In order of their numbers. A message stands in a queue for each form of receive that takes it.
  ItemQueues posted_, unexpected_;
  std::vector<std::uint8_t> taken_;  // of each message in `unexpected_`, by slot
  std::uint64_t next_number_ = 0, messages_ = 0;
};

}  // namespace weft::replay
