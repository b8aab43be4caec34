#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "support/vc_routings.hpp"
#include "weft/topology/catalog.hpp"

namespace weft {

/// A topology and what routings with virtual channels know of it.
struct VcSample {
  std::string name;
  Machine machine;
};

/// Every sample of every topology with 2 to `most` routers.
inline std::vector<VcSample> vc_samples(std::uint64_t most) {
  std::vector<VcSample> all;
  Topologies::for_each([&]<class T>(std::type_identity<T>) {
    for (auto const& params : test_params<T>()) {
      T const topology(params);
      if (topology.num_routers() < 2 || topology.num_routers() > most) continue;
      all.push_back({to_spec(topology).to_string(), machine_of(topology)});
    }
  });
  return all;
}

}  // namespace weft
