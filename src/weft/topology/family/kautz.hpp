// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "weft/topology/family.hpp"

namespace weft::topology {

/// The words of `length` letters from an alphabet of degree + 1 letters, no two adjacent ones equal, with
/// channels to the words that result from shifting in a letter. Numbered as by Imase and Itoh: among n
/// routers, r has channels to -(degree r + 1 + p) modulo n, p < degree, which is the Kautz graph for n =
/// degree^length + degree^(length - 1). Channel p of r enters by the input port r / (n / degree), or p if
/// length is 1.
/// Sources: W. H. Kautz, Bounds on directed (d, k) graphs, 1968; M. Imase and M. Itoh, A design for directed
/// graphs with minimum diameter, IEEE TC 32(8), 1983.
class Kautz : public Concentrated {
 public:
  struct Params {
    std::int64_t degree = 2;
    std::int64_t length = 3;
    std::int64_t concentration = 1;
  };
  static constexpr std::string_view name = "kautz";
  static constexpr std::string_view doc =
      "degree^length + degree^(length-1) routers, each a word of that length without equal adjacent "
      "letters, with directed channels to the words that result from shifting in a letter (Kautz 1968; "
      "numbered as by Imase & Itoh, IEEE TC 32(8), 1983): diameter = length, without self loops. One channel "
      "class: link.";
  static constexpr std::string_view formulae = "n = degree^length + degree^(length-1), diameter = length";
  static constexpr std::tuple schema{
      param("degree", &Params::degree, Range{2, 65535},
            "outgoing channels per router; also the number of different letters minus one")
          .size(),
      param("length", &Params::length, Range{1, 31}, "number of letters of a word; equals the diameter")
          .size(),
      param("concentration", &Params::concentration, Range{1, 65535}, "terminals per router"),
  };

  explicit Kautz(Params const& params);
  static void check(Params const& params);
  static std::vector<Params> samples() { return {{2, 1}, {2, 2}, {3, 3, 2}, {2, 5}, {4, 2}}; }
  /// Returns members with words of two or more letters; with one letter the graph is a clique.
  static Members members(std::uint64_t i) {
    Members members;
    for (std::uint64_t length = 2; length <= 31; ++length)
      members.push_back(numbered("degree=#,length=", i) + std::to_string(length));
    return members;
  }

  Params const& params() const { return params_; }
  std::uint16_t degree(RouterId) const { return static_cast<std::uint16_t>(params_.degree); }
  Hop neighbor(RouterId r, PortId p) const {
    auto const sum = times_degree(r.v) + p.v + 1;
    return {{static_cast<std::uint32_t>((sum > routers_ ? 2 * routers_ : routers_) - sum)},
            {complete() ? p.v : static_cast<std::uint16_t>(share_.quotient(r.v))}};
  }
  std::vector<ChannelClass> classes() const { return {{"link"}}; }
  ClassId class_of(RouterId, PortId) const { return {0}; }
  /// Returns the distance, the minimum h for which b is among the degree^h consecutive numbers (modulo n)
  /// that h hops reach from a.
  std::uint32_t distance(RouterId a, RouterId b) const;
  std::uint32_t diameter() const { return static_cast<std::uint32_t>(params_.length); }
  KnownMetrics known() const;

 private:
  /// Returns whether the graph is complete, which holds for words of one letter.
  bool complete() const { return params_.length == 1; }
  /// Returns degree * x modulo n, which is a multiple of degree, or degree + 1 if the graph is complete.
  std::uint64_t times_degree(std::uint32_t x) const {
    if (complete()) return x == 0 ? 0 : routers_ - x;
    return std::uint64_t{share_.remainder(x)} * by_degree_.value();
  }
  Params params_;
  std::uint64_t routers_;
  Divisor by_degree_, share_;  // share: number of routers / degree
};

}  // namespace weft::topology
