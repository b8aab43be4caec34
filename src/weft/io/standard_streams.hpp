#pragma once

#include <string_view>

namespace weft {

/// Opens standard input, output and error if the process began without them, so that no file takes their descriptors.
/// Writing to such an output fails, such an error stream swallows everything.
void keep_standard_descriptors();

/// Writes `weft: LINE` to standard error. A line that cannot be written is dropped.
void report_line(std::string_view line) noexcept;

/// Writes what was printed so far. Throws InputError if standard output does not take it.
void flush_standard_output();

}  // namespace weft
