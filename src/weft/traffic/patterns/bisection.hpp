// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/random.hpp"
#include "weft/traffic/pattern.hpp"
#include "weft/traffic/terminal_grid.hpp"

namespace weft::traffic {

/// Destination of a message in the other half of the terminals, for Bisection.
enum class Crossing : std::uint8_t { random, mirror };

}  // namespace weft::traffic

namespace weft {
template <>
inline constexpr EnumValue<traffic::Crossing> enum_values<traffic::Crossing>[] = {
    {"random", traffic::Crossing::random, "any terminal of the other half, drawn per message"},
    {"mirror", traffic::Crossing::mirror, "the terminal at the corresponding position of the other half"}};
}  // namespace weft

namespace weft::traffic {

/// Traffic in which every message crosses the middle of the longest dimension (the highest one if several
/// have the same length).
class Bisection final : public FormulaTraffic<Bisection> {
 public:
  struct Params : TerminalGridParams {
    Crossing mode = Crossing::random;
  };
  static constexpr std::string_view name = "bisection";
  static constexpr std::string_view doc =
      "Every message goes from one half of the terminals to the other, across the middle of the longest dimension. The channels there bound the throughput: the worst case of tori and meshes (Dally & Towles, sec. 3.3).";
  static constexpr auto schema = std::tuple_cat(
      terminal_grid_schema, std::tuple{param("mode", &Params::mode, "destination in the other half")});
  static void check(Params const& params) { TerminalGrid::check(params); }
  static std::vector<Params> samples() {
    return {{{}, Crossing::mirror}, {{{4, 4}}}, {{{5, 25}, 8}}, {{{3, 3, 3}}}};
  }
  static bool balanced(Params const& params) { return params.mode == Crossing::mirror; }
  static bool random(Params const& params) { return params.mode == Crossing::random; }

  Bisection(Params const& params, TrafficContext const& context);
  std::uint32_t destination(TerminalId e, std::uint64_t k) const {
    auto const layer = by_layer_.quotient(e.v);
    auto const coord = layer - by_side_.quotient(layer) * side_;
    bool const upper = coord >= side_ / 2;
    if (mode_ == Crossing::mirror) return upper ? e.v - halves_[0].size : e.v + halves_[0].size;
    auto const& other = halves_[!upper];
    auto const index = words_.below(other.terminals, e.v * uniform_messages() + k);
    return index + (upper ? 0 : halves_[0].size) + by_size_[!upper].quotient(index) * halves_[upper].size;
  }

 private:
  /// A half of the terminals: blocks of `size` terminals that alternate with the blocks of the other half.
  struct Half {
    std::uint32_t size = 0;
    std::uint64_t terminals = 0;  ///< terminals of the half in total
  };
  Crossing mode_;
  std::uint32_t side_ = 1;
  Divisor by_layer_, by_side_;  // a layer: the terminals with equal coordinates in the dimension
  std::array<Half, 2> halves_;  // lower, upper
  std::array<Divisor, 2> by_size_;
  RandomWords words_;
};

}  // namespace weft::traffic
