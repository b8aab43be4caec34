// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <span>
#include <string_view>
#include <tuple>

#include "weft/core/catalog.hpp"
#include "weft/core/param.hpp"
#include "weft/engine/queue/job.hpp"

namespace weft::queue {

/// The estimates in the log.
struct LoggedEstimates {
  struct Params {};
  static constexpr std::string_view name = "log";
  static constexpr std::string_view doc =
      "The estimates in the log; a job that still runs when its estimated time ends is killed";
  static constexpr std::tuple schema{};
  explicit LoggedEstimates(Params const&) {}
  double operator()(Job const& job) const { return job.estimate; }
};

/// Exact run times.
struct ExactEstimates {
  struct Params {};
  static constexpr std::string_view name = "exact";
  static constexpr std::string_view doc = "The actual run times";
  static constexpr std::tuple schema{};
  explicit ExactEstimates(Params const&) {}
  double operator()(Job const& job) const { return job.run; }
};

/// Multiples of the run times.
struct FactorEstimates {
  struct Params {
    double factor = 2;
  };
  static constexpr std::string_view name = "factor";
  static constexpr std::string_view doc = "A multiple of the actual run times";
  static constexpr std::tuple schema{
      param("factor", &Params::factor, Range{1, 1e6}, "ratio of the estimate to the run time")
          .formerly("of")};
  explicit FactorEstimates(Params const& params) : factor(params.factor) {}
  double operator()(Job const& job) const { return job.run * factor; }
  double factor;
};

/// Models of user run-time estimates. Register new ones here.
using Estimates = Catalog<LoggedEstimates, ExactEstimates, FactorEstimates>;

}  // namespace weft::queue
