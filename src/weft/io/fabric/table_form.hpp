#pragma once

#include <cstdint>
#include <string_view>

namespace weft {

/// The forms of files about the routes of a fabric.
enum class TableForm : std::uint8_t {
  none,
  forwarding_tables,
  forwarding_database,
  sl2vl,
  service_levels,
  qos_policy
};

/// The form of a text, by its first line that is neither a comment nor an error message, and the row below
/// it. `none` for any other text.
TableForm table_form_of(std::string_view text);

}  // namespace weft
