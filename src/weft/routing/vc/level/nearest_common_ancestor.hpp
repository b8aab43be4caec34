#pragma once

#include <cstdint>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/network/machine.hpp"
#include "weft/routing/vc/vc_routing.hpp"

namespace weft::vc {

/// Which of the channels up a packet takes.
enum class UpChoice : std::uint8_t { random, adaptive, d_mod_k };

}  // namespace weft::vc

namespace weft {
template <>
inline constexpr EnumValue<vc::UpChoice> enum_values<vc::UpChoice>[] = {
    {"random", vc::UpChoice::random, "any, uniformly at random at each router"},
    {"adaptive", vc::UpChoice::adaptive, "the one with the shortest queue, at random among several"},
    {"d_mod_k", vc::UpChoice::d_mod_k,
     "digits of the destination, so that packets to one terminal keep to one root (Zahavi, Johnson, "
     "Kerbyson & Lang, CCPE 22(2), 2010)"}};
}  // namespace weft

namespace weft::vc {

/// The routing `nearest_common_ancestor`.
struct NearestCommonAncestor {
  struct Params {
    UpChoice choice = UpChoice::random;
  };
  static constexpr std::string_view name = "nearest_common_ancestor";
  static constexpr std::string_view doc =
      "On trees, fat trees and butterflies whose terminals are at one end: up to a nearest router above both ends, "
      "then down the only way (Leiserson, IEEE Trans. Computers C-34(10), 1985). Minimal, free of deadlock with one "
      "virtual channel.";
  static constexpr std::tuple schema{
      param("choice", &Params::choice, "which of several channels up"),
  };
  static constexpr std::string_view needs =
      "a tree or butterfly (binary_tree, leiserson_fat_tree, kary_ntree, xgft, butterfly)";

  explicit NearestCommonAncestor(Params const& params) : params_(params) {}
  bool serves(Machine const& machine) const { return machine.levels() != nullptr; }
  std::uint32_t vcs_needed(Machine const&) const { return 1; }
  RoutingPtr bind(Machine const& machine, VcSupply const& supply) const;

 private:
  Params params_;
};

}  // namespace weft::vc
