#pragma once

#include <string>
#include <string_view>

namespace weft {

/// A topology with failed parts, as one text: `failed:topology=[torus:sides=4x4],fail=0-1+5`. Requests accept
/// it in place of a topology, so that each of several topologies can have its own failures.
struct FailedTopology {
  static constexpr std::string_view name = "failed";

  std::string topology;   ///< without failures
  std::string fail = {};  ///< links and routers by name, see failure_schema; empty: nothing has failed

  /// The text; that of the topology if nothing has failed.
  std::string text() const;
};

/// Reads the text of a topology, with or without failures. Throws InputError for invalid parameters of
/// `failed`.
FailedTopology read_failed_topology(std::string const& text);

/// Failures of both texts, joined by +.
std::string joined_failures(std::string const& one, std::string const& other);

}  // namespace weft
