#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/bounds.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// One metric of a topology: exact, or between two proven bounds.
struct Metric {
  std::string_view key;
  Value value;         ///< if exact
  Value lower, upper;  ///< if not; an empty one: none is known
  std::string how;     ///< the method; empty for counts

  bool exact() const { return !value.is_empty(); }
};

/// A metric as users see it. Keys are the columns of topology_metrics.csv where there is one.
struct MetricDoc {
  std::string_view key, name, unit, doc;
};

/// All metrics, in the order of tables.
std::vector<MetricDoc> const& metric_docs();
/// The entry of that key. Throws InputError with the nearest key.
MetricDoc const& metric_doc(std::string_view key);

/// A metric between bounds; exact where they meet. `whole`: numbers without fraction are written as such.
Metric metric_between(std::string_view key, Bounds const& bounds, bool whole);

}  // namespace weft
