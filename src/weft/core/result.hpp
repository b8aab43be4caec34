// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "weft/core/array.hpp"
#include "weft/core/table.hpp"

namespace weft {

/// One part of a scenario, e.g. topology = clex:m=32,levels=4,full=true.
struct Setting {
  std::string key, value;
  friend bool operator==(Setting const&, Setting const&) = default;
};

/// Wall time of one stage; the stages of a result have different names.
struct Timing {
  std::string stage;
  double seconds = 0;
  friend bool operator==(Timing const&, Timing const&) = default;
};

/// The result of one experiment, with everything needed to repeat it.
struct Result {
  std::vector<Setting> scenario;  ///< fully resolved: every parameter of every part is written out
  std::string version;
  std::uint64_t seed = 0;
  std::string host;
  unsigned threads = 0;
  std::vector<Timing> timings;
  std::vector<Table> tables;
  std::vector<std::string> notes;
  std::string answer = {};   ///< the answer to the question in one line, printed first
  std::string verb = {};     ///< what was asked, such as `load`; decides which figures show the result
  std::string request = {};  ///< the words of the request, as a Spec of the verb; not part of the run's id
  std::vector<Array> arrays = {};

  /// The table of that name, or null.
  Table const* find_table(std::string_view name) const;
  /// The table of that name. Throws std::out_of_range.
  Table const& table(std::string_view name) const;
  /// The array of that name, or null.
  Array const* find_array(std::string_view name) const;
  /// The value of a part of the scenario, or "".
  std::string setting(std::string_view key) const;
  friend bool operator==(Result const&, Result const&) = default;
};

/// 16 hexadecimal digits that name a run: a hash of the resolved scenario and the seed. The same on every
/// machine and in every version; results of equal ids are interchangeable.
std::string run_id(std::vector<Setting> const& scenario, std::uint64_t seed);
inline std::string run_id(Result const& result) { return run_id(result.scenario, result.seed); }

/// This machine's name, processor and number of cores, for Result::host.
std::string describe_host();

}  // namespace weft
