// SPDX-License-Identifier: Apache-2.0
#include "weft/engine/queue/allocations/make.hpp"

#include <fmt/format.h>

#include "weft/core/error.hpp"
#include "weft/engine/queue/allocations/catalog.hpp"

namespace weft::queue {
namespace {

template <class A>
std::string_view lacking(A const& allocation, Nodes const& nodes) {
  if constexpr (requires { allocation.lacks(nodes); })
    return allocation.lacks(nodes);
  else
    return {};
}

/// Returns the allocations that the machine supports with their default parameters.
std::string serving(Nodes const& nodes) {
  std::string names;
  Allocations::for_each([&]<class A>(std::type_identity<A>) {
    if (lacking(A{typename A::Params{}}, nodes).empty())
      names += (names.empty() ? "" : ", ") + std::string(A::name);
  });
  return names;
}

}  // namespace

BoundAllocation make_allocation(Spec const& spec, AllocationContext const& context) {
  return Allocations::pick_params(
      spec,
      [&]<class A>(std::type_identity<A>, typename A::Params const& params) {
        A const allocation{params};
        if (auto const missing = lacking(allocation, *context.nodes); !missing.empty())
          throw InputError(fmt::format("{} cannot run on {}", A::name, context.nodes->machine().spec()),
                           fmt::format("needs {}", missing), "use " + serving(*context.nodes));
        return BoundAllocation{allocation.bind(context), to_spec<A>(params, true).to_string()};
      },
      "allocation");
}

}  // namespace weft::queue
