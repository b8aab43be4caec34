// SPDX-License-Identifier: Apache-2.0
#include "weft/verb/check_entry.hpp"

#include <algorithm>
#include <array>
#include <iterator>
#include <stdexcept>
#include <utility>

#include "weft/collective/applications/catalog.hpp"
#include "weft/collective/catalog.hpp"
#include "weft/collective/program/catalog.hpp"
#include "weft/core/error.hpp"
#include "weft/engine/queue/allocations/catalog.hpp"
#include "weft/engine/queue/estimates.hpp"
#include "weft/engine/queue/lublin.hpp"
#include "weft/engine/queue/policies.hpp"
#include "weft/engine/rounds/clex/clex_options.hpp"
#include "weft/engine/slackness/latencies.hpp"
#include "weft/mapping/catalog.hpp"
#include "weft/network/check_topology.hpp"
#include "weft/network/failures.hpp"
#include "weft/network/topologies.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/topology/machines.hpp"
#include "weft/traffic/catalog.hpp"
#include "weft/traffic/communication/catalog.hpp"
#include "weft/traffic/schedule/sparse_torus/catalog.hpp"
#include "weft/verb/catalogs.hpp"
#include "weft/verb/engines.hpp"
#include "weft/verb/schedule/transfers_schedule.hpp"
#include "weft/workload/rounds/catalog.hpp"

namespace weft::verb {
namespace {

/// Returns the spec with names of parameters instead of aliases and unnamed values.
template <class Schema>
Spec with_names(std::string_view name, Schema const& schema, Spec spec) {
  spec.name = name;
  return detail::without_aliases(std::move(spec), detail::names_and_uses(schema));
}

template <class C>
bool contains(std::string const& name) {
  auto const names = C::names_and_aliases();
  return std::ranges::find(names, name) != names.end();
}

/// Checks an entry of the first of several catalogs that contains the name.
template <class First, class... Rest>
Spec check_in(Spec const& spec, std::string_view what) {
  if constexpr (sizeof...(Rest) > 0) {
    if (!contains<First>(spec.name)) {
      if ((contains<Rest>(spec.name) || ...)) return check_in<Rest...>(spec, what);
      auto names = First::names_and_aliases();
      (std::ranges::copy(Rest::names_and_aliases(), std::back_inserter(names)), ...);
      detail::unknown_name(what, spec.name, names);
    }
  }
  return First::pick_params(
      spec,
      [&]<class T>(std::type_identity<T>, typename T::Params const&) {
        return with_names(T::name, T::schema, spec);
      },
      what);
}

/// Checks the parameters of the phases of a routing that moves in phases, which it has on engine rounds.
Spec check_routing(Spec const& spec, std::string_view what) {
  bool in_phases = false;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if constexpr (requires { R::moves_in_phases; }) in_phases |= detail::is_called<R>(spec.name);
  });
  if (!in_phases) return check_in<Routings>(spec, what);
  static_cast<void>(read_params<rounds::ClexOptions>(rounds::clex_options_schema, spec));
  return with_names(spec.name, rounds::clex_options_schema, spec);
}

/// Returns whether a topology is called by the name of a machine or of some members of its family.
bool is_other_name(std::string const& name) {
  auto const has = [&](auto const& list) {
    return std::ranges::any_of(list, [&](auto const& it) { return it.name == name; });
  };
  return has(named_machines()) || has(topology_aliases());
}

Spec check_topology_text(std::string const& text) {
  auto const apart = read_failed_topology(text);
  auto const parsed = parse_topology(apart.topology);
  if (auto checked = check_topology(parsed)) {
    if (auto const name = apart.topology.substr(0, apart.topology.find(':')); is_other_name(name)) {
      checked->name = name;
      auto const stated = Spec::parse(apart.topology).arguments;
      std::erase_if(checked->arguments, [&](auto const& it) {
        return std::ranges::find(stated, it.key, &Spec::Argument::key) == stated.end();
      });
    }
    return *std::move(checked);
  }
  static_cast<void>(make_topology(apart.topology));  // of the program; throws for an unknown name
  return parsed;
}

/// The check of the entries of a catalog.
struct Checked {
  std::string_view kind, what;
  std::string_view place;  ///< the parameter of requests
  Spec (*check)(Spec const& spec, std::string_view what);
};

constexpr std::array checks{
    Checked{"routings", "routing", "routing", &check_routing},
    Checked{"traffic patterns", "traffic pattern", "traffic", &check_in<Patterns>},
    Checked{"communication patterns", "pattern", "pattern", &check_in<Communications>},
    Checked{"programs", "program", "program", &check_in<Programs>},
    Checked{"mappings", "mapping", "mapping", &check_in<mapping::Mappings>},
    Checked{"job streams", "job stream", "log", &check_in<queue::JobStreams>},
    Checked{"policies", "policy", "policy", &check_in<queue::Policies>},
    Checked{"allocations", "allocation", "allocation", &check_in<queue::Allocations>},
    Checked{"estimates", "estimates", "estimates", &check_in<queue::Estimates>},
    Checked{"engines", "engine", "engine", &check_in<Engines>},
    Checked{"schedules", "schedule", "schedule",
            &check_in<Schedules, TransferSchedules, collective::Applications>},
    Checked{"latencies", "latency", "latency", &check_in<slackness::Latencies>},
    Checked{"collectives", "algorithm", "algorithm", &check_in<CollectiveAlgorithms, RoundsCollectives>}};

}  // namespace

Spec check_entry(std::string_view kind, std::string const& text) {
  if (kind == "topologies" || kind == "machines")
    return at_place("topology", [&] { return check_topology_text(text); });
  auto const* const found = std::ranges::find(checks, kind, &Checked::kind);
  if (found == checks.end()) throw std::invalid_argument("no catalog of " + std::string(kind));
  return at_place(found->place, [&] {
    auto const spec = Spec::parse(text);
    auto const further = further_names(kind);
    bool const is_further =
        spec.name == "default" || std::ranges::find(further, spec.name, &CatalogDoc::name) != further.end();
    return is_further && spec.arguments.empty() ? spec : found->check(spec, found->what);
  });
}

}  // namespace weft::verb
