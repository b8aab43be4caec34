// SPDX-License-Identifier: Apache-2.0
#include "weft/network/topologies.hpp"

#include <algorithm>
#include <functional>
#include <map>
#include <mutex>
#include <vector>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/named_sizes.hpp"
#include "weft/network/places.hpp"
#include "weft/topology/catalog.hpp"
#include "weft/topology/family/file.hpp"
#include "weft/topology/machines.hpp"

namespace weft {

/// Returns the catalog entry of a topology. Instantiated for each topology in a file that CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
TopologyEntry topology_entry();

namespace {

template <class... Ts>
std::vector<TopologyEntry> entries_of(Catalog<Ts...>) {
  return {topology_entry<Ts>()...};
}

/// Topologies that the program has registered.
struct Added {
  std::mutex mutex;
  std::map<std::string, MakeProgramGraph, std::less<>> makers;
};
Added& added() {
  static Added all;
  return all;
}

/// Returns the topology for a name that the program has registered; null for any other name.
TopologyPtr make_program_topology(Spec const& spec) {
  MakeProgramGraph make;
  {
    auto& all = added();
    std::scoped_lock const lock(all.mutex);
    auto const at = all.makers.find(spec.name);
    if (at == all.makers.end()) return nullptr;
    make = at->second;
  }
  auto made = make(spec);
  return erase_type(topology::File(std::move(made.graph), made.resolved, spec.to_string()));
}

std::vector<std::string> program_topology_names() {
  auto& all = added();
  std::scoped_lock const lock(all.mutex);
  std::vector<std::string> names;
  for (auto const& [name, make] : all.makers) names.push_back(name);
  return names;
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
  return at_place(where, [&]() -> TopologyPtr {
    auto const parsed = parse_topology(spec);
    if (auto const* entry = find_topology(parsed.name))
      return entry->make(with_named_sizes(parsed, entry->doc));
    if (auto topology = make_program_topology(parsed)) return topology;
    if (auto const file = file_topology(spec)) return find_topology(file->name)->make(*file);
    auto names = program_topology_names();
    for (auto const& entry : topology_entries()) {
      names.push_back(entry.doc.name);
      names.insert(names.end(), entry.doc.aliases.begin(), entry.doc.aliases.end());
    }
    detail::unknown_name("topology", Spec::parse(spec).name, with_other_names(std::move(names)));
  });
}

TopologyPtr remaining(TopologyPtr topology, FailureParams const& failures) {
  if (!failures.any()) return topology;
  auto graph = topology->graph_file(with_numbers(*topology, failures));
  if (std::ranges::all_of(graph.terminals, [](auto count) { return count == 0; }))
    throw InputError(topology->spec(false) + " has no working terminal", "too many parts have failed");
  return erase_type(topology::File(std::move(graph), topology->spec(true), topology->spec(false)));
}

void add_program_topology(std::string const& name, MakeProgramGraph make) {
  if (name.empty() || Spec::parse(name) != Spec{name, {}})
    throw InputError("'" + name + "' is not a topology name", "must be a word of letters, digits and _");
  std::vector<std::string> names;
  for (auto const& entry : topology_entries()) names.push_back(entry.doc.name);
  auto const taken = with_other_names(std::move(names));
  if (std::ranges::find(taken, name) != taken.end())
    throw InputError("topology name '" + name + "' is in use", "a Weft topology has this name",
                     "use another name");
  auto& all = added();
  std::scoped_lock const lock(all.mutex);
  all.makers[name] = std::move(make);
}

}  // namespace weft
