// SPDX-License-Identifier: Apache-2.0
#include <array>
#include <string>
#include <string_view>

#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"
#include "weft/routing/graph/graph_routing.hpp"

namespace weft::routing {
namespace {

/// Default routings in order of preference; the first one that supports the machine in the requested form is
/// used.
constexpr std::array<std::string_view, 6> preferred{
    "percs_direct",    "dimension_order", "nearest_common_ancestor",
    "destination_tag", "clex_direct",     "minimal"};

/// Returns whether `vcs` virtual channels suffice for minimal routing with a class per hop on a grid with
/// failures, which is then preferred: detours from dimension order would concentrate near one root and
/// saturate it.
bool prefers_minimal(Form form, Machine const& machine, std::uint32_t vcs) {
  return form == Form::channels && machine.has_failures() && machine.has_grid() &&
         DistanceTable::fits(machine.num_routers()) && GraphPaths(machine).classes(GraphDetour::none) <= vcs;
}

bool serves(std::string_view name, Form form, Machine const& machine) {
  bool does = false;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (R::name == name) does = serves_in<R>(form, machine);
  });
  return does;
}

}  // namespace

std::string default_routing(Machine const& machine, Form form, std::uint32_t vcs) {
  if (form == Form::tables) return "layered";
  if (form == Form::packets && machine.as<topology::Clex>() != nullptr) return "clex_recursive";
  if (prefers_minimal(form, machine, vcs)) return "minimal";
  for (auto const name : preferred)
    if (serves(name, form, machine)) return std::string(name);
  return "minimal";
}

std::string default_rule() {
  std::string list;
  for (auto const name : preferred) list += (list.empty() ? "" : ", ") + std::string(name);
  return "the first of " + list +
         " that supports the topology and has the form that the engine needs; engine rounds uses "
         "clex_recursive on clex, and engine flit uses minimal on a grid with failures if the "
         "virtual channels that it may use (vcs, or up to " +
         std::to_string(max_vcs) + ") suffice";
}

}  // namespace weft::routing
