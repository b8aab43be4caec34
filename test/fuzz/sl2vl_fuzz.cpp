// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "fuzz/read_or_reject.hpp"
#include "weft/io/fabric/service_levels.hpp"

/// Any bytes are SL2VL tables or refused.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    weft::Sl2VlTables tables;
    weft::add_sl2vl_tables(text, "file", tables);
    for (auto const& row : tables.rows(0x200000))
      if (std::ranges::max(row.lanes) > weft::dropping_lane) std::abort();
  });
}
