// SPDX-License-Identifier: Apache-2.0
#include "weft/network/check_topology.hpp"

#include <array>
#include <cstddef>

#include "weft/network/named_sizes.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {

/// Checks the parameters of one topology. Instantiated for each topology in a file that CMake generates
/// (cmake/WeftPerTopology.cmake).
template <class T>
Spec checked_arguments(Spec const& spec);

namespace {

using Check = Spec (*)(Spec const&);

template <class... Ts>
constexpr std::array<Check, sizeof...(Ts)> checks_of(Catalog<Ts...>) {
  return {&checked_arguments<Ts>...};
}

}  // namespace

std::optional<Spec> check_topology(Spec const& spec) {
  static constexpr auto checks = checks_of(Topologies{});
  auto const* const entry = find_topology(spec.name);
  if (entry == nullptr) return std::nullopt;
  auto const index = static_cast<std::size_t>(entry - topology_entries().data());
  auto checked = checks[index](with_named_sizes(spec, entry->doc));
  checked.name = entry->doc.name;
  return checked;
}

}  // namespace weft
