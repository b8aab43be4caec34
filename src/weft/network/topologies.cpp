#include "weft/network/topologies.hpp"

#include <algorithm>

#include "weft/network/program_topologies.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/topology/machines.hpp"

namespace weft {

/// Compiled for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <class T>
TopologyEntry topology_entry();

namespace {

template <class... Ts>
std::vector<TopologyEntry> entries_of(Catalog<Ts...>) {
  return {topology_entry<Ts>()...};
}

}  // namespace

std::span<TopologyEntry const> topology_entries() {
  static auto const entries = entries_of(Topologies{});
  return entries;
}

std::vector<CatalogDoc> topology_docs() {
  std::vector<CatalogDoc> docs;
  for (auto const& entry : topology_entries()) docs.push_back(entry.doc);
  return docs;
}

TopologyPtr make_topology(std::string const& spec, std::string const& where) {
  try {
    auto const expanded = parse_topology(spec);
    for (auto const& entry : topology_entries())
      if (entry.doc.name == expanded.name) return entry.make(expanded);
    if (auto topology = make_program_topology(expanded)) return topology;
    auto names = program_topology_names();
    for (auto const& entry : topology_entries()) names.push_back(entry.doc.name);
    detail::unknown_name("topology", expanded.name, with_other_names(std::move(names)));
  } catch (InputError const& error) { throw error.at(where); }
}

}  // namespace weft
