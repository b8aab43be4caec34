// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Personalized all-to-all exchange: every terminal sends one message to every other.
class AllToAll final : public EvenTraffic {
 public:
  struct Params {
    bool self = false;
  };
  static constexpr std::string_view name = "all_to_all";
  static constexpr std::string_view doc =
      "Every terminal sends one message to each other terminal: message k of terminal e goes to terminal e + k + "
      "1, modulo their number. The option `messages` is the number of such exchanges, one after another.";
  static constexpr std::tuple schema{
      param("self", &Params::self, "each terminal also sends one message to itself, as the last one"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{true}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  AllToAll(Params const& params, TrafficContext const& context);
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;

 private:
  std::uint64_t partners_, exchanges_;
};

}  // namespace weft::traffic
