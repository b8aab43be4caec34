#include "weft/routing/vc/subject.hpp"

namespace weft::vc {

bool has_two_way_terminals(Subject const& subject) {
  auto const& network = *subject.network;
  for (std::uint32_t e = 0; e < network.num_terminals(); ++e)
    if (network.injection_router({e}) != network.ejection_router({e})) return false;
  return true;
}

}  // namespace weft::vc
