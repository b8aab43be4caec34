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

/// Per-rank counts of completed requests and of requests consumed by waits, and the wait that blocks each
/// rank. Counts suffice: it does not matter which requests a wait consumes, as a wait for specific requests
/// completes only when those requests have completed.
class RequestCounts {
 public:
  static constexpr std::uint32_t none = Operation::any;

  explicit RequestCounts(std::uint32_t ranks) : ranks_(ranks) {}

  /// Returns whether a wait_any or wait_some passes; if so, counts the requests that it consumes. It also
  /// passes if no requests remain. Otherwise records `operation` as the wait that blocks the rank.
  bool try_to_complete(std::uint32_t rank, Operation const& wait, std::uint32_t operation) {
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
  /// Counts the end of a request of `rank`. Returns the wait that blocked the rank if it passes now,
  /// otherwise `none`.
  std::uint32_t end_request(std::uint32_t rank, Program const& program) {
    auto& counts = ranks_[rank];
    ++counts.ended;
    auto const waiting = counts.waiting;
    if (waiting == none) return none;
    counts.waiting = none;
    return try_to_complete(rank, program.operation(waiting), waiting) ? waiting : none;
  }

 private:
  struct Counts {
    std::uint32_t ended = 0;
    /// Requests consumed by waits; in a new epoch at least Operation::tag of its first wait
    std::uint32_t taken = 0;
    std::uint32_t epoch = 0;  ///< Operation::context of the last wait
    std::uint32_t waiting = none;
  };
  std::vector<Counts> ranks_;
};

/// Key by which receives are matched with messages.
struct MatchKey {
  std::uint32_t rank, source, tag, context;
  friend bool operator==(MatchKey const&, MatchKey const&) = default;
};

/// A FIFO of items for each key: a hash table with open addressing of the keys that have items, and linked
/// lists of the items in one array. Keys that have no items need no memory.
class ItemQueues {
 public:
  struct Item {
    std::uint64_t number;  ///< order of arrival
    std::uint32_t item, slot;
  };

  /// Returns the first item of a key, or null if it has none.
  Item const* front(MatchKey const& key) const {
    if (table_.empty()) return nullptr;
    auto const& entry = table_[place_of(key)];
    return entry.head == none ? nullptr : &nodes_[entry.head].item;
  }
  void push(MatchKey const& key, Item const& item);
  /// Removes the first item of a key, which must have one.
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
  /// Returns the index of a key in the table, or the index at which to insert it.
  std::size_t place_of(MatchKey const& key) const {
    auto at = hash(key) & (table_.size() - 1);
    while (table_[at].head != none && table_[at].key != key) at = (at + 1) & (table_.size() - 1);
    return at;
  }
  void grow();
  void erase(std::size_t at);

  std::vector<Entry> table_;  // the size is a power of two
  std::vector<Node> nodes_;
  std::uint32_t free_ = none;  // head of the list of free nodes
  std::size_t keys_ = 0;
};

/// Returns whether any receive of the program has a wildcard source or tag.
bool has_wildcard_receive(Program const& program);

/// Matching of messages with receives under the MPI matching rules: a message matches the earliest posted
/// receive that accepts it, a receive the earliest message that it accepts. Receives may have a wildcard
/// source or tag. Each step requires constant time.
class Matching {
 public:
  static constexpr std::uint32_t any = Operation::any;

  /// `wildcards`: whether receives may have `any` as source or tag.
  Matching(bool wildcards, std::uint32_t ranks) : wildcards_(wildcards), waiting_(ranks) {}

  /// Records a message from `source` to `send.peer`. Returns the receive that accepts it, or nullopt if none
  /// is posted.
  std::optional<std::uint32_t> arrive(std::uint32_t source, Operation const& send, std::uint32_t message);
  /// Posts a receive of `rank`. Returns the message that it accepts, or nullopt if none has arrived.
  std::optional<std::uint32_t> post(std::uint32_t rank, Operation const& operation, std::uint32_t receive);
  /// Maximum number of items that waited at a rank, and the rank.
  struct Longest {
    std::uint32_t rank = 0, count = 0;
  };
  Longest const& max_waiting_messages() const { return max_waiting_messages_; }
  Longest const& max_waiting_receives() const { return max_waiting_receives_; }
  /// Returns the number of waiting messages.
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
  Longest max_waiting_messages_, max_waiting_receives_;
  /// Posted receives and unexpected messages, ordered by number. A message is in one queue for each form of
  /// receive that accepts it.
  ItemQueues posted_, unexpected_;
  std::vector<std::uint8_t> taken_;  // by Item::slot in `unexpected_`: whether the message has been received
  std::uint64_t next_number_ = 0, messages_ = 0;
};

}  // namespace weft::replay
