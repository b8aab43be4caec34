// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>

#include "weft/core/table.hpp"

namespace weft {

/// Returns the meaning of a column that many tables share, by its name; empty for other names.
std::string_view meaning_of_column(std::string_view name);

/// Sets the doc of the columns without one to the common meaning of their names.
void add_meanings(Table& table);

}  // namespace weft
