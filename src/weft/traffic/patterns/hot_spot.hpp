// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/keyed_bijection.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Hot-spot traffic: a fraction of all messages goes to few terminals, the rest to any terminal.
class HotSpot final : public FormulaTraffic<HotSpot> {
 public:
  struct Params {
    double fraction = 0.1;
    std::int64_t hot = 1;
    std::int64_t at = -1;
  };
  static constexpr std::string_view name = "hot_spot";
  static constexpr bool independent = true;
  static constexpr std::string_view doc =
      "Each message goes with the given probability to one of the hot terminals, else to any terminal, both "
      "chosen uniformly (Pfister & Norton, IEEE Trans. Computers 1985). The hot terminals are drawn from the "
      "seed unless they are specified.";
  static constexpr std::tuple schema{
      param("fraction", &Params::fraction, Range{0, 1}, "fraction of the messages sent to hot terminals"),
      param("hot", &Params::hot, Range{1, 4294967296}, "number of hot terminals"),
      param("at", &Params::at, Range{-1, 4294967295.0},
            "first of the hot terminals, which are then consecutive; -1: they are drawn from the seed"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{0.5, 3}, {1, 16}, {1, 2, 3}}; }
  static bool balanced(Params const&) { return false; }
  static bool random(Params const&) { return true; }

  HotSpot(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    std::uint64_t const message = e.v * uniform_messages() + k;
    if (choice_.unit(message) >= fraction_) return anywhere_.below(num_terminals(), message);
    return hot_terminal(anywhere_.below(hot_, message));
  }
  /// Returns the i-th hot terminal.
  std::uint32_t hot_terminal(std::uint32_t i) const {
    return at_ < 0 ? terminals_(i)
                   : static_cast<std::uint32_t>((static_cast<std::uint64_t>(at_) + i) % num_terminals());
  }

 private:
  double fraction_;
  std::uint64_t hot_;
  std::int64_t at_;
  RandomWords choice_, anywhere_;
  KeyedBijection terminals_;
};

}  // namespace weft::traffic
