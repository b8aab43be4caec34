#pragma once

#include <cstdint>
#include <vector>

#include "weft/network/network.hpp"

namespace weft {

/// Which routers can reach which over the channels that have not failed, for networks too large for a table of pairs:
/// strongly connected components, and a bit for each pair of them. 4 bytes per router.
class Reachability {
 public:
  explicit Reachability(Network const& network);
  bool reaches(RouterId from, RouterId to) const {
    auto const a = component_[from.v], b = component_[to.v];
    return a == b || reached_[a * words_ + b / 64] >> b % 64 & 1;
  }

 private:
  std::vector<std::uint32_t> component_;
  std::size_t words_ = 0;
  std::vector<std::uint64_t> reached_;
};

}  // namespace weft
