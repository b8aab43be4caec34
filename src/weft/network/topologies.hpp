// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/graph/graph_file.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// Catalog entry of a type-erased topology.
struct TopologyEntry {
  CatalogDoc doc;
  TopologyPtr (*make)(Spec const& spec) = nullptr;  ///< checks the parameters and creates the topology
  /// Returns the arguments of the i-th member of each series along which the family grows (GrowsInSeries);
  /// null if it defines no series.
  std::vector<std::string> (*members)(std::uint64_t i) = nullptr;
  /// Returns the arguments of the balanced members for routers of many ports (FitsPorts); null if the family
  /// does not define them.
  std::vector<std::string> (*members_with_ports)(std::uint64_t ports, std::uint64_t terminals) = nullptr;
};

/// Returns all topologies that users can name, in the order of `Topologies`.
std::span<TopologyEntry const> topology_entries();

/// Returns the entry named `name`, or with this alias; null if there is none.
TopologyEntry const* find_topology(std::string_view name);

/// Returns the names and descriptions of all topologies.
std::vector<CatalogDoc> topology_docs();

/// Returns the topology described by `spec`: an entry of the catalog, or a machine by its name. Throws
/// InputError that names the option `where`.
TopologyPtr make_topology(std::string const& spec, std::string const& where = "topology");

/// Returns a topology without its failed parts, as a graph: failed routers and their terminals are removed,
/// and the others are renumbered, with their old numbers as names. Returns the topology itself if no part can
/// have failed. Throws InputError if no terminal remains.
TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures);

/// The graph that a program returns for a spec, and the spec with all parameters.
struct ProgramGraph {
  std::string resolved;
  GraphFile graph;
};
using MakeProgramGraph = std::function<ProgramGraph(Spec const&)>;

/// Registers a topology name. Throws InputError for a name of the catalog or a name that is invalid in a
/// spec. A program may register a name again; the last registration counts. Thread-safe.
void add_program_topology(std::string const& name, MakeProgramGraph make);

}  // namespace weft
