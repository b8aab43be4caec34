// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "weft/core/spec.hpp"
#include "weft/experiment/experiment.hpp"
#include "weft/io/toml.hpp"
#include "weft/study/store/store.hpp"

namespace weft::study {

/// A run before it is assembled: a verb, the parameters that the study specifies, and labels.
struct Point {
  std::string verb = "simulate";
  std::vector<Spec::Argument> arguments;
  Labels labels = {};

  /// Returns the labels; for a run without labels, the topology or the verb.
  std::string title() const;
  /// Returns the value of a parameter, or its default if the study does not specify it; "" if there is
  /// neither.
  std::string value(std::string_view parameter) const;
  /// Sets the value denoted by an axis name: a parameter (`seed`), a parameter of a part (`engine.rate`), or
  /// a label (`label.machine`).
  void set(std::string const& name, std::string const& value);
};

/// An axis with one or several names that advance together: step i sets the names to values[i], one value per
/// name.
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> values;
};

/// A [[run]] table, and the [base] tables that apply to it. `seeds` and `replicate` are read from the first
/// of these tables that contains either key.
struct RunKeys {
  Toml const& table;
  std::vector<Toml const*> bases = {};

  /// Returns the value of `key`, which is `seeds` or `replicate`, or null.
  Toml const* find_replication(char const* key) const;
};

/// Reads the axes of `zip` and `sweep`. Throws InputError at file:line:column.
std::vector<Axis> read_axes(Toml const& table, Point const& start);
/// Reads the axis of `seeds`: a count of seeds starting at the seed of `start`, a list, or a range.
Axis read_seeds(Toml const& seeds, Point const& start);

/// Maximum number of runs of a [[run]] table; it exists because a run occupies kilobytes before it begins.
inline constexpr std::size_t max_runs_of_table = 100000;
[[noreturn]] void throw_too_many_runs();
/// Returns the points of the Cartesian product of the axes, beginning with `start`; the last axis varies
/// fastest. Throws InputError for more than max_runs_of_table runs.
std::vector<Point> product(Point const& start, std::vector<Axis> const& axes);

/// Converts a value to an argument; a list becomes [a,b].
std::string to_argument(Toml const& value);

/// Throws InputError unless `name` is a valid axis name for the verb.
void check_axis_name(Toml const& place, std::string const& name, std::string_view verb);

}  // namespace weft::study
