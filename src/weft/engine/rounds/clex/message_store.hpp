// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstring>
#include <deque>
#include <limits>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "weft/core/parallel.hpp"
#include "weft/core/ranks.hpp"
#include "weft/engine/rounds/clex/clex_draws.hpp"

namespace weft::rounds {

/// Packing of the digits of a CLEX node: digit d_i (i = 1..levels, d_1 lowest) occupies `bits` bits, from bit
/// (i - 1) * bits on. If m is a power of two, the packed digits equal the node index.
class DigitPacking {
 public:
  DigitPacking(std::uint32_t m, std::uint32_t levels)
      : m_(m), levels_(levels), bits_(m == 1 ? 1 : static_cast<std::uint32_t>(std::bit_width(m - 1))) {}
  std::uint32_t total_bits() const { return bits_ * levels_; }
  bool is_identity() const { return std::has_single_bit(m_) && m_ > 1; }
  std::uint64_t mask() const { return (std::uint64_t{1} << bits_) - 1; }
  std::uint32_t shift(std::uint32_t level) const { return (level - 1) * bits_; }
  std::uint64_t pack(std::uint64_t node) const {
    if (is_identity()) return node;
    std::uint64_t packed = 0;
    for (std::uint32_t i = 0; i < levels_; ++i, node /= m_) packed |= node % m_ << i * bits_;
    return packed;
  }

  std::uint64_t unpack(std::uint64_t packed) const {
    if (is_identity()) return packed;
    std::uint64_t node = 0;
    for (std::uint32_t i = levels_; i-- > 0;) node = node * m_ + (packed >> i * bits_ & mask());
    return node;
  }

 private:
  std::uint32_t m_, levels_, bits_;
};

/// A message that stores only its destination.
template <class Digits>
struct PlainMessage {
  static constexpr bool tracked = false, numbered = false;
  Digits destination;
};

/// A message that also records its hops, rounds, cable length and time.
template <class Digits>
struct TrackedMessage {
  static constexpr bool tracked = true, numbered = false;
  Digits destination;
  std::uint32_t hops = 0;
  std::uint32_t rounds = 0;
  std::uint32_t distance = 0;  ///< cable length in millimeters
  std::uint64_t time_ps = 0;   ///< time of all rounds, including requests and grants

  void arrive(std::uint32_t rounds_taken, std::uint32_t hops_taken, std::uint32_t length,
              std::uint64_t time_taken_ps) {
    rounds += rounds_taken;
    hops += hops_taken;
    distance += length;
    time_ps += time_taken_ps;
  }
};

/// Cable lengths between the nodes of a clique in millimeters, as a table of m x m (empty if there is no
/// layout), and the time of a round in a clique.
class HopLengths {
 public:
  HopLengths() = default;
  HopLengths(std::uint32_t m, std::vector<std::uint32_t> table, std::uint64_t round_ps)
      : m_(m), table_(std::move(table)), round_ps_(round_ps) {}
  std::uint64_t round_ps() const { return round_ps_; }
  std::uint32_t operator()(std::uint32_t from, std::uint32_t to) const {
    return table_.empty() ? 0 : table_[std::size_t{from} * m_ + to];
  }

 private:
  std::uint32_t m_ = 0;
  std::vector<std::uint32_t> table_;
  std::uint64_t round_ps_ = 0;
};

/// Number of elements that may be read or written past the end of an array of messages, so that whole vectors
/// can be copied.
template <class Message>
inline constexpr std::size_t copy_padding = std::max<std::size_t>(1, 64 / sizeof(Message));

/// Copies n messages in whole vectors: for the short queues of a node, this takes a few instructions, fewer
/// than a memcpy call.
template <class Message>
void copy_padded(Message const* from, std::size_t n, Message* to) {
  constexpr std::size_t step = copy_padding<Message>;
  for (std::size_t i = 0; i < n; i += step) std::memcpy(to + i, from + i, step * sizeof(Message));
}

/// Exception for a clique with more messages than `Offset` can count; the run is then repeated with a larger
/// type.
struct OffsetOverflow {};

/// The messages of a copy of a CLEX, grouped by clique of the copy, then by node of the clique.
template <class Message, class Offset>
class MessageStore {
 public:
  MessageStore() = default;
  MessageStore(std::uint32_t m, std::uint64_t cliques, std::uint64_t messages)
      : m_(m), base_(cliques), offset_(cliques * (m + 1)) {
    reserve(messages, 0);
  }

  /// Reserves memory for `messages` messages and keeps the first `used`.
  void reserve(std::uint64_t messages, std::uint64_t used) {
    if (messages <= capacity_) return;
    std::unique_ptr<Message[]> larger{new Message[messages + copy_padding<Message>]};
    std::copy_n(messages_.get(), used, larger.get());
    messages_ = std::move(larger);
    capacity_ = messages;
  }
  std::uint64_t capacity() const { return capacity_; }

  /// Allocates the messages of a clique from index `begin` on: count[t] messages for node t. Sets position[t]
  /// to the index of the first message of node t, relative to `begin`. The messages must fit in the capacity.
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
  std::uint64_t size() const {
    std::uint64_t sum = 0;
    for (std::uint64_t clique = 0; clique < base_.size(); ++clique) sum += clique_size(clique);
    return sum;
  }
  Message* at(std::uint64_t clique) { return messages_.get() + base_[clique]; }

  std::span<Message const> node(std::uint64_t clique, std::uint32_t node) const {
    Offset const* const offset = offset_.data() + clique * (m_ + 1) + node;
    return {messages_.get() + base_[clique] + offset[0], std::size_t(offset[1]) - offset[0]};
  }

  /// Serializes the messages of the nodes [first, last) of every clique: first the number of messages of each
  /// node, then the messages.
  Bytes pack(std::uint32_t first, std::uint32_t last) const {
    std::uint64_t size = 0;
    for_cliques([&](Offset const* offset, Message const*) { size += offset[last] - offset[first]; });
    Bytes bytes(base_.size() * (last - first) * sizeof(Offset) + size * sizeof(Message));
    auto* to = bytes.data();
    for_cliques([&](Offset const* offset, Message const*) {
      for (std::uint32_t t = first; t < last; ++t, to += sizeof(Offset)) {
        auto const count = static_cast<Offset>(offset[t + 1] - offset[t]);
        std::memcpy(to, &count, sizeof count);
      }
    });
    for_cliques([&](Offset const* offset, Message const* messages) {
      std::size_t const length = (std::size_t(offset[last]) - offset[first]) * sizeof(Message);
      if (length > 0) std::memcpy(to, messages + offset[first], length);
      to += length;
    });
    return bytes;
  }

  /// Returns the store that pack() serialized, with `nodes` nodes per clique.
  static MessageStore unpack(std::span<std::byte const> bytes, std::uint32_t nodes, std::uint64_t cliques) {
    std::size_t const header = cliques * nodes * sizeof(Offset), length = bytes.size() - header;
    MessageStore store(nodes, cliques, length / sizeof(Message));
    if (length > 0) std::memcpy(static_cast<void*>(store.messages_.get()), bytes.data() + header, length);
    std::vector<Offset> stored(nodes);
    std::vector<std::uint32_t> count(nodes), position(nodes);
    std::uint64_t begin = 0;
    for (std::uint64_t clique = 0; clique < cliques; ++clique) {
      std::memcpy(stored.data(), bytes.data() + clique * nodes * sizeof(Offset), nodes * sizeof(Offset));
      std::copy(stored.begin(), stored.end(), count.begin());
      store.place(clique, begin, count.data(), position.data());
      begin += store.clique_size(clique);
    }
    return store;
  }

 private:
  template <class Visit>
  void for_cliques(Visit&& visit) const {
    for (std::uint64_t clique = 0; clique < base_.size(); ++clique)
      visit(offset_.data() + clique * (m_ + 1), messages_.get() + base_[clique]);
  }

  std::uint32_t m_ = 0;
  std::unique_ptr<Message[]> messages_;
  std::uint64_t capacity_ = 0;
  std::vector<std::uint64_t> base_;
  std::vector<Offset> offset_;
};

/// The messages that an exchange with landing=high sends to a copy, grouped by clique.
template <class Message>
struct ExchangeStage {
  std::vector<Message> message;
  std::vector<std::uint16_t> sender;
  /// By clique of the copy: index of its first message; last element: the number of messages
  std::vector<std::uint64_t> begin;
};

/// The messages that an exchange sends from one copy; node 0 of the store is node `first` of the copy's
/// cliques.
template <class Message, class Offset>
struct ExchangePart {
  MessageStore<Message, Offset> const* store = nullptr;
  std::uint32_t first = 0;
};

/// Source of the messages of a copy: the traffic (no member is set), a store of the copy's cliques (level =
/// 0), or an exchange over level `level` to sub-copy `copy`, from a store of all sub-copies or from one part
/// per sub-copy.
template <class Message, class Offset>
struct CopySource {
  MessageStore<Message, Offset> const* store = nullptr;
  ExchangePart<Message, Offset> const* parts = nullptr;
  std::uint64_t cliques = 0;  ///< number of cliques of the store (level = 0), or of each part
  std::uint32_t level = 0;
  std::uint64_t copy = 0;
  ExchangeStage<Message> const* stage = nullptr;

  bool is_traffic() const { return store == nullptr && parts == nullptr; }
  /// Returns the messages from clique `at` of sub-copy i; sub-copies have `stride` cliques. If the source has
  /// parts, `at` is modulo `cliques`.
  std::span<Message const> queue(std::uint32_t i, std::uint64_t stride, std::uint64_t at) const {
    auto const node = static_cast<std::uint32_t>(copy);
    return parts ? parts[i].store->node(at, node - parts[i].first) : store->node(i * stride + at, node);
  }
};

/// Target of the messages of a copy: a store of `cliques` cliques, filled up to index `end`; the sink if
/// `store` is null.
template <class Message, class Offset>
struct CopyTarget {
  MessageStore<Message, Offset>* store = nullptr;
  std::uint64_t cliques = 0, end = 0;
};

/// Returns the level of the copies that are the parallel tasks of A(l): the highest level below the top with
/// a task for each thread of each rank; with landing=high always the level below the top, since a message may
/// land anywhere in its copy. Collective.
inline std::uint32_t task_level_of(ClexMachine const& machine) {
  if (machine.levels <= 2) return 1;
  std::uint32_t level = machine.levels - 1;
  std::uint64_t const requested = max_over_ranks(num_threads()) * num_ranks();
  while (machine.low_landing && level > 1 && machine.power(machine.levels - level) < requested) --level;
  return level;
}

/// Lines of m copies, `stride` apart, that an exchange over a higher level connects. Copy j of a line
/// receives the messages of the nodes j of all cliques of the line.
struct CopyLines {
  std::uint32_t m;
  std::uint64_t stride, copies;

  std::uint64_t line_of(std::uint64_t copy) const { return copy / (stride * m) * stride + copy % stride; }
  std::uint32_t digit_of(std::uint64_t copy) const { return static_cast<std::uint32_t>(copy / stride % m); }
  /// Returns the range of the digits of the copies of a line that are in `some`.
  std::pair<std::uint32_t, std::uint32_t> digits_in(std::uint64_t line, Share some) const {
    std::uint64_t const first = line / stride * (stride * m) + line % stride;
    auto const digits_before = [&](std::uint64_t copy) {
      std::uint64_t const distance = copy > first ? copy - first : 0;
      return static_cast<std::uint32_t>(std::min<std::uint64_t>(m, (distance + stride - 1) / stride));
    };
    return {digits_before(some.begin), digits_before(some.end)};
  }
};

/// Returns the number of copies that a rank with `copies` copies sends per turn; an exchange has at most 32
/// turns.
constexpr std::uint64_t copies_per_turn(std::uint64_t copies) { return (copies + 31) / 32; }

/// The messages that an exchange sends to the copies of this rank, from the copies of all ranks.
template <class Message, class Offset>
class LineStores {
 public:
  using Store = MessageStore<Message, Offset>;

  /// Exchanges the messages between the ranks. `own`: the stores of this rank's copies, with `cliques`
  /// cliques each. Collective.
  LineStores(CopyLines const& lines, std::uint64_t cliques, std::vector<Store> own)
      : lines_(lines), cliques_(cliques), mine_(share_of(rank(), lines.copies)), parts_(lines.copies) {
    if (num_ranks() > 1)
      receive(std::move(own));
    else
      for (std::uint64_t copy = 0; copy < own.size(); ++copy) add(copy, std::move(own[copy]), 0);
  }

  CopySource<Message, Offset> source(std::uint64_t copy, std::uint32_t level) const {
    return {nullptr, &parts_[lines_.line_of(copy) * lines_.m], cliques_, level, lines_.digit_of(copy)};
  }

 private:
  void add(std::uint64_t from, Store store, std::uint32_t first) {
    stores_.push_back(std::move(store));
    parts_[lines_.line_of(from) * lines_.m + lines_.digit_of(from)] = {&stores_.back(), first};
  }

  /// Moves the messages, copies_per_turn() copies of each rank at a time, which limits the memory of messages
  /// that are in two stores.
  void receive(std::vector<Store> own) {
    std::vector<Share> shares;
    for (unsigned r = 0; r < num_ranks(); ++r) shares.push_back(share_of(r, lines_.copies));
    std::uint64_t const maximum = shares[0].end, step = copies_per_turn(maximum);
    for (std::uint64_t begin = 0; begin < maximum; begin += step) {
      std::uint64_t const end = std::min<std::uint64_t>(begin + step, own.size());
      std::vector<Bytes> to_rank(num_ranks());
      parallel_for(to_rank.size(), [&](std::size_t r, unsigned) {
        for (std::uint64_t i = begin; i < end; ++i) {
          auto const [first, last] = lines_.digits_in(lines_.line_of(mine_.begin + i), shares[r]);
          if (first < last) append(own[i].pack(first, last), to_rank[r]);
        }
      });
      for (std::uint64_t i = begin; i < end; ++i) own[i] = {};
      unpack(begin, begin + step, shares, exchange(std::move(to_rank)));
    }
  }

  void unpack(std::uint64_t begin, std::uint64_t end, std::vector<Share> const& shares,
              std::vector<Bytes> from_rank) {
    struct Arrived {
      std::uint64_t copy;
      Store store;
      std::uint32_t first;
    };
    std::vector<std::vector<Arrived>> arrived(from_rank.size());
    parallel_for(from_rank.size(), [&](std::size_t r, unsigned) {
      std::span<std::byte const> rest(from_rank[r]);
      for (auto copy = shares[r].begin + begin; copy < std::min(shares[r].begin + end, shares[r].end);
           ++copy) {
        auto const [first, last] = lines_.digits_in(lines_.line_of(copy), mine_);
        if (first < last)
          arrived[r].push_back({copy, Store::unpack(next(rest), last - first, cliques_), first});
      }
      from_rank[r] = {};
    });
    for (auto& of_rank : arrived)
      for (auto& [copy, store, first] : of_rank) add(copy, std::move(store), first);
  }

  /// Appends the length of `piece` and then `piece` to `to`.
  static void append(Bytes const& piece, Bytes& to) {
    std::uint64_t const size = piece.size();
    auto const* length = reinterpret_cast<std::byte const*>(&size);
    to.insert(to.end(), length, length + sizeof size);
    to.insert(to.end(), piece.begin(), piece.end());
  }
  static std::span<std::byte const> next(std::span<std::byte const>& rest) {
    std::uint64_t size = 0;
    std::memcpy(&size, rest.data(), sizeof size);
    auto const piece = rest.subspan(sizeof size, size);
    rest = rest.subspan(sizeof size + size);
    return piece;
  }

  CopyLines lines_;
  std::uint64_t cliques_;
  Share mine_;
  std::vector<ExchangePart<Message, Offset>> parts_;  ///< by line and digit of the sending copy
  std::deque<Store> stores_;
};

}  // namespace weft::rounds
