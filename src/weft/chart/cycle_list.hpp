// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::chart {

/// A cycle of waiting packets.
struct CycleList {
  /// A channel, and the wait of the packet that occupies it for the next channel.
  struct Row {
    std::string channel, wait;
  };
  std::string title, facts;
  std::vector<Row> rows;
};

/// Returns the cycle as a self-contained SVG file: a box per channel, and an arrow to the next channel,
/// labeled with the packet that occupies the first channel and waits for the second.
std::string to_svg(CycleList const& cycle);

}  // namespace weft::chart
