// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace weft {

/// The other names under which the column of that name is found: former names of the same column, and, for a
/// former name, the current one. Results and study files of earlier versions keep working by them.
std::vector<std::string> other_column_names(std::string_view name);

/// The other names under which the table of that name is found.
std::vector<std::string> other_table_names(std::string_view name);

}  // namespace weft
