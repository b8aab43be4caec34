// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <vector>

#include "support/topology_view.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {

namespace detail {

template <class... Ts>
std::vector<TopologySamples> samples_of_all(Catalog<Ts...>) {
  return {samples_of<Ts>()...};
}

}  // namespace detail

/// The samples of every topology of the catalog.
inline std::vector<TopologySamples> const& catalog_samples() {
  static auto const samples = detail::samples_of_all(Topologies{});
  return samples;
}

}  // namespace weft
