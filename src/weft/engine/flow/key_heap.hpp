// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <utility>
#include <vector>

namespace weft::flow {

/// Priority queue of numbered items, ordered by key, then by number: a 4-ary heap that tracks the position of
/// each item.
class KeyHeap {
 public:
  static constexpr std::uint32_t absent = 0xffffffff;

  explicit KeyHeap(std::size_t items = 0) : place_(items, absent) {}

  bool empty() const { return nodes_.empty(); }
  std::size_t size() const { return nodes_.size(); }
  bool contains(std::uint32_t item) const { return place_[item] != absent; }
  double key(std::uint32_t item) const { return nodes_[place_[item]].key; }
  std::uint32_t minimum() const { return nodes_[0].item; }
  double min_key() const { return nodes_[0].key; }

  /// Returns the number of allocated bytes.
  std::uint64_t bytes() const {
    return nodes_.capacity() * sizeof(Node) + place_.capacity() * sizeof(std::uint32_t);
  }

  /// Reserves memory for `items` items.
  void reserve(std::size_t items) {
    nodes_.reserve(items);
    place_.reserve(items);
  }
  /// Reserves memory for the item numbers below `items`.
  void reserve_items(std::size_t items) {
    if (items > place_.size()) place_.resize(items, absent);
  }
  /// Adds an item, or changes its key.
  void set(std::uint32_t item, double key) {
    auto& place = place_[item];
    if (place == absent) {
      place = static_cast<std::uint32_t>(nodes_.size());
      nodes_.push_back({key, item});
      rise(place);
    } else if (auto const old = std::exchange(nodes_[place].key, key); key < old) {
      rise(place);
    } else {
      sink(place);
    }
  }
  /// Removes an item, if present.
  void erase(std::uint32_t item) {
    auto const place = std::exchange(place_[item], absent);
    if (place == absent) return;
    auto const last = nodes_.back();
    nodes_.pop_back();
    if (place == nodes_.size()) return;
    put(place, last);
    rise(place);
    sink(place_[last.item]);
  }

 private:
  struct Node {
    double key;
    std::uint32_t item;
    bool operator<(Node const& other) const { return key != other.key ? key < other.key : item < other.item; }
  };
  void put(std::uint32_t place, Node const& node) {
    nodes_[place] = node;
    place_[node.item] = place;
  }
  void rise(std::uint32_t place) {
    auto const node = nodes_[place];
    while (place > 0 && node < nodes_[(place - 1) / 4]) {
      put(place, nodes_[(place - 1) / 4]);
      place = (place - 1) / 4;
    }
    put(place, node);
  }
  void sink(std::uint32_t place) {
    auto const node = nodes_[place];
    auto const size = static_cast<std::uint32_t>(nodes_.size());
    while (4 * place + 1 < size) {
      auto minimum = 4 * place + 1;
      for (auto child = minimum + 1; child < size && child < 4 * place + 5; ++child)
        if (nodes_[child] < nodes_[minimum]) minimum = child;
      if (!(nodes_[minimum] < node)) break;
      put(place, nodes_[minimum]);
      place = minimum;
    }
    put(place, node);
  }

  std::vector<Node> nodes_;
  std::vector<std::uint32_t> place_;  // by item
};

}  // namespace weft::flow
