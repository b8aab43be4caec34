#include "weft/routing/vc/bind.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/catalog.hpp"

namespace weft::vc {
namespace {

template <class R>
constexpr bool knows_failures = requires { R::knows_failures; };

/// Whether a routing goes around what has failed, if anything has.
template <class R>
bool copes_with_failures(Machine const& machine) {
  return knows_failures<R> || !machine.network()->has_failures();
}

std::string routings_that_serve(Machine const& machine) {
  std::string list;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (R(typename R::Params{}).serves(machine) && copes_with_failures<R>(machine))
      list += (list.empty() ? "" : ", ") + std::string(R::name);
  });
  return list;
}

template <class R>
void require_service(R const& routing, Machine const& machine) {
  auto const refuse = [&](std::string const& what, std::string const& why) {
    throw InputError(std::string(R::name) + " cannot route " + what, why,
                     "valid: " + routings_that_serve(machine), "routing");
  };
  if (!routing.serves(machine)) refuse("on " + machine.topology(), "needs " + std::string(R::needs));
  if (!copes_with_failures<R>(machine))
    refuse("around failures", "computes its ways from the whole topology");
}

}  // namespace

RoutingPtr bind(Spec const& spec, Machine const& machine, VcSupply const& supply) {
  return Routings::pick(
      spec,
      [&]<class R>(R const& routing) -> RoutingPtr {
        require_service(routing, machine);
        return routing.bind(machine, supply);
      },
      "routing");
}

std::uint32_t vcs_needed(Spec const& spec, Machine const& machine) {
  return Routings::pick(
      spec,
      [&](auto const& routing) {
        require_service(routing, machine);
        return routing.vcs_needed(machine);
      },
      "routing");
}

std::string default_routing(Machine const& machine) {
  if (machine.network()->has_failures()) return "minimal";
  if (machine.grid()) return "dimension_order";
  if (machine.levels() != nullptr) return "nearest_common_ancestor";
  if (machine.clex()) return "clex_direct";
  if (machine.fly()) return "destination_tag";
  return "minimal";
}

Spec resolved(Spec const& spec) {
  return Routings::pick_params(
      spec,
      []<class R>(std::type_identity<R>, typename R::Params const& params) {
        return Spec{std::string(R::name), write_params(R::schema, params, true)};
      },
      "routing");
}

}  // namespace weft::vc
