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

TopologyEntry const* find_topology(std::string_view name) {
  for (auto const& entry : topology_entries())
    if (entry.doc.name == name || std::ranges::find(entry.doc.aliases, name) != entry.doc.aliases.end())
      return &entry;
  return nullptr;
}

TopologyPtr make_topology(std::string const& spec, std::string const& where) {
  try {
    auto const parsed = parse_topology(spec);
    if (auto const* entry = find_topology(parsed.name)) return entry->make(parsed);
    if (auto topology = make_program_topology(parsed)) return topology;
    auto names = program_topology_names();
    for (auto const& entry : topology_entries()) {
      names.push_back(entry.doc.name);
      names.insert(names.end(), entry.doc.aliases.begin(), entry.doc.aliases.end());
    }
    detail::unknown_name("topology", parsed.name, with_other_names(std::move(names)));
  } catch (InputError const& error) { throw error.at(where); }
}

}  // namespace weft
