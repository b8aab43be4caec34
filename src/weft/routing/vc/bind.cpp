#include "weft/routing/vc/bind.hpp"

#include "weft/core/error.hpp"
#include "weft/routing/vc/catalog.hpp"

namespace weft::vc {
namespace {

std::string routings_that_serve(Subject const& subject) {
  std::string list;
  Routings::for_each([&]<class R>(std::type_identity<R>) {
    if (R(typename R::Params{}).serves(subject)) list += (list.empty() ? "" : ", ") + std::string(R::name);
  });
  return list;
}

template <class R>
void require_service(R const& routing, Subject const& subject) {
  if (routing.serves(subject)) return;
  throw InputError(std::string(R::name) + " cannot route on " + subject.topology,
                   "needs " + std::string(R::needs), "valid: " + routings_that_serve(subject), "routing");
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
  if (subject.grid) return "dimension_order";
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
