#include "weft/engine/replay/item_queues.hpp"

#include <utility>

namespace weft::replay {

void ItemQueues::push(MatchKey const& key, Item const& item) {
  if (2 * (keys_ + 1) > table_.size()) grow();
  auto node = free_;
  if (node == none) {
    node = static_cast<std::uint32_t>(nodes_.size());
    nodes_.push_back({item, none});
  } else {
    free_ = nodes_[node].next;
    nodes_[node] = {item, none};
  }
  auto& entry = table_[place_of(key)];
  if (entry.head == none) {
    entry = {key, node, node};
    ++keys_;
  } else {
    nodes_[entry.tail].next = node;
    entry.tail = node;
  }
}

void ItemQueues::pop(MatchKey const& key) {
  auto const at = place_of(key);
  auto& entry = table_[at];
  auto const node = entry.head;
  entry.head = nodes_[node].next;
  nodes_[node].next = free_;
  free_ = node;
  if (entry.head == none) erase(at);
}

void ItemQueues::grow() {
  constexpr std::size_t least = 64;
  std::vector<Entry> old(table_.empty() ? least : 2 * table_.size());
  std::swap(old, table_);
  for (auto const& entry : old)
    if (entry.head != none) table_[place_of(entry.key)] = entry;
}

/// Moves entries back that would not be found across the empty place (Knuth, The Art of Computer Programming
/// 3, 6.4, algorithm R).
void ItemQueues::erase(std::size_t at) {
  --keys_;
  auto const mask = table_.size() - 1;
  for (auto next = (at + 1) & mask; table_[next].head != none; next = (next + 1) & mask) {
    auto const home = hash(table_[next].key) & mask;
    if (((next - home) & mask) < ((next - at) & mask)) continue;
    table_[at] = table_[next];
    at = next;
  }
  table_[at] = {};
}

}  // namespace weft::replay
