#pragma once

#include <string>

#include "weft/analysis/metrics.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/result.hpp"
#include "weft/experiment/setup.hpp"

namespace weft {

/// What a topology is: its metrics, each exact or between bounds, with the method (table `metrics`); how many pairs of
/// routers and of terminals are how far apart (table `distances`); its channels and cables class by class (table `channels`),
/// its cost (table `cost`) and, for hierarchical topologies, its copies level by level (table `copies`). If metrics are chosen by key, only they.
Result show(std::string const& topology, MetricOptions const& options = {}, Setup const& setup = {},
            Progress& progress = no_progress());

}  // namespace weft
