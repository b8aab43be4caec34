#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

#include "weft/core/random.hpp"
#include "weft/io/program/program.hpp"

namespace weft::replay {

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
