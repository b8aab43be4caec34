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

/// Counts the requests of each rank that have ended and those that waits have consumed, and stores the wait
/// that blocks the rank. The selection of consumed requests does not matter: a wait for specific requests
/// passes only when they have ended.
class RequestCounts {
 public:
  static constexpr std::uint32_t none = Operation::any;

  explicit RequestCounts(std::uint32_t ranks) : ranks_(ranks) {}

  /// Returns whether a wait_any or wait_some passes, and if so counts the requests that it consumes. It also
  /// passes if no requests remain. Otherwise `operation` becomes the wait that blocks the rank.
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
  /// Counts the end of a request. Returns the wait that blocked its rank if it passes now, otherwise `none`.
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
    std::uint32_t taken =
        0;  ///< consumed by waits; 0 in a new epoch, of which the first wait states the number (Operation::tag)
    std::uint32_t epoch = 0;  ///< Operation::context of the last wait
    std::uint32_t waiting = none;
  };
  std::vector<Counts> ranks_;
};

/// Key for matching receives with messages.
struct MatchKey {
  std::uint32_t rank, source, tag, context;
  friend bool operator==(MatchKey const&, MatchKey const&) = default;
};

/// A queue of items for each key. Keys without items need no memory: an open hash table of the other keys,
/// with their items in lists in one array.
class ItemQueues {
 public:
  struct Item {
    std::uint64_t number;  ///< order of arrival
    std::uint32_t item, slot;
  };

  /// Returns the first item of a key, or null.
  Item const* front(MatchKey const& key) const {
    if (table_.empty()) return nullptr;
    auto const& entry = table_[place_of(key)];
    return entry.head == none ? nullptr : &nodes_[entry.head].item;
  }
  void push(MatchKey const& key, Item const& item);
  /// Removes the first item of a key with items.
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
  /// Returns the position of a key in the table, or the position for its insertion.
  std::size_t place_of(MatchKey const& key) const {
    auto at = hash(key) & (table_.size() - 1);
    while (table_[at].head != none && table_[at].key != key) at = (at + 1) & (table_.size() - 1);
    return at;
  }
  void grow();
  void erase(std::size_t at);

  std::vector<Entry> table_;  // size is a power of two
  std::vector<Node> nodes_;
  std::uint32_t free_ = none;  // a list of nodes
  std::size_t keys_ = 0;
};

/// Returns whether a receive of the program accepts any source or any tag.
bool takes_any(Program const& program);

/// Matches messages with receives by the rules of MPI: a message with the earliest posted receive that
/// accepts it, a receive with the earliest message that it accepts. Receives may accept any source or any
/// tag. Each step needs constant time.
class Matching {
 public:
  static constexpr std::uint32_t any = Operation::any;

  /// `wildcards`: receives may have `any` source or tag.
  Matching(bool wildcards, std::uint32_t ranks) : wildcards_(wildcards), waiting_(ranks) {}

  /// Records a message of `source` for `send.peer`. Returns the receive that accepts it, if one is posted.
  std::optional<std::uint32_t> arrive(std::uint32_t source, Operation const& send, std::uint32_t message);
  /// Posts a receive of `rank`. Returns the message that it accepts, if one has arrived.
  std::optional<std::uint32_t> post(std::uint32_t rank, Operation const& operation, std::uint32_t receive);
  /// Maximum number that waited at one rank, and the rank.
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
  /// Ordered by their numbers. A message is in a queue for each form of receive that accepts it.
  ItemQueues posted_, unexpected_;
  std::vector<std::uint8_t> taken_;  // by slot of the message in `unexpected_`
  std::uint64_t next_number_ = 0, messages_ = 0;
};

}  // namespace weft::replay
