// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/catalog_samples.hpp"
#include "support/vc_failures.hpp"
#include "support/vc_routings.hpp"
#include "weft/network/topologies.hpp"
#include "weft/topology/family/clex.hpp"
#include "weft/topology/family/dragonfly.hpp"
#include "weft/topology/family/hyperx.hpp"
#include "weft/topology/family/kary_ntree.hpp"
#include "weft/topology/family/mesh.hpp"
#include "weft/topology/family/petersen.hpp"
#include "weft/topology/family/ring.hpp"
#include "weft/topology/family/torus.hpp"
#include "weft/topology/family/xgft.hpp"

namespace weft {

/// A topology, and its properties for routings with virtual channels.
struct VcSample {
  std::string name;
  Machine machine;
};

/// Returns all samples of all topologies with 2 to `maximum` routers.
inline std::vector<VcSample> vc_samples(std::uint64_t maximum) {
  std::vector<VcSample> all;
  for (auto const& samples : catalog_samples())
    for (auto const& view : samples.instances()) {
      if (view->num_routers() < 2 || view->num_routers() > maximum) continue;
      all.push_back({view->spec(false), Machine(make_topology(view->spec(true)))});
    }
  return all;
}

/// Returns small networks with failed parts: links, a router, parallel links, channels in one direction, all
/// paths up from a leaf except one, and a network in two parts.
inline std::vector<VcSample> failed_samples() {
  std::vector<Machine> const machines{
      failed_machine_of(topology::Ring({6}), {{0, 5}}),
      failed_machine_of(topology::Ring({8}), {{0, 7}, {2, 3}}),
      failed_machine_of(topology::Torus({{4, 4}}), {{0, 1}, {5, 9}}, {10}),
      failed_machine_of(topology::Mesh({{4, 3}}), {{1, 2}, {5, 9}}),
      failed_machine_of(topology::Hyperx({.sides = {3, 3}}), {{0, 1}, {0, 3}}),
      failed_machine_of(topology::Clex({.m = 3, .levels = 2}), {{0, 1}}),
      failed_machine_of(topology::Clex({.m = 2, .levels = 3}), {}, {5}),
      failed_machine_of(topology::KaryNtree({2, 3}), {{0, 4}, {8, 11}}),
      failed_machine_of(topology::KaryNtree({2, 3}), {{0, 4}, {1, 5}}, {9}),
      failed_machine_of(topology::Xgft({{2, 2, 3}, {1, 2, 2}}), {}, {14}),
      failed_machine_of(topology::Dragonfly({1, 3, 1}), {{0, 1}}, {5}),
      failed_machine_of(topology::Dragonfly({1, 4, 2, 5}), {{0, 1}, {8, 10}}, {7}),
      failed_machine_of(topology::Petersen({}), {{0, 1}, {2, 7}})};
  std::vector<VcSample> all;
  for (auto const& machine : machines) {
    std::string failed;
    auto const& network = *machine.network();
    for (std::uint32_t r = 0; r < network.num_routers(); ++r)
      for (std::uint16_t p = 0; p < network.degree({r}); ++p)
        if (auto const c = network.channel({r}, {p}); network.channel_failed(c))
          failed += " " + std::to_string(r) + "-" + std::to_string(network.target(c).v);
    all.push_back({machine.spec() + " without" + failed, machine});
  }
  return all;
}

}  // namespace weft
