#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "weft/routing/form/channel_routing.hpp"

namespace weft::flit {

/// What the engine knows of a packet under way.
struct alignas(64) Packet {
  std::uint64_t birth = 0;              ///< cycle in which its source made it
  std::uint64_t draw = 0;               ///< the random word that those of its hops derive from
  std::uint32_t to = 0;                 ///< router of the destination
  std::uint32_t via = routing::no_via;  ///< intermediate router that it still heads for
  std::uint32_t terminal = 0;           ///< the destination
  std::uint32_t source = 0;             ///< terminal
  std::uint32_t entered = 0;            ///< cycles from its birth to the injection of its first flit
  std::uint32_t routers = 0;            ///< whose front it has reached
  std::uint16_t phase = 0;              ///< of the routing
  std::uint16_t flits = 1;
  bool decided = false;            ///< has an early choice that it has not yet used
  std::uint8_t message_class = 0;  ///< 0, or 1 for replies where they have virtual channels of their own
};

/// The packets under way, by number. Partitions take free numbers in bulk and reuse those of packets that they eject; where one
/// ejects more than it injects, it gives numbers back in bulk. Partitions share nothing else.
class PacketStore {
 public:
  /// Numbers taken or given back together.
  static constexpr std::size_t bulk = 4096;

  PacketStore() : chunks_(most_chunks) {}
  Packet& operator[](std::uint32_t number) { return chunks_[number / bulk][number % bulk]; }
  Packet const& operator[](std::uint32_t number) const { return chunks_[number / bulk][number % bulk]; }

  /// What a packet chose early to take at its source's router. Only if these choices are kept.
  routing::Candidate& early_choice(std::uint32_t number) {
    return early_choices_[number / bulk][number % bulk];
  }
  void keep_early_choices() { early_choices_.resize(most_chunks); }

  /// Appends `bulk` numbers that no packet has to `free`. Throws InputError beyond 2^30 packets.
  void take(std::vector<std::uint32_t>& free);
  /// Takes the last `bulk` numbers of `free` back.
  void give_back(std::vector<std::uint32_t>& free);
  /// Packets for which there is memory.
  std::size_t capacity() const { return used_ * bulk; }

 private:
  static constexpr std::size_t most_chunks = (std::size_t{1} << 30) / bulk;
  std::vector<std::unique_ptr<Packet[]>> chunks_;
  std::vector<std::unique_ptr<routing::Candidate[]>> early_choices_;
  std::size_t used_ = 0;
  std::vector<std::uint32_t> given_back_;
  std::mutex changing_;
};

}  // namespace weft::flit
