#pragma once

#include <algorithm>
#include <cstdint>
#include <cstring>
#include <limits>
#include <memory>
#include <span>
#include <vector>

namespace weft::rounds {

/// Elements that may be read or written past the end of an array of messages, so that whole vectors can be copied.
template <class Message>
inline constexpr std::size_t copy_padding = std::max<std::size_t>(1, 64 / sizeof(Message));

/// Copies n messages in whole vectors: a few instructions for the short queues of a node, where memcpy costs more to call.
template <class Message>
void copy_padded(Message const* from, std::size_t n, Message* to) {
  constexpr std::size_t step = copy_padding<Message>;
  for (std::size_t i = 0; i < n; i += step) std::memcpy(to + i, from + i, step * sizeof(Message));
}

/// Thrown when a clique holds more messages than its offsets can tell; the run is then repeated with longer ones.
struct OffsetOverflow {};

/// The messages of one copy of a CLEX, grouped by node: the cliques of the copy one after the other, in each the nodes.
template <class Message, class Offset>
class MessageStore {
 public:
  MessageStore() = default;
  MessageStore(std::uint32_t m, std::uint64_t cliques, std::uint64_t messages)
      : m_(m), base_(cliques), offset_(cliques * (m + 1)) {
    reserve(messages, 0);
  }

  /// Makes room for `messages` in all, keeping the first `used`.
  void reserve(std::uint64_t messages, std::uint64_t used) {
    if (messages <= capacity_) return;
    std::unique_ptr<Message[]> larger{new Message[messages + copy_padding<Message>]};
    std::copy_n(messages_.get(), used, larger.get());
    messages_ = std::move(larger);
    capacity_ = messages;
  }
  std::uint64_t capacity() const { return capacity_; }

  /// Places the messages of a clique from `begin` on: `count[t]` of them for node t. `position[t]` becomes the place of the
  /// first message of node t. The whole number must fit (`reserve`).
  void place(std::uint64_t clique, std::uint64_t begin, std::uint32_t const* count, std::uint32_t* position) {
    base_[clique] = begin;
    Offset* const offset = offset_.data() + clique * (m_ + 1);
    std::uint32_t sum = 0;
    for (std::uint32_t t = 0; t < m_; ++t) {
      offset[t] = static_cast<Offset>(sum);
      position[t] = sum;
      sum += count[t];
    }
    if (sum > std::numeric_limits<Offset>::max()) throw OffsetOverflow{};
    offset[m_] = static_cast<Offset>(sum);
  }
  std::uint64_t clique_size(std::uint64_t clique) const { return offset_[clique * (m_ + 1) + m_]; }
  Message* at(std::uint64_t clique) { return messages_.get() + base_[clique]; }

  std::span<Message const> node(std::uint64_t clique, std::uint32_t node) const {
    Offset const* const offset = offset_.data() + clique * (m_ + 1) + node;
    return {messages_.get() + base_[clique] + offset[0], std::size_t(offset[1]) - offset[0]};
  }

 private:
  std::uint32_t m_ = 0;
  std::unique_ptr<Message[]> messages_;
  std::uint64_t capacity_ = 0;
  std::vector<std::uint64_t> base_;
  std::vector<Offset> offset_;
};

}  // namespace weft::rounds
