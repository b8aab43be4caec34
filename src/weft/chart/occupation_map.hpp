#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace weft::chart {

/// Who has which of some numbered things when: a row per sample of the things, the first at the bottom, a
/// column per moment. Neighboring colors differ, but many have the same.
struct OccupationMap {
  std::string title = {}, subtitle = {};
  std::size_t rows = 0, columns = 0;
  std::uint64_t nodes = 0;                ///< what the rows are samples of
  double from = 0, to = 1;                ///< seconds
  std::vector<std::uint32_t> cells = {};  ///< row after row: who, from 1; 0: nobody
};

/// The map as a self-contained SVG file.
std::string to_svg(OccupationMap const& map);

}  // namespace weft::chart
