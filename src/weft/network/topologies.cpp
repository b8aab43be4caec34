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

/// Instantiated for each topology in a file that CMake generates (cmake/WeftPerTopology.cmake).
template <class T>
TopologyEntry topology_entry();

namespace {

template <class... Ts>
std::vector<TopologyEntry> entries_of(Catalog<Ts...>) {
  return {topology_entry<Ts>()...};
}

/// Topologies that the program adds.
struct Added {
  std::mutex mutex;
  std::map<std::string, MakeProgramGraph, std::less<>> makers;
};
Added& added() {
  static Added all;
  return all;
}

/// Returns the topology with a name that the program has added; null for others.
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
    throw InputError("no working terminal in " + topology->spec(false) + " is left",
                     "too many parts have failed");
  return erase_type(topology::File(std::move(graph), topology->spec(true), topology->spec(false)));
}

void add_program_topology(std::string const& name, MakeProgramGraph make) {
  if (name.empty() || Spec::parse(name) != Spec{name, {}})
    throw InputError("topology name '" + name + "'", "must be a word of letters, digits and _");
  std::vector<std::string> names;
  for (auto const& entry : topology_entries()) names.push_back(entry.doc.name);
  auto const taken = with_other_names(std::move(names));
  if (std::ranges::find(taken, name) != taken.end())
    throw InputError("topology name '" + name + "'", "it is the name of a topology of Weft",
                     "use another name");
  auto& all = added();
  std::scoped_lock const lock(all.mutex);
  all.makers[name] = std::move(make);
}

namespace {

/// Returns the arguments of the i-th member, i = 1, 2, .., in ascending size; some may not exist.
using Series = std::function<std::string(std::uint64_t i)>;

/// Returns the series along which a family grows: the first `most` that it defines, else one for each size
/// parameter that is a whole number.
std::vector<Series> series_of(TopologyEntry const& family, std::size_t max) {
  std::vector<Series> series;
  if (family.members != nullptr) {
    for (std::size_t k = 0; k < std::min(family.members(1).size(), max); ++k)
      series.push_back([members = family.members, k](std::uint64_t i) { return members(i)[k]; });
    return series;
  }
  for (auto const& parameter : family.doc.params)
    if (parameter.type == "integer" && parameter.use.size)
      series.push_back([key = parameter.name](std::uint64_t i) { return fmt::format("{}={}", key, i); });
  return series;
}

struct Member {
  std::string spec;
  std::uint64_t terminals, routers;
};

/// Returns whether a is closer to the wanted number, or equally close and smaller, or of equal size with
/// fewer routers.
bool is_nearer(Member const& a, Member const& b, std::uint64_t wanted) {
  auto const rank = [&](Member const& member) {
    auto const off = member.terminals > wanted ? member.terminals - wanted : wanted - member.terminals;
    return std::tuple(off, member.terminals, member.routers);
  };
  return rank(a) < rank(b);
}

Member member_of(std::string const& spec) {
  auto const made = make_topology(spec);
  auto const vertices = made->num_routers(), terminals = made->num_terminals();
  bool const on_nodes = terminals > 0 && made->is_node(made->injection_router({0}));
  return {spec, terminals, on_nodes ? vertices - terminals : vertices};
}

/// Returns the member of the form of real machines: all ports of the top switches lead down, and the number
/// of levels is the minimum for switches of at most 128 ports.
Member built_fat_tree(std::uint64_t terminals) {
  constexpr std::uint64_t two_levels = 64 * 128, three_levels = 64 * two_levels;
  auto children = closest_sides(terminals <= two_levels ? 2 : terminals <= three_levels ? 3 : 4, terminals);
  std::ranges::reverse(children);
  Sides parents{1};
  parents.insert(parents.end(), children.begin(), children.end() - 1);
  auto const spec = "xgft:children=" + format_sides(children) + ",parents=" + format_sides(parents);
  return member_of(spec);
}

/// Search for the best member of one series.
class Nearest {
 public:
  Nearest(Spec family, Series series, std::uint64_t terminals)
      : family_(std::move(family)), series_(std::move(series)), wanted_(terminals) {}

  std::optional<Member> find() {
    constexpr std::uint64_t much_larger = 1 << 20;
    if (text_of(1) == text_of(much_larger)) {  // all varying parameters are given
      at(1);
      return best_;
    }
    std::uint64_t low = 1, high = 1;
    while (auto const member = first_from(high)) {
      if (member->terminals >= wanted_ || high > (std::uint64_t{1} << 33)) break;
      low = high;
      high *= 2;
    }
    while (low + 1 < high) {
      auto const middle = low + (high - low) / 2;
      auto const member = first_from(middle);
      (member && member->terminals < wanted_ ? low : high) = middle;
    }
    return best_;
  }

 private:
  // Maximum gap between existing members, as between prime powers
  static constexpr std::uint64_t longest_gap = 64;

  std::optional<Member> first_from(std::uint64_t i) {
    for (std::uint64_t k = i; k < i + longest_gap; ++k)
      if (auto const member = at(k)) return member;
    return {};
  }

  /// Returns the i-th member, with the given arguments.
  std::string text_of(std::uint64_t i) const {
    auto spec = family_;
    for (auto const& argument : Spec::parse(family_.name + ":" + series_(i)).arguments)
      if (std::ranges::find(family_.arguments, argument.key, &Spec::Argument::key) == family_.arguments.end())
        spec.arguments.push_back(argument);
    return spec.to_string();
  }

  std::optional<Member> at(std::uint64_t i) {
    try {
      auto const member = member_of(text_of(i));
      if (!best_ || is_nearer(member, *best_, wanted_)) best_ = member;
      return member;
    } catch (InputError const&) { return {}; }
  }

  Spec family_;
  Series series_;
  std::uint64_t wanted_;
  std::optional<Member> best_;
};

}  // namespace

std::string nearest_member(std::string const& family, std::uint64_t terminals) {
  make_topology(family);  // throws for an unknown name and wrong parameters
  auto given = parse_topology(family);
  auto const* const entry = find_topology(given.name);
  if (entry == nullptr) return family;  // added by the program that uses the library
  bool const any_fat_tree = given.name == "fat_tree" && given.arguments.empty();
  given.name = entry->doc.name;
  std::optional<Member> best;
  if (any_fat_tree) best = built_fat_tree(terminals);
  constexpr std::size_t few_levels = 3, all = ~std::size_t{0};  // 2, 3 and 4 levels
  for (auto const& each : series_of(*entry, any_fat_tree ? few_levels : all))
    if (auto const member = Nearest(given, each, terminals).find())
      if (!best || is_nearer(*member, *best, terminals)) best = member;
  return best ? best->spec : family;
}

}  // namespace weft
