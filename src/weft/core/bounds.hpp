#pragma once

#include <limits>
#include <string>

namespace weft {

/// A quantity between two proven bounds, and how they were had. Exact if they meet.
struct Bounds {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
  std::string method;
  bool exact() const { return lower == upper; }
};

}  // namespace weft
