#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"

namespace weft::rounds {

/// Shortest ways through what is left of a CLEX: breadth-first search from both ends, without a stored graph. Keeps 24
/// bytes per node; one for each thread.
class WayFinder {
 public:
  /// Keeps a reference to the network.
  explicit WayFinder(SurvivingClex const& network);

  /// The channels of a shortest way, none if from == to; nothing if there is no way. `salt` picks among equal ones.
  std::optional<std::vector<ChannelId>> find(std::uint32_t from, std::uint32_t to, std::uint64_t salt);

 private:
  /// One of the two searches: from the start along the channels, from the end against them.
  struct Side {
    std::vector<std::uint32_t> seen;  ///< per node: the search that last came here
    std::vector<ChannelId> by;        ///< per node: the channel towards this side's root
    std::vector<std::uint32_t> frontier;
  };

  void begin(Side& side, std::uint32_t root);
  template <class Step>
  std::optional<std::uint32_t> expand(Side& side, Side const& other, Step step);
  std::optional<std::uint32_t> meeting_point(std::uint32_t from, std::uint32_t to);

  SurvivingClex const& network_;
  std::uint32_t degree_, search_ = 0, first_port_ = 0;
  Side forward_, backward_;
  std::vector<std::uint32_t> next_;
};

}  // namespace weft::rounds
