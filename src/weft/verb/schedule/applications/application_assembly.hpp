#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "weft/collective/applications/application.hpp"
#include "weft/collective/applications/folding.hpp"
#include "weft/collective/ranks.hpp"
#include "weft/core/progress.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/any_topology.hpp"

namespace weft::verb {

/// An algorithm of an application on a machine, its names become things.
struct ApplicationAssembly {
  Sides grid = {};
  std::string mapping = {};
  collective::Embedding embedding = collective::Embedding::rounds;
  double matrix_share = 0;  ///< of a matrix in a block; 0: no matrices
  /// What the tasks send, if these are their vertices.
  std::function<std::vector<collective::Phase>(std::vector<std::uint32_t> const& places)> phases = {};
  std::optional<std::vector<std::uint32_t>> natural =
      {};                                  ///< vertices of the natural mapping, if there is one
  std::vector<std::uint32_t> places = {};  ///< vertices of the mapping asked for
};

/// The schedules that are algorithms of applications.
std::vector<std::string> application_names();
bool is_application(std::string_view name);

/// The schedule with every parameter written out, the grid resolved. Throws InputError at `schedule` for what is wrong whatever the
/// network.
std::string resolved_application(Spec const& schedule, AnyTopology const& topology);

/// Throws InputError at `schedule`, naming what is wrong with the grid or the mapping.
ApplicationAssembly assemble_application(Spec const& schedule, std::string const& topology_spec,
                                         AnyTopology const& topology, collective::Ranks const& ranks,
                                         std::int64_t seed, Progress& progress);

}  // namespace weft::verb
