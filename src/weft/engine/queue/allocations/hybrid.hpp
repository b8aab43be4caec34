#pragma once

#include <string>
#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Small jobs by one allocation, larger ones by another.
class Hybrid {
 public:
  struct Params {
    std::uint32_t small = 16;
    std::string of = "per_group";
    std::string larger = "random";
  };
  static constexpr std::string_view name = "hybrid";
  static constexpr std::string_view doc =
      "Small jobs by one allocation, larger ones by another: X. Yang, J. Jenkins, M. Mubarak, R. Ross and Z. Lan, "
      "Watch out for the bully! Job interference study on dragonfly network, SC 2016.";
  static constexpr std::tuple schema{
      param("small", &Params::small, "the most nodes of a small job"),
      param("of", &Params::of, "the allocation of small jobs; in brackets if it has parameters")
          .from("allocations"),
      param("larger", &Params::larger, "that of larger jobs").from("allocations")};

  explicit Hybrid(Params params) : params_(std::move(params)) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue
