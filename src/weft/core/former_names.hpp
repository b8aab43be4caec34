// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// Returns the other names under which the column `name` can be found: its former names and, for a former
/// name, the current name. Keeps results and study files of earlier versions usable.
std::vector<std::string> other_column_names(std::string_view name);

/// Returns the other names under which the table `name` can be found.
std::vector<std::string> other_table_names(std::string_view name);

}  // namespace weft
