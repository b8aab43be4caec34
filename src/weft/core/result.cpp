// SPDX-License-Identifier: Apache-2.0
#include "weft/core/result.hpp"

#include <algorithm>
#include <stdexcept>

#include <fmt/format.h>

#include "weft/core/former_names.hpp"
#include "weft/core/hash.hpp"
#include "weft/core/random.hpp"

namespace weft {

Table const* Result::find_table(std::string_view name) const {
  auto const named = [&](std::string_view other) -> Table const* {
    auto const found = std::ranges::find(tables, other, &Table::name);
    return found == tables.end() ? nullptr : &*found;
  };
  if (auto const* const table = named(name)) return table;
  for (auto const& other : other_table_names(name))
    if (auto const* const table = named(other)) return table;
  return nullptr;
}

Table const& Result::table(std::string_view name) const {
  if (Table const* const found = find_table(name)) return *found;
  throw std::out_of_range("the result has no table " + std::string(name));
}

Array const* Result::find_array(std::string_view name) const {
  for (Array const& array : arrays)
    if (array.name == name) return &array;
  return nullptr;
}

std::string Result::setting(std::string_view key) const {
  for (Setting const& each : scenario)
    if (each.key == key) return each.value;
  return {};
}

std::string run_id(std::vector<Setting> const& scenario, std::uint64_t seed) {
  Fnv1a hash;
  for (Setting const& setting : scenario) {
    hash.add(setting.key);
    hash.add(setting.value);
  }
  hash.add(seed);
  return fmt::format("{:016x}", mix64(hash.value()));
}

}  // namespace weft
