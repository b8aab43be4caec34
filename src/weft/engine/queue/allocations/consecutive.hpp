#pragma once

#include <tuple>

#include "weft/core/param.hpp"
#include "weft/engine/queue/allocations/allocation.hpp"

namespace weft::queue {

/// Nodes with consecutive numbers.
class Consecutive {
 public:
  struct Params {
    bool fallback = false;
  };
  static constexpr std::string_view name = "consecutive";
  static constexpr std::string_view doc =
      "Nodes with consecutive numbers: the smallest free run that holds the job. A job waits if there is none, "
      "unless it may have several runs.";
  static constexpr std::tuple schema{
      param("fallback", &Params::fallback,
            "where no run holds the job, the fewest runs that do, as in Slurm without a topology plugin")};

  explicit Consecutive(Params const& params) : params_(params) {}
  AllocationPtr bind(AllocationContext const& context) const;

 private:
  Params params_;
};

}  // namespace weft::queue
