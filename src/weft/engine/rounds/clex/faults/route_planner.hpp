#pragma once

#include <cstdint>
#include <optional>
#include <vector>

#include "weft/engine/rounds/clex/clex_draws.hpp"
#include "weft/engine/rounds/clex/faults/surviving_clex.hpp"

namespace weft::rounds {

/// Routes of A(l) around failures: a message draws all random digits of its route before the run, and draws again if a
/// node that it would aim at does not work or has no working edge of the level that comes next.
///
/// With landing=high and full links the node an edge lands on is not known beforehand, nor are some of those aimed at
/// after; these are not checked.
class RoutePlanner {
 public:
  /// Keeps references to the network and the calls.
  RoutePlanner(SurvivingClex const& network, std::vector<Call> const& calls, std::uint64_t seed)
      : network_(network), calls_(calls), seed_(seed) {}

  /// The first of `routes` attempts without an obstacle.
  std::optional<std::uint16_t> plan(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
                                    std::uint32_t routes) const;

  /// The digit that the message aims at in calls_[step].
  std::uint16_t digit(std::uint32_t message, std::uint32_t destination, std::uint16_t attempt,
                      std::size_t step) const;

 private:
  using Digits = std::vector<std::int32_t>;  ///< lowest first; `free` where not known beforehand
  static constexpr std::int32_t free = -1;

  bool passes(std::uint32_t message, std::uint32_t source, std::uint32_t destination,
              std::uint16_t attempt) const;
  void exchange(Digits& at, std::uint32_t level) const;
  std::optional<std::uint32_t> node(Digits const& at) const;

  SurvivingClex const& network_;
  std::vector<Call> const& calls_;
  std::uint64_t seed_;
};

}  // namespace weft::rounds
