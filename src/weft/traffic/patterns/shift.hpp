#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/even_traffic.hpp"

namespace weft::traffic {

/// Every terminal sends to the terminal a fixed number of places farther.
class Shift final : public FormulaTraffic<Shift> {
 public:
  struct Params {
    std::int64_t by = 1;
  };
  static constexpr std::string_view name = "shift";
  static constexpr std::string_view doc =
      "Terminal e sends to terminal e + by, modulo the number of terminals: the communication step of rings and of many "
      "collective operations (Dally & Towles, sec. 3.2).";
  static constexpr std::tuple schema{
      param("by", &Params::by, "distance from sender to receiver in terminal numbers; negative: backwards"),
  };
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {{3}, {-5}, {0}}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return false; }

  Shift(Params const& params, TrafficContext const& context)
      : FormulaTraffic(context.num_terminals, context.messages) {
    auto const n = static_cast<std::int64_t>(num_terminals());
    by_ = static_cast<std::uint64_t>((params.by % n + n) % n);
  }
  std::uint32_t destination(TerminalId e) const {
    std::uint64_t const to = e.v + by_;
    return static_cast<std::uint32_t>(to < num_terminals() ? to : to - num_terminals());
  }

 private:
  std::uint64_t by_;
};

}  // namespace weft::traffic
