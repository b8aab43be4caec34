#pragma once

#include <tuple>

#include "weft/mapping/mapping.hpp"

namespace weft::mapping {

/// Neighbors in the communication onto neighbors in the machine, by sorting both.
class ReverseCuthillMckee {
 public:
  struct Params {};
  static constexpr std::string_view name = "reverse_cuthill_mckee";
  static constexpr std::string_view doc =
      "The tasks in reverse Cuthill-McKee order of the communication onto the terminals in reverse "
      "Cuthill-McKee order of the routers. Both orders keep neighbors together, for any shape (T. Hoefler "
      "and M. Snir, Generic topology mapping strategies for large-scale parallel architectures, ICS 2011). "
      "The mapping ignores the amounts of communication.";
  static constexpr std::tuple schema{};

  explicit ReverseCuthillMckee(Params const&) {}
  Placement place(MappingContext const& context) const;
};

}  // namespace weft::mapping
