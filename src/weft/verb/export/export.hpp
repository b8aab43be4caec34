#pragma once

#include <string>
#include <tuple>
#include <vector>

#include "weft/core/param.hpp"
#include "weft/core/progress.hpp"
#include "weft/io/graph/graph_format.hpp"

namespace weft {

/// How a topology is exported.
struct ExportRequest {
  std::string topology;
  std::string output = "/dev/stdout";  ///< the file; appears complete or not at all
  GraphFormat format = GraphFormat::automatic;
  double bandwidth = 1e9;
  double latency = 1e-6;
};

inline constexpr std::tuple export_schema{
    param("format", &ExportRequest::format, "how the file is written"),
    param("bandwidth", &ExportRequest::bandwidth, Range{1e-3, 1e18},
          "of a channel of bandwidth 1; simgrid only", "bytes/s"),
    param("latency", &ExportRequest::latency, Range{0, 1e6}, "of every channel; simgrid only", "s"),
};

/// Writes a topology in the format of another tool. What the format cannot hold is left out, and told: one sentence each.
std::vector<std::string> export_topology(ExportRequest const& request, Progress& progress = no_progress());

}  // namespace weft
