// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// Words of `length` digits below `degree`, numbered in base `degree`; channel p of a word drops the first
/// digit and appends p. It enters by the input port of the dropped digit. Source: N. G. de Bruijn, A
/// combinatorial problem, 1946; M. R. Samatham and D. K. Pradhan, The de Bruijn multiprocessor network, IEEE
/// TC 38(4), 1989.
class DeBruijn : public Concentrated {
 public:
  struct Params {
    std::int64_t degree = 2;
    std::int64_t length = 4;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "de_bruijn";
  static constexpr std::string_view doc =
      "degree^length routers, each a word of that length, with directed channels to the words that result "
      "from shifting in a digit (Samatham & Pradhan, The de Bruijn multiprocessor network, IEEE TC 38(4), "
      "1989): diameter = length. Words of one digit have a self loop. One channel class: link.";
  static constexpr std::string_view formulae = "n = degree^length, diameter = length";
  static constexpr std::tuple schema{
      param("degree", &Params::degree, Range{2, 65535},
            "outgoing channels per router; also the number of "
            "different digits")
          .size(),
      param("length", &Params::length, Range{1, 32}, "number of digits of a word; equals the diameter")
          .size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };

  explicit DeBruijn(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{2, 1}, {2, 2}, {3, 3, 2}, {2, 6}, {5, 2}}; }
  /// Returns members with words of two or more digits; with one digit the graph is a clique.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t length = 2; length <= 32; ++length)
      members.push_back(numbered("degree=#,length=", i) + std::to_string(length));
    return members;
  }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(params_.degree); }
  Hop neighbor(RouterId r, PortId p) const {
    auto const& top = power_[diameter() - 1];
    return {{top.remainder(r.v) * digits() + p.v}, {static_cast<std::uint16_t>(top.quotient(r.v))}};
  }
  std::vector<ChannelClass> classes() const { return {{"link"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  /// Returns the length minus the longest overlap of the end of a and the beginning of b.
  std::uint32_t distance(RouterId a, RouterId b) const {
    std::uint32_t hops = 0;
    while (power_[diameter() - hops].remainder(a.v) != power_[hops].quotient(b.v)) ++hops;
    return hops;
  }
  std::uint32_t diameter() const { return static_cast<std::uint32_t>(power_.size() - 1); }
  KnownMetrics known() const;

 private:
  std::uint32_t digits() const { return static_cast<std::uint32_t>(params_.degree); }
  Params params_;
  std::vector<Divisor> power_;  // power_[i] = degree^i
};

}  // namespace weft::topology
