// SPDX-License-Identifier: Apache-2.0
#include "weft/workload/change_by_failures.hpp"

#include <type_traits>

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/routing/bind.hpp"
#include "weft/routing/catalog.hpp"

namespace weft {
namespace {

/// Formats the routing, with the structure of the network that it uses if the parameters do not include it.
std::string text_of(Spec const& spec, Machine const& machine) {
  auto const structure = Routings::pick_params(
      spec,
      [&]<class R>(std::type_identity<R>, typename R::Params const&) -> std::string {
        if constexpr (requires { R::structure(machine); })
          return fmt::format(" over {}", R::structure(machine));
        return {};
      },
      "routing");
  return spec.to_string() + structure;
}

}  // namespace

std::string change_by_failures(Spec const& given, Spec const& resolved, Machine const& machine,
                               TopologyPtr const& topology, routing::Form form, std::uint32_t vcs) {
  if (!machine.has_failures()) return {};
  try {
    Machine const whole(topology);
    auto const with = text_of(resolved, machine),
               without = text_of(routing::resolve(given, whole, form, vcs), whole);
    if (with == without) return {};
    return fmt::format(
        "with the failures the routing is {}, without them {}: use one routing for both runs to compare the "
        "effect of the failures alone",
        with, without);
  } catch (InputError const&) { return {}; }
}

}  // namespace weft
