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

/// A type-erased type of topology.
struct TopologyEntry {
  CatalogDoc doc;
  TopologyPtr (*make)(Spec const& spec) = nullptr;  ///< checks the parameters
  /// The arguments of the i-th member of each series along which the family grows (GrowsInSeries); null: it
  /// states none.
  std::vector<std::string> (*members)(std::uint64_t i) = nullptr;
};

/// All topologies that users can name, in the order of `Topologies`.
std::span<TopologyEntry const> topology_entries();

/// The one of that name or alias; null if there is none.
TopologyEntry const* find_topology(std::string_view name);

/// Their names and docs.
std::vector<CatalogDoc> topology_docs();

/// The topology that the text describes: one of the catalog, or a machine by its name. Throws InputError that
/// names the option `where`.
TopologyPtr make_topology(std::string const& spec, std::string const& where = "topology");

/// The member of a family of topologies whose number of terminals is closest to `terminals`, as a spec. Of
/// equally close members, the smallest one; then the one with the fewest routers. Families grow along their
/// series (GrowsInSeries), else by each size. Parameters that `family` gives, e.g. torus:concentration=2, are
/// kept. Throws InputError for an unknown family.
std::string nearest_member(std::string const& family, std::uint64_t terminals);

/// A topology without failed parts, as a graph: failed routers and their terminals are gone, and the others
/// are renumbered and keep their old numbers as names. The topology itself if no part can have failed. Throws
/// InputError if no terminal is left.
TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures);

/// The network of one text, and the text with every parameter written out.
struct ProgramGraph {
  std::string resolved;
  GraphFile graph;
};
using MakeProgramGraph = std::function<ProgramGraph(Spec const&)>;

/// Makes a name valid wherever a topology is named. Throws InputError for a name of the catalog or one that
/// cannot be written in a spec. A program may add its own name again: the last one counts. Thread-safe.
void add_program_topology(std::string const& name, MakeProgramGraph make);

}  // namespace weft
