// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <limits>
#include <string>
#include <utility>

namespace weft {

/// A quantity between two proven bounds, with the method of proof. Exact if the bounds are equal.
struct Bounds {
  double lower = 0;
  double upper = std::numeric_limits<double>::infinity();
  std::string method;
  bool exact() const { return lower == upper; }
};

inline Bounds exactly(double value, std::string method) { return {value, value, std::move(method)}; }

}  // namespace weft
