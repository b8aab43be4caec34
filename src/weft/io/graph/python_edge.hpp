// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/line_reader.hpp"

namespace weft {

/// A line of an edge list whose vertices or data are values of Python, as NetworkX writes them:
/// `0 1 {'weight': 3}`, `(0, 0) (0, 1) {}`, `(0, 0) (0, 1) 2.5`; or points of a grid as Graph Golf has them:
/// `0,0 1,0`. All texts are parts of the line.
struct PythonEdge {
  using Datum = std::pair<std::string_view, std::string_view>;
  std::string_view a, b;
  std::vector<Datum> data;       ///< keys and values of the dictionary that are plain
  std::string_view weight = {};  ///< a number in place of a dictionary
};

/// Whether a line, without blanks around it, has that form.
bool is_python_edge(std::string_view line);
/// Reads such a line from its beginning. Throws InputError at file:line:column.
PythonEdge read_python_edge(LineCursor& line);

}  // namespace weft
