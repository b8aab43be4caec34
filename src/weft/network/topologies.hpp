#pragma once

#include <span>
#include <string>
#include <vector>

#include "weft/core/catalog.hpp"
#include "weft/core/spec.hpp"
#include "weft/network/any_topology.hpp"

namespace weft {

/// A type of topology, forgotten.
struct TopologyEntry {
  CatalogDoc doc;
  TopologyPtr (*make)(Spec const& spec) = nullptr;  ///< checks the parameters
  /// The arguments of the i-th member of each series along which the family grows (GrowsInSeries); null: it states none.
  std::vector<std::string> (*members)(std::uint64_t i) = nullptr;
};

/// All topologies that users can name, in the order of `Topologies`.
std::span<TopologyEntry const> topology_entries();

/// The one of that name or alias; null if there is none.
TopologyEntry const* find_topology(std::string_view name);

/// Their names and docs.
std::vector<CatalogDoc> topology_docs();

/// The topology that the text describes: one of the catalog, or a machine by its name. Throws InputError that names the option
/// `where`.
TopologyPtr make_topology(std::string const& spec, std::string const& where = "topology");

}  // namespace weft
