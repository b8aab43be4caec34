// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <tuple>

#include "weft/core/catalog.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// The estimates of the log.
struct LoggedEstimates {
  struct Params {};
  static constexpr std::string_view name = "log";
  static constexpr std::string_view doc =
      "Those of the log; a job ends at its estimate, if it still runs then";
  static constexpr std::tuple schema{};
  explicit LoggedEstimates(Params const&) {}
  double operator()(Job const& job) const { return job.estimate; }
};

/// The run times.
struct ExactEstimates {
  struct Params {};
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view doc = "The run times";
  static constexpr std::tuple schema{};
  explicit ExactEstimates(Params const&) {}
  double operator()(Job const& job) const { return job.run; }
};

/// A multiple of the run times.
struct FactorEstimates {
  struct Params {
    double of = 2;
  };
  static constexpr std::string_view name = "factor";
  static constexpr std::string_view doc = "A multiple of the run times";
  static constexpr std::tuple schema{
      param("of", &Params::of, Range{1, 1e6}, "the estimate over the run time")};
  explicit FactorEstimates(Params const& params) : of(params.of) {}
  double operator()(Job const& job) const { return job.run * of; }
  double of;
};

/// What users say how long their jobs run. Adding one is adding it here.
using Estimates = Catalog<LoggedEstimates, ExactEstimates, FactorEstimates>;

}  // namespace weft::queue
