// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/traffic/keyed_bijection.hpp"
#include "weft/traffic/pattern.hpp"

namespace weft::traffic {

/// Uniform random permutations: the k-th messages of all terminals form one permutation, redrawn for each k.
class Permutation final : public EvenTraffic {
 public:
  using Params = NoTrafficParams;
  static constexpr std::string_view name = "permutation";
  static constexpr std::string_view doc =
      "Message k of all terminals is one uniform random permutation, redrawn for each k. Each "
      "terminal receives as many messages as it sends (Lenzen & Wattenhofer, arXiv 1607.00298; Dally "
      "& Towles, sec. 3.2).";
  static constexpr std::tuple<> schema{};
  static void check(Params const&) {}
  static std::vector<Params> samples() { return {}; }
  static bool balanced(Params const&) { return true; }
  static bool random(Params const&) { return true; }

  Permutation(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const { return bijection(k)(e.v); }
  std::uint32_t nth_destination(TerminalId e, std::uint64_t k) const override { return destination(e, k); }
  void destinations(TerminalId first, std::uint64_t terminals, std::span<std::uint32_t> out) const override;

 private:
  KeyedBijection bijection(std::uint64_t k) const;

  std::uint64_t seed_;
  std::vector<KeyedBijection> ready_;  ///< bijections for the first messages
};

}  // namespace weft::traffic
