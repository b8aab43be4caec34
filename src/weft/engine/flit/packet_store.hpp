#pragma once

#include <cstdint>
#include <memory>
#include <mutex>
#include <vector>

#include "weft/routing/vc/vc_routing.hpp"

namespace weft::flit {

/// What the engine knows of a packet under way.
struct alignas(64) Packet {
  std::uint64_t birth = 0;         ///< cycle in which its source made it
  std::uint32_t to = 0;            ///< router of the destination
  std::uint32_t via = vc::no_via;  ///< intermediate router that it still heads for
  std::uint32_t terminal = 0;      ///< the destination
  std::uint32_t source = 0;        ///< terminal
  std::uint32_t number = 0;        ///< among those of its source
  std::uint32_t entered = 0;       ///< cycles from its birth to the injection of its first flit
  std::uint16_t phase = 0;         ///< of the routing
  std::uint16_t hops = 0;          ///< routers passed
  std::uint16_t flits = 1;
  bool decided = false;            ///< `way` is its way out of the source's router
  std::uint8_t message_class = 0;  ///< 0, or 1 for replies where they have virtual channels of their own
};

/// The packets under way, by number. Partitions take free numbers in bulk and reuse those of packets that they eject, so that
/// they share nothing but this.
class PacketStore {
 public:
  PacketStore() : chunks_(most_chunks) {}
  Packet& operator[](std::uint32_t number) { return chunks_[number / chunk][number % chunk]; }
  Packet const& operator[](std::uint32_t number) const { return chunks_[number / chunk][number % chunk]; }

  /// The way out of the source's router of packets that chose it early. Only if ways are kept.
  vc::Candidate& way(std::uint32_t number) { return ways_[number / chunk][number % chunk]; }
  void keep_ways() { ways_.resize(most_chunks); }

  /// Appends unused numbers to `free`.
  void more(std::vector<std::uint32_t>& free) {
    std::lock_guard const lock(growing_);
    auto const first = static_cast<std::uint32_t>(used_ * chunk);
    if (!ways_.empty()) ways_[used_] = std::make_unique<vc::Candidate[]>(chunk);
    chunks_[used_++] = std::make_unique<Packet[]>(chunk);
    for (std::uint32_t i = chunk; i-- > 0;) free.push_back(first + i);
  }

 private:
  static constexpr std::size_t chunk = 4096, most_chunks = (std::size_t{1} << 30) / chunk;
  std::vector<std::unique_ptr<Packet[]>> chunks_;
  std::vector<std::unique_ptr<vc::Candidate[]>> ways_;
  std::size_t used_ = 0;
  std::mutex growing_;
};

}  // namespace weft::flit
