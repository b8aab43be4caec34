#include <array>
#include <string>
#include <string_view>

#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"
#include "weft/routing/forms_of.hpp"

namespace weft::routing {
namespace {

/// The first one that serves the machine in the form that is asked for is the default.
constexpr std::array<std::string_view, 6> preferred{
    "percs_direct",    "dimension_order", "nearest_common_ancestor",
    "destination_tag", "clex_direct",     "minimal"};

bool serves(std::string_view name, Form form, Machine const& machine) {
  bool does = false;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (R::name == name) does = serves_in<R>(form, machine);
  });
  return does;
}

}  // namespace

std::string default_routing(Machine const& machine, Form form) {
  if (form == Form::packets && machine.as<topology::Clex>() != nullptr) return "clex_recursive";
  for (auto const name : preferred)
    if (serves(name, form, machine)) return std::string(name);
  return "minimal";
}

std::string default_rule() {
  std::string list;
  for (auto const name : preferred) list += (list.empty() ? "" : ", ") + std::string(name);
  return "the first of " + list +
         " that serves the topology and has the form that the engine needs; engine rounds uses "
         "clex_recursive on clex";
}

}  // namespace weft::routing
