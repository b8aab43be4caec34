// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <cstdlib>

#include "fuzz/read_or_reject.hpp"
#include "weft/io/fabric/forwarding_tables.hpp"

/// Any bytes are forwarding tables or refused. Each switch has one table; no row is beyond the last LID.
extern "C" int LLVMFuzzerTestOneInput(std::uint8_t const* data, std::size_t size) {
  return weft::read_or_reject(data, size, [](std::string_view text) {
    weft::ForwardingTables tables;
    weft::add_forwarding_tables(text, "file", tables);
    std::ranges::sort(tables.switches, {}, &weft::SwitchTable::guid);
    if (std::ranges::adjacent_find(tables.switches, {}, &weft::SwitchTable::guid) != tables.switches.end())
      std::abort();
    for (auto const& table : tables.switches)
      if (table.port.size() > 0xc000) std::abort();
  });
}
