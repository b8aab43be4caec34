// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::chart {

/// A cycle of waiting packets.
struct CycleList {
  /// A channel, and how the packet that holds it waits for the next one.
  struct Row {
    std::string channel, wait;
  };
  std::string title, facts;
  std::vector<Row> rows;
};

/// The cycle as a self-contained SVG file: a box for each channel, an arrow from each to the next, and next
/// to it the packet that holds the first and waits for the second.
std::string to_svg(CycleList const& cycle);

}  // namespace weft::chart
