#pragma once

#include <bit>
#include <cstdint>
#include <vector>

#include "weft/graph/graph.hpp"
#include "weft/network/network.hpp"
#include "weft/routing/form/virtual_channel.hpp"

namespace weft::routing {

/// Virtual lanes of channels that wait for each other.
struct LaneGraph {
  std::vector<VirtualChannel> lanes;  ///< of each vertex, ascending
  Graph waits;
};

/// Dependencies between the virtual lanes of channels, gathered on all threads: a bit for each lane of a
/// channel and each lane of a channel that follows it.
class WantedLanes {
 public:
  explicit WantedLanes(Network const& network);

  /// Packets that hold any of these lanes of a channel (a bit for each) want a lane of another one, which
  /// leaves its target. Safe to call from several threads.
  void add(ChannelIndex from, std::uint16_t held, ChannelIndex to, std::uint8_t lane);

  /// Of the lanes that wait or are waited for.
  LaneGraph graph() const;

 private:
  Network const& network_;
  std::vector<std::size_t> first_;     // of each channel, in wanted_: by output port of its target, then lane
  std::vector<std::uint16_t> wanted_;  // a bit for each lane
};

/// Sets bits of a word that several threads share.
void set_bits(std::uint16_t& word, std::uint16_t bits);

/// Calls `visit(i)` for each bit i of a word.
template <class Visit>
void for_each_bit(std::uint16_t word, Visit visit) {
  for (; word != 0; word = static_cast<std::uint16_t>(word & (word - 1)))
    visit(static_cast<std::uint8_t>(std::countr_zero(word)));
}

}  // namespace weft::routing
