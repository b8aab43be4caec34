// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <vector>

namespace weft::chart {

/// A cycle of packets, each of which waits for a channel that the next one occupies.
struct CycleList {
  /// A channel, and a text on the packet that occupies it and waits for the next channel.
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
