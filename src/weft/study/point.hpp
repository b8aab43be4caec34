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

/// A run before it is assembled: a verb, the parameters that the study states, and labels.
struct Point {
  std::string verb = "simulate";
  std::vector<Spec::Argument> arguments;
  Labels labels = {};

  /// Its labels, or with none the topology, or the verb.
  std::string title() const;
  /// The value that a parameter has, or its default; "" if it has none.
  std::string value(std::string_view parameter) const;
  /// Sets what a name of an axis stands for: a parameter (`seed`), a parameter of a part (`engine.rate`), or
  /// a label (`label.machine`).
  void set(std::string const& name, std::string const& value);
};

/// Several names of an axis with their values, which advance together: step i takes values[i], one value per
/// name.
struct Axis {
  std::vector<std::string> names;
  std::vector<std::vector<std::string>> values;
};

/// A [[run]] table, and the tables [base] below it; `seeds` and `replicate` of the nearest table that has one
/// of them hold.
struct RunKeys {
  Toml const& table;
  std::vector<Toml const*> bases = {};

  /// `seeds` or `replicate`, or null.
  Toml const* find_replication(char const* key) const;
};

/// The axes of `zip` and `sweep`. Throws InputError at file:line:column.
std::vector<Axis> read_axes(Toml const& table, Point const& start);
/// The axis of `seeds`: that many from the seed of the start on, or a list, or a range.
Axis read_seeds(Toml const& seeds, Point const& start);

/// The maximum number of runs of a [[run]] table: a run needs kilobytes before it begins.
inline constexpr std::size_t most_runs_of_table = 100000;
[[noreturn]] void refuse_too_many_runs();
/// The product of axes over one point; the last axis advances first. Throws InputError for more than
/// most_runs_of_table runs.
std::vector<Point> product(Point const& start, std::vector<Axis> const& axes);

/// A value of a parameter; a list becomes [a,b].
std::string argument_of(Toml const& value);

/// Refuses names that no axis of this verb has.
void check_axis_name(Toml const& place, std::string const& name, std::string_view verb);

}  // namespace weft::study
