// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/array.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// A part of a scenario, such as topology = clex:m=32,levels=4,full=true.
struct Setting {
  std::string key, value;
  friend bool operator==(Setting const&, Setting const&) = default;
};

/// Wall time of one stage. The stages of a result have different names.
struct Timing {
  std::string stage;
  double seconds = 0;
  friend bool operator==(Timing const&, Timing const&) = default;
};

/// The result of an experiment, with all data needed to repeat the experiment.
struct Result {
  std::vector<Setting> scenario;  ///< fully resolved: contains every parameter of every part
  std::string version;
  std::uint64_t seed = 0;
  std::string host;
  unsigned threads = 0;
  std::vector<Timing> timings;
  std::vector<Table> tables;
  std::vector<std::string> notes;
  std::string answer = {};   ///< the verdict: a sentence with units, printed first
  std::string verb = {};     ///< the verb of the request, such as `load`; determines the figures
  std::string request = {};  ///< the request as a Spec of the verb; not part of the run id
  std::vector<Array> arrays = {};

  /// Returns the table named `name`, or with this name in an earlier version (core/former_names.hpp); null if
  /// there is none.
  Table const* find_table(std::string_view name) const;
  /// Returns the table named `name`. Throws std::out_of_range if there is none.
  Table const& table(std::string_view name) const;
  /// Returns the array named `name`, or null.
  Array const* find_array(std::string_view name) const;
  /// Returns the value of a part of the scenario; empty if there is no such part.
  std::string setting(std::string_view key) const;
  friend bool operator==(Result const&, Result const&) = default;
};

/// Returns 16 hexadecimal digits that identify a run: a hash of the resolved scenario and the seed. Equal on
/// every machine and in every version; results with equal ids are interchangeable.
std::string run_id(std::vector<Setting> const& scenario, std::uint64_t seed);
inline std::string run_id(Result const& result) { return run_id(result.scenario, result.seed); }

/// Returns the name, the processor and the number of cores of this machine, for Result::host.
std::string describe_host();

}  // namespace weft
