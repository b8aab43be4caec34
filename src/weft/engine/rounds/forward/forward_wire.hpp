// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <span>
#include <type_traits>
#include <utility>
#include <vector>

#include "weft/core/byte_stream.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/ranks.hpp"
#include "weft/network/network.hpp"

namespace weft::rounds {

/// A buffer of uninitialized elements, which must be written before they are read. The memory extends
/// slightly past the end, so that whole blocks can be copied.
template <class T>
class Buffer {
  static_assert(std::is_trivially_copyable_v<T>);

 public:
  static constexpr std::size_t padding = 64 / sizeof(T) + 1;

  T* data() { return elements_.get(); }
  T const* data() const { return elements_.get(); }
  T& operator[](std::size_t i) { return elements_[i]; }
  T const& operator[](std::size_t i) const { return elements_[i]; }
  std::size_t capacity() const { return capacity_; }
  /// Reserves memory for `size` elements. If the buffer grows, its contents are lost.
  T* prepare(std::size_t size) {
    if (size > capacity_) {
      capacity_ = size + size / 8;
      elements_ = std::make_unique_for_overwrite<T[]>(capacity_ + padding);
    }
    return data();
  }
  /// Reserves memory for `size` elements and keeps the first `used`.
  T* grow(std::size_t size, std::size_t used) {
    if (size > capacity_) {
      Buffer larger;
      larger.prepare(std::max(size, 2 * capacity_));
      std::copy_n(data(), used, larger.data());
      *this = std::move(larger);
    }
    return data();
  }

 private:
  std::unique_ptr<T[]> elements_;
  std::size_t capacity_ = 0;
};

/// Copies `count` elements in blocks of 32 bytes; may write up to one block past the end. `to` must not be
/// after `from` if they overlap.
template <class T>
void copy_run(T* to, T const* from, std::size_t count) {
  auto* target = reinterpret_cast<std::byte*>(to);
  auto const* source = reinterpret_cast<std::byte const*>(from);
  for (std::size_t bytes = count * sizeof(T), done = 0; done < bytes; done += 32)
    std::memcpy(target + done, source + done, 32);
}

/// The network as store and forward uses it: routers in chunks, one chunk per task, and for each ordered pair
/// of connected chunks a *list* that transfers the messages of a round.
///
/// A channel that carries up to b messages per round has b slots. The slots through which messages enter a
/// chunk are numbered by (router, input port, lane in [0, b)). A link is the sender's view of a channel: the
/// index of the outgoing list of its chunk, and the first slot in the receiving chunk. It uses 4 bytes, so
/// chunks have at most 2^16 slots. The chunks depend only on the network, so results do not depend on the
/// number of threads. Each rank has consecutive chunks; it stores all chunks and lists, but only the links of
/// its channels.
class Wiring {
 public:
  struct Chunk {
    std::uint32_t first_router, routers;
    std::uint64_t first_channel;
    std::uint32_t channels, slots;
    std::uint32_t first_incoming, incoming;  ///< incoming lists: consecutive, ordered by sending chunk
    std::uint64_t first_outgoing;            ///< index into outgoing_lists()
    std::uint32_t outgoing;
  };
  struct Link {
    std::uint32_t v;
    Link() = default;
    Link(std::uint32_t list, std::uint32_t slot) : v(list << 16 | slot) {}
    std::uint32_t list() const { return v >> 16; }
    std::uint16_t slot() const { return static_cast<std::uint16_t>(v); }
  };

  /// `lanes[c]`: maximum messages per round of a channel of class c; empty: one per round for all classes.
  explicit Wiring(Network const& network, std::vector<std::uint16_t> lanes = {},
                  Progress& progress = no_progress());

  /// Returns the target number of slots per chunk: a chunk fits in the cache, and there are enough chunks for
  /// all threads.
  static std::uint64_t slots_of_a_chunk(std::uint64_t channels);

  std::span<Chunk const> chunks() const { return chunks_; }
  /// Returns the chunks of this rank.
  Share own_chunks() const { return own_; }
  /// Returns the links of the channels of a chunk of this rank.
  Link const* links(Chunk const& chunk) const {
    return links_.data() + (chunk.first_channel - chunks_[own_.begin].first_channel);
  }
  /// Returns the ids of the lists that leave a chunk.
  std::span<std::uint32_t const> outgoing_lists(Chunk const& chunk) const {
    return {outgoing_.data() + chunk.first_outgoing, chunk.outgoing};
  }
  std::uint64_t num_lists() const { return list_begin_.size() - 1; }
  /// Returns the index of the first element of `list` among the elements of all lists; a list has one element
  /// per slot that it serves.
  std::uint64_t list_begin(std::uint64_t list) const { return list_begin_[list]; }
  std::uint64_t num_slots() const { return list_begin_.back(); }
  /// Returns the number of slots per router if it is equal for all routers, else 0.
  std::uint32_t common_slots() const { return common_slots_; }
  /// Returns the first slot of each router of a chunk; the last element is chunk.slots.
  std::span<std::uint32_t const> slot_begins(Chunk const& chunk) const {
    return {slot_begin_.data() + chunk.first_router + (&chunk - chunks_.data()),
            std::size_t{chunk.routers} + 1};
  }
  /// Another rank with chunks that send to chunks of this rank or receive from them.
  struct Partner {
    unsigned rank = 0;
    std::vector<std::uint32_t> to, from;  ///< lists to and from the chunks of `rank`, ascending
  };
  std::vector<Partner> partners() const;
  std::uint32_t max_slots() const { return max_slots_; }
  std::uint32_t max_channels() const { return max_channels_; }

 private:
  static constexpr std::uint32_t chunk_routers = 4096, min_routers = 4, slot_limit = 1 << 16;
  void count_slots(Network const& network);
  void cut_chunks(Network const& network);
  /// The chunks to which a chunk sends, and the number of elements of each list (`places`).
  struct Reach {
    std::vector<std::uint32_t> chunks, places;
  };
  void make_links(Network const& network, std::vector<Reach>& reaches, Progress& progress);
  /// Adds the reaches of the chunks of other ranks. Collective.
  void share_reaches(std::vector<Reach>& reaches) const;
  void connect_lists(std::vector<Reach> const& reaches);
  std::uint32_t lanes(Network const& network, ChannelIndex c) const {
    return lanes_.empty() ? 1 : lanes_[network.class_of(c).v];
  }
  std::uint32_t slot_of(Network const& network, ChannelIndex c) const;

  std::vector<std::uint16_t> lanes_;
  std::vector<Chunk> chunks_;
  Share own_;
  std::vector<std::uint32_t> chunk_of_, slot_begin_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> outgoing_;
  std::vector<std::uint64_t> list_begin_;
  std::uint32_t common_slots_ = 0, max_slots_ = 0, max_channels_ = 0;
};

/// Messages in flight between two rounds: a round writes messages to its lists, and the next round reads
/// them. Lists have capacity for every slot that they serve; untouched pages cost no memory.
template <class M>
class Wire {
  struct Side;

 public:
  explicit Wire(Wiring const& wiring) : wiring_(&wiring) {
    for (auto& side : sides_) {
      side.slot.prepare(wiring.num_slots());
      side.message.prepare(wiring.num_slots());
      side.count.resize(wiring.num_lists());
    }
  }

  /// Writer of the lists that leave a chunk in a round; close() completes them.
  class Sender {
   public:
    void open(Wire& wire, Wiring::Chunk const& chunk, std::uint64_t round) {
      side_ = &wire.sides_[round & 1];
      lists_ = wire.wiring_->outgoing_lists(chunk).data();
      wiring_ = wire.wiring_;
      cursor_.resize(chunk.outgoing);
      for (std::uint32_t i = 0; i < chunk.outgoing; ++i) cursor_[i] = wiring_->list_begin(lists_[i]);
    }
    /// Pointers used by put(), which can be kept in registers.
    struct Writer {
      std::uint64_t* cursor;
      std::uint16_t* slot;
      M* message;
      void put(Wiring::Link link, std::uint32_t lane, M const& sent) const {
        auto const place = cursor[link.list()]++;
        slot[place] = static_cast<std::uint16_t>(link.slot() + lane);
        message[place] = sent;
      }
    };
    Writer writer() { return {cursor_.data(), side_->slot.data(), side_->message.data()}; }
    void close() {
      for (std::size_t i = 0; i < cursor_.size(); ++i)
        side_->count[lists_[i]] = static_cast<std::uint32_t>(cursor_[i] - wiring_->list_begin(lists_[i]));
    }

   private:
    typename Wire::Side* side_ = nullptr;
    std::uint32_t const* lists_ = nullptr;
    Wiring const* wiring_ = nullptr;
    std::vector<std::uint64_t> cursor_;
  };

  /// Returns the number of messages that reach a chunk in a round.
  std::uint64_t incoming(Wiring::Chunk const& chunk, std::uint64_t round) const {
    auto const* const count = sides_[(round & 1) ^ 1].count.data() + chunk.first_incoming;
    std::uint64_t sum = 0;
    for (std::uint32_t i = 0; i < chunk.incoming; ++i) sum += count[i];
    return sum;
  }
  /// Calls visit(slot, message) for each message that reaches a chunk in a round.
  template <class Visit>
  void receive(Wiring::Chunk const& chunk, std::uint64_t round, Visit&& visit) const {
    auto const& side = sides_[(round & 1) ^ 1];
    for (std::uint64_t list = chunk.first_incoming;
         list < std::uint64_t{chunk.first_incoming} + chunk.incoming; ++list) {
      auto const begin = wiring_->list_begin(list), end = begin + side.count[list];
      for (auto i = begin; i < end; ++i) visit(side.slot[i], side.message[i]);
    }
  }
  /// Returns whether round `round` has written messages to any of `lists`.
  bool crosses(std::span<std::uint32_t const> lists, std::uint64_t round) const {
    return std::ranges::any_of(lists, [&](auto list) { return sides_[round & 1].count[list] > 0; });
  }
  /// Serializes the messages that round `round` has written to `lists`.
  void pack(std::span<std::uint32_t const> lists, std::uint64_t round, ByteWriter& out) const {
    auto const& side = sides_[round & 1];
    for (auto const list : lists) out.put(side.count[list]);
    for (auto const list : lists) {
      auto const begin = wiring_->list_begin(list);
      out.put_all(std::span<std::uint16_t const>(side.slot.data() + begin, side.count[list]));
      out.put_all(std::span<M const>(side.message.data() + begin, side.count[list]));
    }
  }
  /// Reads the messages that another rank has serialized with pack() into `lists`.
  void unpack(std::span<std::uint32_t const> lists, std::uint64_t round, ByteReader& in) {
    auto& side = sides_[round & 1];
    for (auto const list : lists) side.count[list] = in.read<std::uint32_t>();
    for (auto const list : lists) {
      auto const begin = wiring_->list_begin(list);
      in.read_all(std::span(side.slot.data() + begin, side.count[list]));
      in.read_all(std::span(side.message.data() + begin, side.count[list]));
    }
  }
  void clear(std::span<std::uint32_t const> lists, std::uint64_t round) {
    for (auto const list : lists) sides_[round & 1].count[list] = 0;
  }
  /// Clears the outgoing lists of a chunk for a round.
  void silence(Wiring::Chunk const& chunk, std::uint64_t round) {
    clear(wiring_->outgoing_lists(chunk), round);
  }

 private:
  struct Side {
    Buffer<std::uint16_t> slot;
    Buffer<M> message;
    std::vector<std::uint32_t> count;
  };
  Wiring const* wiring_;
  Side sides_[2];
};

}  // namespace weft::rounds
