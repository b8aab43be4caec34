#include "weft/network/machine.hpp"

#include "weft/network/network.hpp"

namespace weft {

bool Machine::has_failures() const { return network()->has_failures(); }

bool Machine::has_two_way_terminals() const {
  for (std::uint32_t e = 0; e < network()->num_terminals(); ++e)
    if (network()->injection_router({e}) != network()->ejection_router({e})) return false;
  return true;
}

}  // namespace weft
