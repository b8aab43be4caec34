#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/catalog_samples.hpp"
#include "support/vc_routings.hpp"
#include "weft/network/topologies.hpp"

namespace weft {

/// A topology and what routings with virtual channels know of it.
struct VcSample {
  std::string name;
  Machine machine;
};

/// Every sample of every topology with 2 to `most` routers.
inline std::vector<VcSample> vc_samples(std::uint64_t most) {
  std::vector<VcSample> all;
  for (auto const& samples : catalog_samples())
    for (auto const& view : samples.instances()) {
      if (view->num_routers() < 2 || view->num_routers() > most) continue;
      all.push_back({view->spec(false), make_topology(view->spec(true))->machine({})});
    }
  return all;
}

}  // namespace weft
