#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "weft/network/network.hpp"

namespace weft::rounds {

/// A network as the store-and-forward engine walks through it: routers in chunks, one chunk a task, and for each ordered
/// pair of chunks joined by channels a *list* that carries the messages of one round from the one to the other.
///
/// A channel that carries up to b messages a round has b slots. The slots by which messages enter a chunk are numbered by
/// (router, input port, place among the b); a link is what a sender needs to know of a channel: which of its chunk's
/// outgoing lists, and which slot of the receiving chunk. 4 bytes per channel, which is why chunks have at most 2^16 slots.
/// The chunks depend on the network alone, so nothing depends on the number of threads.
class Wiring {
 public:
  struct Chunk {
    std::uint32_t first_router, routers;
    std::uint64_t first_channel;
    std::uint32_t channels, slots;
    std::uint32_t first_incoming, incoming;  ///< its incoming lists, consecutive, ordered by sending chunk
    std::uint64_t first_outgoing;            ///< into outgoing_lists()
    std::uint32_t outgoing;
  };
  struct Link {
    std::uint32_t v;
    Link() = default;
    Link(std::uint32_t list, std::uint32_t slot) : v(list << 16 | slot) {}
    std::uint32_t list() const { return v >> 16; }
    std::uint16_t slot() const { return static_cast<std::uint16_t>(v); }
  };

  /// `lanes[c]`: the most messages that a channel of class c carries in a round; empty if one for all.
  explicit Wiring(Network const& network, std::vector<std::uint16_t> lanes = {});

  std::span<Chunk const> chunks() const { return chunks_; }
  /// Link of each channel.
  std::span<Link const> links() const { return links_; }
  /// The ids of the lists that leave the chunk.
  std::span<std::uint32_t const> outgoing_lists(Chunk const& chunk) const {
    return {outgoing_.data() + chunk.first_outgoing, chunk.outgoing};
  }
  std::uint64_t num_lists() const { return list_begin_.size() - 1; }
  /// Where list i begins among the places of all lists; it has one place per slot that it serves.
  std::uint64_t list_begin(std::uint64_t list) const { return list_begin_[list]; }
  std::uint64_t num_slots() const { return list_begin_.back(); }
  /// Slots per router if all have as many, else 0.
  std::uint32_t common_slots() const { return common_slots_; }
  /// The slots of the chunk's routers: element i is the first one of its router i, the last element chunk.slots.
  std::span<std::uint32_t const> slot_begins(Chunk const& chunk) const {
    return {slot_begin_.data() + chunk.first_router + (&chunk - chunks_.data()),
            std::size_t{chunk.routers} + 1};
  }
  std::uint32_t max_slots() const { return max_slots_; }
  std::uint32_t max_channels() const { return max_channels_; }

 private:
  static constexpr std::uint32_t chunk_routers = 4096, slot_limit = 1 << 16;
  void count_slots(Network const& network);
  void cut_chunks(Network const& network);
  void make_links(Network const& network);
  void connect_lists(std::vector<std::vector<std::uint32_t>> const& reached,
                     std::vector<std::vector<std::uint32_t>> const& places);
  std::uint32_t lanes(Network const& network, ChannelIndex c) const {
    return lanes_.empty() ? 1 : lanes_[network.class_of(c).v];
  }
  std::uint32_t slot_of(Network const& network, ChannelIndex c) const;

  std::vector<std::uint16_t> lanes_;
  std::vector<Chunk> chunks_;
  std::vector<std::uint32_t> chunk_of_, slot_begin_;
  std::vector<Link> links_;
  std::vector<std::uint32_t> outgoing_;
  std::vector<std::uint64_t> list_begin_;
  std::uint32_t common_slots_ = 0, max_slots_ = 0, max_channels_ = 0;
};

}  // namespace weft::rounds
