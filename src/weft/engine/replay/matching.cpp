// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/replay/matching.hpp"

#include <array>
#include <span>
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
  constexpr std::size_t minimum = 64;
  std::vector<Entry> old(table_.empty() ? minimum : 2 * table_.size());
  std::swap(old, table_);
  for (auto const& entry : old)
    if (entry.head != none) table_[place_of(entry.key)] = entry;
}

/// Empties slot `at` and moves the entries back that a search could no longer reach (Knuth, The Art of
/// Computer Programming 3, 6.4, algorithm R).
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

namespace {

/// The forms of receives that match a message: wildcard source, wildcard tag; the exact form first.
constexpr std::array<std::array<bool, 2>, 4> forms{
    {{false, false}, {true, false}, {false, true}, {true, true}}};

}  // namespace

bool has_wildcard_receive(Program const& program) {
  for (std::uint32_t i = 0; i < program.num_operations(); ++i)
    if (auto const& operation = program.operation(i); operation.kind == OperationKind::receive)
      if (operation.peer == Operation::any || operation.tag == Operation::any) return true;
  return false;
}

std::optional<std::uint32_t> Matching::arrive(std::uint32_t source, Operation const& send,
                                              std::uint32_t message) {
  auto const key_of = [&](std::array<bool, 2> const& form) {
    return MatchKey{send.peer, form[0] ? any : source, form[1] ? any : send.tag, send.context};
  };
  auto const used = std::span(forms).first(wildcards_ ? forms.size() : 1);
  ItemQueues::Item const* earliest = nullptr;
  MatchKey taken_by{};
  for (auto const& form : used) {
    auto const* const first = posted_.front(key_of(form));
    if (first == nullptr || (earliest != nullptr && first->number > earliest->number)) continue;
    earliest = first;
    taken_by = key_of(form);
  }
  if (earliest != nullptr) {
    auto const receive = earliest->item;
    posted_.pop(taken_by);
    --waiting_[send.peer].receives;
    return receive;
  }
  auto const slot = static_cast<std::uint32_t>(taken_.size());
  if (wildcards_) taken_.push_back(0);
  for (auto const& form : used) unexpected_.push(key_of(form), {next_number_, message, slot});
  ++next_number_;
  ++messages_;
  add(waiting_[send.peer].messages, send.peer, max_waiting_messages_);
  return {};
}

std::optional<std::uint32_t> Matching::post(std::uint32_t rank, Operation const& operation,
                                            std::uint32_t receive) {
  MatchKey const key{rank, operation.peer, operation.tag, operation.context};
  auto const* first = unexpected_.front(key);
  for (; first != nullptr && wildcards_ && taken_[first->slot] != 0; first = unexpected_.front(key))
    unexpected_.pop(key);
  if (first != nullptr) {
    auto const [number, message, slot] = *first;
    unexpected_.pop(key);
    if (wildcards_) taken_[slot] = 1;
    --messages_;
    --waiting_[rank].messages;
    return message;
  }
  posted_.push(key, {next_number_++, receive, 0});
  add(waiting_[rank].receives, rank, max_waiting_receives_);
  return {};
}

}  // namespace weft::replay
