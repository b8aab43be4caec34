#pragma once

#include <cstdint>
#include <utility>

#include "weft/routing/clex/clex_digits.hpp"

namespace weft::routing {

/// Routes on CLEX whose levels come in the order 1, l, l - 1, .., 2: a channel of the clique brings the wanted value of the highest wrong
/// digit to the lowest place, then the edges of the levels below set one digit after the other. With links=full and landing=low one such
/// descent leads to any node; else a route takes several, each from further down.
class ClexDescent {
 public:
  explicit ClexDescent(ClexDigits digits) : digits_(std::move(digits)) {}

  ClexDigits const& digits() const { return digits_; }

  struct Hop {
    std::uint16_t port;
    std::uint32_t level;
    std::uint32_t next;  ///< router
  };
  /// The next hop between different nodes. Routers are packed.
  Hop hop(std::uint32_t at, std::uint32_t to) const;
  /// Whether a hop of `level` after one of level `last` (0: none) begins another descent.
  static bool begins_another(std::uint32_t last, std::uint32_t level) { return last > 1 && level == 1; }
  /// Most descents of a route.
  std::uint32_t most() const {
    auto const levels = digits_.levels();
    if (digits_.single()) return levels;
    return digits_.low_landing() ? 1 : (levels + 1) / 2;
  }
  /// Most hops of a route.
  std::uint32_t longest() const { return digits_.single() ? 2 * digits_.levels() - 1 : digits_.levels(); }

 private:
  ClexDigits digits_;
};

inline ClexDescent::Hop ClexDescent::hop(std::uint32_t at, std::uint32_t to) const {
  auto const highest = digits_.highest_difference(at, to);
  auto const wanted = digits_.digit(to, highest);
  if (highest == 1 || digits_.digit(at, 1) != wanted)
    return {digits_.clique_port(at, wanted).v, 1, digits_.along_clique(at, wanted)};
  auto free = digits_.digit(to, 1);
  if (!digits_.low_landing() && highest > 2) {
    free = digits_.digit(to, highest - 1);
  } else {
    auto const landing = digits_.along_exchange(at, highest, wanted);
    if (auto const next = digits_.highest_difference(landing, to); next >= 2) free = digits_.digit(to, next);
  }
  return {digits_.exchange_port(highest, free).v, highest, digits_.along_exchange(at, highest, free)};
}

}  // namespace weft::routing
