// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string_view>
#include <utility>
#include <vector>

#include "weft/io/line_reader.hpp"

namespace weft {

/// A line of an edge list with vertices or data in Python syntax, as NetworkX writes them: `0 1 {'weight':
/// 3}`, `(0, 0) (0, 1) {}`, `(0, 0) (0, 1) 2.5`; or points of a grid in the form of Graph Golf: `0,0 1,0`.
/// The strings are views of the line.
struct PythonEdge {
  using Datum = std::pair<std::string_view, std::string_view>;
  std::string_view a, b;
  std::vector<Datum> data;       ///< plain keys and values of the dictionary
  std::string_view weight = {};  ///< a number instead of a dictionary
};

/// Returns whether a line, without surrounding blanks, has one of the forms of PythonEdge.
bool is_python_edge(std::string_view line);
/// Reads a line in one of the forms of PythonEdge, from its beginning. Throws InputError at file:line:column.
PythonEdge read_python_edge(LineCursor& line);

}  // namespace weft
