// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/call_algorithms.hpp"

#include <algorithm>
#include <functional>
#include <string_view>

#include <fmt/format.h>

#include "weft/core/quantity.hpp"

namespace weft {
namespace {

constexpr std::string_view by_default = "default";

}  // namespace

Table call_algorithms_table(std::vector<collective::CallAlgorithm> calls) {
  Table table{
      "collectives",
      "Algorithms of collective calls",
      {{"call", "", "collective operation"},
       {"algorithm"},
       {"choice", "", "default: by operation, size of the message and number of ranks; given: as requested"},
       {"ranks", "", "ranks in the largest group that makes this call"},
       {"bytes", "bytes", "size of the largest message or vector"}},
      {}};
  std::ranges::stable_sort(calls, std::ranges::greater{}, &collective::CallAlgorithm::max_bytes);
  for (auto const& it : calls)
    table.add_row({it.call, it.algorithm, Value{it.is_default ? by_default : "given"},
                   it.max_ranks > 0 ? Value{it.max_ranks} : Value{}, it.max_bytes});
  return table;
}

std::string format_call_algorithms(Table const& collectives) {
  constexpr std::size_t max_listed = 2;
  auto const count = collectives.rows.size(), named = std::min(count, max_listed);
  std::string text;
  for (std::size_t row = 0; row < named; ++row) {
    bool const is_last = row + 1 == count;
    text +=
        fmt::format("{}{} by {}",
                    row == 0  ? ""
                    : is_last ? " and "
                              : ", ",
                    collectives.at(row, "call").short_text(), collectives.at(row, "algorithm").short_text());
  }
  return count > named ? text + fmt::format(" and {} more", count - named) : text;
}

std::string default_call(Table const& collectives) {
  for (std::size_t row = 0; row < collectives.rows.size(); ++row)
    if (collectives.at(row, "choice").short_text() == by_default)
      return collectives.at(row, "call").short_text();
  return {};
}

std::string format_channel_rate(AnyTopology const& topology, double rate) {
  bool const differ =
      std::ranges::any_of(topology.classes(), [](auto const& it) { return it.bandwidth != 1; });
  return fmt::format("{} of {}", differ ? "channels of bandwidth 1" : "channels",
                     format_byte_rate(topology.unit_rate(rate)));
}

}  // namespace weft
