#include "weft/routing/vc/bind.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/catalog.hpp"

namespace weft::vc {
namespace {

template <class R>
constexpr bool knows_failures = requires { R::knows_failures; };

/// Whether a routing goes around what has failed, if anything has.
template <class R>
bool copes_with_failures(Subject const& subject) {
  return knows_failures<R> || !subject.network->has_failures();
}

std::string routings_that_serve(Subject const& subject) {
  std::string list;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (R(typename R::Params{}).serves(subject) && copes_with_failures<R>(subject))
      list += (list.empty() ? "" : ", ") + std::string(R::name);
  });
  return list;
}

template <class R>
void require_service(R const& routing, Subject const& subject) {
  auto const refuse = [&](std::string const& what, std::string const& why) {
    throw InputError(std::string(R::name) + " cannot route " + what, why,
                     "valid: " + routings_that_serve(subject), "routing");
  };
  if (!routing.serves(subject)) refuse("on " + subject.topology, "needs " + std::string(R::needs));
  if (!copes_with_failures<R>(subject))
    refuse("around failures", "computes its ways from the whole topology");
}

}  // namespace

RoutingPtr bind(Spec const& spec, Subject const& subject, VcSupply const& supply) {
  return Routings::pick(
      spec,
      [&]<class R>(R const& routing) -> RoutingPtr {
        require_service(routing, subject);
        return routing.bind(subject, supply);
      },
      "routing");
}

std::uint32_t vcs_needed(Spec const& spec, Subject const& subject) {
  return Routings::pick(
      spec,
      [&](auto const& routing) {
        require_service(routing, subject);
        return routing.vcs_needed(subject);
      },
      "routing");
}

std::string default_routing(Subject const& subject) {
  if (subject.network->has_failures()) return "minimal";
  if (subject.grid) return "dimension_order";
  if (!subject.level.empty()) return "nearest_common_ancestor";
  if (subject.clex) return "clex_direct";
  if (subject.fly) return "destination_tag";
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
