#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "weft/core/random.hpp"

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

}  // namespace weft::replay
